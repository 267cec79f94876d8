# SPDX-License-Identifier: Apache-2.0
"""strongest.py search|prediction SHARED READINGS METHOD...: a row per search, or per prediction, on standard output.
SHARED has the recorded tables, and READINGS is what bench_models prints in its section readings. Each method of search has a stride: it
takes every STRIDE-th budget of each table."""
import importlib.metadata
import pathlib
import sys
import tempfile
import time
import warnings

import numpy as np
import ours
import predictors
import searchers
import tables

warnings.filterwarnings("ignore")
COUNTS = 10, 15
SEEDS = 5  # of the 20 lists of random modes
# Method: its searcher, its stride, its number of profiles, and the tables on which it runs (all by default).
METHODS = {
    "pmsearch": ("own", 1, 15, None),
    "pmsearch, the four starts": ("four", 1, 15, None),
    "NNLS and GP": (searchers.NnlsSearch, 1, 15, None),
    "BoTorch": (searchers.BoTorchSearch, 4, 10, None),
    "BoTorch, hypervolume": (searchers.HypervolumeSearch, 8, 10, ("441 modes", "inference")),
    "Optuna": (searchers.OptunaSearch, 4, 10, None),
    "SMAC": (searchers.SmacSearch, 12, 10, ("441 modes",)),
    "HEBO": (searchers.HeboSearch, 18, 10, ("441 modes",)),
}
PACKAGES = {
    "NNLS and GP": ("scipy",),
    "BoTorch": ("botorch", "gpytorch", "torch"),
    "BoTorch, hypervolume": ("botorch", "gpytorch", "torch"),
    "GP, product kernel": ("botorch", "gpytorch", "torch"),
    "Optuna": ("optuna", "torch"),
    "SMAC": ("smac",),
    "HEBO": ("hebo", "pymoo", "gpytorch", "torch"),
    "XGBoost": ("xgboost-cpu",),
    "LightGBM": ("lightgbm",),
    "CatBoost": ("catboost",),
}
PREDICTORS = {
    "pmpredict": None,
    "NNLS and GP": predictors.nnls_gp,
    "GP, product kernel": predictors.product_kernel,
    "XGBoost": predictors.xgboost,
    "LightGBM": predictors.lightgbm,
    "CatBoost": predictors.catboost,
}


def search_sets(shared, readings):
    resnet, yolo, bert = tables.training(f"{shared}/data")
    nano = tables.load("resnet", f"{shared}/data/orin-nano_train_resnet.tsv")
    return {
        "441 modes": ([resnet.grid441(), yolo.grid441(), bert], (12, 50, 1)),
        "4,368 modes": ([resnet, yolo], (12, 50, 1)),
        "inference": (tables.inference(f"{shared}/data"), (12, 48, 3)),
        "Orin Nano": ([nano], (7, 18, 1)),
        "441 modes, noise": (tables.noisy(readings), (12, 50, 2)),
    }


def history_of(kind, table, budget, count, folder):
    """What is read, and the processor time until COUNTS[0] modes are."""
    begin = ours.processor_seconds(), time.process_time()
    if kind in ("own", "four"):
        history = ours.Ours(table, folder).search(budget, None if kind == "own" else table.starts(), count)
        return history, (ours.processor_seconds() - begin[0]) * min(1, COUNTS[0] / len(history))
    searcher, history = kind(table, budget, budget), table.starts()
    while len(history) < count:
        history.append(searcher.next(history))
        if len(history) == COUNTS[0]:
            seconds = time.process_time() - begin[1]
    return history, seconds


def search(shared, readings, methods):
    with tempfile.TemporaryDirectory() as folder:
        for data, (all_tables, limits) in search_sets(shared, readings).items():
            for method in methods:
                kind, stride, count, only = METHODS[method]
                for table in all_tables if only is None or data in only else []:
                    for budget in tables.budgets(table, *limits)[::stride]:
                        history, seconds = history_of(kind, table, budget, count, folder)
                        for wanted in COUNTS:
                            if wanted <= count:
                                result(data, method, table, budget, wanted, history[:wanted], seconds)


def result(data, method, table, budget, wanted, history, seconds):
    answer = table.best(budget, history)
    excess = over = "NA"
    if answer is not None:
        excess = f"{100 * (table.true_ms[answer] / table.least_ms(budget) - 1):.4f}"
        over = f"{100 * (table.true_watts[answer] / budget - 1):.4f}"
    above = np.mean(table.watts[history] > budget)
    print("search", data, table.name, budget, method, wanted, excess, over, f"{above:.3f}", f"{seconds:.4f}", sep="\t", flush=True)


def samples(shared, training):
    """The lists of random modes of bench_models: numbers of modes in the table with its flagged rows."""
    everything = {}
    for table in training:
        with open(f"{shared}/data/orin-agx_train_{table.name}.tsv") as file:
            lines = [line.split("\t") for line in file][1:]
        everything[table.name] = sorted({tuple(map(int, line[:4])) for line in lines})
    by_name = {table.name: table for table in training}
    with open(f"{shared}/models/p2_random_samples.tsv") as file:
        for line in list(file)[1:]:
            name, count, seed, indices = line.rstrip("\n").split("\t")
            if name in by_name and int(count) in (10, 20) and int(seed) < SEEDS:
                table = by_name[name]
                place = {tuple(map(int, mode)): i for i, mode in enumerate(table.modes)}
                modes = [everything[name][int(i)] for i in indices.split()]
                yield f"random {count}", table, [place[mode] for mode in modes if mode in place]


def prediction_cases(shared, folder):
    training = tables.training(f"{shared}/data")
    nano = [tables.load("nano", f"{shared}/data/orin-nano_train_resnet.tsv")]
    for data, group in {"training": training, "inference": tables.inference(f"{shared}/data"), "Orin Nano": nano}.items():
        for table in group:
            for count in (10, 20):
                yield data, f"design {count}", table, ours.Ours(table, folder).design(count)
    for points, table, chosen in samples(shared, training):
        yield "training", points, table, chosen


def predict(shared, _, methods):
    with tempfile.TemporaryDirectory() as folder:
        for data, points, table, chosen in prediction_cases(shared, folder):
            chosen, rest = np.array(chosen), np.setdiff1d(np.arange(len(table.ms)), chosen)
            for method in methods:
                if PREDICTORS[method] is None:
                    found = ours.Ours(table, folder).predict(chosen)
                else:
                    found = [
                        np.exp(PREDICTORS[method](table, target, chosen, values[chosen]))
                        for target, values in enumerate((table.ms, table.watts))
                    ]
                errors = [100 * np.mean(np.abs(np.array(f)[rest] / v[rest] - 1)) for f, v in zip(found, (table.ms, table.watts))]
                print("prediction", data, points, table.name, method, *(f"{error:.4f}" for error in errors), sep="\t", flush=True)


if __name__ == "__main__":
    known = {"search": METHODS, "prediction": PREDICTORS}
    if len(sys.argv) < 5 or sys.argv[1] not in known or not set(sys.argv[4:]) <= set(known[sys.argv[1]]):
        sys.exit(__doc__)
    for method in sys.argv[4:]:
        versions = ", ".join(f"{package} {importlib.metadata.version(package)}" for package in PACKAGES.get(method, ()))
        print("version", sys.argv[1], method, versions, sep="\t")
    {"search": search, "prediction": predict}[sys.argv[1]](pathlib.Path(sys.argv[2]), sys.argv[3], sys.argv[4:])
