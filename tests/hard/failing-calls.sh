#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The k-th system call of a kind, or the k-th allocation, fails in a short run of every tool. A run that ends with status 0
# prints and writes what it does without the fault. One that ends otherwise has whole rows. The board is afterwards in the
# state that belongs to the exit status, or, after an error, `pmode restore --last` restores it. A kind that no subject calls
# is an error: nothing would be tested.
set -euo pipefail
# shellcheck source=tests/hard/counts.bash
. "$SRC/tests/hard/counts.bash"
# shellcheck source=tests/hard/failing_subjects.bash
. "$SRC/tests/hard/failing_subjects.bash"
knobs=() # the files of a board that hold its state
shopt -s nullglob
calls=$(dirname "$BIN")/tests/failing_calls
[ -x "$calls" ] || die "$calls is not built"

# The kinds of calls and the errors that they fail with; with --quick the first one.
declare -A errors=(
    [open]='EMFILE EIO EINTR' [read]='EIO EINTR' [list]='EIO' [write]='ENOSPC EIO EINTR' [sync]='EIO' [rename]='ENOSPC'
    [stat]='EIO ENOMEM' [memory]='ENOMEM' [process]='EAGAIN' [other]='EIO' [malloc]='ENOMEM')
kinds='open read list write sync rename stat memory process other malloc'
most=${quick:+2} # cases of a kind and an error at most: spread evenly
most=${most:-60}
few=${quick:+1} # of a subject whose runs take long
few=${few:-20}
fewest=${quick:+1} # of one whose runs load LibTorch, which takes a second each
fewest=${fewest:-10}
every='' # not empty: every call of a kind fails once, with the errors in turn; allocations as above
given='' # the folder that out/ is a copy of before each run
ready=true # what makes the rest ready for each run

text_of() { # text_of FILE: sets $text to its contents, with whatever a measurement may change as #
    # On a busy machine ticks are missed, or the power of a profile may not settle, and its row says so: in rows, and in the
    # escaped rows of journals.
    if [ "$compare" = exact ]; then
        IFS= read -r -d '' text <"$1" || true
    else
        IFS= read -r -d '' text < <(sed -E 's/-?[0-9]+([.][0-9]+)?/#/g
            s/\t(a-lower|b-lower|not-distinguishable)\t/\tverdict\t/
            s/(\t|\\t)(valid|invalid|unknown)(\t|\\t)([a-z,-]+|NA)(\t|\\t)/\1verdict\3rules\5/
            s/\t(valid|invalid|unknown)\temulated$/\tverdict\temulated/
            s/(\t|\\t)limit(\t|\\t)ok/\1agreed\2ok/; s/(\t|\\t)NA(\t|\\t)unsettled/\1NA\2ok/' "$1") || true
    fi
}

results() { # sets $result to standard output and the files under out/, $torn to those that end within a line
    local file
    text_of stdout
    result=$text torn=''
    case $text in '' | *$'\n') ;; *) torn=stdout ;; esac
    for file in out/*.{tsv,meta} out/*/*.tsv; do
        text_of "$file"
        result+="== $file"$'\n'$text
        case $text in '' | *$'\n') ;; *) torn+=" $file" ;; esac
    done
    for file in out/*/*/*.tsv; do # the raw rows of a sweep, of which there are now more, now fewer
        [ -z "$(tail -c 1 "$file")" ] || torn+=" $file"
    done
}

state() { # sets $state to every knob of the board
    local file value
    state=''
    [ "$board" != none ] || return 0
    for file in "${knobs[@]}"; do
        value=''
        { IFS= read -r -d '' value <"$file"; } 2>/dev/null || true
        state+="$file ${value%$'\n'} "
    done
}

reset_board() { rm -rf M && cp -a before M; }

start_run() { # start_run ARGUMENT...: runs the subject's command under the injector
    if [ -n "$writes" ]; then rm -rf out && if [ -n "$given" ]; then cp -a "$given" out; else mkdir out; fi; fi
    $ready
    got=0
    "$calls" --program "$program" --report fault.txt "$@" -- "${command[@]}" <"$input" >stdout 2>stderr || got=$?
}

check_rows() { # check_rows CASE: what was printed and written
    results
    [ -z "$torn" ] || lose "$1: incomplete: $torn"
    if [ "$got" = 0 ] && [ "$result" != "$expected" ]; then
        be_wrong "$1: other rows: $(diff <(echo "$expected") <(echo "$result") | head -n 6)"
    fi
}

