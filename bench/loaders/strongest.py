# SPDX-License-Identifier: Apache-2.0
"""The strongest loaders on PyPI, in the versions of requirements.txt. As train_loader.py, it reads lines "FOLDER WORKERS LOADER".
All of them take random crops as torchvision does, resize them to 224 x 224 with a filter that averages, flip half of them, and
return batches of 16 normalized images. The first epoch, which does not count, checks that. The loaders whose name ends with
-fast decode a smaller image where the crop is larger than needed, and with coarser pixels."""
import functools
import glob
import math
import os
import random
import sys

os.environ["OMP_NUM_THREADS"] = "1"  # of each worker; before PyTorch is loaded
import numpy
import torch
from PIL import Image
from torchvision import datasets, io
from torchvision.transforms.v2 import functional

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from train_loader import NORMALIZE, OF_IMAGES, serve, torch_loader

SIDE, BATCH = 224, 16
MEAN, STD = NORMALIZE.mean, NORMALIZE.std


def crop_of(width, height):
    """x, y, width and height, drawn as RandomResizedCrop does."""
    for _ in range(10):
        area, ratio = width * height * random.uniform(0.08, 1), math.exp(random.uniform(math.log(3 / 4), math.log(4 / 3)))
        w, h = round(math.sqrt(area * ratio)), round(math.sqrt(area / ratio))
        if 0 < w <= width and 0 < h <= height:
            return random.randint(0, width - w), random.randint(0, height - h), w, h
    return 0, 0, width, height


def denominator_of(crop):
    """The largest by which the crop still has enough pixels."""
    return next((d for d in (8, 4, 2) if min(crop[2:]) >= SIDE * d), 1)


def finished(image, crop):
    x, y, width, height = crop
    image = functional.resized_crop(image, y, x, height, width, [SIDE, SIDE], antialias=True)
    if random.random() < 0.5:
        image = functional.horizontal_flip(image)
    return functional.normalize(functional.to_dtype(image, torch.float32, scale=True), MEAN, STD, inplace=True)


