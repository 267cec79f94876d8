#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A larger minibatch takes longer, and an image in it less time and energy. LeNet still gains where ResNet-18 gains no more.
. "$SRC/tests/examples/quick.bash"
quick batch-size
holds out/per-image.tsv '
    { ms[v("workload"), v("images")] = v("image_ms"); j[v("workload"), v("images")] = v("image_j"); whole[v("workload"), v("images")] = v("minibatch_ms") }
    END {
        for (w in ms) print w, ms[w]
        falls = ms["lenet", 1] > ms["lenet", 16] && ms["resnet18", 1] > ms["resnet18", 16] && j["resnet18", 1] > j["resnet18", 128]
        grows = whole["lenet", 128] > whole["lenet", 1] && whole["resnet18", 128] > whole["resnet18", 16]
        saturates = ms["lenet", 16] / ms["lenet", 128] > 2 && ms["resnet18", 16] / ms["resnet18", 128] < 1.3
        print (falls && grows && saturates ? "yes" : "no")
    }'
pictures out/time.svg out/energy.svg
