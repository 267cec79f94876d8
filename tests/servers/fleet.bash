# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by the tests of docs/fleet.md.
block() { # block WORD: the first of the page's YAML blocks with this word
    awk -v word="$1" '/^```yaml/ { on = 1; text = ""; next } /^```/ && on { if (text ~ word) { printf "%s", text; exit } on = 0 }
        on { text = text $0 "\n" }' "$SRC/docs/fleet.md"
}
page_lines() { # page_lines REGEX...: the page's commands that begin with one of these
    local wanted
    wanted=$(IFS='|' && echo "$*")
    sed -n 's/^    //p' "$SRC/docs/fleet.md" | grep -E "^($wanted)"
}
