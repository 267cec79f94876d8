# SPDX-License-Identifier: Apache-2.0
# Draws TOTAL of power.tsv over time, with a dashed line at the start of each epoch of epochs.tsv:
#   gnuplot -e "terminal='dumb'" power.gp                 on a text terminal
#   gnuplot -e "terminal='svg'" power.gp >power.svg       as a picture
if (!exists("terminal")) terminal = 'dumb'
if (!exists("power")) power = 'power.tsv'
if (!exists("epochs")) epochs = 'epochs.tsv'
if (terminal eq 'dumb') { set terminal dumb 100 24 } else { set terminal svg size 900,400 background 'white' }
set datafile separator "\t"
set datafile missing "NA"
total = sprintf("< mlr --itsv --otsv filter '$rail == \"TOTAL\"' %s", power)
stats sprintf("< mlr --itsv --otsv --headerless-tsv-output filter '$rail == \"TOTAL\"' then cut -o -f mono_s,power_w,source then head -n 1 %s", power) using 1 nooutput
start = STATS_min
source = system(sprintf("mlr --itsv --onidx head -n 1 then cut -f source %s", power))
set xlabel "time in s"
set ylabel "module power in W"
set yrange [0:*]
set title sprintf("Power during training (%s)", source)
set for [mark in system(sprintf("mlr --itsv --onidx cut -f start_mono_s %s", epochs))] arrow from first (real(mark) - start), graph 0 to first (real(mark) - start), graph 1 nohead dashtype 2
plot total using (column("mono_s") - start):"power_w" with lines title "TOTAL"
