# SPDX-License-Identifier: Apache-2.0
"""Predictors of time (target 0) or power (1): each gives the logs of all modes of a table from the values of some."""
import numpy as np

# Time falls and power rises with cores and clocks.
DIRECTIONS = (-1, 1)
TREES, RATE = 400, 0.1


def nnls_gp(table, target, points, values):
    import nnls_gp as model

    return model.NnlsGp(table).believe(target, points, values)[0]


def _fit(model, table, points, values):
    return model.fit(table.log[points], np.log(values)).predict(table.log)


# Of several depths and regularizations, those with the smallest errors of ten readings.
def xgboost(table, target, points, values):
    import xgboost as library

    trees = {"n_estimators": TREES, "learning_rate": RATE, "max_depth": 2, "reg_lambda": 0}
    return _fit(library.XGBRegressor(**trees, monotone_constraints=(DIRECTIONS[target],) * 4, n_jobs=1), table, points, values)


def lightgbm(table, target, points, values):
    import lightgbm as library

    trees = {"n_estimators": TREES, "learning_rate": RATE, "max_depth": 3}
    small = {"min_child_samples": 1, "min_data_in_bin": 1, "min_sum_hessian_in_leaf": 0}
    limits = [DIRECTIONS[target]] * 4
    return _fit(library.LGBMRegressor(**trees, **small, monotone_constraints=limits, n_jobs=1, verbose=-1), table, points, values)


def catboost(table, target, points, values):
    import catboost as library

    trees = {"iterations": TREES, "learning_rate": RATE, "depth": 3, "l2_leaf_reg": 0.1, "random_seed": 1}
    quiet = {"thread_count": 1, "verbose": False, "allow_writing_files": False}
    limits = [DIRECTIONS[target]] * 4
    return _fit(library.CatBoostRegressor(**trees, **quiet, monotone_constraints=limits), table, points, values)


def product_kernel(table, target, points, values):
    """BoTorch's Gaussian process with a Matern kernel for each knob, multiplied."""
    import torch
    from botorch.fit import fit_gpytorch_mll
    from botorch.models import SingleTaskGP
    from botorch.models.transforms import Standardize
    from gpytorch.kernels import MaternKernel, ProductKernel, ScaleKernel
    from gpytorch.mlls import ExactMarginalLogLikelihood
    from gpytorch.priors import LogNormalPrior

    torch.manual_seed(1)
    place, logs = torch.tensor(table.place), torch.tensor(np.log(values))[:, None]
    knobs = [MaternKernel(2.5, active_dims=[axis], lengthscale_prior=LogNormalPrior(2**0.5, 3**0.5)) for axis in range(4)]
    model = SingleTaskGP(place[points], logs, covar_module=ScaleKernel(ProductKernel(*knobs)), outcome_transform=Standardize(1))
    fit_gpytorch_mll(ExactMarginalLogLikelihood(model.likelihood, model))
    with torch.no_grad():
        return model.posterior(place).mean[:, 0].numpy()
