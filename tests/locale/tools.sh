#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every tool reads and prints points, and the same words, whatever the locale is: with a decimal comma, with a dotless i, in UTF-8 and
# in another encoding.
set -u
failed=0
say() { echo "$*"; failed=1; }
. "$SRC/tests/locales.bash"
locales=(de_DE.UTF-8 tr_TR.UTF-8 fr_FR.ISO-8859-1)
make_locales "${locales[@]}"
locales+=(C.UTF-8)

# Inputs, made in the C locale.
mkdir rows folder
jetsim truth --board agx-orin --workload resnet18 >table.tsv
awk 'NR == 1 || NR % 97 == 0' table.tsv >profiles.tsv
awk 'BEGIN { OFS = "\t"; print "time_s", "mono_s", "rail", "power_w", "stale", "source"
    for (i = 0; i <= 700; i++) printf "%.3f\t%.3f\tTOTAL\t%.4f\t0\tmeasured\n", 1700000000 + i / 10, 100 + i / 10, 20 + i % 7 / 8 }' >power.tsv
awk 'BEGIN { OFS = "\t"; print "start_mono_s", "end_mono_s", "time_s", "epoch", "step", "phase", "step_ms", "stall_ms", "compute_ms", "images", "source"
    for (i = 0; i < 60; i++) printf "%.3f\t%.3f\t%.3f\t0\t%d\t%s\t990.500\t10.250\t980.250\t16\tmeasured\n",
        101.25 + i, 102.2405 + i, 1700000001.25 + i, i, i ? "counted" : "first" }' >steps.tsv
awk 'BEGIN { OFS = "\t"; print "block", "position", "command", "duration_s", "energy_j", "source"
    for (i = 0; i < 12; i++) print int(i / 2) + 1, i % 2 + 1, i % 2 + 1, 10.25 + i % 3 / 8, 200.5 + i % 5, "measured" }' >runs.tsv
{ echo 'RAM 1200/3964MB (lfb 1x1MB) CPU [20%@1479,off] GPU@45.5C VDD_IN 3000/2900'; echo 'RAM 1201/3964MB (lfb 1x1MB) CPU [21%@1479,off] GPU@45.5C VDD_IN 3512/2950'; } >tegrastats.log
printf 'time,watts\n1700000000.125,4.512\n1700000000.625,5.25\n' >meter.csv
for i in 1 2 3; do head -c 12345 /dev/zero >folder/$i.bin; done

commands() { # whose output depends on nothing but their input
    cat <<'END'
jetsim list
jetsim truth --board orin-nano --workload lenet --batch 16
pmode list --conf $SRC/tests/fixtures/nvpmodel/orin-knext.conf
powerlog import tegrastats --start 1700000000.5 -i 0.5s tegrastats.log
powerlog import meter --columns time,watts meter.csv
loadlog import tegrastats --start 1700000000.5 -i 0.5s tegrastats.log
joules --by phase power.tsv <steps.tsv
joules --by epoch --interpolate --format jsonl power.tsv <steps.tsv
pmsearch run --replay table.tsv --budget 29.5
pmtune --replay table.tsv --budget 29.5 --steps 300
wattop --once --ascii --replay power.tsv
pmsweep replay table.tsv --noise 1.5 --seed 3 <profiles.tsv
pmpredict fit profiles.tsv
pmpredict fit profiles.tsv | pmpredict apply - <table.tsv
wattcheck --profile quick power.tsv steps.tsv
wattcompare --from runs.tsv
cachestat -f --columns path,size_b folder
cachestat --columns size_b,files folder/1.bin folder
dsgen images --out images --count 4 --classes 2 --width 64 --height 48 --bytes 2.5k --seed 1; rm -r images
trainstep info lenet
wattplot line power.tsv steps.tsv --title "Größe, ı" --format svg
wattplot bars -x epoch -y step_ms steps.tsv --format text --log y
wattplot box -x epoch -y step_ms steps.tsv -o BOX.PDF && head -c 4 BOX.PDF | od -c
wattplot box -x epoch -y step_ms steps.tsv -o BOX.TIF
END
}
ran=0
while IFS= read -r line; do
    tool=${line%% *}
    [ -e "$BIN/$tool" ] || { [ "$tool" = trainstep ] && continue; say "$tool: not built"; }
    LC_ALL=C bash -c "$line" >wanted 2>&1 </dev/null
    echo "status $?" >>wanted
    for locale in "${locales[@]}"; do
        LC_ALL=$locale bash -c "$line" >got 2>&1 </dev/null
        echo "status $?" >>got
        cmp -s wanted got || say "$line: in $locale: $(diff wanted got | head -n 6)"
    done
    case $line in *.TIF) grep -q 'does not draw this format' wanted ;; *) [ "$(wc -l <wanted)" -gt 1 ] ;; esac || say "$line: printed $(cat wanted)"
    grep -qE '^status (0|1|64)$' wanted || say "$line: $(tail -n 3 wanted)"
    ran=$((ran + 1))
    echo "$tool" >>ran
done < <(commands)
for tool in "$BIN"/*; do
    tool=$(basename "$tool")
    [ ! -d "$SRC/tools/$tool" ] || grep -qx "$tool" ran || say "$tool: not run"
done
exit $failed
