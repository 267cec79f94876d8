# SPDX-License-Identifier: Apache-2.0
# A column over time, one curve per value of --by; a file of epochs, or rows that have an epoch, mark where each begins.
BEGIN {
    bins = 800 # more points than twice this are drawn as the lowest and the highest of each of so many spans
    given = split(option_y, wanted_y, ",")
}
function begin_file() {
    if (given == 0 && !has("power_w") && !marks_epochs()) need("power_w", "-y")
    if (given == 0) { wanted_y[1] = "power_w"; used = 1 } else used = given
    drawn = has(wanted_y[1])
    if (!drawn && !marks_epochs()) need(wanted_y[1], "-y")
    if (drawn) need_one_unit(wanted_y, used)
    if (drawn) need_by()
    time_column = option_x != "" ? option_x : first_of("mono_s start_mono_s time_s")
    need(time_column, "-x")
    files += drawn
    last_epoch = ""
}
function marks_epochs() { return has("epoch") && has("start_mono_s") }
function is_time() { return time_column ~ /(mono|time)_s$/ }
function take(    t, i) {
    if (missing(time_column)) return
    t = number(time_column)
    if (marks_epochs() && is_time() && $at["epoch"] != last_epoch) {
        last_epoch = $at["epoch"]
        mark_name[++marks] = last_epoch
        mark[marks] = t
    }
    if (first == "" || t < first) first = t
    if (last == "" || t > last) last = t
    if (!drawn || other_rail()) return
    note_source()
    for (i = 1; i <= used; i++) add_point(series_of(wanted_y[i]), t, missing(wanted_y[i]) ? "NA" : number(wanted_y[i]))
}
function other_rail(    i) { # of the rails of powerlog only TOTAL is drawn, unless they are asked for
    if (!has("rail") || option_by == "rail") return 0
    for (i = 1; i <= conditions; i++) if (condition_column[i] == "rail") return 0
    return $at["rail"] != "TOTAL"
}
function series_of(column,    name) {
    name = option_by != "" ? named_value(option_by, $at[option_by]) : has("rail") ? $at["rail"] : ""
    if (used > 1) name = (name == "" ? "" : name " ") spoken(column)
    if (name == "") name = spoken(column)
    if (!(name in number_of)) { number_of[name] = ++series; title[series] = name }
    return number_of[name]
}
function spoken(column) { describe(column); return words }
function add_point(s, t, y) {
    points[s]++
    x_of[s, points[s]] = t
    y_of[s, points[s]] = y
    if (y != "NA") numbers++
}
function draw(    s) {
    if (!numbers) fail("no numbers in the column " wanted_y[1], "choose another one with -y")
    choose_unit_of_time()
    describe(wanted_y[1])
    y_factor = factor
    set_text("x_label", is_time() ? "time (" time_unit ")" : label_of(time_column))
    set_text("y_label", used > 1 && unit == "%" ? "share (%)" : label_of(wanted_y[1]))
    print "series = " series "\nfew = " (points[1] <= 30)
    print "last = " (last - first) * time_factor
    print "$points << END_OF_POINTS"
    for (s = 1; s <= series; s++) { print_series(s); print "\n" }
    print "END_OF_POINTS"
    for (s = 1; s <= series; s++) set_text("title" s, series == 1 && title[s] ~ /^(TOTAL|power)$/ ? "" : title[s])
    print_marks()
}
function choose_unit_of_time(    span) {
    if (!is_time()) { describe(time_column); time_factor = factor; first = 0; return }
    span = last - first
    time_unit = span > 10800 ? "h" : span > 600 ? "min" : "s"
    time_factor = span > 10800 ? 1 / 3600 : span > 600 ? 1 / 60 : 1
}
function print_series(s,    i, per, low, high) {
    if (points[s] <= 2 * bins) {
        for (i = 1; i <= points[s]; i++) print_point(s, i)
        return
    }
    per = points[s] / bins
    for (i = 1; i <= points[s]; i++) {
        if (y_of[s, i] == "NA") continue
        if (low == "" || y_of[s, i] < y_of[s, low]) low = i
        if (high == "" || y_of[s, i] > y_of[s, high]) high = i
        if (int(i / per) == int((i - 1) / per) && i < points[s]) continue
        print_point(s, low < high ? low : high)
        if (low != high) print_point(s, low < high ? high : low)
        low = high = ""
    }
}
function print_point(s, i) {
    if (y_of[s, i] == "NA") print ""
    else printf "%.9g\t%.9g\n", (x_of[s, i] - first) * time_factor, y_of[s, i] * y_factor
}
function print_marks(    i, t, every) {
    every = 1 + int((marks - 1) / 12)
    print "marks = " marks + 0
    if (marks) print "set x2tics scale 0 ()"
    for (i = 1; i <= marks; i++) {
        t = (mark[i] - first) * time_factor
        print "set arrow from first " t ", graph 0 to first " t ", graph 1 nohead dashtype 2 linecolor rgb '#999999'"
        if ((i - 1) % every == 0) print "set x2tics add (" (i == 1 ? "(graphic ? 'epoch ' : '')." : "") quoted(mark_name[i]) " " t ")"
    }
}