check_state() { # check_state CASE: what became of the board
    state
    local wanted=$before
    if [ "$got" = 0 ]; then wanted=$after; fi
    if [ "$state" != "$wanted" ]; then
        [ "$got" != 0 ] || be_wrong "$1: another state"
        pmode restore --last 2>restore.err || true
        state
        [ "$state" = "$before" ] || leave_changed "$1"
    elif [ "$board" = sets ] && [ "$got" = 0 ]; then
        pmode restore --last 2>restore.err || true
        state
        [ "$state" = "$before" ] || leave_changed "$1: restore --last"
    fi
    [ "$state" = "$before" ] || reset_board
}

fail_at() { # fail_at KIND K ERROR: one case
    start_run --calls "$1" --at "$2" --error "$3"
    local fault name
    IFS= read -r fault <fault.txt
    if [ "${fault#*$'\t'}" != '' ]; then cases=$((cases + 1)); fi # else there were fewer calls this time
    name="$subject: $1 $2 $3 (${fault#*$'\t'}), status $got"
    case $got:$1:$program:${fault#*$'\t'} in
    13[49]:*:trainstep:*/cpu/p[or]*) ;; # LibTorch crashes if it cannot read the list of processors
    13[49]:memory:trainstep:*) ;; # LibTorch and OpenBLAS crash if memory is refused
    124:*) be_wrong "$name: it hangs" ;;
    70:malloc:* | 70:memory:*) grep -q 'out of memory' stderr || be_wrong "$name: an internal error: $(cat stderr)" ;;
    134:malloc:*) # C++ and CLI11 abort before the tool has read its options, and glibc at an object of a thread of LibTorch's
        { [ "$2" -le "$allocations_of_start" ] && grep -q bad_alloc stderr; } ||
            grep -q 'Fatal glibc error: failed to register TLS destructor' stderr || be_wrong "$name: it aborts"
        ;;
    70:*) be_wrong "$name: an internal error: $(cat stderr)" ;;
    13[24569]:*) be_wrong "$name: it crashes" ;;
    esac
    check_rows "$name"
    if [ "$board" = none ] || [ "$board" = reads ]; then return; fi
    check_state "$name"
}

# try_kind KIND: spread over its calls. Each error has moments of its own.
try_kind() {
    if [ "$1" = malloc ]; then
        "$calls" --program "$program" --report fault.txt --calls malloc -- "$program" --version >stdout
        IFS=$'\t' read -r allocations_of_start _ <fault.txt
    fi
    start_run --calls "$1"
    local count step k i=0 list
    read -ra list <<<"${errors[$1]}"
    IFS=$'\t' read -r count _ <fault.txt
    echo "$1 $count" >>calls.txt
    if [ "$board" = sets ]; then reset_board; fi
    if [ -n "$every" ] && [ -z "$quick" ] && [ "$1" != malloc ]; then
        for ((k = 1; k <= count; k++)); do fail_at "$1" "$k" "${list[(k - 1) % ${#list[@]}]}"; done
        return
    fi
    if [ -n "$quick" ]; then list=("${list[0]}"); fi
    step=$(((count + most - 1) / most))
    for ((i = 0; i < ${#list[@]}; i++)); do
        for ((k = 1 + i * step / ${#list[@]}; k <= count; k += step)); do fail_at "$1" "$k" "${list[i]}"; done
    done
}

# try SUBJECT BOARD COMPARE COMMAND...: BOARD is none, reads, keeps (changes it and restores it) or sets.
# COMPARE is exact, or shape where numbers are measured. Rows come from $input.
try() {
    subject=$1 board=$2 compare=$3 command=("${@:4}") program=$4
    [ -z "${ONLY:-}" ] || [ "$ONLY" = "$subject" ] || return 0 # ONLY=SUBJECT repeats one subject alone
    case "${command[*]}" in *out/*) writes=yes ;; *) writes='' ;; esac
    state
    before=$state
    start_run --calls none
    [ "$got" = 0 ] || die "$subject: status $got without a fault: $(cat stderr)"
    results
    expected=$result
    state
    after=$state
    if [ "$board" = sets ]; then reset_board; fi
    if [ "$board" = reads ] || [ "$board" = keeps ]; then [ "$before" = "$after" ] || die "$subject: not restored"; fi
    local kind
    for kind in $kinds; do try_kind "$kind"; done
    state
    [ "$board" != reads ] || [ "$state" = "$before" ] || leave_changed "$subject: changed by reading"
    report "$subject"
}

# Which kinds no subject of any part calls.
unused_kinds() {
    cat ./*/calls.txt | awk -v kinds="$kinds" '{ calls[$1] += $2 }
        END { n = split(kinds, kind, " "); for (i = 1; i <= n; i++) if (!calls[kind[i]]) print kind[i] }'
}

copy_board orin-nano
status=0
beside part changes sweeps resumed comparisons readings files training || status=$?
[ -n "${ONLY:-}" ] || [ -z "$(unused_kinds)" ] || die "no calls of these kinds: $(unused_kinds | paste -sd ' ')"
exit $status