def of_pixels(pixels, crop, denominator):
    """Of rows of pixels, which were decoded at 1 / denominator."""
    x, y, width, height = (max(1, n // denominator) if i > 1 else n // denominator for i, n in enumerate(crop))
    return finished(torch.from_numpy(pixels).permute(2, 0, 1), (x, y, width, height))


def contents(path):
    with open(path, "rb") as file:
        return file.read()


def torchvision_image(path):
    image = io.decode_jpeg(io.read_file(path), mode=io.ImageReadMode.RGB)
    return finished(image, crop_of(image.shape[2], image.shape[1]))


def simplejpeg_image(path, fast=False):
    import simplejpeg
    data = contents(path)
    height, width, _, _ = simplejpeg.decode_jpeg_header(data)
    crop = crop_of(width, height)
    denominator = denominator_of(crop) if fast else 1
    pixels = simplejpeg.decode_jpeg(data, "RGB", fastdct=fast, fastupsample=fast, min_width=math.ceil(width / denominator),
                                    min_height=math.ceil(height / denominator))
    return of_pixels(pixels, crop, denominator)


@functools.cache
def turbojpeg_library():
    import turbojpeg
    return turbojpeg, turbojpeg.TurboJPEG()


def turbojpeg_image(path, fast=False):
    turbojpeg, library = turbojpeg_library()
    data = contents(path)
    width, height, _, _ = library.decode_header(data)
    crop = crop_of(width, height)
    denominator = denominator_of(crop) if fast else 1
    pixels = library.decode(data, turbojpeg.TJPF_RGB, scaling_factor=(1, denominator),
                            flags=turbojpeg.TJFLAG_FASTDCT | turbojpeg.TJFLAG_FASTUPSAMPLE if fast else 0)
    return of_pixels(pixels, crop, denominator)


class Files(torch.utils.data.Dataset):
    def __init__(self, folder, image_of):
        self.samples, self.image_of = datasets.ImageFolder(folder).samples, image_of

    def __len__(self):
        return len(self.samples)

    def __getitem__(self, index):
        path, label = self.samples[index]
        return self.image_of(path), label


class Spdl:
    """A pipeline of SPDL's own decoder, that of FFmpeg, and FFmpeg's scaler; each of its threads makes whole batches."""

    def __init__(self, folder, workers, fast):
        self.samples, self.workers, self.fast = list(datasets.ImageFolder(folder).samples), workers, fast

    def frames_of(self, path):
        import spdl.io
        packets = spdl.io.demux_image(path)
        crop = crop_of(packets.width, packets.height)
        denominator = denominator_of(crop) if self.fast else 1
        x, y, width, height = (n // denominator for n in crop)
        flip = ",hflip" if random.random() < 0.5 else ""
        lowres = {"lowres": str(int(math.log2(denominator)))} if denominator > 1 else {}
        return spdl.io.decode_packets(
            packets, decode_config=spdl.io.decode_config(decoder_options=lowres) if lowres else None,
            filter_desc=f"crop={width}:{height}:{x}:{y}:exact=1,scale={SIDE}:{SIDE}:flags=bilinear{flip},format=rgb24")

    def batch_of(self, samples):
        import spdl.io
        pixels = spdl.io.to_torch(spdl.io.convert_frames([self.frames_of(path) for path, _ in samples])).permute(0, 3, 1, 2)
        images = functional.to_dtype(pixels.contiguous(), torch.float32, scale=True)
        return functional.normalize(images, MEAN, STD, inplace=True), torch.tensor([label for _, label in samples])

    def __iter__(self):
        import spdl.pipeline
        random.shuffle(self.samples)
        batches = [self.samples[i:i + BATCH] for i in range(0, len(self.samples), BATCH)]
        pipeline = (spdl.pipeline.PipelineBuilder().add_source(batches).pipe(self.batch_of, concurrency=self.workers)
                    .add_sink(2 * self.workers).build(num_threads=self.workers))
        with pipeline.auto_stop():
            yield from pipeline


class SpdlOfSimplejpeg(Spdl):
    """The same threads with simplejpeg's decoder and torchvision's transforms."""

    def batch_of(self, samples):
        return (torch.stack([simplejpeg_image(path, self.fast) for path, _ in samples]), torch.tensor([label for _, label in samples]))


def dali(folder, workers, fast):
    from nvidia.dali import fn, pipeline_def, types
    from nvidia.dali.plugin.pytorch import DALIClassificationIterator, LastBatchPolicy

    @pipeline_def(batch_size=BATCH, num_threads=workers, device_id=None)
    def pipeline():
        files, labels = fn.readers.file(file_root=folder, random_shuffle=True, name="files")
        images = fn.decoders.image_random_crop(files, device="cpu", random_area=[0.08, 1], random_aspect_ratio=[3 / 4, 4 / 3],
                                               jpeg_fancy_upsampling=not fast, use_fast_idct=fast)
        images = fn.resize(images, resize_x=SIDE, resize_y=SIDE, interp_type=types.INTERP_LINEAR, antialias=True)
        return fn.crop_mirror_normalize(images, dtype=types.FLOAT, output_layout="CHW", mirror=fn.random.coin_flip(),
                                        mean=[255 * m for m in MEAN], std=[255 * s for s in STD]), labels

    class Batches:
        iterator = DALIClassificationIterator(pipeline(), reader_name="files", last_batch_policy=LastBatchPolicy.PARTIAL, auto_reset=True)

        def __iter__(self):
            for batch in self.iterator:
                yield batch[0]["data"], batch[0]["label"]

    return Batches()


def webdataset(folder, workers):
    import webdataset as wds
    samples = datasets.ImageFolder(folder).samples
    shards = f"{folder.rstrip('/')}-%02d.tar"
    if not glob.glob(shards.replace("%02d", "*")):
        random.shuffle(samples)
        with wds.ShardWriter(shards, maxcount=-(-len(samples) // 8), verbose=0) as writer:
            for number, (path, label) in enumerate(samples):
                writer.write({"__key__": f"{number:06d}", "jpg": contents(path), "cls": label})
    data = wds.WebDataset(sorted(glob.glob(shards.replace("%02d", "*"))), shardshuffle=8)
    data = data.shuffle(100).decode("pil").to_tuple("jpg", "cls").map_tuple(OF_IMAGES, int).batched(BATCH)
    return torch.utils.data.DataLoader(data, batch_size=None, num_workers=workers, prefetch_factor=2, persistent_workers=True)


@functools.cache
def colors_of(folder):
    """The mean red, green and blue of the files, from 0 to 1, of images of an eighth of the size."""
    def color_of(path):
        with Image.open(path) as image:
            image.draft("RGB", (image.width // 8, image.height // 8))
            return numpy.asarray(image).mean((0, 1))
    return numpy.mean([color_of(path) for path, _ in datasets.ImageFolder(folder).samples], 0) / 255


class Checked:
    """A loader, whose first epoch is checked."""

    def __init__(self, folder, loader):
        self.folder, self.loader, self.is_first = folder, loader, True

    def __iter__(self):
        first, self.is_first = self.is_first, False
        return self.check() if first else iter(self.loader)

    def check(self):
        colors, sums, images = colors_of(self.folder), 0, 0
        for batch, labels in self.loader:
            assert batch.shape[1:] == (3, SIDE, SIDE) and batch.dtype == torch.float32 and batch.is_contiguous(), batch.shape
            assert len(batch) <= BATCH and len(labels) == len(batch), (len(batch), len(labels))
            sums, images = sums + batch.double().mean((2, 3)).sum(0), images + len(batch)
            yield batch, labels
        assert images == len(datasets.ImageFolder(self.folder)), images
        found = sums.numpy() / images * STD + MEAN
        assert abs(found - colors).max() < min(0.05, abs(found - colors[::-1]).max()), (found, colors)


LOADERS = {
    "torchvision": lambda folder, workers: torch_loader(Files(folder, torchvision_image), workers),
    "simplejpeg": lambda folder, workers: torch_loader(Files(folder, simplejpeg_image), workers),
    "simplejpeg-fast": lambda folder, workers: torch_loader(Files(folder, functools.partial(simplejpeg_image, fast=True)), workers),
    "turbojpeg": lambda folder, workers: torch_loader(Files(folder, turbojpeg_image), workers),
    "turbojpeg-fast": lambda folder, workers: torch_loader(Files(folder, functools.partial(turbojpeg_image, fast=True)), workers),
    "spdl": lambda folder, workers: Spdl(folder, workers, fast=False),
    "spdl-fast": lambda folder, workers: Spdl(folder, workers, fast=True),
    "spdl-simplejpeg": lambda folder, workers: SpdlOfSimplejpeg(folder, workers, fast=False),
    "spdl-simplejpeg-fast": lambda folder, workers: SpdlOfSimplejpeg(folder, workers, fast=True),
    "dali": lambda folder, workers: dali(folder, workers, fast=False),
    "dali-fast": lambda folder, workers: dali(folder, workers, fast=True),
    "webdataset": webdataset,
}
if __name__ == "__main__":
    serve(lambda folder, workers, name: Checked(folder, LOADERS[name](folder, workers)))
    os._exit(0)  # SPDL and DALI may have threads left
