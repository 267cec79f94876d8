# SPDX-License-Identifier: Apache-2.0
"""Tests of share/python/wattline.py without any framework: those below have only what the callbacks use."""
import ast
import importlib
import io
import os
import sys
import types
import unittest
from unittest import mock

SOURCE = os.path.join(os.environ["SRC"], "share/python/wattline.py")
sys.path.insert(0, os.path.dirname(SOURCE))


class Clock:
    """A clock that moves when told to."""

    def __init__(self):
        self.now_s = 100.0

    def advance(self, seconds):
        self.now_s += seconds


class Gpu:
    """torch.cuda of a GPU that gets work by launch() and finishes it later; its own clock begins anywhere."""

    def __init__(self, clock):
        self.clock, self.idle_at_s, self.waits = clock, 0.0, 0
        gpu = self

        class Event:
            def __init__(self, enable_timing=False):
                assert enable_timing

            def record(self):
                self.at_s = max(gpu.idle_at_s, gpu.clock.now_s)

            def synchronize(self):
                gpu.clock.now_s = max(gpu.clock.now_s, self.at_s)

            def query(self):
                return self.at_s <= gpu.clock.now_s

            def elapsed_time(self, other):
                return 1e3 * (other.at_s - self.at_s)

        self.Event = Event

    def launch(self, seconds):
        self.idle_at_s = max(self.idle_at_s, self.clock.now_s) + seconds

    def synchronize(self):
        self.waits += 1
        self.clock.now_s = max(self.clock.now_s, self.idle_at_s)

    @staticmethod
    def is_available():
        return True

    @staticmethod
    def is_initialized():
        return True


class Loader:
    def __init__(self, clock, batches, wait_s):
        self.clock, self.batches, self.wait_s = clock, batches, wait_s

    def __iter__(self):
        for batch in range(self.batches):
            self.clock.advance(self.wait_s)
            yield batch


class Case(unittest.TestCase):
    def setUp(self):
        self.clock = Clock()
        for name in ("monotonic", "time"):
            patch = mock.patch("time." + name, lambda: self.clock.now_s)
            patch.start()
            self.addCleanup(patch.stop)
        sys.modules.pop("wattline", None)
        self.module = importlib.import_module("wattline")
        self.out = io.StringIO()

    def rows(self, text=None):
        lines = (self.out.getvalue() if text is None else text).splitlines()
        self.assertEqual(lines[0].split("\t"), self.module.COLUMNS)
        return [dict(zip(self.module.COLUMNS, line.split("\t"))) for line in lines[1:]]

    def column(self, name):
        return [row[name] for row in self.rows()]

    def with_modules(self, **modules):
        patch = mock.patch.dict(sys.modules, {name.replace("__", "."): module for name, module in modules.items()})
        patch.start()
        self.addCleanup(patch.stop)


