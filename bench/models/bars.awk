# SPDX-License-Identifier: Apache-2.0
# awk -f bars.awk bars.tsv ROWS: each bar beside the first row of ROWS that it is about. A bar is a most, >N a least, =N
# a figure to reproduce.
function holds(value, bar) {
    if (value !~ /^[0-9.]+$/) return 0
    if (bar ~ /^=/) return value == substr(bar, 2)
    if (bar ~ /^>/) return value + 0 >= substr(bar, 2) + 0
    return value + 0 <= bar + 0
}
BEGIN { FS = "\t" }
NR == FNR { if (FNR > 1) line[++count] = $0; next }
!(($1, $2) in row) { row[$1, $2] = $0 }
# Speed rows have a figure where others have a method.
!(($1, "") in row) { row[$1, ""] = $0 }
END {
    for (k = 1; k <= count; k++) {
        split(line[k], bar, "\t")
        if (!((bar[2], bar[3]) in row)) { printf "| %s | not run | | |\n", bar[1]; continue }
        split(row[bar[2], bar[3]], cell, "\t")
        n = split(bar[4], column, ",")
        split(bar[5], limit, ",")
        figures = limits = ""
        good = 1
        for (i = 1; i <= n; i++) {
            good = good && holds(cell[column[i]], limit[i])
            figures = figures (i > 1 ? ", " : "") cell[column[i]]
            limits = limits (i > 1 ? ", " : "") limit[i]
        }
        printf "| %s | %s | %s | %s |\n", bar[1], figures, limits, good ? "pass" : "**miss**"
    }
}
