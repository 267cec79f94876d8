#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A minibatch of LeNet follows the clock of the CPU, and much less that of the GPU; one of ResNet-18 follows that of the GPU.
. "$SRC/tests/examples/quick.bash"
quick clocks-one-by-one
holds out/clocks.tsv '
    v("status") == "ok" { ms[v("workload"), v("knob"), v("share_pct") < 100] = v("minibatch_ms") }
    function effect(workload, knob) { return ms[workload, knob, 1] / ms[workload, knob, 0] }
    END {
        print effect("lenet", "cpu"), effect("lenet", "gpu"), effect("resnet18", "gpu")
        print (effect("lenet", "cpu") > 2 && effect("lenet", "gpu") < 1.6 && effect("resnet18", "gpu") > 2 ? "yes" : "no")
    }'
pictures out/lenet.svg out/resnet18.svg
