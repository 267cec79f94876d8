#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# examples/requests-from on files of each engine whose requests are known: their times of day, their tokens and their stages,
# what joules makes of them, and what is refused because its times are not known.
set -euo pipefail
export TZ=UTC
rows() { "$SRC/examples/requests-from" "$@"; }
fail() { echo "$*" && exit 1; }
expect() { # expect NAME < WANTED: rows.tsv has these columns
    tr ' ' '\t' >wanted
    cut -f 1-10 rows.tsv | tail -n +2 | diff wanted - || fail "$1: $(cat rows.tsv err)"
}

# Two runs of an answer, then one of a prompt; a line of the log, and a test that tells no stages apart.
printf '%s\n' '1795000010.5 {"n_prompt": 0, "n_gen": 100, "n_depth": 0, "samples_ns": [ 2000000000, 2500000000 ],"samples_ts": [ 50.0, 40.0 ]}' \
    'llama-bench: benchmark 2/3: starting' \
    '1795000012 {"n_prompt": 512, "n_gen": 0, "samples_ns": [ 250000000 ]}' \
    '1795000013 {"n_prompt": 512, "n_gen": 100, "samples_ns": [ 1 ]}' \
    '1795000020 {"n_prompt": 0, "n_gen": 100, "n_depth": 4096, "samples_ns": [ 4000000000, 3000000000 ]}' >bench.txt
rows llama-bench bench.txt >rows.tsv 2>err
expect llama-bench <<'END'
0.000000 2.000000 1795000008.000000 0 counted 1 0 100 0.000 2000.000
2.000000 4.500000 1795000010.500000 1 counted 1 0 100 0.000 2500.000
5.750000 6.000000 1795000012.000000 2 counted 1 512 0 250.000 0.000
11.000000 14.000000 1795000020.000000 3 counted 1 0 100 0.000 3000.000
END
[ "$(grep -c 'note: bench.txt:[45]: ' err)" = 2 ] || fail "notes: $(cat err)"

# A line of a pipe has the time at which it came.
before=$(date +%s.%N)
printf '%s\n' 'data: {"content": "a"}' 'data: {"timings": {"prompt_n": 64, "prompt_ms": 100, "predicted_n": 9, "predicted_ms": 300.5}}' 'data: [DONE]' |
    rows llama-server >rows.tsv
awk -F '\t' -v before="$before" -v after="$(date +%s.%N)" 'NR == 2 {
    length_s = $2 - $1
    exit !($3 >= before - 0.001 && $3 <= after && length_s > 0.4004 && length_s < 0.4006 && $1 < 1e9 && $7 == 64 && $8 == 9 && $9 == "100.000" && $10 == "300.500" && $5 == "first") }' rows.tsv ||
    fail "llama-server: $(cat rows.tsv)"

# Of two answers that ran at once, the one that began first ends last; a model was loaded for 0.5 s, and a prompt was cached.
printf '%s\n' '{"created_at":"2026-11-18T13:06:49.9Z","response":"a","done":false}' \
    '{"created_at":"2026-11-18T13:06:50.123456789Z","done":true,"total_duration":1000000000,"eval_count":20,"eval_duration":800000000}' \
    '{"created_at":"2026-11-18T14:06:51+01:00","done":true,"total_duration":3500000000,"load_duration":500000000,"prompt_eval_count":64,"prompt_eval_duration":1000000000,"eval_count":80,"eval_duration":2000000000}' >ollama.jsonl
rows ollama ollama.jsonl >rows.tsv 2>err
expect ollama <<'END'
0.000000 3.500000 1795007211.000000 0 counted 1 64 80 1000.000 2000.000
1.623457 2.623457 1795007210.123457 1 first 1 0 20 0.000 800.000
END

printf '%s\n' '{"date": "20261118-130650", "duration": 5.0, "max_concurrency": 1, "total_input_tokens": 96, "total_output_tokens": 12,' \
    '"input_lens": [64, 32], "output_lens": [8, 4], "ttfts": [0.5, 0.25], "itls": [[0.5, 1.0], [0.25]]}' >vllm.json
rows vllm vllm.json >rows.tsv 2>err
expect vllm <<'END'
0.000000 2.000000 1795007207.000000 0 counted 1 64 8 500.000 1500.000
2.000000 2.500000 1795007207.500000 1 counted 1 32 4 250.000 250.000
END
grep -q 'wrong by 1 s' err || fail "vllm: $(cat err)"
sed -i 's/"max_concurrency": 1/"max_concurrency": 4/' vllm.json
rows --start 1795000000.25 vllm vllm.json >rows.tsv 2>err
expect 'vllm, four at once' <<'END'
0.000000 5.000000 1795000005.250000 0 counted 2 96 12 NA NA
END
sed -i 's/"duration"/"completed": 3, "errors": ["", "timeout", "", ""], "duration"/' vllm.json
rows vllm vllm.json --start 1795000000.25 >rows.tsv 2>err
[ "$(cut -f 6 rows.tsv | tail -n 1)" = 3 ] && grep -q '1 requests failed' err || fail "vllm, one of four failed: $(cat rows.tsv err)"

