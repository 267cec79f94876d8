# SPDX-License-Identifier: Apache-2.0
# Terminal, colors and frame of every picture. Text is set so that it has 7.5 points when the picture is 85 mm wide. In SVG
# and PNG, it shrinks with pictures that are narrower than 680 or lower than 320 pixels.
set encoding utf8
min(a, b) = a < b ? a : b
max(a, b) = a > b ? a : b
zoom = min(1, min(width/680.0, height/320.0))
if (format eq 'svg') { set terminal svg noenhanced size width,height font sprintf('sans-serif,%g', 20*zoom) linewidth 1.5*zoom background 'white' }
if (format eq 'png') { set terminal pngcairo noenhanced size 1.5*width,1.5*height font 'Sans,15' fontscale 1.5*zoom linewidth 2.25*zoom pointscale 1.5*zoom background 'white' }
if (format eq 'pdf') { set terminal pdfcairo noenhanced size 3.346,3.346*height/width font 'Sans,7.5' fontscale 0.75 linewidth 0.75 pointscale 0.5 background 'white' }
if (format eq 'text') { set terminal dumb noenhanced columns,lines }

ps(size) = format eq 'svg' ? 0.65*size*zoom : size # svg draws points larger than the others do
set datafile separator "\t"
set datafile missing 'NA'
set datafile commentschars ''
# The palette of Okabe and Ito: distinct with every kind of color vision.
palette_of_series = 'E69F00 56B4E9 009E73 CC79A7 0072B2 D55E00 F0E442 000000'
color(i) = '#'.word(palette_of_series, 1 + (i - 1) % 8)
blue = '#0072B2'
orange = '#E69F00'
green = '#009E73'
red = '#D55E00'
gray = '#999999'

set border 3
set tics nomirror out scale 0.6
set grid ytics linetype 1 linecolor rgb '#dddddd' linewidth 0.7
set key above left Left reverse horizontal samplen (graphic ? 1.2 : 4)
# Left to itself, gnuplot puts so many columns into the legend that the last one can leave the picture.
if (graphic) { set key maxcols max(1, 1 + floor((width/zoom - 181 - 12.5*longest_title)/(14*longest_title + 60))) }
set style fill solid 1 noborder
set xlabel x_label
if (!graphic) { # no text can stand upright, and dashes would cross the data
    unset grid
    heading = heading.(heading eq '' ? '' : ': ').y_label
} else {
    set ylabel y_label
}
if (heading ne '') { set title heading offset 0,-0.3 }
# What was not measured says so in the picture itself.
if (source ne '') {
    if (graphic) {
        set rmargin at screen 0.93
        set label 99 source at screen 0.975,0.5 center rotate by 90 textcolor rgb red
    } else {
        set title heading.' ('.source.')'
    }
}
