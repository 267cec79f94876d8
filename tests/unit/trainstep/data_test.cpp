// SPDX-License-Identifier: Apache-2.0
// Data sets on disk: what is read, and what is refused.
#include <fstream>

#include "base/error.hpp"
#include "catch.hpp"
#include "jpeg_file.hpp"
#include "sysfs_tree.hpp"
#include "trainstep/data/cifar10.hpp"
#include "trainstep/data/coco.hpp"
#include "trainstep/data/csv_reader.hpp"
#include "trainstep/data/image_folder.hpp"
#include "trainstep/data/mnist.hpp"
#include "trainstep/data/npy.hpp"
#include "trainstep/data/token_files.hpp"

using namespace wattline;
using namespace wattline::trainstep;

namespace {

struct Folder : test::SysfsTree {
  std::string path() { return at("/").string(); }
  Folder& jpeg(const std::string& name, int width, int height) {
    const auto bytes = test::jpeg_file(width, height);
    raw_file(name, std::string(bytes.begin(), bytes.end()));
    return *this;
  }
};

Minibatch load(const Dataset& set, std::size_t sample, std::uint64_t seed = 1) {
  Minibatch batch(set.fields, 1, plain_memory());
  Scratch scratch;
  Random random(seed);
  set.read(sample, random, scratch);
  set.prepare(sample, random, scratch, batch, 0);
  return batch;
}

std::string message(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::data);
    return error.what();
  }
  return "no error";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string npy(const std::string& type, const std::string& shape, const std::string& values) {
  std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
  std::string file = "\x93NUMPY\x01";
  file += '\0';
  file += static_cast<char>(header.size());
  file += '\0';
  return file + header + values;
}

}  // namespace

TEST_CASE("classes are the sub-folders in alphabetical order; other files are counted") {
  Folder folder;
  folder.jpeg("/b/1.jpg", 40, 30).jpeg("/a/2.JPEG", 40, 30).file("/a/notes.txt", "x").file("/readme", "x");
  const Dataset set = image_folder(folder.path(), imagenet_options(Decode::exact));
  REQUIRE(set.size == 2);
  CHECK(set.classes == 2);
  CHECK(*load(set, 0).integers(1, 0) == 0);
  CHECK(*load(set, 1).integers(1, 0) == 1);
}

TEST_CASE("an image that vanishes is an error that names it") {
  Folder folder;
  folder.jpeg("/a/1.jpg", 40, 30);
  const Dataset set = image_folder(folder.path(), imagenet_options(Decode::exact));
  fs::remove(folder.at("/a/1.jpg"));
  CHECK(contains(message([&] { load(set, 0); }), "a/1.jpg: No such file"));
}

TEST_CASE("labels come from a table by its columns' names") {
  Folder folder;
  folder.jpeg("/x1.jpg", 40, 30).jpeg("/x2.jpg", 40, 30);
  folder.raw_file("/train.csv",
                  "\xef\xbb\xbf"
                  "class,image_id\r\n3,x2\r\n\"0\",x1.jpg\r\n");
  const Dataset set = labelled_images(folder.path(), "train.csv", landmark_options(Decode::exact));
  REQUIRE(set.size == 2);
  CHECK(set.classes == 4);
  CHECK(*load(set, 0).integers(1, 0) == 3);
  CHECK(contains(message([&] { labelled_images(folder.path(), "no.csv", landmark_options(Decode::exact)); }),
                 "no such file"));
  CHECK(contains(message([&] { labelled_images(folder.path() + "/no", "train.csv", landmark_options(Decode::exact)); }),
                 "/no: is not a folder"));
  folder.raw_file("/bad.csv", "image_id,class\nx1,3\nx2,cat\n");
  CHECK(
      contains(message([&] { labelled_images(folder.path(), "bad.csv", landmark_options(Decode::exact)); }), "line 3"));
  folder.raw_file("/other.csv", "name,label\nx1,2\n");
  CHECK(contains(message([&] { labelled_images(folder.path(), "other.csv", landmark_options(Decode::exact)); }),
                 "no column image_id"));
}

