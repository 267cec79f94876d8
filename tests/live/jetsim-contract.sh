#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The emulated kernels give the answers of the contract list, generation by generation, and the list can tell them apart.
set -eu
list=$SRC/tests/kernel/contract.tsv
contract=$BIN/../tests/contract

hold() { # hold BOARD KERNEL LIST_KERNEL: the contract's status
    mkdir -p M
    jetsim mount --board "$1" --kernel "$2" M
    status=0
    "$contract" "$3" "$list" M >"$1-$2-$3" || status=$?
    jetsim umount M
    return $status
}

for pair in agx-xavier:4.9 agx-orin:5.10 agx-orin-r36:5.15 agx-orin:6.1 agx-orin:6.8 agx-orin:6.12; do
    board=${pair%:*} kernel=${pair#*:}
    hold "$board" "$kernel" "$kernel" || { echo "$board, kernel $kernel:"; cat "$board-$kernel-$kernel"; exit 1; }
    echo "$board $kernel"
    sed 's/^/    /' "$board-$kernel-$kernel"
done

# A kernel that breaks a rule is found out: here by behaving like its neighbour.
for pair in 4.9:5.10 5.10:6.1 6.1:5.10 6.1:6.12 6.12:6.8; do
    if hold agx-orin "${pair%:*}" "${pair#*:}"; then
        echo "an emulated ${pair%:*} passed for a ${pair#*:}"
        exit 1
    fi
done
