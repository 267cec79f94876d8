# SPDX-License-Identifier: Apache-2.0
# A column over time, one curve per value of --by; a file of epochs, or rows that have an epoch, mark where each begins.
BEGIN {
    bins = ENVIRON["PLOT_WIDTH"] > 800 ? ENVIRON["PLOT_WIDTH"] : 800
    most = 2 * bins # a curve of more points is drawn as the lowest and the highest of each of so many spans at most
    huge = 1e300
    first = huge
    last = -huge
    given = split(option_y, wanted_y, ",")
}
function begin_file() {
    if (given == 0 && !has("power_w") && !marks_epochs()) need("power_w", "-y")
    if (given == 0) { wanted_y[1] = "power_w"; used = 1 } else used = given
    drawn = has(wanted_y[1])
    if (!drawn && !marks_epochs()) need(wanted_y[1], "-y")
    if (drawn) need_one_unit(wanted_y, used)
    if (drawn) need_by()
    time_column = option_x != "" ? option_x : first_of("mono_s start_mono_s time_s try epoch")
    need(time_column, "-x")
    marks_here = marks_epochs() && is_time()
    time_at = at[time_column]
    rows_here = 0
    if (drawn) choose_columns()
    last_epoch = ""
}
function choose_columns(    i, only_total) { # once per file, as there may be millions of rows
    only_total = has("rail") && option_by != "rail" # of the rails of powerlog, unless others are asked for
    for (i = 1; i <= conditions; i++) if (condition_column[i] == "rail") only_total = 0
    rail_at = only_total ? at["rail"] : 0
    name_at = option_by != "" ? at[option_by] : has("rail") ? at["rail"] : 0
    for (i = 1; i <= used; i++) y_at[i] = at[wanted_y[i]]
    split("", series_here)
    total_here = 0
    series_before = series
}
# Where a file has no total, as that of a meter, all its rails are drawn: those before the first total, until it is seen.
function draw_only_total(    s) {
    total_here = 1
    for (s = series_before + 1; s <= series; s++) delete number_of[title[s]]
    series = series_before
    split("", series_here)
}
function marks_epochs() { return has("epoch") && has("start_mono_s") }
function is_time() { return time_column ~ /(mono|time)_s$/ }
# Rows that were imported know the wall clock only.
function choose_clock(    clock_here) {
    if (option_x == "" && number_in($time_at, time_column) == unknown && has("time_s")) time_at = at[time_column = "time_s"]
    clock_here = time_column ~ /mono_s$/ ? "mono_s" : time_column
    if (clock != "" && clock != clock_here) fail("one file has " clock " and another only " clock_here, "draw both by -x time_s")
    clock = clock_here
    marks_here = marks_epochs() && is_time()
}
function take(    t, i) {
    if (++rows_here == 1) choose_clock()
    t = number_in($time_at, time_column)
    if (t == unknown) return
    if (marks_here && $at["epoch"] != last_epoch) {
        last_epoch = $at["epoch"]
        mark_name[++marks] = last_epoch
        mark[marks] = t
    }
    if (t < first) first = t
    if (t > last) last = t
    if (!drawn || total_here && $rail_at != "TOTAL") return
    if (rail_at && !total_here && $rail_at == "TOTAL") draw_only_total()
    note_source()
    for (i = 1; i <= used; i++) add_row(i, name_at ? $name_at : "", t)
}
function add_row(i, by, x,    s, y) {
    if (i > 1) by = by SUBSEP i
    s = series_here[by]
    if (!s) s = series_here[by] = series_of(wanted_y[i])
    if (int(by_axis[s] ? (x - origin[s]) * density[s] : points[s] / stride[s]) != cell[s]) start_span(s, x)
    points[s]++
    y = number_in($y_at[i], wanted_y[i])
    if (y == unknown) return
    if (y < low[s]) { low[s] = y; low_x[s] = x }
    if (y > high[s]) { high[s] = y; high_x[s] = x }
}
function series_of(column,    name) {
    name = option_by != "" ? named_value(option_by, $at[option_by]) : has("rail") ? $at["rail"] : ""
    if (used > 1) name = (name == "" ? "" : name " ") spoken(column)
    if (name == "") name = spoken(column)
    if (!(name in number_of)) {
        number_of[name] = ++series
        title[series] = name
        stride[series] = 1
        cell[series] = -1
        points[series] = spans[series] = by_axis[series] = 0
    }
    return number_of[name]
}
function spoken(column) { describe(column); return words }
# The points of a curve come in order. Those of one cell, which is a piece of the axis, are one span: its lowest and its highest
# point. When there are too many spans, cells become twice as wide. Where a curve goes back and forth, so that spans are many
# although cells are wide, a cell is a number of points, as it is at first: one. A span without a number has low above high.
function cell_of(s, x, place) { return int(by_axis[s] ? (x - origin[s]) * density[s] : place / stride[s]) }
function start_span(s, x) {
    if (points[s]) keep_span(s)
    start_x[s] = x
    start_place[s] = points[s]
    low[s] = huge
    high[s] = -huge
    cell[s] = cell_of(s, x, points[s])
}
function keep_span(s,    k) {
    k = s SUBSEP (++spans[s])
    span_x[k] = start_x[s]
    span_place[k] = start_place[s]
    span_low[k] = low[s]
    span_high[k] = high[s]
    span_low_x[k] = low_x[s]
    span_high_x[k] = high_x[s]
    if (spans[s] >= most) widen(s)
}
function widen(s,    count, i, k, to, next_cell, at_cell) {
    if (!by_axis[s]) {
        if (stride[s] == 1 && last > first) { by_axis[s] = 1; origin[s] = first; density[s] = bins / (last - first) }
        else stride[s] *= 2
    } else if (density[s] * (last - first) >= bins) density[s] /= 2
    else { by_axis[s] = 0; stride[s] = points[s] / bins }
    count = spans[s]
    spans[s] = 0
    for (i = 1; i <= count; i++) {
        k = s SUBSEP i
        next_cell = cell_of(s, span_x[k], span_place[k])
        if (i > 1 && next_cell == at_cell) merge_span(to, k)
        else move_span(to = s SUBSEP (++spans[s]), k)
        at_cell = next_cell
    }
}
function move_span(to, from) {
    span_x[to] = span_x[from]
    span_place[to] = span_place[from]
    span_low[to] = span_low[from]
    span_high[to] = span_high[from]
    span_low_x[to] = span_low_x[from]
    span_high_x[to] = span_high_x[from]
}
function merge_span(to, from) {
    if (span_low[from] < span_low[to]) { span_low[to] = span_low[from]; span_low_x[to] = span_low_x[from] }
    if (span_high[from] > span_high[to]) { span_high[to] = span_high[from]; span_high_x[to] = span_high_x[from] }
}
function draw(    s) {
    for (s = 1; s <= series; s++) keep_span(s)
    check_numbers()
    choose_unit_of_time()
    describe(wanted_y[1])
    y_factor = factor
    set_text("x_label", is_time() ? "time (" time_unit ")" : label_of(time_column))
    set_text("y_label", used > 1 && unit == "%" ? "share (%)" : label_of(wanted_y[1]))
    print "series = " series "\nfew = " (points[1] <= 30)
    print_range()
    print "$points << END_OF_POINTS"
    for (s = 1; s <= series; s++) { print_series(s); print "\n" }
    print "END_OF_POINTS"
    for (s = 1; s <= series; s++) set_text("title" s, series == 1 && title[s] ~ /^(TOTAL|power)$/ ? "" : title[s])
    print_marks()
}
function print_range(    begin, end) {
    begin = is_time() || first > 0 ? 0 : first * time_factor
    end = (is_time() ? last - first : last) * time_factor
    print "begin = " begin "\nend = " (end > begin ? end : begin + 1) "\nbelow_zero = " (bottom < 0)
}
function check_numbers(    s, k) {
    bottom = huge
    for (s = 1; s <= series; s++) for (k = 1; k <= spans[s]; k++) if (span_low[s, k] < bottom) bottom = span_low[s, k]
    if (last < first) fail("no numbers in the column " time_column, time_column != "time_s" && has("time_s") ? "draw by the wall clock with -x time_s" : "choose another one with -x")
    if (bottom == huge && total_here) fail("no numbers in the column " wanted_y[1] " of rail TOTAL", "choose another one with -y, or draw each rail with --by rail")
    if (bottom == huge) fail("no numbers in the column " wanted_y[1], "choose another one with -y")
    if (ENVIRON["PLOT_LOG"] != "" && bottom <= 0) fail("column " wanted_y[1] " has values of 0 or less", "draw them without --log y")
}
function choose_unit_of_time(    span) {
    if (!is_time()) { describe(time_column); time_factor = factor; return }
    span = last - first
    time_unit = span > 10800 ? "h" : span > 600 ? "min" : "s"
    time_factor = span > 10800 ? 1 / 3600 : span > 600 ? 1 / 60 : 1
}
function print_series(s,    i, k, gap, drawn_before) { # where a span has no number, the curve is interrupted
    for (i = 1; i <= spans[s]; i++) {
        k = s SUBSEP i
        if (span_low[k] > span_high[k]) { gap = drawn_before; continue }
        if (gap) print ""
        gap = 0
        drawn_before = 1
        if (span_low_x[k] <= span_high_x[k]) print_point(span_low_x[k], span_low[k])
        if (span_low_x[k] != span_high_x[k]) print_point(span_high_x[k], span_high[k])
        if (span_low_x[k] > span_high_x[k]) print_point(span_low_x[k], span_low[k])
    }
    if (!drawn_before) print "NaN\tNaN"
}
function print_point(x, y) { printf "%.9g\t%.9g\n", from_start(x), y * y_factor }
function from_start(x) { return (x - (is_time() ? first : 0)) * time_factor }
function print_marks(    i, t, every) {
    every = 1 + int((marks - 1) / 12)
    print "marks = " marks + 0
    if (marks) print "set x2tics scale 0 ()"
    for (i = 1; i <= marks; i++) {
        t = from_start(mark[i])
        print "set arrow from first " t ", graph 0 to first " t ", graph 1 nohead dashtype 2 linecolor rgb '#999999'"
        if ((i - 1) % every == 0) print "set x2tics add (" (i == 1 ? "(graphic ? 'epoch ' : '')." : "") tick_label(mark_name[i]) " " t ")"
    }
}
