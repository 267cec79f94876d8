#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A service on an emulated board: it is tuned, and the mode before is in force again.
set -uo pipefail
. "$SRC/tests/live/stops.bash"
jetsim umount M
jetsim mount --board agx-orin --time-scale 5 M
pmode save before.tsv
restored() { pmode save after.tsv && cmp before.tsv after.tsv >/dev/null || fail 'the mode before was not restored'; }
serve=(trainstep resnet18 --synthetic --device jetsim --infer --arrivals poisson)

# On a busy machine, requests are answered late, so the target is a long one; and power may not be read throughout.
pmtune --latency p95=5s -o w.tsv --summary words.txt -- "${serve[@]}" --infer-batch 1 --rate 3 --max-steps 450 >r.tsv 2>err.txt || fail "status $?"
restored
[ "$(wc -l <r.tsv)" = 451 ] || fail 'the output of the command is not whole'
grep -Eq '^450 requests in .* within 5000 ms; .*(mean power|the energy is not known).* changes of the mode, .* per hour; most in ' words.txt || fail "$(cat words.txt)"
awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i; next }
    { requests += $at["steps"]; if ($at["mode"] != first) left = 1; if (NR == 2) first = $at["mode"] }
    NR == 2 && $at["mode"] != "12c/2201600k/1300500k/3199000k" { print "begins in", $at["mode"] }
    $at["rate_hz"] == "NA" || $at["utilization_pct"] == "NA" { print "a window without its rate" }
    END { if (requests != 450) print requests, "requests"; if (!left) print "stays in the first mode" }' w.tsv >wrong.txt
[ ! -s wrong.txt ] || fail "$(cat wrong.txt w.tsv)"

# Rows of a program's own; batches, and rows without arrivals, are not tuned.
cat >own <<END
#!/bin/sh
${serve[*]} --infer-batch 1 --rate 3 --max-steps 60 | awk -F'\t' '
    NR == 1 { print "arrival_mono_s\tstart_mono_s\tend_mono_s\tstep_ms"; next }
    { printf "%.6f\t%s\t%.6f\t%s\n", \$1 - \$5 / 1e3, \$1, \$1 + \$6 / 1e3, \$6; fflush() }' | cut -f "\$1"
END
chmod +x own
for columns in 1-3 1-4; do
    pmtune --latency p95=5s -o w.tsv -- ./own $columns >out.tsv 2>err.txt
    [ $? -le 1 ] && [ "$(wc -l <out.tsv)" = 61 ] || fail 'rows of its own' # 1: a busy machine answers too late
    grep -q '60 requests' err.txt || fail "rows of its own: columns $columns: requests"
done
pmtune --latency p95=5s -o w.tsv -- ./own 2-3 >out.tsv 2>err.txt
[ $? = 1 ] && grep -q 'runs on untuned' err.txt || fail 'rows without arrivals'
pmtune --latency p95=5s -o w.tsv -- "${serve[@]}" --infer-batch 4 --rate 9 --max-steps 9 >r.tsv 2>err.txt
[ $? = 1 ] && grep -q 'not served one at a time' err.txt || fail 'batches'
restored
jetsim umount M
