# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by tests that run commands in locales that this machine need not have.
make_locales() { # make_locales LOCALE...: as de_DE.UTF-8, in the scratch folder, where LOCPATH finds them
    local locale
    export LOCPATH=$SCRATCH/locales
    mkdir -p "$LOCPATH"
    for locale; do
        localedef -i "${locale%%.*}" -f "${locale#*.}" "$LOCPATH/$locale" ||
            { echo "the locale $locale cannot be made: install the package locales" && exit 1; }
    done
    # A test in the C locale would pass. Also where awk is one that knows no locale, printf does.
    [ "$(LC_ALL=$1 bash -c 'printf %.1f 1,5 2>/dev/null')" = 1,5 ] || { echo "the locale $1 has no effect" && exit 1; }
}
