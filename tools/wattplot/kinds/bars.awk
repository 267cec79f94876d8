# SPDX-License-Identifier: Apache-2.0
# Bars side by side: per value of -x one bar for each value of --by, with the mean of its rows and their standard
# deviation, or the error that a column has of them. Where every row has NA, the bar says that the workload did not run.
function begin_file() {
    x_column = axis_column("-x", option_x, "device workload epoch")
    y_column = axis_column("-y", option_y, "epoch_s minibatch_ms median_step_ms")
    error_column = ENVIRON["PLOT_ERROR"]
    if (error_column != "") need(error_column, "--error")
    else error_column = error_named_like(y_column)
    need_by()
}
function error_named_like(column,    cut, name, i) { # energy_err_j of energy_j, power_se_w of power_w; "" = none
    cut = match(column, /_[^_]*$/)
    split("_err _se", name, " ")
    for (i = 1; cut && i <= 2; i++)
        if (has(substr(column, 1, cut - 1) name[i] substr(column, cut))) return substr(column, 1, cut - 1) name[i] substr(column, cut)
    return ""
}
function error_of(key,    error) { # the mean error of its rows, or their spread if that is larger
    error = with_error[key] == n[key] ? errors_of[key] / n[key] : 0
    return error > deviation(key) ? error : deviation(key)
}
function take(    key, error) {
    note_source()
    key = add_to_group(option_by == "" ? "" : $at[option_by], $at[x_column])
    asked[key] = 1
    if (missing(y_column)) return
    add_value(key, number(y_column))
    if (error_column == "" || missing(error_column)) return
    error = number(error_column)
    with_error[key]++
    errors_of[key] += error
    if (number(y_column) + error > top_error) top_error = number(y_column) + error
}
function base_of(low,    exponent) { # of a logarithmic axis: the power of ten below the lowest bar
    exponent = log(low) / log(10)
    return 10 ^ (int(exponent) - (exponent < int(exponent) || exponent - int(exponent) < 0.1))
}
function draw(    g, j, key, wide, at, base) {
    if (top == "") fail("no numbers in the column " y_column, "choose another one with -y")
    order_groups()
    describe_for(y_column, top)
    y_factor = factor
    set_text("y_label", label_of(y_column, top))
    set_text("x_label", label_of(x_column))
    logarithmic = ENVIRON["PLOT_LOG"] ~ /y/
    if (logarithmic && bottom <= 0) fail("column " y_column " has values of 0 or less", "draw them without --log y")
    base = logarithmic ? base_of(bottom * y_factor) : 0
    limit = (top_error > top ? top_error : top) * y_factor * 1.2
    if (logarithmic) print_axis_ticks("y", base, limit)
    print "series = " bys "\nbase = " base "\nlimit = " limit "\nend = " xs + 0.6
    wide = 0.8 / bys
    print "wide = " wide
    for (j = 1; j <= xs; j++) tick(shown(x_column, x_name[j]), j)
    print_ticks()
    print "$bars << END_OF_BARS"
    for (g = 1; g <= bys; g++) {
        for (j = 1; j <= xs; j++) {
            key = by_name[g] SUBSEP x_name[j]
            if (!(key in asked)) continue
            at = j + (g - (bys + 1) / 2) * wide
            if (key in n) printf "%.9g\t%.9g\n", at, mean(key) * y_factor
            else absent[++absences] = at
            if (n[key] > 1 || with_error[key]) error_bar[++errors] = at "\t" mean(key) * y_factor "\t" error_of(key) * y_factor
        }
        print "\n"
    }
    for (j = 1; j <= errors; j++) print error_bar[j]
    print "END_OF_BARS\nerrors = " errors + 0
    for (g = 1; g <= bys; g++) set_text("title" g, option_by == "" ? "" : named_value(option_by, by_name[g]))
    for (j = 1; j <= absences; j++)
        print "if (graphic) { set label 'did not run' at first " absent[j] ", graph 0.03 left rotate by 90 textcolor rgb '#666666' }\n" \
            "if (!graphic) { set label 'DNR' at first " absent[j] ", graph 0.05 center }"
}
