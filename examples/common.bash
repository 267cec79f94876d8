# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# What the experiments share: their options, the machine, and results that are written once, so that an experiment that
# was interrupted continues when it is started again.
#   --quick          measure only a part, in a minute or two
#   -o DIR           folder of the results (default: the name of the experiment)
#   --board NAME     emulate this board with jetsim; without it this machine is measured
#                    (experiments that load data load it here; the board computes)
#                    (device-table, choose-hardware, federated-round: several boards as NAME,NAME, or all)
#   --workload NAME  network to train (default: resnet18)
#   --data DIR       its data set (default: synthetic samples)
#                    (workers-and-media, io-over-time: NAME=DIR,NAME=DIR for data sets on several disks)
#   --table FILE     search-path, budgets: use these recorded profiles of all modes
#                    (repeatability: FILE,FILE with the runs of several boards; choose-hardware: epoch times of other devices)

# shellcheck source=examples/start.bash
. "$(dirname "${BASH_SOURCE[0]}")/start.bash"

begin() { # begin OPTION...: sets quick, out, board and workload; mounts the board
    name=$(basename "$0") several=${several-} quick='' board='' workload=${workload:-resnet18} data='' table='' out=''
    while [ $# -gt 0 ]; do
        case $1 in
        --quick) quick=1 ;;
        -o | --board | --workload | --data | --table)
            [ $# -gt 1 ] || fail 64 "$1: its value is missing"
            case $1 in -o) out=$2 ;; --board) board=$2 ;; --workload) workload=$2 ;; --data) data=$2 ;; --table) table=$2 ;; esac
            shift
            ;;
        -h | --help) help && exit 0 ;;
        *) fail 64 "$1: no such option; see $name --help" ;;
        esac
        shift
    done
    [ -z "$board" ] || [ -z "$table" ] || [ -n "${recorded-}" ] || fail 64 "--board and --table: give one of them"
    [ -z "$board" ] || [ "${emulated-}" != no ] || fail 64 "--board: this experiment trains on the machine itself"
    built=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/build/bin
    [ ! -x "$built/pmode" ] || PATH=$PATH:$built # in a source tree, and not installed
    require gnuplot
    require wattplot
    [ -z "$board" ] || check_boards
    open_folder "${out:-$name}"
    unmount
    trap unmount EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    computer=() # options of trainstep
    if [ -n "$board" ] && [ "${emulated-}" = gpu ]; then
        require trainstep
        time_scale=1 mount_board "$board"
        computer=(--device jetsim)
    elif [ -n "$board" ]; then
        [ -n "$several" ] || mount_board "$board"
    elif { [ -z "$table" ] || [ -n "${recorded-}" ]; } && [ "${trains-}" != no ]; then
        require trainstep
    fi
}
check_boards() { # before any folder is made
    local each names=("$board") known
    require jetsim
    known=$(jetsim list --columns board --no-header)
    [ -z "$several" ] || IFS=, read -ra names <<<"${board/#all/${known//$'\n'/,}}"
    for each in "${names[@]-}"; do
        grep -qxF -- "$each" <<<"$known" || fail 64 "--board $each: jetsim has no such board; see jetsim list"
    done
}
open_folder() { # open_folder DIR: makes it; results of other options in it are not continued
    local settings
    mkdir -p "$1" && out=$(cd "$1" && pwd)
    [ -z "${SUDO_UID-}" ] || chown "$SUDO_UID:$SUDO_GID" "$out" # the tools write there as this user
    settings=$(printf '%s\t%s\n' name value experiment "$name" quick "${quick:-0}" board "${board:-NA}" \
        workload "$workload" data "${data:-NA}" table "${table:-NA}")
    [ ! -e "$out/settings.tsv" ] || [ "$settings" = "$(cat "$out/settings.tsv")" ] ||
        fail 65 "$out: has results of other options$(other_settings); choose another folder with -o"
    echo "$settings" >"$out/settings.tsv"
}
other_settings() { # those of the folder that differ from the present ones, as " (name value; name value)"
    grep -vxF -- "$settings" "$out/settings.tsv" | tr '\t' ' ' | paste -sd ';' | sed 's/;/; /g; s/.*/ (&)/; s/^ ()$//'
}
fail() { echo "$name: error: $2" >&2 && exit "$1"; }
help() { # the comment at the start of the script, then the options above
    head_comment
    sed -n '/^#   --quick/,/^$/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
}
require() { command -v "$1" >/dev/null || fail 69 "$1: not installed"; }

