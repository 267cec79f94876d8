# SPDX-License-Identifier: Apache-2.0
# Colors: the lowest value of -z among the rows of each pair of -x and -y. A file with the column try is the path of a
# search.
BEGIN {
    labels = 7 # at most about so many on an axis
    ups = split("0 0.7 -0.7 1.5 -1.5 2.3", lines_up, " ") # of a number from its point, as in heat.gp
    gap = 0.6
    budget = ENVIRON["PLOT_BUDGET"]
}
function begin_file() {
    x_column = axis_column("-x", option_x, "gpu_hz")
    y_column = axis_column("-y", option_y, "cpu_khz")
    z_column = option_z == "" ? "minibatch_ms" : option_z
    is_path = has("try")
    if (is_path) return
    need(z_column, "-z")
    if (budget != "") need("power_w")
}
function take(    cell, z) {
    if (missing(x_column) || missing(y_column)) return
    number(x_column)
    number(y_column)
    if (is_path) { take_step(); return }
    if (missing(z_column)) return
    note_source()
    cell = cell_of()
    if (budget != "" && !missing("power_w") && number("power_w") > budget) { above[cell] = 1; return }
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
    tries[cell] = tries[cell] (tries[cell] == "" ? "" : ",") $at["try"]
}
function number_places(value, n, place,    i) { for (i = 1; i <= n; i++) place[value[i]] = i }
function draw(    cell, i) {
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
    print "END_OF_CELLS\n$above << END_OF_ABOVE"
    if (budget != "") print "NaN\tNaN" # for the legend
    for (cell in above) if (!(cell in lowest)) { print place_of(cell); aboves++ }
    print "END_OF_ABOVE\nbudgets = " (budget != "")
    set_text("above_title", "above " budget " W")
    print_path()
    if (!cells && aboves) fail("no row has a power_w of at most " budget, "choose a larger --budget")
    if (!cells) fail("no rows but those of a path", "name a table too, such as that of pmsearch run --replay")
    print "z_low = " z_low * factor "\nz_high = " z_high * factor
    if (ENVIRON["PLOT_LOG"] == "") return
    ENVIRON["PLOT_LOG"] = "cb"
    print_axis_ticks("cb", z_low * factor, z_high * factor)
}
function print_path(    i, cell, where) { # the path, its answer, and the numbers of its steps by where they stand from their points
    measure_letters(0.8, 0.75)
    print "$path << END_OF_PATH"
    for (i = 1; i <= steps; i++) print place_of(step[i])
    print "\n\n" (answer == "" ? "NaN\tNaN" : place_of(answer)) "\n\n"
    for (i = 1; i <= steps; i++) {
        find_place(step[i])
        if (i > 1) occupy_line(x_before, y_before, x_share, y_share)
        x_before = x_share
        y_before = y_share
        occupy(x_share - letter / 2, x_share + letter / 2, y_share, line_high / 2)
    }
    for (i = 1; i <= steps; i++) if ((cell = step[i]) in tries) {
        find_place(cell)
        where = put_label(x_share, y_share, shorten(tries[cell]))
        numbered[where] = numbered[where] place_of(cell) "\t" shorten(tries[cell]) "\n"
        delete tries[cell]
    }
    for (where = 1; where <= 2 * ups; where++) print (numbered[where] == "" ? "NaN\tNaN\tNA\n" : numbered[where]) "\n"
    print "END_OF_PATH\nsteps = " steps + 0 "\nanswers = " (answer != "")
}
function find_place(cell,    part) { # x_share and y_share on the axes
    split(cell, part, SUBSEP)
    x_share = (x_place[part[1]] - 0.5) / xs
    y_share = (y_place[part[2]] - 0.5) / ys
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
