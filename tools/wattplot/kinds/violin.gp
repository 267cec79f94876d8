# SPDX-License-Identifier: Apache-2.0
set xrange [0.4:end]
set yrange [axis_low:axis_high]
set style fill solid 0.45 border linecolor rgb blue
plot for [i=1:groups] $violins index i-1 using 1:2 with filledcurves closed linecolor rgb blue notitle, \
     $violins index groups using 1:2:(0):($4 - $2) with vectors nohead linewidth 4 linecolor rgb 'black' notitle, \
     $violins index groups using 1:3 with points pointtype 7 pointsize ps(0.7) linecolor rgb 'white' notitle
