# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by published.sh: the published numbers. The sources:
#   workshop   workshop paper: loading on AGX Xavier and Xavier NX (MobileNetV3, GLD-23k)
#   2023       study of 2023: 14 power modes of an AGX Xavier, loader threads, media, five boards of a kind
#   PowerTrain power modes of AGX Orin, AGX Xavier and Orin Nano
#   2024       report of 2024: devices beside each other
#   position   position paper: one kind of board, several specimens
#   recordings tables that the authors of PowerTrain published with their scripts; the number was computed from them
a=4c/1190400k/675750k/1331200k b=8c/1190400k/675750k/1331200k c=8c/1190400k/905250k/1331200k d=8c/1190400k/905250k/1600000k
e=8c/2112000k/905250k/1600000k f=2c/2112000k/905250k/1600000k g=8c/2265600k/1377000k/2133000k h=8c/2265600k/1377000k/1065600k
k=4c/1036800k/420750k/2133000k l=8c/1036800k/420750k/2133000k m=8c/2265600k/420750k/2133000k n=8c/2265600k/905250k/2133000k
slow=8c/2265600k/114750k/2133000k
agx="agx-xavier $g" nx='xavier-nx 6c/1420800k/1109250k/1600000k' orin='12c/2201600k/1300500k/3199000k'
net=mobilenetv3

