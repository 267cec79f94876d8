#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What pmode printed cannot be read: the sweep ends with status 74 or calls the run failed, never ok without its mode. Nor can a
# sweep that resumes a killed one learn whether the mode before that was saved: status 74, and what was saved stays.
set -uo pipefail
fail() { echo "$*"; exit 1; }
jetsim mount --board orin-nano --time-scale 50 M
export WATTLINE_ROOT=$PWD/M
pmode set 4c/1.2G/max/max >set.txt || fail "$(cat set.txt)"
pmode save before.tsv
restored() { pmode save after.tsv && cmp before.tsv after.tsv || fail "$1: the mode before was not restored"; }
sweep=(pmsweep --minibatches 5 --readings 5 --window 1s --timeout 1h)
injected() { # injected ARGUMENT...: under the injector of tests/hard
    status=0
    "$(dirname "$BIN")/tests/failing_calls" --program pmsweep --report fault.txt "$@" >rows.tsv 2>err.txt || status=$?
}

printf 'mode\n6c/1.5G/max/max\n' >one.tsv
answers() { # answers ARGUMENT...: what the programs that pmsweep runs print
    rm -rf out
    injected --calls pread64 --path memfd "$@" -- "${sweep[@]}" --modes one.tsv --out out -- \
        jetsim step --workload lenet --epochs 100000
}
answers
[ $status = 0 ] || fail "without a fault: status $status: $(cat err.txt)"
read -r calls _ <fault.txt
[ "$calls" -ge 4 ] || fail "only $calls answers of pmode were read with pread"
for ((k = 1; k <= calls && k <= 6; k++)); do
    answers --at "$k" --error EIO
    [ $status = 74 ] || fail "call $k of $calls: status $status: $(cat fault.txt err.txt rows.tsv)"
    grep -q 'the output of .*/\(pmode\|powerlog\|wattcheck\): Input/output error' err.txt || fail "$(cat err.txt)"
    restored "call $k"
done

# A sweep is killed in its first mode.
printf 'mode\n6c/1.5G/max/max\n6c/1.5G/306M/max\n' >two.tsv
printf '#!/bin/sh\nexec jetsim step --workload lenet --epochs 100000\n' >train && chmod +x train
: >killed.tsv
"${sweep[@]}" --modes two.tsv --out given -- ./train >>killed.tsv 2>err.txt &
until [ "$(wc -l <killed.tsv)" -ge 2 ]; do kill -0 $! || fail "no row: $(cat err.txt)" && sleep 0.05; done
kill -KILL $! && wait $! 2>killed.txt
cmp before.tsv given/before.state || fail "the mode before was not saved"
cp M/run/wattline/pmode.unrestored left.tsv || fail "the mode before is not kept"
pmode save swept.tsv
! cmp -s before.tsv swept.tsv || fail "the sweep was not killed in its own mode"

printf '#!/bin/sh\nexit 1\n' >train # whose profile takes no time
resume() { # resume ARGUMENT...: what asks for the status of the saved mode
    rm -rf out && cp -a given out
    pmode restore --wait 10s swept.tsv 2>restored.txt || fail "$(cat restored.txt)"
    cp left.tsv M/run/wattline/pmode.unrestored
    injected --calls stat --path before.state "$@" -- "${sweep[@]}" --modes two.tsv --resume --out out -- ./train
}
resume
[ $status = 1 ] || fail "without a fault: status $status: $(cat err.txt)"
restored resume
resume --at 1 --error EIO
[ $status = 74 ] || fail "status $status: $(cat fault.txt err.txt)"
cmp before.tsv out/before.state || fail "the mode that was saved is lost"
jetsim umount M
