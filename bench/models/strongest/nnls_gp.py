# SPDX-License-Identifier: Apache-2.0
"""Time and power as non-negative sums of terms of the clocks, with a Gaussian process on the logs of what is left."""
import numpy as np
from scipy.optimize import nnls
from scipy.stats import norm

FIRST = 0.25, 0.12  # standard deviations of what is left of time and power, until there are readings enough to tell
LEAST = 0.08, 0.04
ENOUGH = 8
NOISE = 0.015


def time_terms(table):
    cores, cpu, gpu, emc = table.share.T
    return np.stack([np.ones_like(cpu), 1 / cpu, 1 / (cores * cpu), 1 / np.sqrt(cpu), 1 / gpu, 1 / emc, 1 / np.minimum(gpu, emc)], 1)


def power_terms(table):
    cores, cpu, gpu, emc = table.share.T
    return np.stack([np.ones_like(cpu), gpu, gpu**3, gpu * emc, cores * cpu, cores * cpu**3, cpu**3, emc], 1)


class NnlsGp:
    def __init__(self, table):
        self.terms = time_terms(table), power_terms(table)
        self.x = table.log / table.log.std(0)

    def believe(self, target, indices, values):
        """Mean and standard deviation of the log of time (target 0) or power (1) of every mode."""
        terms = self.terms[target]
        weights = nnls(terms[indices] / values[:, None], np.ones(len(values)))[0]
        rough = np.log(np.maximum(terms @ weights, 1e-6))
        left = np.log(values) - rough[indices]
        spread = FIRST[target] if len(values) < ENOUGH else 1.3 * np.sqrt(np.mean(left**2))
        near = max(spread, LEAST[target]) ** 2 * np.exp(-((self.x[:, None, :] - self.x[indices][None]) ** 2).sum(-1) / 2)
        weight = np.linalg.solve(near[indices] + NOISE**2 * np.eye(len(values)), near.T).T
        known = (weight * near).sum(1)
        return rough + weight @ left, np.sqrt(np.maximum(max(spread, LEAST[target]) ** 2 - known, 0) + NOISE**2)


def constrained_improvement(time, power, best_log_ms, log_budget):
    """The expected improvement of the log of time times the chance that the budget is kept. Before a mode keeps it, the fastest of those
    that more probably keep it than not comes first, and without any, the one that most probably does."""
    chance = norm.cdf((log_budget - power[0]) / power[1])
    if best_log_ms is None:
        return np.where(chance >= 0.5, 1 / np.exp(time[0]), chance - 1)
    z = (best_log_ms - time[0]) / time[1]
    return chance * time[1] * (z * norm.cdf(z) + norm.pdf(z))
