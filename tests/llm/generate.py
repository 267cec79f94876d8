# SPDX-License-Identifier: Apache-2.0
"""generate.py MODEL REQUESTS PROMPT TOKENS: answers requests with llama.cpp, one after the other, as its server does, and prints
each answer as it comes."""
import json
import sys

import xllamacpp

model, requests, prompt, tokens = sys.argv[1], *map(int, sys.argv[2:])
parameters = xllamacpp.CommonParams()
parameters.model.path = model
parameters.n_ctx = prompt + tokens + 8
parameters.n_parallel = 1
parameters.cpuparams.n_threads = 1
parameters.warmup = False
parameters.ui = False
server = xllamacpp.Server(parameters)
for number in range(requests):
    words = [259 + (7 * number + 3 * k) % 700 for k in range(prompt)]
    answer = server.handle_completions({"prompt": words, "n_predict": tokens, "ignore_eos": True, "cache_prompt": False, "temperature": 0})
    answer = json.loads(answer) if isinstance(answer, str) else answer
    print(json.dumps({"timings": answer["timings"]}), flush=True)
