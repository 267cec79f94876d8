# SPDX-License-Identifier: Apache-2.0
_trainstep() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} words
    case $prev in
        --data | --infer-data | --labels | --model | --save | -o | --output | --epochs-out | --summary | --marks | \
            --residency | --residency-out)
            mapfile -t COMPREPLY < <(compgen -f -- "$cur")
            return
            ;;
        --device) words="auto cpu cuda" ;;
        --decode) words="exact fast" ;;
        --order) words="shuffle sequential cached-first" ;;
        --on-bad) words="stop skip" ;;
        --memory) words="pageable pinned mapped managed" ;;
        --policy) words="managed round-robin streams" ;;
        --optimizer) words="sgd adam adamw" ;;
        --loss) words="cross-entropy mse l1 bce" ;;
        --allocator) words="keep system" ;;
        --preset) words="srfp2024" ;;
        *)
            if [[ $cur == -* ]]; then
                words="--allocator --batch --channels-last --clip --cudnn-benchmark --data --decode --deterministic
                    --device --dropout --epoch-hook --epochs --epochs-out --gpio --help --infer --infer-batch
                    --infer-data --interleave --labels --latency --length --list-columns --loader-only --loss --lr
                    --marks --max-steps --memory --model --momentum --on-bad --optimizer --order --output --policy --prefetch --preset
                    --rate --residency --residency-out --resume --samples --save --seed --stabilize --summary
                    --synthetic --tag --tf32 --threads --version --vocabulary --weight-decay --workers"
            else
                words="info lenet resnet18 resnet18-cifar mobilenetv3 mobilenetv3-203 yolov8n bert bert-large lstm resnet50
                    vgg11"
            fi
            ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -F _trainstep trainstep