class Steps(Case):
    def train(self, loader, **options):
        for _ in self.module.steps(loader, self.out, **options):
            self.clock.advance(0.5)

    def test_each_step_has_its_wait_and_the_rest(self):
        for _ in range(2):
            self.train(Loader(self.clock, 3, 0.25))
        self.assertEqual(self.column("epoch"), ["0", "0", "0", "1", "1", "1"])
        self.assertEqual(self.column("step"), ["0", "1", "2"] * 2)
        self.assertEqual(self.column("phase"), ["first", "counted", "counted"] * 2)
        self.assertEqual(set(self.column("step_ms")), {"750.000"})
        self.assertEqual(set(self.column("stall_ms")), {"250.000"})
        self.assertEqual(set(self.column("compute_ms")), {"500.000"})
        self.assertEqual(self.column("start_mono_s")[1:3], self.column("end_mono_s")[0:2])

    def test_accumulated_batches_are_one_step(self):
        self.train(Loader(self.clock, 5, 0.25), accumulate=2)
        self.assertEqual(self.column("step_ms"), ["1500.000", "1500.000", "750.000"])
        self.assertEqual(self.column("stall_ms")[0], "250.000")  # the wait within a step is a part of it

    def test_validation_is_another_phase_and_what_is_between_belongs_to_no_step(self):
        self.train(Loader(self.clock, 1, 0.25))
        self.clock.advance(7)
        self.train(Loader(self.clock, 2, 0), phase="validation")
        self.train(Loader(self.clock, 1, 0.25))
        self.assertEqual(self.column("phase"), ["first", "validation", "validation", "first"])
        self.assertEqual(self.column("epoch"), ["0", "0", "0", "1"])
        self.assertEqual(self.column("step_ms"), ["750.000", "500.000", "500.000", "750.000"])

    def test_rows_are_whole_when_the_loop_ends_early(self):
        with self.assertRaises(ValueError):
            for batch in self.module.steps(Loader(self.clock, 9, 0.25), self.out):
                if batch == 2:
                    raise ValueError
        for batch in self.module.steps(Loader(self.clock, 9, 0.25), self.out):
            if batch == 1:
                break
        self.assertEqual(len(self.rows()), 3)
        self.assertTrue(self.out.getvalue().endswith("\n"))

    def test_without_a_file_and_for_a_dash_rows_go_to_standard_output(self):
        with mock.patch("sys.stdout", self.out):
            for file in (None, "-"):
                for _ in self.module.steps(Loader(self.clock, 1, 0.25), file):
                    pass
        self.assertEqual(self.column("epoch"), ["0", "1"])
        self.assertFalse(os.path.exists("-"))

    def test_ranks_have_files_of_their_own_with_versions_beside_them(self):
        self.with_modules(torch=types.SimpleNamespace(__version__="2.9", cuda=types.SimpleNamespace(is_available=lambda: False)))
        with mock.patch.dict(os.environ, RANK="1"):
            for _ in self.module.steps([1, 2], "s.tsv"):
                pass
        with open("s.tsv.rank1") as file:
            self.assertEqual(len(self.rows(file.read())), 2)
        with open("s.tsv.rank1.meta") as file:
            self.assertIn("torch\t2.9\n", file.read())

    def test_the_source_is_that_of_python_3_6(self):
        with open(SOURCE) as file:
            ast.parse(file.read(), feature_version=(3, 6))


class OnAGpu(Case):
    def setUp(self):
        super().setUp()
        self.gpu = Gpu(self.clock)
        self.with_modules(torch=types.SimpleNamespace(__version__="2.9", cuda=self.gpu))

    def test_times_are_the_gpus_and_the_loop_does_not_wait_for_it(self):
        for _ in self.module.steps(Loader(self.clock, 5, 0.125), self.out):
            self.gpu.launch(1)
        waits = self.gpu.waits
        self.assertEqual(self.column("compute_ms")[1:], ["1000.000"] * 4)
        self.assertEqual(self.column("stall_ms")[1:], ["0.000"] * 4)  # the GPU was busy while the loader worked
        for _ in self.module.steps(Loader(self.clock, 50, 0.125), self.out):
            self.gpu.launch(1)
        self.assertEqual(self.gpu.waits - waits, waits)  # as often in 50 steps as in 5

    def test_a_gpu_without_work_stalls(self):
        for _ in self.module.steps(Loader(self.clock, 4, 3), self.out):
            self.gpu.launch(1)
        self.assertEqual(self.column("stall_ms")[1:], ["2000.000"] * 3)
        self.assertEqual(self.column("step_ms")[1:], ["3000.000"] * 3)


