# SPDX-License-Identifier: Apache-2.0
if (graphic) { set grid xtics ytics linetype 1 linecolor rgb '#dddddd' linewidth 0.7 }
set style textbox opaque noborder margins 0.2,0.1 fillcolor rgb 'white'
lines_up = '0.6 -0.6 1.6 -1.6 2.6 -2.6'
ups = words(lines_up)
plot for [i=1:series] $points index i-1 using 1:2 with points pointtype 7 pointsize ps(dense ? 0.4 : 0.8) linecolor rgb (series == 1 ? '#aaaaaa' : color(i)) title value('title'.i), \
     $front using 1:2 with linespoints pointtype 7 pointsize ps(0.5) linewidth 1.4 linecolor rgb (series == 1 ? blue : 'black') title 'Pareto front', \
     for [k=1:ups*names] $names index k using 1:2:3 with labels left boxed offset 0.8,(0.0 + word(lines_up,k)) textcolor rgb red notitle, \
     for [k=1:ups*names] $names index ups+k using 1:2:3 with labels right boxed offset -0.8,(0.0 + word(lines_up,k)) textcolor rgb red notitle, \
     for [k=1:names] $names index 0 using 1:2 with points pointtype 9 pointsize ps(1.1) linecolor rgb red title 'predefined modes'
