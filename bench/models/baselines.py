# SPDX-License-Identifier: Apache-2.0
"""baselines.py SHARED: predictors from the literature on the same points as ours. Mean absolute percentage errors over
all unprofiled modes that are not flagged: log-linear regression, random forest, Gaussian process with a length per
axis, an MLP 256-128-64-1 trained from scratch (PowerTrain's network), and its transfer from ResNet (from BERT where
ResNet is the target): all reference modes first, then a new output layer and training on the target's points."""
import csv
import subprocess
import sys
import warnings

import numpy as np
from sklearn.ensemble import RandomForestRegressor
from sklearn.exceptions import ConvergenceWarning
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import ConstantKernel, Matern, WhiteKernel
from sklearn.linear_model import LinearRegression
from sklearn.neural_network import MLPRegressor

warnings.filterwarnings("ignore", category=ConvergenceWarning)
KEYS = ("cores", "cpu_khz", "gpu_hz", "emc_hz")
SHARED = sys.argv[1]
WORKLOADS = ("resnet", "yolo", "bert")
SEEDS = 5  # of the 20 sample lists; the networks take long


def load(path):
    with open(path) as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    table = {}
    for r in rows:
        table.setdefault(tuple(int(r[k]) for k in KEYS), []).append(
            (float(r["minibatch_ms"]), float(r["power_w"]), r["flag"] == "ok"))
    modes = np.array(sorted(table), float)
    values = np.array([np.mean([v[:2] for v in table[m]], 0) for m in sorted(table)])
    good = np.array([all(v[2] for v in table[m]) for m in sorted(table)])
    return modes, values, good


PATHS = {w: f"{SHARED}/data/orin-agx_train_{w}.tsv" for w in WORKLOADS}
TABLES = {w: load(p) for w, p in PATHS.items()}


class Network:
    """The MLP in logs, on standardised logs of the modes; dropout is not available here."""

    def __init__(self):
        self.net = MLPRegressor((256, 128, 64), batch_size=32, learning_rate_init=1e-3, max_iter=200, random_state=1)

    def scale(self, x):
        return (x - self.centre) / self.spread

    def pretrain(self, x, y):
        self.centre, self.spread = x.mean(0), x.std(0) + 1e-9
        self.offset = y.mean()
        self.net.set_params(max_iter=60)
        self.net.fit(self.scale(x), y - self.offset)
        return self

    def fit(self, x, y):
        self.centre, self.spread, self.offset = x.mean(0), x.std(0) + 1e-9, y.mean()
        self.net.set_params(batch_size=min(32, len(x)))
        self.net.fit(self.scale(x), y - self.offset)
        return self

    def transfer(self, x, y, reference):
        import copy
        self.net, self.centre, self.spread = copy.deepcopy(reference.net), reference.centre, reference.spread
        self.offset = y.mean()
        random = np.random.default_rng(1)
        self.net.coefs_[-1] = random.normal(0, 0.1, self.net.coefs_[-1].shape)
        self.net.intercepts_[-1][:] = 0
        self.net.set_params(batch_size=min(32, len(x)))
        for _ in range(300):
            self.net.partial_fit(self.scale(x), y - self.offset)
        return self

    def predict(self, x):
        return self.net.predict(self.scale(x)) + self.offset


def gaussian_process():
    kernel = ConstantKernel(1) * Matern([1, 1, 1, 1], (0.05, 50), nu=2.5) + WhiteKernel(1e-4, (1e-6, 1e-1))
    return GaussianProcessRegressor(kernel, normalize_y=True, n_restarts_optimizer=2, random_state=1)


REFERENCES = {}


def reference(workload, target):
    key = ("bert" if workload == "resnet" else "resnet", target)
    if key not in REFERENCES:
        modes, values, good = TABLES[key[0]]
        REFERENCES[key] = Network().pretrain(np.log(modes[good]), np.log(values[good, target]))
    return REFERENCES[key]


METHODS = {
    "log-linear": lambda x, y, *_: LinearRegression().fit(x, y),
    "random forest": lambda x, y, *_: RandomForestRegressor(200, random_state=1).fit(x, y),
    "GP": lambda x, y, *_: gaussian_process().fit(x, y),
    "MLP": lambda x, y, *_: Network().fit(x, y),
    "MLP transfer": lambda x, y, w, t: Network().transfer(x, y, reference(w, t)),
}


def errors(method, workload, indices):
    modes, values, good = TABLES[workload]
    points = [i for i in indices if good[i]]
    rest = good.copy()
    rest[points] = False
    x = np.log(modes)
    result = []
    for target in (0, 1):
        model = METHODS[method](x[points], np.log(values[points, target]), workload, target)
        predicted = np.exp(model.predict(x[rest]))
        result.append(100 * np.mean(np.abs(predicted / values[rest, target] - 1)))
    return result


def design(workload, count):
    text = subprocess.run(["pmpredict", "design", "--modes", PATHS[workload], "--count", str(count),
                           "--columns", "cores,cpu_khz,gpu_hz,emc_hz"], check=True, capture_output=True, text=True).stdout
    wanted = {tuple(map(int, line.split("\t"))) for line in text.splitlines()[1:]}
    return [i for i, mode in enumerate(TABLES[workload][0]) if tuple(map(int, mode)) in wanted]


def samples():
    lists = {}
    with open(f"{SHARED}/models/p2_random_samples.tsv") as file:
        next(file)
        for line in file:
            workload, count, seed, indices = line.rstrip("\n").split("\t")
            if int(seed) < SEEDS and workload in WORKLOADS:
                lists.setdefault(int(count), []).append((workload, list(map(int, indices.split()))))
    return lists


print(f"\n# Baselines: prediction errors at the points that our model gets (random: the first {SEEDS} of 20 lists)")
print("points\tmethod\ttime_mape_pct\tpower_mape_pct")
cases = {f"design {n}": [(w, design(w, n)) for w in WORKLOADS] for n in (10, 20)}
cases.update({f"random {n}": runs for n, runs in samples().items() if n in (10, 20, 50)})
for points, runs in cases.items():
    for method in METHODS:
        mean = np.mean([errors(method, w, indices) for w, indices in runs], 0)
        print(f"{points}\t{method}\t{mean[0]:.2f}\t{mean[1]:.2f}", flush=True)
