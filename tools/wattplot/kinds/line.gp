# SPDX-License-Identifier: Apache-2.0
set xrange [begin:end]
if (log eq '') {
    if (!below_zero) { set yrange [0:*] }
    set offsets 0, 0, graph 0.05, 0
}
if (marks > 0) {
    set border 7
    set x2range [begin:end]
}
# Of a few points, lines and shapes tell the curves apart without colors, too.
shapes = '7 5 9 11 13 6'
dash(i) = few ? 1 + (i - 1) % 5 : 1
plot for [i=1:series] $points index i-1 using 1:2 with lines linewidth 1.4 dashtype dash(i) linecolor rgb (series == 1 ? blue : color(i)) title value('title'.i), \
     for [i=1:few ? series : 0] $points index i-1 using 1:2 with points pointtype int(word(shapes, 1 + (i - 1) % 6)) pointsize ps(0.8) linecolor rgb (series == 1 ? blue : color(i)) notitle
