# SPDX-License-Identifier: Apache-2.0
# Colors: the lowest value of -z among the rows of each pair of -x and -y. A file with the column try is the path of a
# search.
BEGIN { labels = 7 } # at most about so many on an axis
function begin_file() {
    x_column = axis_column("-x", option_x, "gpu_hz")
    y_column = axis_column("-y", option_y, "cpu_khz")
    z_column = option_z == "" ? "minibatch_ms" : option_z
    is_path = has("try")
    if (!is_path) need(z_column, "-z")
}
function take(    cell, z) {
    if (missing(x_column) || missing(y_column)) return
    number(x_column)
    number(y_column)
    if (is_path) { take_step(); return }
    if (missing(z_column)) return
    note_source()
    cell = cell_of()
    z = number(z_column)
    if (ENVIRON["PLOT_LOG"] != "" && z <= 0) fail(file ": line " FNR ": a value of 0 or less has no logarithm", "draw it without --log")
    if (!(cell in lowest) || z < lowest[cell]) lowest[cell] = z
}
function cell_of() {
    if (!($at[x_column] in seen_x)) { seen_x[$at[x_column]] = 1; x_value[++xs] = $at[x_column] }
    if (!($at[y_column] in seen_y)) { seen_y[$at[y_column]] = 1; y_value[++ys] = $at[y_column] }
    return $at[x_column] SUBSEP $at[y_column]
}
function take_step(    cell) {
    note_source()
    cell = cell_of()
    if (has("decision") && ($at["decision"] == "answer" || $at["decision"] == "infeasible")) { answer = cell; return }
    step[++steps] = cell
    if (tries[cell] == "") side[cell] = steps % 2
    tries[cell] = tries[cell] (tries[cell] == "" ? "" : ",") $at["try"]
}
function number_places(value, n, place,    i) { for (i = 1; i <= n; i++) place[value[i]] = i }
function draw(    cell, i, part) {
    sort_keys(x_value, xs)
    sort_keys(y_value, ys)
    number_places(x_value, xs, x_place)
    number_places(y_value, ys, y_place)
    print_axis("x", x_column, x_value, xs)
    print_axis("y", y_column, y_value, ys)
    set_text("z_label", label_of(z_column))
    describe(z_column)
    print "$cells << END_OF_CELLS"
    for (cell in lowest) {
        if (!cells || lowest[cell] < z_low) z_low = lowest[cell]
        if (!cells++ || lowest[cell] > z_high) z_high = lowest[cell]
        printf "%s\t%.9g\n", place_of(cell), lowest[cell] * factor
    }
    print "END_OF_CELLS\n$path << END_OF_PATH"
    for (i = 1; i <= steps; i++) print place_of(step[i])
    print "\n\n" (answer == "" ? "NaN\tNaN" : place_of(answer)) "\n\n"
    for (part = 1; part >= 0; part--) {
        for (cell in side) if (side[cell] == part) { print place_of(cell) "\t" shorten(tries[cell]); numbers[part]++ }
        print "\n"
    }
    print "END_OF_PATH\nsteps = " steps + 0 "\nanswers = " (answer != "") "\nright_numbers = " numbers[1] + 0 "\nleft_numbers = " numbers[0] + 0
    if (!cells) fail("no rows but those of a path", "name a table too, such as that of pmsearch run --replay")
    print "z_low = " z_low * factor "\nz_high = " z_high * factor
    if (ENVIRON["PLOT_LOG"] == "") return
    ENVIRON["PLOT_LOG"] = "cb"
    print_axis_ticks("cb", z_low * factor, z_high * factor)
}
function place_of(cell,    part) {
    split(cell, part, SUBSEP)
    return x_place[part[1]] "\t" y_place[part[2]]
}
function shorten(list) { return list ~ /,.*,.*,/ ? substr(list, 1, index(list, ",") - 1) "..." : list }
function print_axis(axis, column, value, count,    i, every) {
    every = int((count - 1) / labels) + 1
    set_text(axis "_label", label_of(column))
    print axis "_end = " count + 0.5
    print "set " axis "tics scale 0 ()"
    for (i = 1; i <= count; i += every) {
        describe(column)
        print "set " axis "tics add ('" (factor == 1 ? value[i] : sprintf("%.2f", value[i] * factor)) "' " i ")"
    }
}
