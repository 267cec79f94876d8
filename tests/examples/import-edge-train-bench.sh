#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# examples/import-edge-train-bench on logs of the published form, made here: what it repairs, what it refuses, and that the
# tools read its rows.
set -euo pipefail
fail() { echo "$*" && exit 1; }
program=$SRC/examples/import-edge-train-bench
run=pm_6_1500000_600000000_2100000000

logs() { # a run of 50 minibatches of 100 ms that wait 10 ms, after 2 s of start; a sample of jtop per second
    rm -rf "$run" rows && mkdir "$run"
    local log=$run/net_nw4_pf2
    printf 'SOC family:tegra234  Machine:NVIDIA Orin Nano Developer Kit\nOnline CPUs: 0-5\n' >"$run/log_file_pm_14"
    awk -v log_="$log" 'BEGIN {
        print "epoch,batch_idx,fetchtime,fetchtime_ms,log_time" >(log_ "_fetch.csv")
        print "epoch,batch_idx,computetime,computetime_ms,log_time" >(log_ "_compute.csv")
        print "epoch,time,loss,accuracy,epochtime_ms,log_time" >(log_ "_epoch_stats.csv")
        for (i = 0; i < 50; i++) {
            ms = i == 0 ? 1100 : 100; end = 3 + i / 10; epoch = i < 25 ? 0 : 1
            printf "%d,%d,null,%.3f,%.4f\n", epoch, i % 25, ms / 10, end >(log_ "_fetch.csv")
            printf "%d,%d,null,%.3f,%.4f\n", epoch, i % 25, ms * 0.85, end + 0.0002 >(log_ "_compute.csv")
            printf "%d,null,\":\",null,%d,%.4f\n", epoch, ms, end + 0.0004 >(log_ "_epoch_stats.csv")
        }
        print "time,uptime,jetson_clocks,nvp model,CPU1,CPU2,GPU1,RAM,EMC,fan,Temp CPU,Temp tj,power cur,power avg,log_time" >(log_ "_tegrastats.csv")
        print "1,2,log_time" >(log_ "_gpufreq_stats.csv")
        print "val,frq,min_freq,max_freq,FreqOverride,log_time" >(log_ "_emc_stats.csv")
        print "1,2,log_time" >(log_ "_cpufreq_stats.csv")
        for (i = -1; i < 9; i++) { # the first row twice
            s = i < 0 ? 0 : i
            printf "2024-06-09 20:18:%02d.500000,0 days 00:08:44,ON,pm_new,50,OFF,80,2000000,5,100.0,45.0,46.5,12000,12000,%d.5\n", 10 + s, s >(log_ "_tegrastats.csv")
            printf "\"{\047val\047: 80, \047frq\047: 599000}\",\"{\047val\047: 80, \047frq\047: 0}\",%d.5\n", s >(log_ "_gpufreq_stats.csv")
            printf "5,2100000,204000000,2100000000,1,%d.5\n", s >(log_ "_emc_stats.csv")
            printf "\"{\047val\047: 50, \047frq\047: 1500000, \047IdleStates\047: {\047WFI\047: 0}}\",{},%d.5\n", s >(log_ "_cpufreq_stats.csv")
        }
        print "r/s,w/s,rkB/s,wkB/s,rrqm/s,wrqm/s,%rrqm,%wrqm,r_await,w_await,aqu-sz,rareq-sz,wareq-sz,svctm,%util,log_time" >(log_ "_io_stats.csv")
        for (i = 0; i < 8; i++) printf "r/s,rkB/s,r_await,w/s,wkB/s,w_await,120.00,12000.00,0.50,3.00,12.00,1.50,%d.4\n", i + 1 >(log_ "_io_stats.csv")
    }'
    printf '%s\n' files,directories,resident_pages,resident_pages_size,resident_pages_%,elapsed,redundant,log_time \
        '640,1,100/20000,400K/78M,0.5%,0.01,seconds,1.5' '0,1,0/0,0/0,0.0001,seconds,9.5' >"${log}_vmtouch_stats.csv"
}
column() { awk -F '\t' -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } { print $at }' "$1"; }
is() { [ "$2" = "$3" ] || fail "$1: $2, not $3"; }
says() { grep -qF "$1" said || fail "does not say: $1: $(cat said)"; }
refuses() { # refuses STATUS MESSAGE ARGUMENT...
    local status=0
    TZ=UTC "$program" "${@:3}" >printed 2>said || status=$?
    is "status of $2" $status "$1"
    says "$2"
    [ ! -e rows ] || fail "$2: wrote rows"
}

