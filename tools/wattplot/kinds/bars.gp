# SPDX-License-Identifier: Apache-2.0
set xrange [0.4:end]
if (base == 0) {
    set yrange [0:*]
    set offsets 0, 0, graph 0.05, 0
} else {
    set yrange [0.999*base:limit]
}
# Hatches tell sets of bars apart without colors, too; 3 is a solid area.
hatch(i) = series == 1 ? 3 : int(word('3 4 5 1 7 6 2 3', 1 + (i - 1) % 8))
plot for [i=1:series] $bars index i-1 using 1:2:($1 - 0.46*wide):($1 + 0.46*wide):(base):2 with boxxyerror linecolor rgb (series == 1 ? blue : color(i)) fillstyle pattern (hatch(i)) border title value('title'.i), \
     for [k=1:graphic && errors > 0] $bars index series using 1:($2 - $3):(0):(2*$3) with vectors heads size screen 0.006,90 linewidth 1.2 linecolor rgb 'black' notitle