# Loading.
number 1 workshop 'AGX Xavier, no loader threads, SSD: stall' s/epoch 309 tuned '' stall_s $agx $net --workers 0 --medium ssd
number 2 workshop 'the same: epoch' s 597 tuned '' trained_epoch_s $agx $net --workers 0 --medium ssd
number 3 workshop 'AGX Xavier, 1 loader thread, SSD: stall' s/epoch 14.5 tuned '' stall_s $agx $net --workers 1 --medium ssd
number 4 workshop 'the same: epoch' s 309 tuned '' trained_epoch_s $agx $net --workers 1 --medium ssd
number 5 workshop 'AGX Xavier, first epoch, 1 loader thread, HDD: stall' s/epoch 408 tuned '' first_stall_s $agx $net --workers 1 --medium slow-hdd
number 6 workshop 'the same with SD' s/epoch 134 tuned '' first_stall_s $agx $net --workers 1 --medium slow-sd
number 7 workshop 'AGX Xavier, first epoch, no loader threads, HDD: epoch' s 1060 tuned '' first_epoch_s $agx $net --workers 0 --medium slow-hdd
number 7 workshop 'the same with SD' s 925 tuned '' first_epoch_s $agx $net --workers 0 --medium slow-sd
number 7 workshop 'the same with SSD' s 620 tuned '' first_epoch_s $agx $net --workers 0 --medium ssd
number 8 workshop 'Xavier NX, no loader threads, HDD: stall' s/epoch 704 tuned '' stall_s $nx $net --workers 0 --medium hdd
number 8 workshop 'the same with SD' s/epoch 502 tuned '' stall_s $nx $net --workers 0 --medium sd
number 8 workshop 'the same with SSD' s/epoch 455 tuned '' stall_s $nx $net --workers 0 --medium ssd
number 9 workshop 'Xavier NX, no loader threads, HDD: epoch' s 1226 tuned '' trained_epoch_s $nx $net --workers 0 --medium hdd
number 9 workshop 'the same with SD' s 1027 predicted '' trained_epoch_s $nx $net --workers 0 --medium sd
number 9 workshop 'the same with SSD' s 980 predicted '' trained_epoch_s $nx $net --workers 0 --medium ssd
number 10 workshop 'Xavier NX, 1 loader thread, HDD: stall' s/epoch 173 predicted '' stall_s $nx $net --workers 1 --medium hdd
number 11 workshop 'Xavier NX, 2 loader threads, HDD: epoch' s 590 tuned '' trained_epoch_s $nx $net --workers 2 --medium hdd
number 12 workshop 'Xavier NX, no loader threads, HDD: stall, first epoch' s/minibatch 0.55 predicted '' per_minibatch first_stall_s $nx $net --workers 0 --medium hdd
number 12 workshop 'the same in a later epoch' s/minibatch 0.3 predicted 'the paper says 704 s per epoch elsewhere, which is 0.49 s per minibatch' per_minibatch stall_s $nx $net --workers 0 --medium hdd
number 13 2023 'AGX Xavier, 4 loader threads: stall' s/epoch 13 tuned '' stall_s $agx $net --workers 4 --medium ssd
number 14 2023 'Xavier NX, 4 loader threads: stall' s/epoch 20.9 tuned '' stall_s $nx $net --workers 4 --medium hdd
number 15 2023 'AGX Xavier: energy of an epoch, 0 to 4 loader threads' % -20.1 tuned '' with_workers epoch_kj 0 4 $agx $net
number - 2023 'Xavier NX: energy of an epoch, 0 to 4 loader threads' % -38.9 predicted '' with_workers epoch_kj 0 4 $nx $net --medium hdd
number - 2023 'Xavier NX, 4 loader threads, HDD: stall, first epoch' s/epoch 18.9 predicted '' first_stall_s $nx $net --workers 4 --medium hdd
number - 2023 'AGX Xavier, 4 loader threads, HDD: stall, first epoch' s/epoch 46.4 predicted 'the workshop paper has 115 s; the emulated HDD serves one read at a time' first_stall_s $agx $net --workers 4 --medium slow-hdd
number - workshop 'AGX Xavier, first epoch, 2 loader threads, HDD: stall' s/epoch 224 predicted '' first_stall_s $agx $net --workers 2 --medium slow-hdd
number - workshop 'AGX Xavier, first epoch, 4 loader threads, HDD: stall' s/epoch 115 predicted 'the emulated HDD serves one read at a time' first_stall_s $agx $net --workers 4 --medium slow-hdd
number - workshop 'AGX Xavier, first epoch, 2 loader threads, SD: stall' s/epoch 12.3 predicted '' first_stall_s $agx $net --workers 2 --medium slow-sd
number - 2023 'AGX Xavier, first epoch, no loader threads, HDD: stall' s/epoch 741 predicted '' first_stall_s $agx $net --workers 0 --medium slow-hdd
number - 2023 'the same with SD' s/epoch 485 predicted '' first_stall_s $agx $net --workers 0 --medium slow-sd
number - 2023 'the same with SSD' s/epoch 306 predicted '' first_stall_s $agx $net --workers 0 --medium ssd
number - workshop 'Xavier NX, 1 loader thread, SD: stall' s/epoch 18.4 predicted '' stall_s $nx $net --workers 1 --medium sd
number - workshop 'Xavier NX, 2 loader threads, HDD: stall' s/epoch 18.9 predicted '' stall_s $nx $net --workers 2 --medium hdd
number - workshop 'Xavier NX, 4 times the data, SSD: epoch' 'times as long' 4 predicted '' with_samples 23080 92320 $nx $net --workers 0 --medium ssd
number - workshop 'Xavier NX, 4 times the data, HDD: epoch' 'times as long' 4.67 predicted '' with_samples 23080 92320 $nx $net --workers 0 --medium hdd
number - workshop 'Xavier NX, no loader threads, HDD: GPU use' % 0 predicted 'median of readings at moments' gpu_pct $nx $net --workers 0 --medium hdd
number - workshop 'the same with SD' % 19 predicted 'median of readings at moments: the GPU computes for about half of the time' gpu_pct $nx $net --workers 0 --medium sd
number - workshop 'the same with SSD' % 61 predicted 'the same: of two values, the median is now one and now the other' gpu_pct $nx $net --workers 0 --medium ssd
number - workshop 'Xavier NX, 4 loader threads: GPU use' % 99 predicted '' gpu_pct $nx $net --workers 4 --medium ssd

