# SPDX-License-Identifier: Apache-2.0
"""Searches of the fastest mode within a power budget: each is made for a table, a budget and a seed, and its next() names the mode to
read after those of a history. The limits and the readings are in logs, and so are the clocks, each scaled to 0 to 1."""
import contextlib
import sys
import tempfile

import numpy as np
import tables


class Searcher:
    def __init__(self, table, budget, seed):
        self.table, self.seed, self.log_budget = table, seed, np.log(budget)
        self.budget = budget

    def readings(self, history):
        return np.log(self.table.ms[history]), np.log(self.table.watts[history])

    def best_log_ms(self, history):
        best = self.table.best(self.budget, history)
        return None if best is None else np.log(self.table.ms[best])

    def untried(self, history):
        return np.setdiff1d(np.arange(len(self.table.ms)), history)

    def near(self, point, history):
        """Samplers suggest points between the modes, or modes that were read."""
        return tables.nearest(self.table.place, point, history)


class NnlsSearch(Searcher):
    """Constrained expected improvement with NnlsGp."""

    def __init__(self, *arguments):
        import nnls_gp

        super().__init__(*arguments)
        self.model, self.improvement = nnls_gp.NnlsGp(self.table), nnls_gp.constrained_improvement

    def next(self, history):
        beliefs = [self.model.believe(target, history, np.exp(log)) for target, log in enumerate(self.readings(history))]
        gain = self.improvement(*beliefs, self.best_log_ms(history), self.log_budget)
        gain[history] = -np.inf
        return int(gain.argmax())


class BoTorchSearch(Searcher):
    """Log constrained expected improvement over all untried modes; a Gaussian process each for time and power, as BoTorch's defaults are."""

    def model(self, points, log_values):
        from botorch.fit import fit_gpytorch_mll
        from botorch.models import SingleTaskGP
        from botorch.models.transforms import Standardize
        from gpytorch.mlls import ExactMarginalLogLikelihood

        model = SingleTaskGP(points, self.torch.tensor(log_values)[:, None], outcome_transform=Standardize(1))
        fit_gpytorch_mll(ExactMarginalLogLikelihood(model.likelihood, model))
        return model

    def next(self, history):
        import torch
        from botorch.acquisition.analytic import LogConstrainedExpectedImprovement
        from botorch.models import ModelListGP

        self.torch = torch
        torch.manual_seed(self.seed)
        place, untried = torch.tensor(self.table.place), self.untried(history)
        log_ms, log_watts = self.readings(history)
        time, power = self.model(place[history], -log_ms), self.model(place[history], log_watts)
        best = self.best_log_ms(history)
        with torch.no_grad():
            if best is None:  # the mode that most probably keeps the budget
                posterior = power.posterior(place[untried][:, None, :])
                gain = (self.log_budget - posterior.mean) / posterior.variance.sqrt()
            else:
                limits = {1: [None, float(self.log_budget)]}
                gain = LogConstrainedExpectedImprovement(ModelListGP(time, power), -best, 0, limits)(place[untried][:, None, :])
        return int(untried[int(gain.flatten().argmax())])


class HypervolumeSearch(BoTorchSearch):
    """BoFL's question, whatever the budget is, with BoTorch's newest answer to it: noisy log expected improvement of the hypervolume of
    time and power, up to the worst of both that were read."""

    def next(self, history):
        import torch
        from botorch.acquisition.multi_objective.logei import qLogNoisyExpectedHypervolumeImprovement
        from botorch.models import ModelListGP

        self.torch = torch
        torch.manual_seed(self.seed)
        place, untried = torch.tensor(self.table.place), self.untried(history)
        goals = [-log for log in self.readings(history)]
        model = ModelListGP(*(self.model(place[history], goal) for goal in goals))
        worst = [goal.min() for goal in goals]
        gain = qLogNoisyExpectedHypervolumeImprovement(model, worst, place[history])
        with torch.no_grad():
            gains = [gain(part) for part in place[untried][:, None, :].split(512)]
        return int(untried[int(torch.cat(gains).argmax())])


class OptunaSearch(Searcher):
    """GPSampler with the budget as its constraint."""

    def __init__(self, *arguments):
        import optuna

        super().__init__(*arguments)
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self.optuna = optuna
        self.sampler = optuna.samplers.GPSampler(seed=self.seed, n_startup_trials=1, constraints_func=lambda trial: (0,))

    def next(self, history):
        knobs = {key: self.optuna.distributions.FloatDistribution(0, 1) for key in tables.KEYS}
        study = self.optuna.create_study(sampler=self.sampler)
        for index, log_ms, log_watts in zip(history, *self.readings(history)):
            place = dict(zip(knobs, map(float, self.table.place[index])))
            limit = {"constraints": (float(log_watts - self.log_budget),)}
            study.add_trial(
                self.optuna.trial.create_trial(params=place, distributions=knobs, value=float(log_ms), system_attrs=limit)
            )
        suggested = study.ask(knobs).params
        return self.near([suggested[key] for key in knobs], history)


class SmacSearch(Searcher):
    """SMAC's facade for few readings. It has no constraints: a mode over the budget costs more than all others."""

    def next(self, history):
        from ConfigSpace import Configuration, ConfigurationSpace
        from smac import BlackBoxFacade, Scenario
        from smac.runhistory.dataclasses import TrialInfo, TrialValue

        space = ConfigurationSpace(space={key: (0.0, 1.0) for key in tables.KEYS}, seed=self.seed)
        with tempfile.TemporaryDirectory() as folder:
            scenario = Scenario(space, n_trials=len(history) + 1, seed=self.seed, output_directory=folder, deterministic=True)
            nothing = BlackBoxFacade.get_initial_design(scenario, n_configs=0)
            facade = BlackBoxFacade(scenario, lambda config, seed: 0, initial_design=nothing, overwrite=True, logging_level=40)
            log_ms, log_watts = self.readings(history)
            over = log_watts - self.log_budget
            for index, cost in zip(history, np.where(over > 0, log_ms.max() + over, log_ms)):
                config = Configuration(space, dict(zip(tables.KEYS, map(float, self.table.place[index]))))
                facade.tell(TrialInfo(config, seed=0), TrialValue(cost=float(cost)))
            suggested = facade.ask().config
        return self.near([suggested[key] for key in tables.KEYS], history)


class HeboSearch(Searcher):
    """HEBO's optimizer of problems with constraints."""

    def next(self, history):
        import pandas
        import torch
        from hebo.design_space.design_space import DesignSpace
        from hebo.optimizers.general import GeneralBO

        np.random.seed(self.seed)
        torch.manual_seed(self.seed)
        space = DesignSpace().parse([{"name": key, "type": "num", "lb": 0, "ub": 1} for key in tables.KEYS])
        optimizer = GeneralBO(space, num_obj=1, num_constr=1, rand_sample=len(history))
        log_ms, log_watts = self.readings(history)
        optimizer.observe(
            pandas.DataFrame(self.table.place[history], columns=tables.KEYS), np.stack([log_ms, log_watts - self.log_budget], 1)
        )
        with contextlib.redirect_stdout(sys.stderr):  # it prints what it adds to a matrix
            suggested = optimizer.suggest(1)
        return self.near(suggested[list(tables.KEYS)].to_numpy()[0], history)
