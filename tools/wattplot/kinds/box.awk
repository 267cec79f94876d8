# SPDX-License-Identifier: Apache-2.0
# A box per value of -x: median, quartiles, whiskers to the last values within 1.5 times their distance, outliers.
function begin_file() { begin_distribution() }
function take() { take_value() }
function draw(    j, key, low, high, i, reach, whisker_low, whisker_high, outlier, outliers) {
    start_distribution()
    print "$boxes << END_OF_BOXES"
    for (j = 1; j <= xs; j++) {
        key = SUBSEP x_name[j]
        sort_group(key)
        low = quantile(n[key], 0.25)
        high = quantile(n[key], 0.75)
        reach = 1.5 * (high - low)
        whisker_low = whisker_high = ""
        for (i = 1; i <= n[key]; i++) {
            if (sorted[i] < low - reach || sorted[i] > high + reach) { outlier[++outliers] = j "\t" sorted[i] * y_factor; continue }
            if (whisker_low == "") whisker_low = sorted[i]
            whisker_high = sorted[i]
        }
        if (whisker_low > low) whisker_low = low
        if (whisker_high < high) whisker_high = high
        printf "%d\t%.9g\t%.9g\t%.9g\t%.9g\t%.9g\n", j, low * y_factor, whisker_low * y_factor, whisker_high * y_factor,
            high * y_factor, quantile(n[key], 0.5) * y_factor
    }
    print "\n"
    for (i = 1; i <= outliers; i++) print outlier[i]
    print "0\tNaN\nEND_OF_BOXES"
}