# Time and power of networks.
on_orin='agx-orin'
number 16 2024 'AGX Orin, ResNet-18: epoch' s 186 tuned '' epoch_s 3125 $on_orin resnet18 $orin
number 17 2024 'AGX Orin, MobileNetV3: epoch' s 143 tuned '' epoch_s 1443 $on_orin $net $orin
number 18 2024 'AGX Orin, YOLOv8n: epoch' s 219 fitted 'PowerTrain: 294 s; the report leaves the loading out' epoch_s 1563 $on_orin yolov8n $orin
number 19 2024 'AGX Orin, LSTM: epoch' s 171 tuned '' epoch_s 16214 $on_orin lstm $orin
number 20 2024 'AGX Orin, BERT: epoch' s 736 tuned '' epoch_s 743 $on_orin bert $orin
number 21 PowerTrain 'AGX Orin, ResNet-18: power' W 51.1 tuned '' watts $on_orin resnet18 $orin
number 22 PowerTrain 'AGX Orin, ResNet-18, slowest mode: epoch' min 112 fitted '' over_grid 'most_ms * 3125 / 60000' 4368 $on_orin resnet18
number 22 PowerTrain 'the same: power' W 11.8 fitted '' watts $on_orin resnet18 2c/268800k/114750k/204000k
number 23 PowerTrain 'AGX Xavier, ResNet-18: epoch' s 508 tuned '' epoch_s 3125 agx-xavier resnet18 $g
number 23 PowerTrain 'the same: power' W 36.4 tuned '' watts agx-xavier resnet18 $g
number 24 PowerTrain 'AGX Orin, MobileNetV3, 10 cores at 1.65 GHz: power' W 30.3 predicted '' watts $on_orin $net 10c/1651200k/828750k/3199000k
number 24 PowerTrain 'the same, 12 cores at 2.2 GHz' W 37.4 predicted '' watts $on_orin $net 12c/2201600k/1032750k/3199000k
number 24 PowerTrain 'AGX Orin, YOLOv8n, 12 cores at 1.34 GHz: power' W 16.2 fitted '' watts $on_orin yolov8n 12c/1344000k/726750k/2133000k
number 24 PowerTrain 'the same, 10 cores at 1.04 GHz' W 19.2 fitted '' watts $on_orin yolov8n 10c/1036800k/1300500k/3199000k
number 24 PowerTrain 'AGX Orin, ResNet-18, 12 cores at 1.65 GHz: power' W 28.6 fitted '' watts $on_orin resnet18 12c/1651200k/624750k/3199000k
number 24 PowerTrain 'the same, 12 cores at 2.2 GHz' W 45.8 fitted '' watts $on_orin resnet18 12c/2201600k/1236750k/3199000k
number 25 2023 'AGX Xavier, MobileNetV3, mode b: computing' s/epoch 505 tuned '' compute_s agx-xavier $b $net
number 25 2023 'the same, mode c' s/epoch 441 tuned '' compute_s agx-xavier $c $net
number 26 2023 'AGX Xavier, LeNet, mode b: computing' s/epoch 38.4 tuned '' compute_s agx-xavier $b lenet
number 27 recordings 'Orin Nano, ResNet-18: minibatch' ms 181.8 tuned '' step_ms orin-nano resnet18 6c/1510400k/624750k/2133000k
number 28 2023 'Nano, LeNet: power' W 5 predicted '' watts nano lenet 4c/1479000k/921600k/1600000k
number 29 2023 'AGX Xavier, idle: power' W 7.53 tuned '' idle_w $agx
number 30 recordings 'AGX Orin, ResNet-18: time, slowest of 4,368 modes' 'times the fastest' 37 fitted '' time_range 4368 $on_orin resnet18
number 30 recordings 'the same, MobileNetV3' 'times the fastest' 35 tuned '' time_range 4368 $on_orin $net
number 30 recordings 'the same, YOLOv8n' 'times the fastest' 16 fitted '' time_range 4368 $on_orin yolov8n
number 31 recordings 'AGX Orin, ResNet-18: energy that the best mode saves' % 34 fitted 'the best of 4,368 readings with noise, one of 31.9 W beside neighbors of 42 W; see the next line' saved_pct 4368 $on_orin resnet18
number - recordings 'the same, smoothed over neighboring modes' % 12.8 fitted '' saved_pct 4368 $on_orin resnet18
number 32 recordings 'AGX Orin, ResNet-18: first minibatch' s 12.5 predicted 'shorter on purpose, so that runs begin soon; --first-factor 210 has it' first_s $on_orin $orin resnet18
number - recordings 'AGX Orin, BERT: time, slowest of 441 modes' 'times the fastest' 8.6 fitted '' time_range 441 $on_orin bert
number - recordings 'the same, LSTM' 'times the fastest' 7.9 tuned '' time_range 441 $on_orin lstm
number - recordings 'AGX Orin, ResNet-18: power, most of 4,368 modes' 'times the least' 4.3 fitted '' power_range 4368 $on_orin resnet18
number - recordings 'the same, MobileNetV3' 'times the least' 3.8 predicted '' power_range 4368 $on_orin $net
number - recordings 'the same, YOLOv8n' 'times the least' 2.2 fitted '' power_range 4368 $on_orin yolov8n
number - recordings 'the same, BERT, of 441 modes' 'times the least' 3.7 fitted '' power_range 441 $on_orin bert
number - recordings 'the same, LSTM, of 441 modes' 'times the least' 2.9 predicted '' power_range 441 $on_orin lstm
number - recordings 'AGX Orin, BERT: energy that the best mode saves' % 20 fitted '' saved_pct 441 $on_orin bert
number - recordings 'the same, LSTM' % 14 predicted 'the best of 441 readings with noise' saved_pct 441 $on_orin lstm
number - recordings 'the same, MobileNetV3' % 11 predicted '' saved_pct 4368 $on_orin $net
number - recordings 'the same, YOLOv8n' % 11 fitted '' saved_pct 4368 $on_orin yolov8n
number - PowerTrain 'AGX Orin, BERT: power' W 57 tuned '' watts $on_orin bert $orin
number - recordings 'AGX Orin, MobileNetV3: first minibatch' s 13.7 predicted 'shorter on purpose; --first-factor 141' first_s $on_orin $orin $net
number - recordings 'AGX Orin, YOLOv8n: first minibatch' s 10.6 predicted 'shorter on purpose; --first-factor 57' first_s $on_orin $orin yolov8n
number - recordings 'AGX Orin, BERT: first minibatch' s 8 predicted 'shorter on purpose; --first-factor 8' first_s $on_orin $orin bert

