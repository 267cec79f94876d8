#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# examples/trace-events on rows whose trace is known, read back by a JSON parser: slices lie within each other, counters have
# the values of the rows, and whatever is missing, stale or cut off is left out.
set -euo pipefail
trace() { "$SRC/examples/trace-events" "$@"; }
fail() { echo "$*" && exit 1; }
printf '%s\n' 'start_mono_s	end_mono_s	time_s	epoch	step	phase	stall_ms	h2d_ms	compute_ms	launch_ms	step_ms	loss	source' \
    '10.000000000	10.100000000	15.1	0	7	counted	20.000	5.000	70.000	NA	100.000	0.5	measured' \
    '10.100000000	10.200000000	15.2	0	8	counted	40.000	5.000	60.000	10.000	100.000	nan	measured' >steps.tsv
printf '%s\n' 'time_s	mono_s	rail	scope	power_w	stale	source' \
    '15	10.050000000	VDD_GPU	part	4.500000	0	emulated' '15	10.060000000	VDD_GPU	part	4.500000	1	emulated' \
    '15	10.070000000	VDD_GPU	part	NA	0	emulated' >power.tsv
printf '15	10.08' >>power.tsv # as a killed process leaves it
printf '%s\n' 'time_s	mono_s	label	origin	source' '15.15	10.150000000	"half" \\ of\tit ü	fifo	measured' >marks.tsv
printf '%s\n' 'time_s	mono_s	cpu_pct	gpu_hz	zone_temps	source' '15	10.090000000	50.0	930750000	cpu=40	measured' >load.tsv
printf '%s\n' 'start_mono_s	end_mono_s	time_s	epoch	epoch_s	source' '10.000000000	10.200000000	15.2	0	0.2	measured' >epochs.tsv
trace power.tsv load.tsv steps.tsv epochs.tsv marks.tsv >run.json
python3 - <<'END'
import json
events = json.load(open("run.json"))["traceEvents"]
of = lambda kind: [event for event in events if event["ph"] == kind]
slices = {(event["name"], round(event["ts"]), round(event["dur"])) for event in of("X")}
assert slices == {
    ("epoch 0", 10_000_000, 200_000), ("minibatch 7", 10_000_000, 100_000), ("stall", 10_010_000, 20_000),
    ("copy to the device", 10_025_000, 5_000), ("compute", 10_030_000, 70_000), ("minibatch 8", 10_100_000, 100_000),
    ("stall", 10_100_000, 40_000), ("copy to the device", 10_135_000, 5_000), ("compute", 10_140_000, 60_000),
    ("launch", 10_140_000, 10_000)}, slices
for a in of("X"):  # those of one thread are apart or within each other, as the viewers require
    for b in of("X"):
        if (a["pid"], a["tid"]) == (b["pid"], b["tid"]) and a["ts"] < b["ts"] < a["ts"] + a["dur"]:
            assert b["ts"] + b["dur"] <= a["ts"] + a["dur"] + 0.001, (a, b)
counters = sorted((event["name"], round(event["ts"]), *event["args"].values()) for event in of("C"))
assert counters == [("VDD_GPU (W)", 10_050_000, 4.5), ("cpu_pct", 10_090_000, 50.0), ("gpu_hz", 10_090_000, 930750000.0)], counters
assert [(event["name"], round(event["ts"])) for event in of("i")] == [('"half" \\ of\tit ü', 10_150_000)], of("i")
names = {event["args"]["name"] for event in of("M")}
assert names == {"power.tsv (emulated)", "load.tsv", "steps.tsv", "epochs.tsv", "marks.tsv", "minibatches", "epochs", "marks"}, names
assert [event["args"]["loss"] for event in of("X") if event["name"].startswith("minibatch")] == [0.5, "nan"]
END

refused() { # refused STATUS MESSAGE FILE...
    local status=0
    trace "${@:3}" >out 2>err || status=$?
    [ "$status $(cat err)" = "$1 trace-events: error: $2" ] || fail "status $status: $(cat err)"
    [ ! -s out ] || fail "$2: a part of a trace: $(cat out)"
}
: >empty.tsv
printf 'mono_s\tcpu_pct\n1\n' >short.tsv
printf 'mono_s\tcpu_pct\nabc\t1\n' >word.tsv
printf 'start_mono_s\tend_mono_s\tstep\tstall_ms\tstep_ms\n1\t2\tNA\t0\t1000\n' >unnumbered.tsv
trace unnumbered.tsv | grep '"name": "minibatch",' >/dev/null || fail "$(trace unnumbered.tsv)"
refused 74 'missing.tsv: No such file or directory' steps.tsv missing.tsv
refused 65 'empty.tsv: no rows with a time' empty.tsv
refused 65 'short.tsv:2: 1 fields instead of 2' steps.tsv short.tsv
refused 65 'word.tsv:2: mono_s is not a number: abc' steps.tsv word.tsv
printf 'time_s\tmono_s\tcpu_pct\n500\t10.1\t1\n' >other.tsv
refused 65 'other.tsv:2: of another boot or machine: time_s - mono_s differs by 485 s' steps.tsv other.tsv
status=0 && trace steps.tsv >/dev/full 2>err || status=$?
[ "$status $(cat err)" = '74 trace-events: error: standard output: No space left on device' ] || fail "status $status: $(cat err)"
