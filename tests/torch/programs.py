# SPDX-License-Identifier: Apache-2.0
"""trainstep itself and the PyTorch of the same release: programs.py TRAINSTEP, in an empty folder. Twenty steps of LeNet on images in MNIST's format
from weights, and of networks from TorchScript files, that this release wrote, in each --precision of a processor; what trainstep
writes is read back. Prints what was found as "name TAB value", and ends with 1 where it is not right."""
import contextlib
import csv
import io
import os
import pathlib
import subprocess
import sys
import warnings
from typing import List

import numpy as np
import torch
from torch.nn import functional as F
from torchvision import models

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "parity"))
import networks

warnings.filterwarnings("ignore")
torch.set_num_threads(1)
TRAINSTEP, STEPS, BATCH, TOLERANCE = sys.argv[1], 20, 4, 1e-5
RELEASE = torch.__version__.split("+")[0]
failed = False


def report(name, value, good=True):
    global failed
    failed |= not good
    print(f"{name}\t{value}" + ("" if good else "\twrong"), flush=True)


def train(*options, out="s.tsv"):
    """Status, losses and page faults of trainstep, and what it says."""
    command = [TRAINSTEP, *options, "--batch", str(BATCH), "--device", "cpu", "--threads", "1", "-o", out]
    with open("said", "w") as said:
        child = subprocess.Popen(command, stdout=said, stderr=said)
        _, status, used = os.wait4(child.pid, 0)
    text = pathlib.Path("said").read_text()
    status = os.waitstatus_to_exitcode(status)
    losses = []
    if status == 0:
        with open(out) as rows:
            losses = [float(row["loss"]) for row in csv.DictReader(rows, delimiter="\t")]
    return status, losses, used.ru_minflt, text


def must(*options):
    status, losses, faults, text = train(*options)
    if status != 0 or len(losses) != STEPS:
        sys.exit(f"trainstep {' '.join(options)}: status {status}, {len(losses)} steps\n{text}")
    if text:
        report("said", text.strip(), False)
    return losses, faults


def write_mnist():
    random = np.random.default_rng(1)
    images = random.integers(0, 256, (STEPS * BATCH, 28, 28), np.uint8)
    labels = random.integers(0, 10, STEPS * BATCH, np.uint8)
    os.mkdir("D")
    for name, data in (("images-idx3", images), ("labels-idx1", labels)):
        header = np.array([0x800 + data.ndim, *data.shape], ">u4").tobytes()
        pathlib.Path(f"D/train-{name}-ubyte").write_bytes(header + data.tobytes())
    pixels = (torch.from_numpy(images)[:, None].float() / 255 - 0.1307) / 0.3081
    return list(zip(pixels.split(BATCH), torch.from_numpy(labels).long().split(BATCH)))


class NoScaler:
    def scale(self, loss):
        return loss

    def step(self, optimizer):
        optimizer.step()

    def update(self):
        pass


def trained(net, batches, dtype=None, scaler=None):
    optimizer, scaler, losses = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9), scaler or NoScaler(), []
    for image, label in batches:
        with torch.autocast("cpu", dtype=dtype) if dtype else contextlib.nullcontext():
            loss = F.cross_entropy(net(image), label)
        optimizer.zero_grad()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        losses.append(float(loss.detach()))
    return losses


def difference(mine, theirs):
    return max(abs(a - b) / max(abs(b), 1.0) for a, b in zip(mine, theirs))


def compare(name, mine, theirs, others=None):
    """The losses are theirs, and those of another precision are not."""
    good = len(mine) == len(theirs) == STEPS and difference(mine, theirs) <= TOLERANCE
    if others:
        good = good and difference(mine, others) > 2 * TOLERANCE
    report(name, f"{difference(mine, theirs):.1e}" if mine else "no losses", good)


def lenet():
    torch.manual_seed(3)
    return networks.lenet()


def has_half():
    """Whether this PyTorch trains in float16 on a processor."""
    if not hasattr(torch.amp, "GradScaler"):
        return False
    with torch.autocast("cpu", dtype=torch.float16):
        return F.linear(torch.ones(1, 2), torch.ones(2, 2)).dtype == torch.float16


def precisions(batches, given):
    plain = trained(lenet(), batches)
    compare("fp32", must(*given, "--precision", "fp32")[0], plain)
    half = trained(lenet(), batches, torch.bfloat16)
    compare("bf16", must(*given, "--precision", "bf16")[0], half, plain)
    status, losses, _, text = train(*given, "--precision", "fp16")
    if has_half():
        compare("fp16", losses, trained(lenet(), batches, torch.float16, torch.amp.GradScaler("cpu")), plain)
    else:
        report("fp16", "refused", status == 69 and "does not compute in it on a processor" in text)
    status = train(*given, "--precision", "tf32")[0]
    report("tf32", "refused", status == 69)


