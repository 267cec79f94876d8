#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# loadlog on a live board and on this machine's own disk.
set -eu
fail() {
    echo "FAILED: $*"
    exit 1
}
mkdir M
jetsim mount --board agx-orin M
loadlog --root M -i 200ms -n 5 -o l.tsv --summary sum.tsv
[ "$(wc -l <l.tsv)" = 6 ] || fail "rows: $(cat l.tsv)"
datamash check <l.tsv >/dev/null
mlr --tsv --from l.tsv filter 'is_not_empty($gpu_hz) && $gpu_hz > 0 && $temp_max_c > 0 && $cpus_online > 0' >ok.tsv
[ "$(wc -l <ok.tsv)" = 6 ] || fail "GPU clock, temperature or cores missing: $(cat l.tsv)"
grep -q '^cpu.policy0' sum.tsv || fail "no clock shares: $(cat sum.tsv)"
jetsim umount M

# What is written with O_DIRECT must show as bytes of the disk, give or take what others write.
loadlog --disk . -i 100ms -o d.tsv -- dd if=/dev/zero of=file bs=1M count=64 oflag=direct status=none
awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
            { t = $c["mono_s"]; if (last && $c["write_b_per_s"] != "NA") sum += $c["write_b_per_s"] * (t - last); last = t }
            END { exit !(sum > 0.9 * 64 * 1048576) }' d.tsv || fail "bytes written: $(cut -f 2,26 d.tsv)"

# What a command has read in all is known when it has ended, however short it was.
loadlog --cmd -i 10s -o r.tsv -- dd if=file of=/dev/null bs=1M iflag=direct status=none
[ "$(mlr --itsv --onidx tail -n 1 then cut -f proc_read_b r.tsv)" -ge 67108864 ] || fail "bytes read: $(cat r.tsv)"
