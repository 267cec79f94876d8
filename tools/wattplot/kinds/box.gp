# SPDX-License-Identifier: Apache-2.0
set xrange [0.4:end]
set yrange [axis_low:axis_high]
set boxwidth 0.5
set style fill solid 0.35 border linecolor rgb blue
plot $boxes index 0 using 1:2:3:4:5 with candlesticks whiskerbars 0.5 linecolor rgb blue notitle, \
     '' index 0 using ($1 - 0.25):6:(0.5):(0) with vectors nohead linewidth 2 linecolor rgb 'black' notitle, \
     '' index 1 using 1:2 with points pointtype 6 pointsize ps(0.7) linecolor rgb blue notitle
