# SPDX-License-Identifier: Apache-2.0
# Draws bars.tsv (method, median, mean, 95th percentile) of readme-figures.sh as excess-time.svg.
set terminal svg size 860,320 font 'sans-serif,14' background 'white'
set output picture
set datafile separator "\t"
set title 'Training on a Jetson AGX Orin, 441 power modes' font ',15'
set xlabel 'excess time over the best mode within the budget (%)'
set xrange [0:110]
set yrange [-0.6:3.6]
set ytics scale 0 ()
set border 3
set xtics nomirror
set key top right reverse Left
set style fill solid noborder
set for [i=0:3] ytics add (system(sprintf("sed -n %dp %s | cut -f 1", i + 1, bars)) i)
plot bars using (0):($0 + 0.17):(0):4:($0 + 0.02):($0 + 0.32) with boxxyerror lc rgb '#c6dbef' title '95th percentile', \
     bars using (0):($0 - 0.17):(0):3:($0 - 0.32):($0 - 0.02) with boxxyerror lc rgb '#2171b5' title 'mean', \
     bars using 4:($0 + 0.17):(sprintf(' %.2f', $4)) with labels left notitle, \
     bars using 3:($0 - 0.17):(sprintf(' %.2f', $3)) with labels left notitle
