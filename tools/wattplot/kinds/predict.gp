# SPDX-License-Identifier: Apache-2.0
set logscale xy
if (graphic) { set grid xtics ytics linetype 1 linecolor rgb '#dddddd' linewidth 0.7 }
set key vertical maxrows 3
plot $pairs index 0 using 1:2 with points pointtype 7 pointsize ps(0.5) linecolor rgb blue title title_new, \
     $pairs index 1 using 1:2 with points pointtype 9 pointsize ps(1.1) linecolor rgb orange title title_fitted, \
     x with lines linewidth 1.2 linecolor rgb 'black' notitle, \
     1.1*x with lines dashtype 2 linecolor rgb gray title 'within 10 %', \
     0.9*x with lines dashtype 2 linecolor rgb gray notitle