# What one clock, or the number of cores, changes on an AGX Xavier.
another='its ResNet-18 trains on images of 32 pixels, a quarter of the work of this one'
number - 2023 'GPU 670 to 900 MHz, LeNet: computing, then' s/epoch 40.5 tuned '' compute_s agx-xavier $c lenet
number - 2023 'CPU 1.2 to 2.1 GHz, LeNet: computing' % -36.8 tuned '' changed compute_s agx-xavier $d $e lenet
number - 2023 'the same, LeNet: epoch' % -13.5 predicted 'computing and stall of the published epoch fell by a third, too: it has a part that the clock does not change' changed trained_epoch_s agx-xavier $d $e lenet
number - 2023 'the same, MobileNetV3' % -9.7 tuned 'the launches of its kernels are hidden behind others for the most part' changed compute_s agx-xavier $d $e $net
number - 2023 'the same, MobileNetV3: stall' % -35 tuned '' changed stall_s agx-xavier $d $e $net
number - 2023 'the same, ResNet-18: computing' % -2 predicted "$another" changed compute_s agx-xavier $d $e resnet18
number - 2023 '8 to 2 cores, LeNet: computing' % 35.9 tuned '' changed compute_s agx-xavier $e $f lenet
number - 2023 'the same, MobileNetV3' % 15.6 tuned 'not found: four loader processes may hold the training process back more than loader threads do here' changed compute_s agx-xavier $e $f $net
number - 2023 'the same, MobileNetV3: stall' % 47 tuned '' changed stall_s agx-xavier $e $f $net
number - 2023 'the same, ResNet-18: computing' % 1.9 predicted "$another" changed compute_s agx-xavier $e $f resnet18
number - 2023 'the same, LeNet: stall' % 54.4 predicted '' changed stall_s agx-xavier $e $f lenet
number - 2023 '4 to 8 cores, MobileNetV3: stall' % -18.5 tuned '' changed stall_s agx-xavier $a $b $net
number - 2023 '4 to 8 cores at 1 GHz, LeNet: computing' % -14.6 tuned '' changed compute_s agx-xavier $k $l lenet
number - 2023 'CPU 1 to 2.3 GHz, LeNet: computing' % -46.3 tuned '' changed compute_s agx-xavier $l $m lenet
number - 2023 'GPU 420 to 900 MHz, LeNet: computing, times' 'times as long' 0.94 tuned '' times compute_s agx-xavier $m $n lenet
number - 2023 'GPU 1377 to 318 MHz, LeNet: computing, at most' % 6.8 tuned '' changed compute_s agx-xavier $g 8c/2265600k/318750k/2133000k lenet
number - 2023 'GPU 670 to 900 MHz, MobileNetV3: computing' % -12.6 predicted '' changed compute_s agx-xavier $b $c $net
number - 2023 'EMC 1066 to 2133 MHz, MobileNetV3: computing' % -25.8 tuned '' changed compute_s agx-xavier $h $g $net
number - 2023 'the same, MobileNetV3: stall' % -27.5 tuned '' changed stall_s agx-xavier $h $g $net
number - 2023 'the same, LeNet: computing' % -33.4 tuned '' changed compute_s agx-xavier $h $g lenet
number - 2023 'the same, LeNet: stall' % -34.4 predicted 'of its stall, only the copy follows the clock of the memory here' changed stall_s agx-xavier $h $g lenet
number - 2023 'the same, ResNet-18: computing' % -28 tuned "$another" changed compute_s agx-xavier $h $g resnet18
number - 2023 'GPU 670 to 900 MHz, ResNet-18: computing' % -22.3 predicted "$another" changed compute_s agx-xavier $b $c resnet18
number - 2023 'GPU at 115 MHz, ResNet-18: time' 'times as long' 10.3 tuned "$another" from_to step_ms agx-xavier resnet18 $g $slow
number - 2023 'the same: power at 1377 MHz' 'times as much' 3.6 tuned "$another" from_to watts agx-xavier resnet18 $slow $g
number - 2023 'the same: energy at 1377 MHz' 'times as much' 0.4 predicted "$another" from_to step_j agx-xavier resnet18 $slow $g
number - 2023 'governors on instead of pinned clocks, ResNet-18: epoch' 'times as long' 0.975 predicted '' times trained_epoch_s agx-xavier $g MAXN resnet18
number - 2023 'governors on, LeNet: GPU clock' MHz 300 tuned '' gpu_mhz agx-xavier MAXN lenet
number - 2023 'LeNet: energy of an epoch, 0 to 4 loader threads' % -5.4 tuned '' with_workers epoch_kj 0 4 $agx lenet

