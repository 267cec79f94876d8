# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by suites that take packages from PyPI.

# make_environment REQUIREMENTS FOLDER [--newest]: a virtual environment with the packages of a list, which is kept in FOLDER, or with
# their newest versions in FOLDER-newest. Sets venv to its path.
make_environment() {
    local wanted=$1
    venv=$2${3:+-newest}
    python3 -m venv "$venv"
    [ -z "${3-}" ] || { sed 's/==.*//' "$1" >"$venv/newest.txt" && wanted=$venv/newest.txt; }
    "$venv/bin/pip" install --quiet --disable-pip-version-check ${3:+--upgrade} --requirement "$wanted"
}