TEST_CASE("the ground truth of ILSVRC numbers the images of a folder in the order of their names") {
  Folder folder;
  folder.jpeg("/val_2.JPEG", 40, 30).jpeg("/val_1.JPEG", 40, 30).file("/readme.txt", "x");
  folder.raw_file("/truth.txt", "490\n1\n");
  const auto open = [&] { return labelled_images(folder.path(), "truth.txt", imagenet_options(Decode::exact)); };
  const Dataset set = open();
  REQUIRE(set.size == 2);
  CHECK(set.classes == 490);
  CHECK(contains(set.file(0), "val_1.JPEG"));
  CHECK(*load(set, 0).integers(1, 0) == 489);
  CHECK(*load(set, 1).integers(1, 0) == 0);
  folder.raw_file("/truth.txt", "490\n1\n7\n");
  CHECK(contains(message(open), "has classes for 3 images, but " + folder.path() + " holds 2"));
  folder.raw_file("/truth.txt", "490\n0\n");
  CHECK(contains(message(open), "truth.txt: line 2: is not a number from 1"));
}

TEST_CASE("classes that are names are numbered in alphabetical order, and endings of files may be left out") {
  Folder folder;
  folder.jpeg("/val_1.JPEG", 40, 30).jpeg("/val_2.JPEG", 40, 30);
  folder.raw_file("/val.csv", "image_id,class\nval_1,n02\nval_2,n01\n");
  const Dataset set = labelled_images(folder.path(), "val.csv", imagenet_options(Decode::exact));
  CHECK(set.classes == 2);
  CHECK(*load(set, 0).integers(1, 0) == 1);
  CHECK(*load(set, 1).integers(1, 0) == 0);
}

TEST_CASE("quoted fields may hold commas, quotes and line ends") {
  Folder folder;
  folder.raw_file("/t.csv", "a,b\n\"x,\"\"y\"\"\",\"1\n2\"\n\nlast,row\n");
  CsvReader csv(folder.at("/t.csv").string());
  REQUIRE(csv.next());
  CHECK(csv.fields() == std::vector<std::string>{"x,\"y\"", "1\n2"});
  REQUIRE(csv.next());
  CHECK(csv.fields()[1] == "row");
  CHECK_FALSE(csv.next());
  CHECK_FALSE(csv.torn());
  folder.raw_file("/open.csv", "a,b\n\"x,1\n");
  CsvReader open(folder.at("/open.csv").string());
  CHECK(contains(message([&] { open.next(); }), "a quote is not closed"));
}

TEST_CASE("a last row of labels without a line feed may be cut within its class and is discarded") {
  Folder folder;
  folder.raw_file("/t.csv", "image_id,class\nx1,12\nx2,1");
  CsvReader csv(folder.at("/t.csv").string());
  REQUIRE(csv.next());
  CHECK(csv.fields()[1] == "12");
  CHECK_FALSE(csv.next());
  CHECK(csv.torn());
}

TEST_CASE("a column name that stands twice in the header of labels is refused") {
  Folder folder;
  folder.raw_file("/t.csv", "image_id,class,class\nx1,1,2\n");
  CHECK(contains(message([&] { CsvReader(folder.at("/t.csv").string()); }), "column 'class' appears twice"));
}

TEST_CASE("boxes follow the image into the square, also when it is mirrored") {
  Folder folder;
  folder.jpeg("/images/train/7.jpg", 80, 40).file("/labels/train/7.txt", "2 0.25 0.5 0.5 1.0");
  const Dataset set = boxed_images(folder.path(), {64, 80, Decode::exact});
  bool seen[2] = {false, false};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Minibatch batch = load(set, 0, seed);
    const float* box = batch.floats(1, 0);
    CHECK(box[0] == 2);
    CHECK((box[1] == Approx(0.25) || box[1] == Approx(0.75)));
    CHECK(box[2] == Approx(0.5));
    CHECK(box[3] == Approx(0.5));
    CHECK(box[4] == Approx(0.5));  // the image fills half of the square's height
    CHECK(box[5] == -1);
    CHECK(batch.floats(0, 0)[0] == Approx(114 / 255.0));
    seen[box[1] > 0.5f] = true;
  }
  CHECK((seen[0] && seen[1]));
}

