# SPDX-License-Identifier: Apache-2.0
"""Step rows for wattline from any training loop.

    import wattline
    for epoch in range(3):
        for batch in wattline.steps(loader, "s.tsv"):
            train(batch)

writes a row per step to s.tsv: start, end, epoch, the wait for data (stall_ms) and the rest (compute_ms). Without a file, or with
"-", the rows go to standard output. Then

    powerlog -o p.tsv -- python3 train.py && joules --by epoch p.tsv < s.tsv

prints the joules of each epoch. Frameworks with a loop of their own take a callback, one line each:

    lightning.Trainer(callbacks=[wattline.lightning("s.tsv")])
    transformers.Trainer(..., callbacks=[wattline.huggingface("s.tsv")])
    model = ultralytics.YOLO(...); wattline.ultralytics(model, "s.tsv")
    model.fit(..., callbacks=[wattline.keras("s.tsv")])
    learn.fit_one_cycle(3, cbs=wattline.fastai("s.tsv"))

Where PyTorch has a GPU, the times are those at which the GPU reaches the begin and the end of a step, by CUDA events, and the
training never waits for them; each row is written one step later. Copy this file beside your script, or add its folder to
PYTHONPATH. It needs Python 3.6 and nothing else.
"""
import os
import sys
import time

COLUMNS = "start_mono_s end_mono_s time_s epoch step phase step_ms stall_ms compute_ms source".split()


class HostClock:
    """Times of this process: work is done when the call returns."""

    @staticmethod
    def now():
        return time.monotonic()

    @staticmethod
    def to_seconds(mark):
        return mark

    @staticmethod
    def is_past(_mark):
        return True


class CudaClock:
    """Times at which the GPU reaches a point of its stream, on the scale of time.monotonic()."""

    def __init__(self, cuda):
        self.cuda = cuda
        self.anchor()

    def anchor(self):
        self.cuda.synchronize()
        self.first = self._event()
        self.cuda.synchronize()
        self.first_s = time.monotonic()

    def _event(self):
        event = self.cuda.Event(enable_timing=True)
        event.record()
        return event

    def now(self):
        return self._event()

    def to_seconds(self, mark):
        mark.synchronize()
        return self.first_s + self.first.elapsed_time(mark) / 1e3

    @staticmethod
    def is_past(mark):
        return mark.query()


def find_clock():
    """The GPU's clock if the script uses one: PyTorch is never imported here."""
    torch = sys.modules.get("torch")
    if torch is not None and torch.cuda.is_available() and torch.cuda.is_initialized():
        return CudaClock(torch.cuda)
    return HostClock()


def rank():
    """Of this process among those that train together (torchrun and its like set RANK)."""
    text = os.environ.get("RANK", "0")
    return int(text) if text.isdigit() else 0


class StepLog:
    """Writes step rows. epoch(), then for each step wait(), begin() and end(): wait() when the wait for data starts, begin() when
    they are there."""

    def __init__(self, file=None):
        self.path = None
        if file is None or file == "-":
            self.out = sys.stdout
        elif hasattr(file, "write"):
            self.out = file
        else:
            self.path = str(file) + ("" if rank() == 0 else ".rank%d" % rank())
            self.out = open(self.path, "w")
        self.out.write("\t".join(COLUMNS) + "\n")
        self.clock = None
        self.number, self.step, self.epochs = 0, 0, 0
        self.waiting = self.beginning = None
        self.pending = []  # steps whose end a GPU may not have reached

    def epoch(self, number=None):
        self.flush()
        self.number = self.epochs if number is None else number
        self.epochs = self.number + 1
        self.step = 0
        self.waiting = self.beginning = None
        if self.clock is None or isinstance(self.clock, HostClock):
            self.clock = find_clock()
            self._write_meta()
        else:
            self.clock.anchor()  # the clocks of GPU and host drift apart
        return self

    def wait(self):
        if self.clock is None:
            self.epoch()
        if self.waiting is None:
            self.waiting = self.clock.now()

    def begin(self):
        self.wait()
        self.beginning = self.clock.now()

    def end(self, phase="counted"):
        if self.beginning is None:
            return
        done = self.clock.now()
        trains = phase == "counted"
        step, phase = (str(self.step), "first" if self.step == 0 else phase) if trains else ("NA", phase)
        self.pending.append((self.waiting, self.beginning, done, self.number, step, phase))
        self.step += trains
        self.waiting, self.beginning = done, None  # the next wait begins where this step ends
        while self.pending and (len(self.pending) > 16 or self.clock.is_past(self.pending[0][2])):
            self._write(*self.pending.pop(0))

    def pause(self):
        """What follows until the next wait() is no part of a step."""
        self.waiting = self.beginning = None

    def flush(self):
        while self.pending:
            self._write(*self.pending.pop(0))

    def _write(self, waiting, beginning, done, epoch, step, phase):
        start, begin, end = (self.clock.to_seconds(mark) for mark in (waiting, beginning, done))
        stall = max(0.0, begin - start)
        row = "%.6f\t%.6f\t%.6f\t%d\t%s\t%s\t%.3f\t%.3f\t%.3f\tmeasured\n"
        self.out.write(row % (start, end, time.time() - (time.monotonic() - end), epoch, step, phase, 1e3 * (end - start),
                              1e3 * stall, 1e3 * (end - start - stall)))
        self.out.flush()

    def _write_meta(self):
        if self.path is None:
            return
        facts = [("tool", "wattline.py"), ("python", sys.version.split()[0])]
        for name in ("torch", "lightning", "pytorch_lightning", "transformers", "ultralytics", "keras", "tensorflow", "fastai"):
            version = getattr(sys.modules.get(name), "__version__", None)
            if version is not None:
                facts.append((name, str(version)))
        with open(self.path + ".meta", "w") as meta:
            meta.write("name\tvalue\n" + "".join("%s\t%s\n" % fact for fact in facts))