printf '%s\n' '[' '  { "startEnqMs" : 200.1, "startH2dMs" : 200.5, "endD2hMs" : 203, "computeMs" : 2.5 }' \
    ', { "startEnqMs" : 203.1, "startH2dMs" : 203, "endD2hMs" : 206.5, "computeMs" : 3.5 }' ']' >times.json
rows --start 1795000000 trtexec times.json >rows.tsv
expect trtexec <<'END'
0.000000 0.002500 1795000000.203000 0 counted 1 NA NA NA NA
0.002500 0.006000 1795000000.206500 1 counted 1 NA NA NA NA
END

printf '%s\n' '[' '{"cat" : "Session","dur" :2500,"ts" :150000,"ph" : "X","name" :"model_run","args" : {}},' \
    '{"cat" : "Node","dur" :310,"ts" :150101,"ph" : "X","name" :"conv1_kernel_time","args" : {}}' ']' >onnxruntime_profile__2026-11-18_13-06-50.json
rows onnxruntime onnxruntime_profile__2026-11-18_13-06-50.json >rows.tsv 2>err
expect onnxruntime <<'END'
0.000000 0.002500 1795007210.152500 0 first 1 NA NA NA NA
END
grep -q 'wrong by 1 s' err || fail "onnxruntime: $(cat err)"
cp onnxruntime_profile__2026-11-18_13-06-50.json onnxruntime_profile__2026-11-18_13-06-50_075.json
rows onnxruntime onnxruntime_profile__2026-11-18_13-06-50_075.json >rows.tsv 2>err
expect 'onnxruntime, milliseconds' <<'END'
0.000000 0.002500 1795007210.227500 0 first 1 NA NA NA NA
END
[ ! -s err ] || fail "onnxruntime, milliseconds: $(cat err)"

# Prompts are read at 20 W, answers written at 10 W.
rows llama-bench <(sed -n '1p; 3p' bench.txt) >rows.tsv
awk -v OFS='\t' 'BEGIN {
    print "time_s", "mono_s", "rail", "scope", "voltage_v", "current_a", "power_w", "stale", "source"
    for (k = 0; k <= 1000; k++) {
        t = 1795000004 + k / 100
        printf "%.6f\t%.6f\tTOTAL\ttotal\t5\t1\t%d\t0\tmeasured\n", t, 100 + k / 100, (t > 1795000011 ? 20 : 10)
    }
}' >power.tsv
joules --join time --by stage --per tokens power.tsv <rows.tsv >energy.tsv
[ "$(cut -f 1,4,9,10 energy.tsv | tr '\n\t' '; ')" = 'stage energy_j tokens energy_per_j;decode 45.000000 200 0.225000;prefill 5.000000 512 0.009766;' ] ||
    fail "joules: $(cat energy.tsv)"

refused() { # refused STATUS MESSAGE OPTION...
    local status=0
    rows "${@:3}" >out 2>err </dev/null || status=$?
    [ "$status" = "$1" ] && grep -q "error: .*$2" err || fail "${*:3}: status $status: $(cat err)"
}
sed 's/^[0-9.]* {/{/' bench.txt >unstamped.txt
printf '%s\n' 'Session creation time cost: 0.21 s' 'Total inference requests: 1000' >perf.txt
echo '{"timings": {"prompt_n": 64, "prompt_ms": -1, "predicted_n": 9, "predicted_ms": 1}}' | sed 's/^/1795000000 /' >negative.txt
echo '{"created_at":"yesterday","done":true,"total_duration":1}' >undated.txt
printf '{"duration": 1}\n' >dateless.json
echo '{"a": 1} {"b": 2}' >two.txt
refused 65 'unstamped.txt:1: no time at which the line came' llama-bench unstamped.txt
refused 64 '--start is required' trtexec times.json
refused 64 'invalid choice' tensorflow times.json
for start in nan -5 0 inf; do refused 64 'not a time of day' trtexec times.json --start=$start; done
sed 's/^[0-9.]*/1795000010.5/' bench.txt >at-once.txt
refused 65 'came sooner after the line before than its runs took' llama-bench at-once.txt
echo '{"created_at":"2026-11-18T13:06:50Z","done":true,"total_duration":1000000,"eval_count":2,"eval_duration":8000000}' >longer.txt
refused 65 'longer than total_duration' ollama longer.txt
refused 65 'each line has to be one object' ollama two.txt
refused 65 'perf.txt: not JSON' onnxruntime perf.txt
refused 65 'perf.txt: no request of ollama' ollama perf.txt
refused 65 'prompt_ms is not a number' llama-server negative.txt
refused 65 'created_at is not a time: yesterday' ollama undated.txt
refused 65 'no time in None; give --start' vllm dateless.json
refused 65 'no time in times.json; give --start' onnxruntime times.json
refused 74 'missing.json: No such file' vllm missing.json
status=0 && rows ollama ollama.jsonl >/dev/full 2>err || status=$?
[ "$status" = 74 ] || fail "full disk: status $status: $(cat err)"
"$SRC/examples/requests-from" --help | grep -q 'trtexec needs it' || fail 'no help'
