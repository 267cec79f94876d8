# SPDX-License-Identifier: Apache-2.0
"""prototype_speed.py MODELS FIFTY SPACE THIRTY TABLE: processor seconds that the prototype MODELS/pm.py takes for a fit
on the rows of FIFTY, for predicting SPACE, and for one search step after the rows of THIRTY over the modes of TABLE."""
import csv
import statistics
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


def seconds(task):
    times = []
    for _ in range(3):
        start = time.process_time()
        task()
        times.append(time.process_time() - start)
    return statistics.median(times)


fifty, space, thirty, table = (load(path) for path in sys.argv[2:6])
device = pm.Dev(table[0])
xavier = pm.Dev(np.concatenate([space[0], fifty[0]]))
model = Model(xavier, *fifty)
print(seconds(lambda: Model(device, *fifty)), seconds(lambda: model.predict(space[0])),
      seconds(lambda: Model(device, *thirty).predict(table[0])))
