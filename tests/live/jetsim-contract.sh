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

# A kernel that breaks a rule is found out: each of these breaks the rule by behaving like its neighbour.
breaks() { # breaks KERNEL LIST_KERNEL RULE
    awk -F'\t' -v rule="$3" 'NR == 1 || $3 == "base" || $1 == rule' "$SRC/tests/kernel/contract.tsv" >one-rule
    [ "$(grep -cF "$3" one-rule)" = 1 ] || { echo "no rule '$3'"; exit 1; }
    list=one-rule
    if hold agx-orin "$1" "$2"; then
        echo "an emulated $1 keeps '$3', a rule of $2"
        exit 1
    fi
}
breaks 4.9 5.10 "a min above max is accepted and max wins"
breaks 5.10 6.1 "a policy without cores reads EBUSY"
breaks 6.1 5.10 "a policy without cores still reads"
breaks 6.1 6.12 "a pin between two entries goes to the lower one"
breaks 6.12 6.8 "a limit ends at its first blank"
breaks 5.10 6.1 "the update interval leaves averaging out"