TEST_CASE("boxes belong to a photo as it is shown: turned as EXIF says") {
  const auto photo = test::with_orientation(test::jpeg_file(40, 20), 6, true);
  const std::string bytes(photo.begin(), photo.end());
  Folder folder;
  folder.raw_file("/images/a.jpg", bytes).file("/labels/a.txt", "3 0.5 0.5 1 1\n");
  Minibatch batch = load(boxed_images(folder.path(), {64}), 0);
  const float* boxes = batch.floats(1, 0);
  CHECK(boxes[3] == 0.5F);  // half as wide as high: the photo stands upright
  CHECK(boxes[4] == 1.0F);
  const float grey = 114 / 255.0F;
  CHECK(batch.floats(0, 0)[32 * 64] == grey);
  CHECK(batch.floats(0, 0)[32] != grey);
}

TEST_CASE("an image without a label file has no boxes; a broken label names file and line") {
  Folder folder;
  folder.jpeg("/images/1.jpg", 40, 40)
      .jpeg("/images/2.jpg", 40, 40)
      .file("/labels/2.txt", "0 0.5 0.5 0.1 0.1\n0 0.5 0.5 2 0.1");
  const Dataset set = boxed_images(folder.path(), {32, 80, Decode::exact});
  CHECK(load(set, 0).floats(1, 0)[0] == -1);
  CHECK(contains(message([&] { load(set, 1); }), "labels/2.txt: line 2: a share is not between 0 and 1"));
}

TEST_CASE("CIFAR-10 records are label and three planes") {
  Folder folder;
  std::string record(3073, '\0');
  record[0] = 7;
  record[1 + 1024] = static_cast<char>(255);
  folder.raw_file("/data_batch_1.bin", record + record);
  const Dataset set = cifar10(folder.path());
  REQUIRE(set.size == 2);
  Minibatch batch = load(set, 1);
  CHECK(*batch.integers(1, 0) == 7);
  CHECK(batch.floats(0, 0)[1024] == Approx((1 - 0.4822) / 0.1994));
  folder.raw_file("/data_batch_2.bin", "short");
  CHECK(contains(message([&] { cifar10(folder.path()); }), "is not a CIFAR-10 file"));
}

TEST_CASE("IDX files that disagree or are cut short are refused") {
  Folder folder;
  const std::string header("\0\0\x08\x03\0\0\0\x01\0\0\0\x1c\0\0\0\x1c", 16);
  folder.raw_file("/train-images-idx3-ubyte", header + std::string(784, 'x'));
  folder.raw_file("/train-labels-idx1-ubyte", std::string("\0\0\x08\x01\0\0\0\x02\x01\x02", 10));
  CHECK(contains(message([&] { mnist(folder.path()); }), "the numbers of images and labels differ"));
  folder.raw_file("/train-images-idx3-ubyte", header + std::string(700, 'x'));
  CHECK(contains(message([&] { mnist(folder.path()); }), "700 values"));
}

TEST_CASE("an .npy file that is cut while it is in use is an error, not the end of the process") {
  Folder folder;
  folder.raw_file("/a.npy", npy("<i8", "(1000,)", std::string(8000, '\0')));
  const IntegerArray array(folder.at("/a.npy").string());
  CHECK(array.at(999) == 0);
  folder.raw_file("/a.npy", "");
  std::int64_t out[1000];
  CHECK(contains(message([&] { array.at(999); }), "was cut short while it was in use"));
  CHECK(contains(message([&] { array.copy(0, 1000, 10, out); }), "was cut short while it was in use"));
}

