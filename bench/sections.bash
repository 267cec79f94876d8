# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by benches whose pages have a section per comparison, each of which can be made alone.

# write_sections PAGE TITLE SOFTWARE SECTION...: runs the function of each section, with an empty samples.tsv in the current
# folder, and puts what it prints into PAGE, below a line with the machine, its load and SOFTWARE.
write_sections() {
    local page=$1 title=$2 software=$3 section load_before
    shift 3
    [ -s "$page" ] && grep -q '^## ' "$page" || printf '%s\n' "$title" >"$page"
    for section; do
        load_before=$(cut -d ' ' -f 1-3 /proc/loadavg)
        : >samples.tsv
        "$section" >section.md
        {
            awk -v name="## $section" '/^## / { skip = $0 == name } !skip' "$page" | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'
            printf '\n## %s\n\n%s, %s cores, Linux %s, load average %s before, %s after; %s.\n' "$section" \
                "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" "$(nproc)" "$(uname -r)" "$load_before" \
                "$(cut -d ' ' -f 1-3 /proc/loadavg)" "$software"
            cat section.md
        } >page.md
        cp page.md "$page"
        cat section.md
    done
}
