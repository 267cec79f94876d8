# SPDX-License-Identifier: Apache-2.0
"""classify.py MODEL RUNS: ONNX Runtime classifies images with its profile on. Prints the times of day at which it was asked and
answered, as this script sees them, a line per run, and last the name of the profile, its start by ONNX Runtime itself, and the
version."""
import sys
import time

import numpy
import onnxruntime

options = onnxruntime.SessionOptions()
options.enable_profiling = True
options.intra_op_num_threads = 1
session = onnxruntime.InferenceSession(sys.argv[1], options, providers=["CPUExecutionProvider"])
images = numpy.random.rand(1, 3, 224, 224).astype(numpy.float32)
for _ in range(int(sys.argv[2])):
    asked = time.time()
    session.run(None, {"images": images})
    print("run", f"{asked:.6f}", f"{time.time():.6f}", sep="\t")
start_ns = session.get_profiling_start_time_ns()
print("profile", session.end_profiling(), f"{start_ns / 1e9:.6f}", onnxruntime.__version__, sep="\t")
