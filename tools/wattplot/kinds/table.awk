# SPDX-License-Identifier: Apache-2.0
# Reads rows by the names of their columns. A kind defines begin_file(), take() for each row, and draw(), which prints
# gnuplot's variables and data blocks. Options come in the environment, as PLOT_X for -x.
BEGIN {
    FS = "\t"
    unknown = 1e301
    option_x = ENVIRON["PLOT_X"]; option_y = ENVIRON["PLOT_Y"]; option_z = ENVIRON["PLOT_Z"]; option_by = ENVIRON["PLOT_BY"]
    conditions = split(ENVIRON["PLOT_WHERE"], condition, "\n")
    for (i = 1; i <= conditions; i++) {
        cut = index(condition[i], "=")
        condition_column[i] = substr(condition[i], 1, cut - 1)
        condition_value[i] = substr(condition[i], cut + 1)
    }
}
FNR == 1 {
    file = FILENAME == "" || FILENAME == "-" ? "stdin" : FILENAME
    if (/^\{"/) fail(file ": holds rows in JSON, and only TSV can be read", "write these rows as TSV")
    columns = NF
    names = $0
    gsub(FS, ", ", names)
    split("", at)
    for (i = 1; i <= NF; i++) {
        if ($i in at) fail(file ": column '" $i "' appears twice in the header", "rename one of the two, or remove it")
        at[$i] = i
    }
    for (i = 1; i <= conditions; i++) if (has(condition_column[i])) condition_used[i] = 1
    source_at = has("source") ? at["source"] : 0
    begin_file()
    next
}
whole_lines != "" && FNR > whole_lines { warn(file ": the last line is incomplete and was ignored"); next }
NF != columns { fail(file ": line " FNR ": " NF " fields, but the header has " columns) }
!conditions || satisfies_conditions() { rows++; take() }
END {
    if (status) exit status
    for (i = 1; i <= conditions; i++)
        if (!condition_used[i]) fail("--where " condition_column[i] ": no file has this column", "the last one has: " names)
    if (!rows) fail((file == "" ? "the input" : file) ": no rows to draw", conditions ? "is a --where too strict?" : "")
    for (name in at_source) sources = sources (sources == "" ? "" : ", ") name
    set_text("source", sources == "measured" ? "" : sources)
    draw()
    print "longest_title = " longest_title + 0
}

# To standard error, which POSIX awk cannot name.
function say(text) {
    print "wattplot: " text | "cat >&2"
    close("cat >&2")
}
function warn(what) { if (ENVIRON["PLOT_QUIET"] == "") say("warning: " printable(what)) }
function fail(what, hint) {
    say("error: " printable(what))
    if (hint != "") say("hint: " printable(hint))
    status = 65
    exit status
}

function has(column) { return column in at }
function need(column, option) {
    if (!(column in at)) fail(file ": no column '" column "'", (option == "" ? "" : "choose one with " option "; ") "it has: " names)
}
function first_of(list,    i, n, name) { # the first of these columns that the file has
    n = split(list, name, " ")
    for (i = 1; i <= n; i++) if (name[i] in at) return name[i]
    return name[1]
}
function axis_column(option, given, defaults,    column) { # the one given, or the first of these that the rows have
    column = given == "" ? first_of(defaults) : given
    need(column, option)
    return column
}
function need_by() {
    if (option_by != "") need(option_by, "--by")
}
function satisfies_conditions(    i) {
    for (i = 1; i <= conditions; i++)
        if (condition_column[i] in at && $at[condition_column[i]] != condition_value[i]) return 0
    return 1
}
function missing(column) { return $at[column] == "NA" }
function number(column) { return number_in($at[column], column) }
function number_in(text, column,    value) { # `unknown` if it is NA
    if (text !~ /^[-+]?[0-9]*\.?[0-9]+([eE][-+]?[0-9]+)?$/) {
        if (text == "NA") return unknown
        fail(file ": line " FNR ": " column " is '" substr(text, 1, 60) "': not a number")
    }
    value = text + 0
    if (value > 1e100 || value < -1e100) fail(file ": line " FNR ": " column " is " substr(text, 1, 60) ": too large to be drawn")
    return value
}
function note_source() {
    if (!source_at || $source_at == last_source) return
    last_source = $source_at
    if (last_source != "NA") at_source[last_source] = 1
}

# A column's words, its unit, and the factor to that unit.
function describe(column) {
    words = column
    unit = ""
    factor = 1
    if (sub(/_b_per_s$/, "", words)) { unit = "MB/s"; factor = 1e-6 }
    else if (sub(/_per_s$/, "", words)) unit = "1/s"
    else if (sub(/_khz$/, "", words)) { unit = "GHz"; factor = 1e-6 }
    else if (sub(/_hz$/, "", words)) { unit = "GHz"; factor = 1e-9 }
    else if (sub(/_b$/, "", words)) { unit = "MB"; factor = 1e-6 }
    else if (sub(/_ms$/, "", words)) unit = "ms"
    else if (sub(/_s$/, "", words)) unit = "s"
    else if (sub(/_w$/, "", words)) unit = "W"
    else if (sub(/_j$/, "", words)) unit = "J"
    else if (sub(/_pct$/, "", words)) unit = "%"
    else if (sub(/_c$/, "", words)) unit = "°C"
    else if (sub(/_v$/, "", words)) unit = "V"
    else if (sub(/_a$/, "", words)) unit = "A"
    if (unit == "GHz") words = words " clock"
    if (unit ~ /^m?s$/) sub(/(minibatch|epoch|step)$/, "time per &", words)
    if (words == "energy" && has("minibatch_ms")) words = "energy per minibatch"
    gsub(/_/, " ", words)
    if (words ~ /^(cpu|gpu|emc)( |$)/) words = toupper(substr(words, 1, 3)) substr(words, 4)
    if (words == "EMC clock") words = "memory clock"
}
function need_one_unit(column, n,    i, wanted) {
    for (i = 1; i <= n; i++) {
        need(column[i], "-y")
        describe(column[i])
        if (i == 1) wanted = unit
        else if (unit != wanted) fail("-y: " column[1] " and " column[i] " have different units", "draw them as two pictures")
    }
}
function label_of(column, largest) {
    describe_for(column, largest)
    return words (unit == "" ? "" : " (" unit ")")
}
function describe_for(column, largest) { # times of 5 s and more are in seconds
    describe(column)
    if (unit == "ms" && largest >= 5000) { unit = "s"; factor = 1e-3 }
}

function set_text(name, text) {
    if (name ~ /^title/) note_title(text)
    print name " = " quoted(text)
}
function note_title(text,    wide) { # the legend has as many columns as titles of this length fit into its width
    wide = width_of(text)
    if (wide > longest_title) longest_title = wide
}
function tick_label(text) { # gnuplot takes % in the label of a tick for a format
    gsub(/%/, "%%", text)
    return quoted(text)
}
function field(text) { # of a data block
    gsub(/["\t]/, "'", text)
    return printable(text)
}
# Ticks of an axis from low to high: about six, or on a logarithmic axis 1, 2 and 5 times powers of ten.
function print_axis_ticks(axis, low, high,    step, value, power) {
    if (ENVIRON["PLOT_LOG"] !~ axis) {
        step = round_step((high - low) / 6)
        if (step == 0) return
        print "set " axis "tics " step
        print_axis_range(axis, low >= 0 && low < step ? 0 : low - step / 4, high + step / 2)
        return
    }
    print_axis_range(axis, low / 1.1, high * 1.1)
    print "set " axis "tics ()"
    if (high / low <= 3) { # never more than some: the axis is longer than the values by a tenth on either side
        step = round_step((high - low > high / 10 ? high - low : high / 10) / 6)
        for (value = step * int(low / step); step > 0 && value <= high * 1.1; value += step) print_log_tick(axis, value, low, high)
        return
    }
    for (power = -6; power <= 9; power++) {
        if (high / low > 200) print_log_tick(axis, 10 ^ power, low, high)
        else if (high / low > 8) for (step = 1; step <= 5; step += step == 1 ? 1 : 3) print_log_tick(axis, step * 10 ^ power, low, high)
        else for (step = 1; step <= 7; step += step < 5 ? 1 : 2) print_log_tick(axis, step * 10 ^ power, low, high)
    }
}
function print_axis_range(axis, low, high) {
    range_low[axis] = low
    range_high[axis] = high
    print "set " axis "range [" low ":" high "]"
}
function print_log_tick(axis, value, low, high) {
    if (value >= low / 1.1 && value <= high * 1.1) print "set " axis "tics add ('" value "' " value ")"
}
function round_step(step,    power) { # 1, 2 or 5 times a power of ten, not below step
    if (step <= 0) return 0
    for (power = 1e-9; power * 10 <= step; power *= 10) continue
    return power * (step <= power * 1.0001 ? 1 : step <= 2 * power ? 2 : step <= 5 * power ? 5 : 10)
}
function sort_keys(key, n,    i, j, k, numbers) { # in place: by number when all are numbers, otherwise as they came
    numbers = 1
    for (i = 1; i <= n; i++) if (key[i] !~ /^[-+]?[0-9]*\.?[0-9]+$/) numbers = 0
    for (i = 2; numbers && i <= n; i++) {
        k = key[i]
        for (j = i - 1; j > 0 && key[j] + 0 > k + 0; j--) key[j + 1] = key[j]
        key[j + 1] = k
    }
}
function sort_numbers(v, first, last,    i, j, middle, held) {
    while (first < last) {
        middle = v[int((first + last) / 2)] + 0
        i = first
        j = last
        while (i <= j) {
            while (v[i] < middle) i++
            while (v[j] > middle) j--
            if (i <= j) { held = v[i]; v[i++] = v[j]; v[j--] = held }
        }
        sort_numbers(v, first, j)
        first = i
    }
}
