#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# On a GPU the losses are those of the CPU within 1e-3, those of LeNet from every kind of memory. Differences in the last
# digits grow from step to step, the faster the larger the learning rate; with YOLOv8n they reach 1e-3 after seven steps.
. "$SRC/tests/cuda/rows.bash"
for net in lenet resnet18-cifar lstm yolov8n; do
    given=("$net" --synthetic --batch 16 --deterministic --lr 0.0001)
    case $net in
    lenet | resnet18-cifar) given+=(--max-steps 12) ;;
    lstm) given+=(--max-steps 12 --length 32 --dropout 0) ;;
    yolov8n) given+=(--max-steps 5 --image-size 96) ;;
    esac
    trainstep "${given[@]}" --device cpu -o cpu.tsv
    kinds=pageable
    [ $net != lenet ] || kinds='pageable pinned mapped managed'
    for memory in $kinds; do
        trainstep "${given[@]}" --device cuda --memory "$memory" -o "$memory.tsv"
        same_losses cpu.tsv "$memory.tsv" 1e-3 || fail "$net: the losses from $memory memory are not those of the CPU"
    done
done