each_board() { # each_board COMMAND...: with each board of --board mounted, or on this machine; its name is $this
    local boards=$board
    [ "$boards" != all ] || boards=$(jetsim list --columns board --no-header | paste -sd ,)
    [ -n "$boards" ] || boards=$(pmode board --no-header | awk -F '\t' '$1 == "board" { print $2 }')
    for this in ${boards//,/ }; do
        [ -z "$board" ] || mount_board "$this"
        "$@"
    done
}
mount_board() { # the emulated board NAME is the machine from here on, until the script ends
    require jetsim
    jetsim umount -z "$out/board" 2>/dev/null || true
    jetsim mount --board "$1" ${boot:+--boot "$boot"} --time-scale "${time_scale:-10}" ${load:+--load "$load"} "$out/board"
    export WATTLINE_ROOT=$out/board
    [ -z "${pinned-}" ] || pmode pin >/dev/null # governors fall back while training waits for data
}
unmount() { # the board and the disk, also those that a killed run left
    jetsim umount -z "$out/disk" 2>/dev/null || true
    jetsim umount -z "$out/board" 2>/dev/null || true
}
images() { dsgen images --out "$out/images" --count "$count" ${quick:+--width 400 --height 300}; } # of 100 kB
each_medium() { # each_medium COMMAND...: with the data in $disk, on each $medium: those of --data NAME=DIR,NAME=DIR, or those in
    # media, as jetsim emulates them for --data DIR or for new images
    local each
    case $data in
    *=*)
        for each in ${data//,/ }; do medium=${each%%=*} disk=${each#*=} && "$@"; done
        ;;
    *)
        require jetsim
        [ -n "$data" ] || once "$out/images.tsv" images
        for medium in "${media[@]}"; do
            disk=$out/disk
            jetsim disk --profile "$medium" ${memory:+--memory "$memory"} ${board:+--workload "$workload"} "${data:-$out/images}" "$disk"
            "$@"
            jetsim umount "$disk"
        done
        ;;
    esac
}
of_medium() { # rows of training on a medium: they are emulated if it is
    case $data in *=*) cat ;; *) awk -F '\t' -v OFS='\t' '$NF == "measured" { $NF = "emulated" } 1' ;; esac
}
evict() { # evict DIR: none of it is in the page cache; pages that are being read or written leave it a little later
    local row
    for _ in {1..50}; do
        row=$(cachestat evict "$1" 2>/dev/null) || [ $? = 1 ] # 1: some pages stay
        if see <(echo "$row") '{ n++; left += v("cached_pages") } END { exit !n || left > 0 }'; then return; fi
        sleep 0.1
    done
    fail 75 "$1: files stay in the page cache; end the programs that use them"
}
training() { # training WORKLOAD OPTION...: sets train, the command that trains it
    if [ -n "$board" ] && [ "${emulated-}" != gpu ]; then
        train=(jetsim step --workload "$1" "${@:2}")
    elif [ -n "$data" ]; then
        train=(trainstep "$1" --data "$data" "${computer[@]}" "${@:2}")
    else
        train=(trainstep "$1" --synthetic "${computer[@]}" "${@:2}")
    fi
}

