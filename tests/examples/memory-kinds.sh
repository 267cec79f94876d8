#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Without a GPU the experiment says so. With a GPU each kind of memory trains as many minibatches. And with a trainstep that
# stands in for one on a GPU, the rows are what its minibatches took.
. "$SRC/tests/examples/quick.bash"
if trainstep lenet --synthetic --device cuda --max-steps 1 >/dev/null 2>&1; then
    quick memory-kinds
    holds out/kinds.tsv '{ kinds++; steps[v("steps")]; bad += v("step_ms") < v("copy_ms") } END { for (s in steps) n++; print (kinds == 4 && n == 1 && !bad ? "yes" : "no") }'
    mv out real
else
    status=0
    "$SRC/examples/memory-kinds" --quick -o out 2>refused || status=$?
    [ $status = 69 ] || fail "status $status without a GPU: $(cat refused)"
    grep -q 'there is no GPU that trainstep can use, and a CPU trains from ordinary memory alone' refused || fail "$(cat refused)"
    rm -r out
fi

mkdir stand-in
cat >stand-in/trainstep <<'END'
#!/bin/bash
# Minibatches that wait 1 ms, are copied in as long as their memory takes, and compute for 20 ms, from mapped memory for 24 ms.
memory=pageable rows=/dev/stdout epochs=/dev/null
while [ $# -gt 0 ]; do
    case $1 in --memory) memory=$2 ;; -o) rows=$2 ;; --epochs-out) epochs=$2 ;; esac
    shift
done
declare -A copy=([pageable]=4 [pinned]=2 [mapped]=0 [managed]=1) compute=([pageable]=20 [pinned]=20 [mapped]=24 [managed]=20)
{
    printf 'memory\tepoch\tstep\tphase\tstall_ms\th2d_ms\tcompute_ms\tstep_ms\tsource\n'
    for step in 0 1 2; do
        printf '%s\t0\t%d\t%s\t%d\t%d\t%d\t%d\tmeasured\n' "$memory" $step "$([ $step = 0 ] && echo first || echo counted)" \
            $((1 + copy[$memory])) "${copy[$memory]}" "${compute[$memory]}" $((1 + copy[$memory] + compute[$memory]))
    done
} >"$rows"
printf 'memory\tepoch\n%s\t0\n' "$memory" >"$epochs"
END
chmod +x stand-in/trainstep
PATH=$PWD/stand-in:$PATH
quick memory-kinds
[ "$(cut -f 1-6 out/kinds.tsv | sed 1d | tr '\t' ' ' | paste -sd ,)" = 'pageable 2 1 4 20 25,pinned 2 1 2 20 23,mapped 2 1 0 24 25,managed 2 1 1 20 22' ] ||
    fail "$(cat out/kinds.tsv)"
grep -q 'in pageable memory is copied in 4.00 ms, in pinned memory in 2.00, .* 22.0 ms in managed memory, the least,' out/seen.txt || fail "$(cat out/seen.txt)"
pictures out/time.svg
"$SRC/examples/memory-kinds" --board agx-orin -o emulated 2>refused && fail "memory-kinds emulated a board, which has no memory of its own"
grep -q 'trains on the machine itself' refused
