#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Writes one HTML page about a folder of experiments that examples/all.sh has filled: what each one found, its pictures, the
# verdicts of wattcheck on its runs and profiles, the command that repeats it, the machine and its short tables. The page is
# self-contained and needs no network.
# Usage: examples/report.sh [FOLDER] >report.html    (default: artifact)
set -euo pipefail
# shellcheck source=examples/start.bash
. "$(dirname "$0")/start.bash"
arguments 1 "$@"
cd -- "${1:-artifact}" >/dev/null
text() { sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g; s/"/\&quot;/g' "$@"; }
table() { # table < rows: nothing if there is only their header
    text | awk -F '\t' '
        NR == 2 { print "<div class=\"wide\"><table>" header }
        { tag = NR == 1 ? "th" : "td"; row = "<tr>"; for (i = 1; i <= NF; i++) row = row "<" tag ">" $i "</" tag ">"; row = row "</tr>" }
        NR == 1 { header = row; next }
        { print row }
        END { if (NR > 1) print "</table></div>" }'
}
outcomes() { # every experiment that was started, and why those without a result have none
    awk -F '\t' -v OFS='\t' '
        NR == 1 { print "experiment", "time (s)", "outcome", "rows"; next }
        { print $1, $2, $3 == 0 ? "done" : $3 == 69 ? "not available here" : "failed", $4 == "NA" ? "" : $4 }' experiments.tsv | table
    awk -F '\t' 'NR > 1 && $3 != 0 { print $5 }' experiments.tsv | text | sed 's/.*/<p>&<\/p>/'
}
command_of() { # command_of NAME: the line that repeats the experiment, which the folder need not be named after
    local option value script=${1##*/} options=
    while IFS=$'\t' read -r option value; do
        case $option=$value in
        *=NA | quick=0) ;;
        quick=*) options+=' --quick' ;;
        experiment=*) script=$value ;;
        board=* | workload=* | data=* | table=*) options+=" --$option $(word "$value")" ;;
        esac
    done <"$1/settings.tsv"
    printf '%s%s -o %s\n' "$(word "examples/$script")" "$options" "$(word "${1#./}")"
}
word() { case $1 in *[!A-Za-z0-9_./,=:-]* | '') printf '%q' "$1" ;; *) printf '%s' "$1" ;; esac; } # as a shell reads it
machine_of() { # machine_of NAME: what the files beside its rows say of the machine and the versions
    find "$1" -maxdepth 1 -name '*.tsv.meta' -exec cat {} + | awk -F '\t' -v OFS='\t' '
        BEGIN { wanted = split("version host kernel model module jetpack l4t device torch emulated_board emulated_time_scale", names, " "); print "machine", "" }
        $2 != "" && $2 != "NA" && !seen[$1, $2]++ { values[$1] = values[$1] ($1 in values && values[$1] != "" ? ", " : "") $2 }
        END { for (i = 1; i <= wanted; i++) if (names[i] in values) print names[i], values[names[i]] }'
}
verdicts_of() { # verdicts_of NAME: of wattcheck, for each run whose power and steps were logged
    local power run last
    printf 'run\tverdict of wattcheck, profile quick\n'
    for power in "$1"/*-power.tsv; do
        run=${power%-power.tsv}
        [ -e "$run-steps.tsv" ] || continue
        last=$({ wattcheck --profile quick --allow-emulated "$run"-{power,steps,load}.tsv 2>&1 >/dev/null || true; } | tail -n 1)
        printf '%s\t%s\n' "${run##*/}" "${last#wattcheck: }"
    done
}
sweeps_of() { # sweeps_of NAME: what wattcheck said of the profiles in each table of pmsweep
    local file
    printf 'profiles\tvalid\tinvalid\tunknown\tnot judged\trules that were broken or unknown\n'
    for file in "$1"/*.tsv; do
        awk -F '\t' -v OFS='\t' -v name="$(basename "$file" .tsv)" '
            NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
            !("verdict_rules" in at) { exit }
            NR == 1 { next }
            { verdicts[$at["verdict"]]++; count = split($at["verdict_rules"], rules, ",") }
            { for (i = 1; i <= count; i++) if (rules[i] != "NA" && !times[rules[i]]++) order[++different] = rules[i] }
            END {
                if (NR < 2) exit
                for (i = 1; i <= different; i++) list = list (i > 1 ? ", " : "") order[i] " (" times[order[i]] ")"
                print name, verdicts["valid"] + 0, verdicts["invalid"] + 0, verdicts["unknown"] + 0, verdicts["NA"] + 0, list
            }' "$file"
    done
}
short_tables() { # short_tables NAME: its rows, where they are few
    local file lines
    for file in "$1"/*.tsv; do
        case $file in */settings.tsv | *-modes.tsv | *-steps.tsv | *-power.tsv | *-load.tsv | *-clocks.tsv) continue ;; esac
        lines=$(wc -l <"$file")
        [ "$lines" -gt 1 ] && [ "$lines" -le 25 ] || continue
        printf '<h3>%s</h3>\n' "$(basename "$file" | text)"
        table <"$file"
    done
    printf '<p>All files of rows: %s</p>\n' "$(cd "$1" && printf '%s ' *.tsv | text)"
}
experiment() { # experiment NAME, as ./FOLDER
    local picture title
    title=$(text <<<"${1#./}")
    printf '<h2 id="%s">%s</h2>\n<p>%s</p>\n<div class="pictures">\n' "$title" "$title" "$(text "$1/seen.txt")"
    for picture in "$1"/*.svg; do
        [ -e "$picture" ] || continue
        printf '<figure><img alt="%s" src="data:image/svg+xml;base64,%s"><figcaption>%s</figcaption></figure>\n' \
            "$(text <<<"${picture#./}")" "$(base64 -w 0 "$picture")" "$(basename "$picture" .svg | text)"
    done
    printf '</div>\n<details><summary>Command, machine and rows</summary>\n<pre>%s</pre>\n' "$(command_of "$1" | text)"
    machine_of "$1" | table
    verdicts_of "$1" | table
    sweeps_of "$1" | table
    short_tables "$1"
    echo '</details>'
}

names=()
for sentence in ./*/seen.txt; do # ./, as awk takes a=b for an assignment
    [ -e "$sentence" ] || { echo "report.sh: error: $PWD: no experiment ended here" >&2 && exit 65; }
    names+=("${sentence%/*}")
done
cat <<'END'
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Experiments</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<style>
body { font-family: sans-serif; max-width: 72em; margin: 2em auto; padding: 0 1em; line-height: 1.4; overflow-wrap: break-word }
.pictures { display: flex; flex-wrap: wrap; gap: 1em } figure { margin: 0; width: 30em; max-width: 100% } img { width: 100% }
figcaption { text-align: center; color: #555 } summary { cursor: pointer; color: #555 } pre, .wide { overflow-x: auto }
h2 { margin-top: 2em } h3 { font-size: 1em } pre { background: #f4f4f4; padding: .5em } .wide { margin: 1em 0 }
table { border-collapse: collapse; font-size: .9em } th, td { text-align: left; vertical-align: top; padding: .15em .8em .15em 0; border-bottom: 1px solid #ddd }
td:first-child { white-space: nowrap }
</style></head><body>
<h1>Experiments</h1>
<p>Pictures whose rows were not measured say so at their right edge.</p>
END
[ ! -e experiments.tsv ] || outcomes
for name in "${names[@]}"; do experiment "$name"; done
echo '</body></html>'
