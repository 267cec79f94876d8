# SPDX-License-Identifier: Apache-2.0
# Groups of rows: per value of --by, and in each of these per value of -x. For stack, bars, box and violin.
function add_to_group(by, x) { # returns the group's key
    if (!(by in seen_by)) { seen_by[by] = 1; by_name[++bys] = by }
    if (!(x in seen_x)) { seen_x[x] = 1; x_name[++xs] = x }
    return by SUBSEP x
}
function order_groups() {
    sort_keys(by_name, bys)
    sort_keys(x_name, xs)
}
function add_value(key, value) {
    n[key]++
    values[key, n[key]] = value
    sum[key] += value
    if (top == "" || value > top) top = value
    if (bottom == "" || value < bottom) bottom = value
}
function mean(key) { return sum[key] / n[key] }
function deviation(key,    i, squares) { # standard deviation of the sample; 0 of one value
    for (i = 1; i <= n[key]; i++) squares += (values[key, i] - mean(key)) ^ 2
    return n[key] > 1 ? sqrt(squares / (n[key] - 1)) : 0
}
function sort_group(key,    i) { # into sorted[1..n]
    split("", sorted)
    for (i = 1; i <= n[key]; i++) sorted[i] = values[key, i]
    sort_numbers(sorted, 1, n[key])
}
function quantile(count, share,    place, below) { # of sorted, between the values on both sides
    place = 1 + (count - 1) * share
    below = int(place)
    return below >= count ? sorted[count] : sorted[below] + (place - below) * (sorted[below + 1] - sorted[below])
}
function named_value(column, value,    text) { # for a legend: "cores 4", but "ssd"
    text = shown(column, value)
    if (text !~ /^[0-9.]+$/) return text
    describe(column)
    return words " " text (unit == "" ? "" : " " unit)
}
function tick(text, at) {
    tick_text[++ticks] = text
    tick_at[ticks] = at
    tick_length += width_of(text) + 1.5
    if (text !~ /^[0-9.]+$/) ticks_are_names = 1
}
function width_of(text,    wide) { # in digits; capitals are wider, and only the first byte of a character counts
    wide = 0.3 * gsub(/[A-Z_]/, "&", text)
    return wide + gsub(/[^\200-\277]/, "", text)
}
function print_ticks(    i, every) { # names that do not fit are slanted; of numbers that do not fit some are left out
    every = ticks_are_names ? 1 : int(tick_length / 40) + 1
    print "set xtics scale 0 ()"
    if (ticks_are_names && tick_length > 40) print "if (graphic) { set xtics rotate by 30 right }"
    for (i = 1; i <= ticks; i += every) print "set xtics add (" tick_label(tick_text[i]) " " tick_at[i] ")"
}
function shown(column, value) { # a value of -x or --by as the text of a tick: clocks in their unit
    describe(column)
    return factor != 1 && value ~ /^[0-9.]+$/ ? sprintf("%.2f", value * factor) : value
}

# What box and violin share.
function begin_distribution() {
    x_column = option_x == "" ? option_by : option_x
    if (x_column != "") need(x_column, "-x")
    y_column = axis_column("-y", option_y, "step_ms minibatch_ms epoch_s power_w")
}
function take_value() {
    if (missing(y_column)) return
    note_source()
    add_value(add_to_group("", x_column == "" ? "all rows" : $at[x_column]), number(y_column))
}
function start_distribution(    j, key) {
    if (!xs) fail("no numbers in the column " y_column, "choose another one with -y")
    order_groups()
    describe_for(y_column, top)
    y_factor = factor
    set_text("y_label", label_of(y_column, top))
    margin = top == bottom ? 0.05 * (top == 0 ? 1 : top) : 0.08 * (top - bottom)
    print "axis_low = " (bottom - margin) * y_factor "\naxis_high = " (top + 1.5 * margin) * y_factor
    set_text("x_label", x_column == "" ? "" : label_of(x_column))
    print "groups = " xs "\nend = " xs + 0.6
    for (j = 1; j <= xs; j++) {
        key = SUBSEP x_name[j]
        tick(x_column == "" ? x_name[j] : shown(x_column, x_name[j]), j)
        if (n[key] > 1 && xs <= 5 && bottom > 0) variation[j] = 100 * deviation(key) / mean(key)
    }
    print_ticks()
    for (j in variation) printf "if (graphic) { set label '%.2f %%' at first %d, graph 1.06 center }\n", variation[j], j
    for (j in variation) { print "if (graphic) { set label 'CV' at graph -0.03, graph 1.06 right; set tmargin 3 }"; break }
}
