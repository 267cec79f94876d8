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
plot for [i=1:series] $points index i-1 using 1:2 with lines linewidth 1.4 linecolor rgb (series == 1 ? blue : color(i)) title value('title'.i), \
     for [i=1:few ? series : 0] $points index i-1 using 1:2 with points pointtype 7 pointsize ps(0.8) linecolor rgb (series == 1 ? blue : color(i)) notitle
