#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# on_board.sh PYTHON SECONDS PROGRAM...: measure.py in `jetsim run`, with an emulated training and the service of jtop of the
# same virtual environment. jtop wants its group, which its installer makes, and a folder beside the files of Python: they are
# seen here only, and this machine's files stay as they are.
set -eu
here=$(cd "$(dirname "$0")" && pwd) python=$1
{ cat /etc/group && echo "jtop:x:$(id -g):"; } >group
mount --bind group /etc/group
prefix=$("$python" -c 'import sys; print(sys.base_prefix)')
[ ! -d "$prefix/local" ] || prefix+=/local
mkdir own && mount -t tmpfs tmpfs own && mkdir own/upper own/work
mount -t overlay overlay -o "lowerdir=$prefix,upperdir=own/upper,workdir=own/work,userxattr" "$prefix"
export PYTHONPATH=$here/board PYTHONDONTWRITEBYTECODE=1 PATH=${python%/*}:$PATH LC_ALL=C.UTF-8 NO_PROXY=localhost
JTOP_SERVICE=True "${python%/*}/jtop" >service.txt 2>&1 &
service=$!
jetsim step --workload resnet18 --first-factor 1 --epochs 1000 >steps &
training=$!
until [ -S /run/jtop.sock ] && [ "$(wc -l <steps)" -gt 2 ]; do
    if ! kill -0 $training || ! kill -0 $service; then exit 1; fi
    sleep 0.1
done
"$python" "$here/measure.py" "${@:2}"
kill $training $service