class Callbacks(Case):
    def one_epoch(self, begin, end, steps=3):
        for step in range(steps):
            self.clock.advance(0.25)
            begin(step)
            self.clock.advance(0.5)
            end(step)

    def check(self, steps=6):
        counted = [row for row in self.rows() if row["phase"] != "validation"]
        self.assertEqual(len(counted), steps)
        self.assertEqual([row["stall_ms"] for row in counted], ["250.000"] * steps)
        self.assertEqual([row["compute_ms"] for row in counted], ["500.000"] * steps)
        self.assertEqual(sorted({row["epoch"] for row in counted}), ["0", "1"])

    def test_lightning(self):
        self.with_modules(lightning=types.ModuleType("lightning"), lightning__pytorch=types.SimpleNamespace(Callback=object))
        callback, trainer = self.module.lightning(self.out), types.SimpleNamespace(accumulate_grad_batches=1, is_last_batch=False)
        for trainer.current_epoch in range(2):
            callback.on_train_epoch_start(trainer, None)
            self.one_epoch(lambda i: callback.on_train_batch_start(trainer, None, None, i),
                           lambda i: callback.on_train_batch_end(trainer, None, None, None, i))
            callback.on_validation_start(trainer, None)
            self.clock.advance(2)
            callback.on_validation_end(trainer, None)
        callback.on_train_end(trainer, None)
        self.check()
        self.assertEqual([row["step_ms"] for row in self.rows() if row["phase"] == "validation"], ["2000.000"] * 2)

    def test_lightning_accumulates(self):
        self.with_modules(lightning=types.ModuleType("lightning"), lightning__pytorch=types.SimpleNamespace(Callback=object))
        callback = self.module.lightning(self.out)
        trainer = types.SimpleNamespace(accumulate_grad_batches=2, is_last_batch=False, current_epoch=0)
        callback.on_train_epoch_start(trainer, None)
        self.one_epoch(lambda i: callback.on_train_batch_start(trainer, None, None, i),
                       lambda i: callback.on_train_batch_end(trainer, None, None, None, i), 4)
        self.assertEqual(self.column("step_ms"), ["1500.000"] * 2)

    def test_huggingface(self):
        self.with_modules(transformers=types.SimpleNamespace(TrainerCallback=object, __version__="4"))
        callback, state = self.module.huggingface(self.out), types.SimpleNamespace()
        for state.epoch in (0, 1.0):
            callback.on_epoch_begin(None, state, None, model=None)
            self.one_epoch(lambda _: callback.on_step_begin(None, state, None), lambda _: callback.on_step_end(None, state, None))
            callback.on_evaluate(None, state, None, metrics={})
        callback.on_train_end(None, state, None)
        self.check()

    def test_ultralytics(self):
        calls = {}
        model = types.SimpleNamespace(add_callback=calls.__setitem__)
        self.assertIs(self.module.ultralytics(model, self.out), model)
        for epoch in range(2):
            trainer = types.SimpleNamespace(epoch=epoch)
            calls["on_train_epoch_start"](trainer)
            self.one_epoch(lambda _: calls["on_train_batch_start"](None), lambda _: calls["on_train_batch_end"](None))
            calls["on_train_epoch_end"](trainer)
        calls["on_train_end"](None)
        self.check()

    def test_keras(self):
        self.with_modules(keras=types.SimpleNamespace(__version__="3"), keras__callbacks=types.SimpleNamespace(Callback=object))
        callback = self.module.keras(self.out)
        for epoch in range(2):
            callback.on_epoch_begin(epoch)
            self.one_epoch(callback.on_train_batch_begin, callback.on_train_batch_end)
            callback.on_test_begin()
        callback.on_train_end()
        self.check()

    def fastai(self):
        core = types.SimpleNamespace(Callback=object)
        self.with_modules(fastai=types.ModuleType("fastai"), fastai__callback=types.ModuleType("callback"), fastai__callback__core=core)
        callback = self.module.fastai(self.out)
        callback.learn = types.SimpleNamespace(epoch=0, training=True)
        return callback

    def test_fastai(self):
        callback = self.fastai()
        for callback.learn.epoch in range(2):
            callback.learn.training = True
            callback.before_train()
            self.one_epoch(lambda _: callback.before_batch(), lambda _: (callback.after_step(), callback.after_batch()))
            callback.after_train()
            self.clock.advance(1)
            callback.learn.training = False
            callback.before_validate()
            self.one_epoch(lambda _: callback.before_batch(), lambda _: callback.after_batch())
            callback.after_validate()
        callback.after_fit()
        self.check()
        self.assertEqual([row["step_ms"] for row in self.rows() if row["phase"] == "validation"], ["2250.000"] * 2)

    def test_fastai_accumulates_and_the_rest_of_an_epoch_is_a_row(self):
        callback = self.fastai()
        callback.before_train()
        self.one_epoch(lambda _: callback.before_batch(), lambda i: (i % 2 == 1 and callback.after_step(), callback.after_batch()), 5)
        callback.after_train()
        self.assertEqual(self.column("step_ms"), ["1500.000", "1500.000", "750.000"])


if __name__ == "__main__":
    unittest.main()