logs
TZ=UTC "$program" -o rows --last 20 $run >printed 2>said || fail "status $?: $(cat said)"
is 'sentence' "$(cat printed)" '50 minibatches, of which 20 count; their median is 100.0 ms.'
is 'epochs' "$(column rows/epochs.tsv steps | paste -sd ' ')" '25 25'
is 'phases' "$(column rows/steps.tsv phase | uniq -c | awk '{ print $1 $2 }' | paste -sd ' ')" '1first 24stabilizing 1first 4stabilizing 20counted'
is 'source' "$(column rows/steps.tsv source | sort -u)" measured
is 'clocks' "$(sed 1d rows/load.tsv | cut -f 4,7,9 | sort -u)" $'1500000\t599000000\t2100000000'
is 'reads' "$(column rows/load.tsv read_per_s | paste -sd ' ')" 'NA 120 120 120 120 120 120 120 120'
is 'cache' "$(column rows/residency.tsv resident_pct | paste -sd ' ')" '0.5 NA'
for repair in 'tegrastats.csv: left out 1 row equal to the row before' 'io_stats.csv: 8 rows with other columns than the first line' \
    'vmtouch_stats.csv: 1 row without a share' 'jtop_total is a sum that jtop made, here of the input rail and parts of it'; do
    says "$repair"
done
# The commands of its head draw and judge these rows; only the rate of jtop's readings may not suffice.
sed -n '/^    wattplot/s/^ *//p' "$program" >drawing
[ "$(wc -l <drawing)" = 2 ] || fail "its head shows no two pictures"
bash -e drawing
is 'energy' "$(joules -q --rail jtop_total --by phase rows/power.tsv <rows/steps.tsv | awk '$1 == "counted" { printf "%.1f", $4 }')" 24.0
wattcheck --rail jtop_total --profile quick rows/*.tsv >verdicts 2>&1 || [ $? = 1 ] || fail "wattcheck: $(cat verdicts)"
grep -q '^clock-offset.pass' verdicts || fail "wattcheck: $(cat verdicts)"

# Other repairs: seconds for ms, a clock that is behind, repeated minibatches without an epoch, a log that ends early, no epoch_stats.
logs && awk -F , -v OFS=, 'NR > 1 { $(NF - 1) /= 1000 } 1' $run/net_nw4_pf2_compute.csv >c && mv c $run/net_nw4_pf2_compute.csv
awk -F , -v OFS=, 'NR > 1 { $(NF - 1) /= 1000 } 1' $run/net_nw4_pf2_fetch.csv >c && mv c $run/net_nw4_pf2_fetch.csv
awk -F , -v OFS=, 'NR > 1 { $5 /= 1000; $6 -= 4.7 } 1' $run/net_nw4_pf2_epoch_stats.csv >c && mv c $run/net_nw4_pf2_epoch_stats.csv
TZ=UTC "$program" $run/net_nw4_pf2 >printed 2>said
says 'their times in ms are seconds'
says 'its log_time is -4.70 s off that of compute'
is 'sentence of seconds' "$(cat printed)" '50 minibatches, of which 48 count; their median is 100.0 ms.'
logs && rm $run/net_nw4_pf2_epoch_stats.csv && sed -i '3{p;s/^0/_/}; $d' $run/net_nw4_pf2_fetch.csv
TZ=UTC "$program" $run >printed 2>said
says 'fetch.csv: left out 1 row without an epoch'
says 'compute.csv: left out 1 row at the end'
says 'step_ms is the sum of fetch and compute'
is 'sentence without epoch_stats' "$(cat printed)" '49 minibatches, of which 47 count; their median is 95.0 ms.'

refuses_edited() { # refuses_edited LOG SED-COMMAND MESSAGE
    logs && sed -i "$2" "$run/net_nw4_pf2_$1.csv"
    refuses 65 "$1.csv: $3" $run
}
refuses_edited fetch '1s/fetchtime_ms/ms/' 'line 1: no column fetchtime_ms'
refuses_edited compute '7s/,.*/,/' 'line 7: 2 fields instead of 5'
refuses_edited compute '9s/85.000/8\x00x/' 'line 9: '
refuses_edited io_stats '5s/r_await/0.1/' 'line 5: 13 fields'
refuses_edited cpufreq_stats '4s/}.*/,{},3.5/' 'line 4: torn, '
refuses_edited compute '30,31d' 'line 30: not the minibatch of line 30 of '
logs && printf '1,25,null,10' >>$run/net_nw4_pf2_fetch.csv
refuses 65 'fetch.csv: line 52: torn, it has no end' $run
logs && cp $run/net_nw4_pf2_fetch.csv $run/other_fetch.csv
refuses 65 "$run: logs of 2 runs" $run
refuses 65 'compute.csv: this log is missing' $run/other
rm -r $run && mkdir $run
refuses 65 "$run: no *_fetch.csv in this folder" $run
refuses 64 '0: not a number of minibatches' --last 0 $run
refuses 64 'the following arguments are required: RUN'
