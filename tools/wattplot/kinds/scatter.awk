# SPDX-License-Identifier: Apache-2.0
# One column against another. The rows that no other row beats in both are joined by a line, and rows with a name (the
# modes of the vendor, from pmode list) have it beside them.
BEGIN {
    cells = 160 # of many points only one per cell of a grid as fine as this is drawn
    ups = split("0.6 -0.6 1.6 -1.6 2.6 -2.6", lines_up, " ") # of a name from its point, as in scatter.gp
    gap = 0.8
}
function begin_file() {
    x_column = axis_column("-x", option_x, "minibatch_ms median_step_ms epoch_s")
    y_column = axis_column("-y", option_y, "power_w mean_power_w energy_j")
    need_by()
}
function take(    x, y, series_name, mode) {
    if (missing(x_column) || missing(y_column)) return
    x = number(x_column)
    y = number(y_column)
    check_log(x, y)
    note_source()
    series_name = option_by == "" ? "all" : $at[option_by]
    if (!(series_name in seen)) { seen[series_name] = 1; series_of[++series] = series_name }
    mode = has("mode") ? $at["mode"] : has("cores") && has("cpu_khz") ? $at["cores"] "/" $at["cpu_khz"] "/" $at["gpu_hz"] "/" $at["emc_hz"] : ""
    if (mode != "" && !(mode in known_mode)) { known_mode[mode] = 1; modes++ }
    px[++points] = x
    py[points] = y
    group[points] = series_name
    if (has("name") && !missing("name") && option_by != "name") name_of[points] = $at["name"]
    if (points == 1 || x < x_low) x_low = x
    if (points == 1 || x > x_high) x_high = x
    if (points == 1 || y < y_low) y_low = y
    if (points == 1 || y > y_high) y_high = y
    offer_to_front(points)
}
function check_log(x, y) {
    if (ENVIRON["PLOT_LOG"] ~ /x/ && x <= 0 || ENVIRON["PLOT_LOG"] ~ /y/ && y <= 0)
        fail(file ": line " FNR ": a value of 0 or less is not on a logarithmic axis", "draw it without --log")
}
function offer_to_front(p,    i, kept) { # front[1..fronts]: points that none beats
    for (i = 1; i <= fronts; i++) if (px[front[i]] <= px[p] && py[front[i]] <= py[p]) return
    for (i = 1; i <= fronts; i++) if (px[front[i]] < px[p] || py[front[i]] < py[p]) front[++kept] = front[i]
    front[++kept] = p
    fronts = kept
}
function sort_front(    i, j, p) {
    for (i = 2; i <= fronts; i++) {
        p = front[i]
        for (j = i - 1; j > 0 && px[front[j]] > px[p]; j--) front[j + 1] = front[j]
        front[j + 1] = p
    }
}
function share(value, low, high, axis) { # place on the axis, from 0 to 1
    if (high == low) return 0.5
    return ENVIRON["PLOT_LOG"] ~ axis ? log(value / low) / log(high / low) : (value - low) / (high - low)
}
function draw(    s, p) {
    if (!points) fail("no row has both " x_column " and " y_column, "choose other columns with -x and -y")
    sort_keys(series_of, series)
    x_origin = origin_of("x", x_low, x_high)
    set_text("x_label", label_from(x_column, x_high, x_origin))
    x_factor = factor
    y_origin = origin_of("y", y_low, y_high)
    set_text("y_label", label_from(y_column, y_high, y_origin))
    y_factor = factor
    print_axis_ticks("x", on_x(x_low), on_x(x_high))
    print_axis_ticks("y", on_y(y_low), on_y(y_high))
    print "series = " series "\ndense = " (points > 1000)
    print "$points << END_OF_POINTS"
    for (s = 1; s <= series; s++) {
        for (p = 1; p <= points; p++) if (group[p] == series_of[s] && is_new_cell(p)) print_point(p)
        print "\n"
    }
    print "END_OF_POINTS"
    sort_front()
    print "$front << END_OF_FRONT"
    for (p = 1; p <= fronts; p++) print_point(front[p])
    print "END_OF_FRONT"
    print_names()
    if (named[0] != "") note_title("predefined modes")
    for (s = 1; s <= series; s++) set_text("title" s, option_by == "" ? points (modes == points ? " modes" : " rows") : named_value(option_by, series_of[s]))
}
function is_new_cell(p,    cell) {
    if (points <= 1000) return 1
    cell = group[p] SUBSEP int(cells * share(px[p], x_low, x_high, "x")) SUBSEP int(cells * share(py[p], y_low, y_high, "y"))
    return !(cell in taken) && (taken[cell] = 1)
}
function on_x(value) { return (value - x_origin) * x_factor }
function on_y(value) { return (value - y_origin) * y_factor }
# Values that differ by little for their size, such as times since 1970, are drawn from the lowest one on.
function origin_of(axis, low, high) {
    return ENVIRON["PLOT_LOG"] !~ axis && high > low && high - low < 1e-4 * high ? int(low) : 0
}
function label_from(column, largest, origin,    label) {
    label = label_of(column, largest)
    return origin == 0 ? label : words sprintf(" - %.15g", origin * factor) (unit == "" ? "" : " (" unit ")")
}
function print_point(p) { printf "%.9g\t%.9g\n", on_x(px[p]), on_y(py[p]) }
function print_names(    p, b, i) { # all points with names, then the names by where they stand from their points
    measure_letters(1, 0.93)
    for (p = 2; p <= fronts; p++) occupy_line(place("x", front[p - 1]), place("y", front[p - 1]), place("x", front[p]), place("y", front[p]))
    for (p = 1; p <= points; p++) if (p in name_of) {
        named[0] = named[0] sprintf("%.9g\t%.9g\tNA\n", on_x(px[p]), on_y(py[p]))
        occupy(place("x", p) - letter / 2, place("x", p) + letter / 2, place("y", p), line_high / 2)
    }
    for (p = 1; p <= points; p++) if (p in name_of) {
        i = put_label(place("x", p), place("y", p), name_of[p])
        named[i] = named[i] sprintf("%.9g\t%.9g\t%s\n", on_x(px[p]), on_y(py[p]), field(name_of[p]))
    }
    print "$names << END_OF_NAMES"
    for (b = 0; b <= 2 * ups; b++) print (named[b] == "" ? "NaN\tNaN\tNA\n" : named[b]) "\n"
    print "END_OF_NAMES\nnames = " (named[0] != "")
}
function place(axis, p,    value) { # on the axis as it is drawn, from 0 to 1
    value = axis == "x" ? on_x(px[p]) : on_y(py[p])
    return axis in range_low ? share(value, range_low[axis], range_high[axis], axis) : 0.5
}
