# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by the tests of what a stop signal leaves: an emulated AGX Orin on M, where the tools find it.
mkdir M
jetsim mount --board agx-orin --time-scale 20 M
export WATTLINE_ROOT=$PWD/M
fail() {
    echo "$1"
    cat err.txt
    exit 1
}
