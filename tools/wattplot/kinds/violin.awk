# SPDX-License-Identifier: Apache-2.0
# The density of the values in each group (Gaussian kernel, bandwidth by Silverman's rule), with quartiles and median.
function begin_file() { begin_distribution() }
function take() { take_value() }
function draw(    j, key) {
    start_distribution()
    print "$violins << END_OF_VIOLINS"
    for (j = 1; j <= xs; j++) {
        key = SUBSEP x_name[j]
        sort_group(key)
        print_density(j, n[key], deviation(key))
        print "\n"
    }
    for (j = 1; j <= xs; j++) {
        sort_group(SUBSEP x_name[j])
        printf "%d\t%.9g\t%.9g\t%.9g\n", j, quantile(n[SUBSEP x_name[j]], 0.25) * y_factor,
            quantile(n[SUBSEP x_name[j]], 0.5) * y_factor, quantile(n[SUBSEP x_name[j]], 0.75) * y_factor
    }
    print "END_OF_VIOLINS"
}
function print_density(j, count, sd,    spread, width, low, high, steps, i, k, each, most, dense) {
    spread = (quantile(count, 0.75) - quantile(count, 0.25)) / 1.349
    if (spread == 0 || spread > sd) spread = sd
    width = 0.9 * spread * count ^ -0.2
    low = sorted[1]
    high = sorted[count]
    if (width == 0) { print_outline(j - 0.42, low); print_outline(j + 0.42, low); return }
    steps = 80
    each = 1 + int(count / 2000) # of long runs every so many values
    for (i = 0; i <= steps; i++) {
        for (k = 1; k <= count; k += each) dense[i] += exp(-((low + (high - low) * i / steps - sorted[k]) / width) ^ 2 / 2)
        if (dense[i] > most) most = dense[i]
    }
    for (i = 0; i <= steps; i++) print_outline(j - 0.42 * dense[i] / most, low + (high - low) * i / steps)
    for (i = steps; i >= 0; i--) print_outline(j + 0.42 * dense[i] / most, low + (high - low) * i / steps)
    print_outline(j - 0.42 * dense[0] / most, low)
}
function print_outline(x, y) { printf "%.9g\t%.9g\n", x, y * y_factor }