sweep() { # sweep NAME OPTION...: profiles train in each mode of NAME-modes.tsv, as NAME.tsv; continues an earlier sweep
    local part=$out/$1-part.tsv
    [ ! -e "$out/$1.tsv" ] || return 0
    pmsweep -q --resume --out "$out/$1-runs" --modes "$out/$1-modes.tsv" -o "$part" "${@:2}" -- "${train[@]}" ||
        [ $? = 1 ] # some modes have no profile; their rows say why
    mv "$part.meta" "$out/$1.tsv.meta"
    mv "$part" "$out/$1.tsv"
}
logged() { # logged NAME COLUMN=VALUE... -- KNOB MODE: trains once in this mode. NAME.tsv has the mean time, power and energy
    # of a counted minibatch; NAME-power.tsv, -load.tsv, -clocks.tsv and -steps.tsv have what was logged.
    local file=$out/$1 tags=() by=''
    while [ "$2" != -- ]; do tags+=(--tag "$2") by+=${2%%=*}, && shift; done
    until_sampled "$file.tsv" train_logged "$3" "$4"
}
train_logged() { # train_logged KNOB MODE, for logged
    local status=0
    pmode run --as-root "$1" "$2" -- \
        loadlog -q --as-root -i 500ms "${tags[@]}" -o "$file-load.tsv" --summary "$file-clocks.tsv" -- \
        powerlog -q -o "$file-power.tsv" -- "${train[@]}" "${tags[@]}" -o "$file-steps.tsv" || status=$?
    [ "$status" -le 1 ] || return "$status" # 1: a clock left its mode, or there were over-current events
    mean_minibatch
}
mean_minibatch() { # for train_logged
    energies --by "${by}phase" ${board:+--max-gap 5s} "$file-power.tsv" <"$file-steps.tsv" | awk -F '\t' -v OFS='\t' '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        NR > 1 && $at["phase"] != "counted" { next }
        {
            for (i = 1; i < at["phase"]; i++) printf "%s%s", $i, OFS
            n = $at["intervals"]
            if (NR == 1) print "steps", "minibatch_ms", "power_w", "energy_j", "source"
            else print n, 1000 * $at["duration_s"] / n, $at["mean_power_w"], $at["energy_j"] == "NA" ? "NA" : $at["energy_j"] / n, $at["source"]
        }' | with_energy
}
energies() { joules "$@" || [ $? = 1 ]; } # 1: rows without an energy, such as that of a short phase; with_energy finds them
with_energy() { # the rows on standard input; 75 if the log of the power has a gap
    awk -F '\t' '{ print } NR == 1 { for (i = 1; i <= NF; i++) if ($i == "energy_j") at = i } $at == "NA" { exit 75 }'
}
until_sampled() { # until_sampled FILE COMMAND...: as once. A busy machine may leave gaps in the log of an emulated board: while
    # with_energy finds one, again, at most ten times.
    local attempt status
    for attempt in {1..10}; do
        status=0
        once "$@" || status=$?
        [ $status = 75 ] || return $status
        [ -n "$board" ] || break
    done
    fail 75 "the power was not sampled for too long: this machine is too busy; start the experiment again"
}
side_by_side() { # side_by_side NAME JOB...: train several times at once, as the jobs a and b; their epochs
    local job
    : >"$out/$1.part"
    for job in "${@:2}"; do
        printf '%q ' "${train[@]}" --tag "run=$1" --tag "job=$job" -o "$out/$1-$job-steps.tsv" --epochs-out "$out/$1-$job.tsv" >>"$out/$1.part"
        echo '& pids+=($!)' >>"$out/$1.part"
    done
    echo 'for pid in "${pids[@]}"; do wait "$pid" || exit; done' >>"$out/$1.part"
    metered "$1" bash "$out/$1.part" >&2
    together "$out/$1"-[ab].tsv
}
metered() { # metered NAME COMMAND...: with the power in NAME-power.tsv and its mean in NAME-energy.tsv, if there is a sensor
    if powerlog -q -n 1 >/dev/null 2>&1; then
        powerlog -q -o "$out/$1-power.tsv" --summary "$out/$1-energy.tsv" -- "${@:2}"
    else
        "${@:2}"
    fi
}
together() { awk 'FNR > 1 || NR == 1' "$@"; } # the rows of files with the same columns
all_modes() { # table.tsv: time and power in every mode of a grid, or of --table
    [ -z "$table" ] || { once "$out/table.tsv" cat "$table" && return; }
    once "$out/table-modes.tsv" pmode enum --columns cores,cpu_khz,gpu_hz,emc_hz --axes cores=4 cpu=7 gpu=7 emc=3 --filter 'cores>=2' --order down
    if [ -n "$board" ]; then
        once "$out/table.tsv" truth
    else
        training "$workload" --epochs 100000
        sweep table --live
    fi
}
truth() { # what jetsim knows of these modes
    jetsim truth --board "$board" --workload "$workload" |
        awk -F '\t' 'NR == FNR { if (FNR > 1) grid[$1, $2, $3, $4] = 1; next } FNR == 1 || ($1, $2, $3, $4) in grid' "$out/table-modes.tsv" -
}
once() { # once FILE COMMAND...: the rows that COMMAND prints, as FILE, unless it is there
    [ ! -e "$1" ] || return 0
    ("${@:2}") >"$1.part" && mv "$1.part" "$1"
}
see() { # see FILE PROGRAM: awk over its rows, where v("column") is a value
    awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } function v(name) { return $at[name] }'"$2" "$1"
}
conclude() { # the sentence on standard input, on the terminal and in seen.txt, and where the rows and the pictures are
    sed "s/^/${board:+Emulated ${several:-$board}: }/" | tee "$out/seen.txt"
    echo "Rows and pictures are in $out: $(cd "$out" && echo *.svg)"
}
