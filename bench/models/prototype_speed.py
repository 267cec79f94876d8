# SPDX-License-Identifier: Apache-2.0
"""prototype_speed.py MODELS TASK READINGS MODES: the prototype MODELS/pm.py does one task from rows to rows: fit (prints
the parameters), apply (predictions of MODES) or next (a search step among MODES). The last line has the processor
seconds of the computation alone."""
import csv
import math
import sys
import time

import numpy as np

sys.path.insert(0, sys.argv[1])
import pm  # noqa: E402


def load(path):
    with open(path) as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    modes = np.array([[float(r["cores"]), float(r["cpu_khz"]) / 1e6, float(r["gpu_hz"]) / 1e9, float(r["emc_hz"]) / 1e9]
                      for r in rows])
    if "power_w" not in rows[0]:
        return modes, None, None
    return modes, np.log([float(r["minibatch_ms"]) for r in rows]), np.log([float(r["power_w"]) for r in rows])


class Model:
    """Both fits, as the design page describes them: time first, then power."""

    def __init__(self, device, modes, log_t, log_p):
        self.device = device
        z = device.norm(modes)
        top = device.norm(np.array([[device.cmax, device.f, device.g, device.m]]))
        mean = pm.T_GEN_MU.copy()
        mean[0] = log_t.min() - 0.5
        self.mean = mean
        self.time = pm.map_fit(lambda th: pm.tmodel(th, z)[0], log_t, mean, np.diag(pm.T_GEN_SD**2), self.at(z),
                               self.spread(z), 0.6, 0.02)
        self.top_t = pm.tmodel(self.time.th[None], top)[0][0, 0]
        lr, lug = self.activity(z)
        self.power = pm.map_fit(lambda th: pm.pmodel(th, z, lr, lug, device.cmax), log_p, pm.P_GEN_MU,
                                np.diag(pm.P_GEN_SD**2), self.at(z), np.full(len(modes), 0.03), 0.6, 0.012)

    @staticmethod
    def at(z):
        return np.stack([np.log(z[0] / 2), np.log(z[1]), np.log(z[2]), np.log(z[3])], 1)

    def spread(self, z):
        _, gpu, cpu = pm.tmodel(self.mean[None], z)
        return 0.03 + 0.04 / (1 + np.exp(-4 * (cpu - gpu)[0]))

    def smooth(self, z, var):
        return pm.predict(self.time, lambda th: pm.tmodel(th, z)[0], self.at(z), self.spread(z), var)

    def activity(self, z, log_t=None):
        total, gpu, _ = pm.tmodel(self.time.th[None], z)
        log_t = self.smooth(z, False)[0] if log_t is None else log_t
        return self.top_t - log_t, (gpu - total)[0]

    def predict(self, modes):
        z = self.device.norm(modes)
        log_t, var_t = self.smooth(z, True)
        lr, lug = self.activity(z, log_t)
        log_p, var_p = pm.predict(self.power, lambda th: pm.pmodel(th, z, lr, lug, self.device.cmax), self.at(z),
                                  np.full(len(modes), 0.03))
        return log_t, var_t, log_p, var_p


def fit(device, readings, _):
    model = Model(device, *readings)
    return [model.time.th, model.power.th]


def apply(device, readings, modes):
    return np.column_stack(Model(device, *readings).predict(modes))


def step(device, readings, modes, budget=30.0):
    """The untried mode with the largest expected improvement."""
    log_t, var_t, log_p, var_p = Model(device, *readings).predict(modes)
    best = min(t for t, p in zip(*readings[1:]) if p <= np.log(budget))
    sd = np.sqrt(var_t + 0.02**2)
    u = (best - log_t) / sd
    erf = np.vectorize(math.erf)
    share = 0.5 * (1 + erf(u / math.sqrt(2)))
    chance = 0.5 * (1 + erf((np.log(budget) - log_p) / np.sqrt(2 * (var_p + 0.012**2))))
    gain = chance * sd * (u * share + np.exp(-u * u / 2) / math.sqrt(2 * math.pi))
    return [modes[np.argmax(gain)]]


task = {"fit": fit, "apply": apply, "next": step}[sys.argv[2]]
readings, modes = load(sys.argv[3]), load(sys.argv[4])[0]
device = pm.Dev(np.concatenate([modes, readings[0]]))
start = time.process_time()
rows = task(device, readings, modes)
seconds = time.process_time() - start
for row in rows:
    print("\t".join(f"{value:.4f}" for value in row))
print(seconds)
