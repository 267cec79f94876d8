# SPDX-License-Identifier: Apache-2.0
unset grid
set xrange [0.5:x_end]
set yrange [0.5:y_end]
# Cividis: from dark blue to yellow, in order of brightness for every kind of color vision.
set palette defined (0 '#00204d', 1 '#31446b', 2 '#666970', 3 '#958f78', 4 '#cbba69', 5 '#ffea46')
set cblabel z_label offset 0.7,0
set colorbox
if (log eq '') {
    set cbrange [z_low:(z_high > z_low ? z_high : z_low + max(1, abs(z_low)))]
} else {
    unset logscale
    set logscale cb
}
set style textbox opaque noborder margins 0.4,0.15
set rmargin at screen 0.75
if (steps == 0 && budgets == 0) { unset key }
lines_up = '0 0.7 -0.7 1.5 -1.5 2.3'
ups = words(lines_up)
small = format eq 'svg' ? ',16' : format eq 'png' ? ',12' : ',6'
plot $cells using 1:2:($1 - 0.51):($1 + 0.51):($2 - 0.51):($2 + 0.51):3 with boxxyerror linecolor palette notitle, \
     for [k=1:budgets > 0] $above using 1:2:($1 - 0.51):($1 + 0.51):($2 - 0.51):($2 + 0.51) with boxxyerror linecolor rgb '#dddddd' title above_title, \
     for [k=1:steps > 0] $path index 0 using 1:2 with lines linewidth 1.2 linecolor rgb 'white' notitle, \
     for [k=1:answers] $path index 1 using 1:2 with points pointtype 7 pointsize ps(2) linecolor rgb red title 'answer', \
     for [k=1:steps > 0] $path index 0 using 1:2 with points pointtype 7 pointsize ps(0.9) linecolor rgb 'white' notitle, \
     for [k=1:steps > 0] $path index 0 using 1:2 with points pointtype 6 pointsize ps(0.9) linecolor rgb 'black' title 'profiles in order', \
     for [k=1:ups*(steps > 0)] $path index 1+k using 1:2:3 with labels left boxed offset 0.8,(0.0 + word(lines_up,k)) font small notitle, \
     for [k=1:ups*(steps > 0)] $path index 1+ups+k using 1:2:3 with labels right boxed offset -0.8,(0.0 + word(lines_up,k)) font small notitle
