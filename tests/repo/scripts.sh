#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# No script of examples/ and bench/ begins its work, which may take hours, with an argument that it does not know: it says so, with
# status 64. --help prints the comment at its head. Each sets its locale where it begins, or sources what does.
set -u
failed=0
say() { echo "$*"; failed=1; }
cd "$SRC" || exit 1
own_usage=' examples/train.sh examples/sweep-parallel.sh examples/sweep-slurm.sh ' # users copy them, so they source nothing
scripts=$(git ls-files examples bench | xargs grep -lE '^#!/bin/(ba)?sh')
[ "$(wc -w <<<"$scripts")" -ge 50 ] || say "only these scripts were found: $scripts"
cd "$SCRATCH" || exit 1
ended() { # ended SCRIPT ARGUMENT...: sets status; the script ends by itself, at once and without a result
    status=0
    timeout 60 "$(sed -n '1s/^#!\([^ ]*\/env \)\{0,1\}//p' "$SRC/$1")" "$SRC/$1" "${@:2}" >out 2>err </dev/null || status=$?
}
for script in $scripts; do
    for unknown in --no-such-option '-o=x' 'a b c d e f g h'; do
        # shellcheck disable=SC2086
        case $script:$unknown in
        examples/train.sh:a* | examples/sweep-*:a* | examples/samples-to-target:a*) continue ;; # commands, or files
        *) ended "$script" $unknown ;;
        esac
        [ $status = 64 ] || say "$script $unknown: status $status: $(head -n 2 err)"
        [ ! -s out ] || say "$script $unknown: prints $(head -n 1 out)"
        [ -s err ] || say "$script $unknown: says nothing"
    done
    ended "$script" --help
    case $own_usage in *" $script "*)
        grep -q '^usage: ' err || say "$script --help: $(cat err)"
        grep -q 'LC_ALL=C' "$SRC/$script" || say "$script: sets no locale"
        continue
        ;;
    esac
    [ $status = 0 ] || say "$script --help: status $status: $(cat err)"
    sed -n '3s/^# \{0,1\}//p' "$SRC/$script" | grep -qxF -- "$(head -n 1 out)" || say "$script --help: prints $(head -n 1 out)"
    grep -qE '^\. .*/(start|common)\.bash"$' "$SRC/$script" || say "$script: sources neither start.bash nor common.bash"
done
for script in examples/train.py examples/average_weights.py examples/import-edge-train-bench examples/text-arrays examples/trace-events examples/requests-from; do
    ended "$script" --no-such-option
    [ $status = 64 ] || say "$script --no-such-option: status $status: $(tail -n 1 err)"
    ended "$script" --help
    grep -qE "^(usage: |${script#examples/}|Turns the logs)" out err || say "$script --help: $(cat out err)"
done
rest=$(find . -mindepth 1 ! -name out ! -name err)
[ -z "$rest" ] || say "left here: $rest"
exit $failed