class Operations(torch.nn.Module):
    """Prints the types of the results of operations, of which autocast's lists have some."""

    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(10, 784) / 784)

    def results(self, image: torch.Tensor) -> List[torch.Tensor]:
        x, m, w = image.flatten(1), image[:, 0, :10, :10], self.weight
        h, n, f = F.linear(x, w), image[:, 0, :10, :10] @ m, torch.ones(10, 10)
        return [
            F.conv1d(m, f[:, :, None]), F.conv2d(image, f[None, None]), F.conv_transpose2d(image, f[None, None]), h, x.mm(w.t()),
            n, m.bmm(m), torch.baddbmm(m, m, m), torch.addmm(f[0], x, w.t()), torch.einsum("bij,bjk->bik", m, m),
            F.scaled_dot_product_attention(m, m, m), h.softmax(1), F.log_softmax(h, 1), F.layer_norm(h, [10]), F.group_norm(h, 2),
            F.gelu(h), torch.relu(h), torch.sigmoid(h), torch.exp(h), torch.log(h), h.pow(2.0), h.sum(), h.prod(), h.cumsum(1), h.norm(),
            F.mse_loss(h, h), F.l1_loss(h, h), F.smooth_l1_loss(h, h), F.huber_loss(h, h), torch.cdist(h, h), torch.cat([h, x], 1),
            torch.stack([h, x[:, :10]]), F.interpolate(n[:, None], scale_factor=2.0), F.avg_pool2d(n, 2), F.max_pool2d(n, 2), h + x[:, :10],
        ]  # fmt: skip

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        print("types", [result.dtype for result in self.results(image)])
        return F.linear(image.flatten(1), self.weight)


def operations(batches, given):
    """Autocast's lists in a TorchScript file, which are not those of the same network in Python, but the same in both programs."""
    net = torch.jit.script(Operations())
    net.save("operations.pt")
    said = io.StringIO()
    with torch.autocast("cpu", dtype=torch.bfloat16), contextlib.redirect_stdout(said):
        net(batches[0][0])
    status, _, _, text = train("lenet", "--model", "operations.pt", *given, "--precision", "bf16")
    good = status == 0 and text == said.getvalue() * STEPS
    report("lists", f"{said.getvalue().count('15')} operations in bf16" if good else f"{text}not {said.getvalue()}", good)


def files_of_this_release(batches, given):
    """Weights and TorchScript files of torch.save, torch.jit.script and torch.jit.trace; then what trainstep wrote."""
    mine = lenet()
    theirs = trained(mine, batches)
    compare("weights", must("lenet", "--init", "lenet.pth", *given, "--save", "w.pt", "--checkpoint", "c.pt")[0], theirs)
    saved, checkpoint = torch.jit.load("w.pt").state_dict(), torch.jit.load("c.pt").network
    for name, state in ("save", saved), ("checkpoint", checkpoint):
        most = max(float((state[key] - value).abs().max()) for key, value in mine.state_dict().items())
        report(name, f"{most:.1e}", list(state) == list(mine.state_dict()) and most < 1e-5)
    for name, script in ("script", torch.jit.script(lenet())), ("trace", torch.jit.trace(lenet(), batches[0][0])):
        script.save(f"{name}.pt")
        compare(name, must("lenet", "--model", f"{name}.pt", *given, "--save", "m.pt")[0], theirs)
        again = torch.jit.load("m.pt")
        good = float((again.eval()(batches[0][0]) - mine.eval()(batches[0][0])).abs().max()) < 1e-3
        report(f"{name}, saved", "computes the same", good)


def resnet():
    """torchvision's network as a TorchScript file, and trainstep's own with its weights."""
    torch.manual_seed(3)
    net = models.resnet18(weights=None)
    torch.save(net.state_dict(), "resnet.pth")
    torch.jit.script(net).save("resnet.pt")
    given = ["resnet18", "--synthetic", "--max-steps", str(STEPS - 1)]  # and the first step, which is not counted
    keep, with_keep = must(*given, "--init", "resnet.pth", "--allocator", "keep")
    system, with_system = must(*given, "--init", "resnet.pth", "--allocator", "system")
    report("allocator", f"{with_keep} page faults, not {with_system}", keep == system and with_keep < 0.7 * with_system)
    compare("resnet18", must(*given, "--model", "resnet.pt")[0], keep)
    for name in ("PYTORCH_CUDA_ALLOC_CONF", "PYTORCH_ALLOC_CONF"):
        os.environ[name] = "expandable_segments:True"
        report(name, "accepted", must(*given, "--init", "resnet.pth")[0] == keep)
        del os.environ[name]


all_batches = write_mnist()
torch.save(lenet().state_dict(), "lenet.pth")
mnist = ["--data", "D", "--order", "sequential"]
precisions(all_batches, ["lenet", "--init", "lenet.pth", *mnist])
operations(all_batches, mnist)
files_of_this_release(all_batches, mnist)
resnet()
meta = dict(line.split("\t", 1) for line in pathlib.Path("s.tsv.meta").read_text().splitlines())
report("torch", meta["torch"], meta["torch"] == RELEASE)
sys.exit(1 if failed else 0)