# Boards.
number - position 'AGX Xavier, MobileNetV3: variation between specimens, at most' % 1 predicted 'a bound: less is within it' variation_pct $agx $net
number - 2023 'AGX Xavier: power modes' 1 29232 tuned '' modes_of agx-xavier
number - 2024 'Orin Nano: power modes' 1 1800 tuned '' modes_of orin-nano
number - PowerTrain 'AGX Orin: power modes' 1 18096 tuned '' modes_of agx-orin
number - 2024 'BERT on a board with 4 GB' - 'did not run' tuned '' did_not_run nano bert

# Language models: Llama-3.2-1B in half precision and, as -q4, in Q4_K_M by llama.cpp. Powers and energies are those of the rail
# VDD_CPU_GPU_CV, which smolhub measured.
super=orin-nano-super cpu_gpu=VDD_CPU_GPU_CV w7=4c/960000k/408000k/2133000k w15=6c/1497600k/612000k/2133000k w25=6c/1344000k/918000k/3199000k maxn=6c/1728000k/1020000k/3199000k
number - smolhub 'Orin Nano Super, Llama-3.2-1B Q4_K_M, 15 W: decode' tokens/s 33.3 tuned '' tokens_per_s $super llm-decode-q4 $w15
number - smolhub 'the same, 25 W' tokens/s 48.7 tuned '' tokens_per_s $super llm-decode-q4 $w25
number - smolhub 'the same, MAXN_SUPER' tokens/s 53.7 tuned '' tokens_per_s $super llm-decode-q4 $maxn
number - smolhub 'the same, 7 W, in which half of the GPU has power' tokens/s 12.3 predicted '' booted 7W tokens_per_s $super llm-decode-q4 $w7
number - smolhub 'the same, 7 W: prompts of 512 tokens' tokens/s 468 predicted '' booted 7W tokens_per_s $super llm-prefill-q4 $w7
number - smolhub 'the same, 7 W: energy of a token, VDD_CPU_GPU_CV' J 0.185 predicted '' booted 7W rail_j_per_token $cpu_gpu $super $w7 llm-decode-q4
number - smolhub 'the same, 15 W: energy of a token, VDD_CPU_GPU_CV' J 0.183 tuned '' rail_j_per_token $cpu_gpu $super $w15 llm-decode-q4
number - smolhub 'the same, 25 W' J 0.177 tuned '' rail_j_per_token $cpu_gpu $super $w25 llm-decode-q4
number - smolhub 'the same, MAXN_SUPER' J 0.199 tuned '' rail_j_per_token $cpu_gpu $super $maxn llm-decode-q4
number - smolhub 'the same, 15 W: prompts of 512 tokens' tokens/s 1285 tuned '' tokens_per_s $super llm-prefill-q4 $w15
number - smolhub 'the same, 25 W' tokens/s 1847 tuned '' tokens_per_s $super llm-prefill-q4 $w25
number - smolhub 'the same, MAXN_SUPER' tokens/s 2053 tuned '' tokens_per_s $super llm-prefill-q4 $maxn
number - smolhub 'the same, 25 W, prompts of 128 tokens' tokens/s 1184 tuned '' tokens_per_s $super llm-prefill-q4 $w25 --context 128
number - smolhub 'the same, prompts of 2048 tokens' tokens/s 2084 tuned '' tokens_per_s $super llm-prefill-q4 $w25 --context 2048
number - smolhub 'the same, 25 W, context of 2048 tokens: decode' tokens/s 47.1 tuned '' tokens_per_s $super llm-decode-q4 $w25 --context 2048
number - smolhub 'Orin Nano Super, eight models, 15 W to 25 W: decode, at least' % 36 tuned 'eight models have 36 to 47 %' faster_pct $super llm-decode $w15 $w25
number - smolhub 'the same, Q4_K_M, at most' % 47 tuned 'eight models have 36 to 47 %' faster_pct $super llm-decode-q4 $w15 $w25
number - smolhub 'Orin Nano Super, half precision: energy of a token, VDD_CPU_GPU_CV, MAXN_SUPER to 25 W' 'times as much' 1.2 predicted '' from_25_w
number - embedl 'AGX Orin, Llama-3.2-1B in half precision: decode' tokens/s 65 tuned '' tokens_per_s agx-orin llm-decode $orin
number - 2506.09554 'AGX Orin, half precision, 32 requests, EMC 3199 to 665 MHz: time' 'times as long' 4.7 tuned '' from_to_32 step_ms
number - 2506.09554 'the same: power' 'times as much' 0.48 predicted 'the time, power and energy that the paper gives contradict each other' from_to_32 watts
number - EdgeReasoning 'AGX Orin, half precision: prompts of 4097 tokens, rate' 'times that of 513' 1.244 tuned '' prefill_gain
number - maxperf 'AGX Orin, Q4_K_M: power, prefill' 'times that of decode' 0.932 predicted '' from_workloads
