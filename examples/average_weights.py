#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""average_weights.py NETWORK... AVERAGE: writes a network whose weights are the means of those of the others.

The networks are archives that trainstep --save writes. federated-training averages its boards with it.
"""
import sys

if len(sys.argv) < 3 or any(path.startswith("-") for path in sys.argv[1:]):
    print(__doc__, file=sys.stderr)
    sys.exit(64)
import torch

networks = [torch.jit.load(path) for path in sys.argv[1:-1]]
states = [network.state_dict() for network in networks]
networks[0].load_state_dict({name: sum(state[name] for state in states) / len(states) for name in states[0]})
networks[0].save(sys.argv[-1])
