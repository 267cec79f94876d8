#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# golden.sh FOLDER: runs FOLDER/cmd and compares its stdout, stderr and status with the files of those names.
# A missing stdout or stderr file means "must be empty", a missing status file means 0. CASE is the folder, SRC the
# sources. WATTLINE_UPDATE=1 rewrites the files instead.
set -u
CASE=$1
export CASE
bash "$CASE/cmd" >stdout.got 2>stderr.got
echo $? >status.got
# Paths of the scratch and source folders are not part of the contract.
sed -i -e "s#$SCRATCH#SCRATCH#g" -e "s#$SRC#SRC#g" stdout.got stderr.got
if [ "${WATTLINE_UPDATE:-0}" = 1 ]; then
    for part in stdout stderr; do
        rm -f "$CASE/$part"
        if [ -s $part.got ]; then cp $part.got "$CASE/$part"; fi
    done
    rm -f "$CASE/status"
    if [ "$(cat status.got)" != 0 ]; then cp status.got "$CASE/status"; fi
    exit 0
fi
failed=0
for part in stdout stderr status; do
    wanted=$CASE/$part
    if [ ! -e "$wanted" ]; then
        wanted=empty
        : >empty
        if [ $part = status ]; then echo 0 >empty; fi
    fi
    diff -u "$wanted" $part.got || failed=1
done
exit $failed