TEST_CASE("integers of any width are read from .npy files") {
  Folder folder;
  folder.raw_file("/a.npy", npy("<i2", "(2, 2)", std::string("\x01\0\xff\xff\x03\0\x04\0", 8)));
  const IntegerArray array(folder.at("/a.npy").string());
  CHECK(array.shape() == std::vector<std::size_t>{2, 2});
  CHECK(array.at(1) == -1);
  CHECK(array.at(3) == 4);
  std::int64_t out[4];
  CHECK(contains(message([&] { array.copy(0, 4, 10, out); }), "is not less than 10"));
  folder.raw_file("/b.npy", npy("<i8", "(1099511627775, 1099511627775)", "xxxx"));
  CHECK(contains(message([&] { IntegerArray(folder.at("/b.npy").string()); }), "is cut short"));
  folder.raw_file("/c.npy", npy("<f4", "(1,)", "xxxx"));
  CHECK(contains(message([&] { IntegerArray(folder.at("/c.npy").string()); }), "does not hold little-endian integers"));
  folder.raw_file("/d.npy", "");
  CHECK(contains(message([&] { IntegerArray(folder.at("/d.npy").string()); }), "is empty"));
}

TEST_CASE("a text is cut into rows that a batch walks through side by side") {
  Folder folder;
  std::string values;
  for (char i = 0; i < 20; ++i) values += i;
  folder.raw_file("/tokens.npy", npy("|u1", "(2, 10)", values));
  const Dataset set = running_text(folder.path(), {3, 100});
  REQUIRE(set.size == 6);
  Minibatch first = load(set, 0), beside = load(set, 1), next = load(set, 2);
  CHECK(std::vector<std::int64_t>(first.integers(0, 0), first.integers(0, 0) + 3) ==
        std::vector<std::int64_t>{0, 1, 2});
  CHECK(std::vector<std::int64_t>(first.integers(1, 0), first.integers(1, 0) + 3) ==
        std::vector<std::int64_t>{1, 2, 3});
  CHECK(beside.integers(0, 0)[0] == 10);
  CHECK(next.integers(0, 0)[0] == 3);
}

TEST_CASE("tokens of a language model come from arrays, from 16-bit tokens and from the bytes of a text") {
  Folder folder;
  folder.raw_file("/text", "abcdefg");
  folder.raw_file("/train.bin", std::string("\x01\x00\x00\x01\x03\x00\x04\x00\x05\x00\x06\x00", 12));
  folder.raw_file("/tokens.npy", npy("<i4", "(3,)", std::string("\1\0\0\0\2\0\0\0\3\0\0\0", 12)));
  const auto sample = [&](const Dataset& set, std::size_t number) {
    Minibatch batch = load(set, number);
    return std::vector<std::int64_t>{batch.integers(0, 0)[0], batch.integers(0, 0)[1], batch.integers(1, 0)[1]};
  };
  const Dataset text = token_stream(folder.at("/text").string(), {2, 300});
  CHECK(text.size == 3);
  CHECK(sample(text, 2) == std::vector<std::int64_t>{'e', 'f', 'g'});
  const Dataset tokens = token_stream(folder.at("/train.bin").string(), {2, 300});
  CHECK(tokens.size == 2);
  CHECK(sample(tokens, 0) == std::vector<std::int64_t>{1, 256, 3});
  CHECK(sample(token_stream(folder.path(), {2, 300}), 0) == std::vector<std::int64_t>{1, 2, 3});
  CHECK(contains(message([&] {
                   sample(token_stream(folder.at("/train.bin").string(), {2, 200}), 0);
                 }),
                 "value 256 is not less than 200"));
  CHECK(contains(message([&] { token_stream(folder.at("/text").string(), {7, 300}); }), "has 7 tokens, fewer than"));
  folder.raw_file("/odd.bin", "abc");
  CHECK(contains(message([&] { token_stream(folder.at("/odd.bin").string(), {2, 300}); }), "is cut short"));
}
