# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced first by the scripts of examples/ and bench/: their locale, their --help, and what they refuse.

# With the decimal comma of many locales, awk cuts off the fractions of rows, and printf, sort and datamash refuse them.
export LC_ALL=C

head_comment() { sed -n '3,/^[^#]/s/^# \{0,1\}//p' "$0"; }
refuse() { echo "${0##*/}: error: $1; see ${0##*/} --help" >&2 && exit 64; }
arguments() { # arguments MOST ARGUMENT...: prints --help, and refuses options and more words than MOST
    local most=$1 word
    shift
    for word; do
        case $word in
        -h | --help) head_comment && exit 0 ;;
        -*) refuse "$word: no such option" ;;
        esac
    done
    [ $# -le "$most" ] || refuse "${!#}: one argument too many"
}
parts() { # parts KNOWN PART...: as arguments, where each is one of the words in KNOWN
    local known=$1 part
    shift
    arguments $# "$@"
    for part; do
        case " $known " in *" $part "*) ;; *) refuse "$part: no such part; one of: $known" ;; esac
    done
}
