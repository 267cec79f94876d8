# SPDX-License-Identifier: Apache-2.0
# A bar per value of -x, stacked from the columns of -y: means over its rows, and the standard deviation of their sum.
BEGIN { parts = split(option_y, part, ",") }
function begin_file() {
    x_column = axis_column("-x", option_x, "epoch")
    need_by()
    if (!parts) {
        if (has("stall_ms")) part[++parts] = "stall_ms"
        if (has("compute_ms")) part[++parts] = "compute_ms"
        if (has("overhead_ms")) part[++parts] = "overhead_ms"
        if (!parts) need("stall_ms", "-y")
    }
    need_one_unit(part, parts)
    of_epochs = has("epoch_s")
}
function take(    i, total, key) {
    for (i = 1; i <= parts; i++) if (missing(part[i])) { left_out++; return }
    note_source()
    key = add_to_group(option_by == "" ? "" : $at[option_by], $at[x_column])
    for (i = 1; i <= parts; i++) { total += number(part[i]); part_sum[key, i] += number(part[i]) }
    add_value(key, total)
}
function draw(    g, j, i, key, position, first, low) {
    if (left_out) warn("rows with NA in a part of the bar were left out: " left_out)
    if (!xs) fail("every row has NA in a part of the bar", "choose other columns with -y")
    order_groups()
    describe_for(part[1], top)
    y_unit = unit
    y_factor = factor
    what = unit ~ /^m?s$/ ? (of_epochs ? "time per epoch" : "time") : unit == "J" ? "energy" : words
    set_text("x_label", label_of(x_column))
    set_text("y_label", what " (" y_unit ")")
    print "parts = " parts "\ngroups = " bys
    for (g = 1; g <= bys; g++) {
        first = position + 1
        for (j = 1; j <= xs; j++) {
            key = by_name[g] SUBSEP x_name[j]
            if (!(key in n)) continue
            place[key] = ++position
            tick(shown(x_column, x_name[j]), position)
        }
        if (bys > 1) set_group_label(named_value(option_by, by_name[g]), (first + position) / 2)
        position += 0.8
    }
    print_ticks()
    print "end = " position - 0.8 + 0.7
    print "$stack << END_OF_STACK"
    for (i = 1; i <= parts; i++) {
        for (key in place) {
            printf "%s\t%.9g\t%.9g\n", place[key], low[key] * y_factor, (low[key] + part_sum[key, i] / n[key]) * y_factor
            low[key] += part_sum[key, i] / n[key]
        }
        print "\n"
    }
    for (key in place) if (n[key] > 1 && ++errors) printf "%s\t%.9g\t%.9g\n", place[key], mean(key) * y_factor, deviation(key) * y_factor
    print "END_OF_STACK\nerrors = " errors + 0
    for (i = 1; i <= parts; i++) { describe(part[i]); set_text("title" i, words) }
}
function set_group_label(text, at) { print "set label " quoted(text) " at first " at ", graph 0 center offset 0,-2.5" }
