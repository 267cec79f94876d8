# SPDX-License-Identifier: Apache-2.0
set xrange [0.3:end]
set yrange [0:*]
set offsets 0, 0, graph 0.05, 0
if (groups > 1) {
    set bmargin 5.3
    set xlabel offset 0,-1.2
}
plot for [i=1:parts] $stack index i-1 using 1:2:($1 - 0.4):($1 + 0.4):2:3 with boxxyerror linecolor rgb color(i) title value('title'.i), \
     for [k=1:graphic && errors > 0] $stack index parts using 1:($2 - $3):(0):(2*$3) with vectors heads size screen 0.006,90 linewidth 1.2 linecolor rgb 'black' notitle
