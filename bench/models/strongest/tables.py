# SPDX-License-Identifier: Apache-2.0
"""Recorded tables as bench_models uses them: unflagged rows, two rows of one mode averaged; the 441-mode grid; the cases of a search."""
import csv

import numpy as np

KEYS = ("cores", "cpu_khz", "gpu_hz", "emc_hz")
GRID = (
    (4, 8, 12),
    (422400, 729600, 1036800, 1344000, 1651200, 1958400, 2201600),
    (114750000, 318750000, 522750000, 726750000, 930750000, 1134750000, 1300500000),
    (665600000, 2133000000, 3199000000),
)
BATCHES = {"resnet": (1, 4, 16, 32, 64), "bert": (1, 4, 8, 16, 32)}
# Where a search begins, as fractions of the steps of each axis: the middle, then each knob at both ends.
STARTS = ((0.5, 0.5, 0.5, 0.5), (0.0, 0.2, 0.2, 1.0), (0.5, 0.8, 0.2, 0.5), (0.5, 0.2, 0.8, 1.0))


def nearest(points, wanted, taken):
    """The number of the point nearest to one, which none of `taken` is."""
    distance = ((points - np.asarray(wanted)) ** 2).sum(1)
    distance[list(taken)] = np.inf
    return int(distance.argmin())


class Table:
    """Modes in ascending order, with what was read in them; with `truth`, what they would read without noise."""

    def __init__(self, name, rows, truth=None):
        self.name = name
        order = sorted(rows)
        self.modes = np.array(order)
        self.ms, self.watts = np.array([rows[mode] for mode in order]).T
        self.true_ms, self.true_watts = (self.ms, self.watts) if truth is None else np.array([truth[mode] for mode in order]).T
        axes = [np.unique(column) for column in self.modes.T]
        lattice = [np.searchsorted(axis, column) / (len(axis) - 1) for axis, column in zip(axes, self.modes.T)]
        self.unit = np.stack(lattice, 1)  # steps, 0 to 1 on each axis
        self.share = self.modes / self.modes.max(0)
        self.log = np.log(self.share)
        self.place = 1 - self.log / self.log.min(0)  # logs, 0 to 1 on each axis

    def starts(self):
        chosen = []
        for start in STARTS:
            chosen.append(nearest(self.unit, start, chosen))
        return chosen

    def best(self, budget, among=None):
        """The fastest mode of `among` (all by default) within the budget; None if there is none."""
        among = np.arange(len(self.ms)) if among is None else np.asarray(among)
        kept = among[self.watts[among] <= budget]
        return int(kept[self.ms[kept].argmin()]) if len(kept) else None

    def least_ms(self, budget):
        """The time of the best mode in truth."""
        return self.true_ms[self.true_watts <= budget].min()

    def subset(self, good):
        rows = {tuple(self.modes[i]): (self.ms[i], self.watts[i]) for i in np.flatnonzero(good)}
        return Table(self.name, rows)

    def grid441(self):
        return self.subset(np.all([np.isin(column, axis) for column, axis in zip(self.modes.T, GRID)], 0))


def load(name, path, batch=None):
    readings = {}
    with open(path) as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if row.get("flag", "ok") == "ok" and (batch is None or int(row["batch"]) == batch):
                mode = tuple(int(row[key]) for key in KEYS)
                readings.setdefault(mode, []).append((float(row["minibatch_ms"]), float(row["power_w"])))
    return Table(name, {mode: np.median(values, 0) for mode, values in readings.items()})


def noisy(path):
    """What bench_models prints in its section `readings`."""
    rows, truth = {}, {}
    with open(path) as file:
        for row in csv.DictReader(file, delimiter="\t"):
            key, mode = (row["workload"], int(row["seed"])), tuple(int(row[key]) for key in KEYS)
            rows.setdefault(key, {})[mode] = float(row["minibatch_ms"]), float(row["power_w"])
            truth.setdefault(key, {})[mode] = float(row["true_ms"]), float(row["true_w"])
    return [Table(f"{workload}, noise {seed}", rows[workload, seed], truth[workload, seed]) for workload, seed in rows]


def training(data):
    return [load(name, f"{data}/orin-agx_train_{name}.tsv") for name in ("resnet", "yolo", "bert")]


def inference(data):
    return [load(f"{name}{batch}", f"{data}/orin-agx_infer_{name}.tsv", batch) for name, all_ in BATCHES.items() for batch in all_]


def budgets(table, first, last, step):
    """Those that some mode keeps."""
    return [watts for watts in range(first, last + 1, step) if (table.true_watts <= watts).any()]