_logs = {}


def log_to(file=None):
    """The one log of this file; without a file, or for "-", of standard output."""
    file = None if file == "-" else file
    key = file if file is None or hasattr(file, "write") else os.path.abspath(str(file))
    if key not in _logs:
        _logs[key] = StepLog(file)
    return _logs[key]


def steps(loader, file=None, accumulate=1, phase="counted"):
    """The minibatches of the loader, with a row for each, or for each `accumulate` of them where gradients are accumulated. Every
    call is an epoch. For validation: steps(loader, "s.tsv", phase="validation")."""
    log = log_to(file)
    if phase == "counted":
        log.epoch()
    else:
        log.pause()
    log.wait()
    try:
        for count, batch in enumerate(loader, 1):
            if log.beginning is None:
                log.begin()
            yield batch
            if count % accumulate == 0:
                log.end(phase)
        log.end(phase)  # what is left of the last accumulation
    finally:
        log.flush()
        log.pause()


def lightning(file=None):
    """A callback of PyTorch Lightning (lightning.pytorch or pytorch_lightning)."""
    if "pytorch_lightning" in sys.modules and "lightning.pytorch" not in sys.modules:
        from pytorch_lightning import Callback
    else:
        from lightning.pytorch import Callback

    class Steps(Callback):
        rows = log_to(file)  # not `log`, which is Lightning's

        def on_train_epoch_start(self, trainer, module):
            self.rows.epoch(trainer.current_epoch)
            self.rows.wait()

        def on_train_batch_start(self, trainer, module, batch, batch_idx):
            if self.rows.beginning is None:
                self.rows.begin()

        def on_train_batch_end(self, trainer, module, outputs, batch, batch_idx):
            if (batch_idx + 1) % max(1, trainer.accumulate_grad_batches) == 0 or trainer.is_last_batch:
                self.rows.end()

        def on_validation_start(self, trainer, module):
            self.rows.flush()
            self.rows.wait()
            self.rows.begin()

        def on_validation_end(self, trainer, module):
            self.rows.end("validation")

        def on_train_end(self, trainer, module):
            self.rows.flush()

        def on_exception(self, trainer, module, exception):
            self.rows.flush()

    return Steps()


def huggingface(file=None):
    """A callback of transformers.Trainer. A step is one of the optimizer, whatever gradient_accumulation_steps is."""
    from transformers import TrainerCallback

    class Steps(TrainerCallback):
        rows = log_to(file)

        def on_epoch_begin(self, args, state, control, **_):
            self.rows.epoch(int(state.epoch or 0))
            self.rows.wait()

        def on_step_begin(self, args, state, control, **_):
            self.rows.begin()

        def on_step_end(self, args, state, control, **_):
            self.rows.end()

        def on_evaluate(self, args, state, control, **_):
            self.rows.flush()
            self.rows.pause()

        def on_train_end(self, args, state, control, **_):
            self.rows.flush()

    return Steps()


def ultralytics(model, file=None):
    """Adds callbacks to an ultralytics.YOLO and returns it."""
    log = log_to(file)

    def on_train_epoch_start(trainer):
        log.epoch(trainer.epoch)
        log.wait()

    calls = {"on_train_epoch_start": on_train_epoch_start, "on_train_batch_start": lambda _: log.begin(),
             "on_train_batch_end": lambda _: log.end(), "on_train_epoch_end": lambda _: (log.flush(), log.pause()),
             "on_train_end": lambda _: log.flush()}
    for event, call in calls.items():
        model.add_callback(event, call)
    return model


def keras(file=None):
    """A callback of Keras 3, or of tf.keras. Keras calls back when a step is handed to the device; what the device does later is
    part of the next step, except with PyTorch."""
    try:
        from keras.callbacks import Callback
    except ImportError:
        from tensorflow.keras.callbacks import Callback

    class Steps(Callback):
        rows = log_to(file)

        def on_epoch_begin(self, epoch, logs=None):
            self.rows.epoch(epoch)
            self.rows.wait()

        def on_train_batch_begin(self, batch, logs=None):
            self.rows.begin()

        def on_train_batch_end(self, batch, logs=None):
            self.rows.end()

        def on_test_begin(self, logs=None):
            self.rows.flush()
            self.rows.pause()

        def on_train_end(self, logs=None):
            self.rows.flush()

    return Steps()


def fastai(file=None):
    """A callback of a fastai Learner. A step is one of the optimizer, also with fastai's GradientAccumulation."""
    from fastai.callback.core import Callback

    class Steps(Callback):
        rows = log_to(file)
        stepped = False

        def before_train(self):
            self.rows.epoch(self.learn.epoch)
            self.rows.wait()

        def before_batch(self):
            if self.learn.training and self.rows.beginning is None:
                self.rows.begin()

        def after_step(self):
            self.stepped = True

        def after_batch(self):
            if self.learn.training and self.stepped:
                self.rows.end()
                self.stepped = False

        def after_train(self):
            self.rows.end()  # what is left of the last accumulation
            self.rows.flush()

        def before_validate(self):
            self.rows.pause()
            self.rows.begin()

        def after_validate(self):
            self.rows.end("validation")

        def after_fit(self):
            self.rows.flush()

    return Steps()
