// SPDX-License-Identifier: Apache-2.0
#include "dsgen/dsgen.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <vector>

#include "base/error.hpp"
#include "base/random.hpp"
#include "dsgen/boxes.hpp"
#include "dsgen/manifest.hpp"
#include "dsgen/parallel.hpp"
#include "dsgen/store.hpp"

namespace wattline::dsgen {

namespace fs = boost::filesystem;

namespace {

constexpr std::size_t kChunk = 64;  // pictures made between two prints of the manifest

// How a set of pictures is laid out in its folder.
struct Layout {
  std::function<std::string(std::size_t)> name;
  std::function<std::optional<std::int64_t>(std::size_t)> label;
};

void make_chunk(const fs::path& out, const ImageSet& set, const Layout& layout, std::size_t begin, std::size_t end,
                Manifest& manifest) {
  std::vector<std::int64_t> sizes(end - begin);
  parallel_for(begin, end, [&](std::size_t i) {
    const std::string data = set.jpeg(i);
    sizes[i - begin] = static_cast<std::int64_t>(data.size());
    write_file(out / layout.name(i), data);
  });
  for (std::size_t i = begin; i < end; ++i) manifest.add(layout.name(i), layout.label(i), 1, sizes[i - begin]);
}

// 0, or the status of an interrupted run.
int make_pictures(const Options& options, cli::Context& context, const ImageSetOptions& pictures, const ImageSet& set,
                  const Layout& layout, Manifest& manifest) {
  context.info(fmt::format("JPEG quality {}, detail {:.3f}", set.quality(), set.detail()));
  for (std::size_t begin = 0; begin < pictures.count; begin += kChunk) {
    make_chunk(options.out, set, layout, begin, std::min(begin + kChunk, pictures.count), manifest);
    if (context.signals.stop() != 0) return 128 + context.signals.stop();
  }
  return to_int(ExitCode::ok);
}

// cLLLL/NNNNNN.jpg: a folder per class, as torchvision's ImageFolder reads it.
int make_images(const Options& options, cli::Context& context, Manifest& manifest) {
  const ImageSet set(options.images);
  for (int label = 0; label < options.images.classes; ++label) {
    fs::create_directory(fs::path(options.out) / fmt::format("c{:04}", label));
  }
  const Layout layout{[&set](std::size_t i) { return fmt::format("c{:04}/{:06}.jpg", set.label(i), i); },
                      [&set](std::size_t i) { return set.label(i); }};
  return make_pictures(options, context, options.images, set, layout, manifest);
}

// One folder, names of 16 hexadecimal digits, labels in a table: as the landmarks set is kept by its users.
int make_landmarks(const Options& options, cli::Context& context, Manifest& manifest) {
  const ImageSet set(options.landmarks);
  const auto id = [&](std::size_t i) { return fmt::format("{:016x}", mix64(options.landmarks.seed, i, 3)); };
  std::string table = "user_id,image_id,class\n";
  for (std::size_t i = 0; i < options.landmarks.count; ++i)
    table += fmt::format("{},{},{}\n", i % 233, id(i), set.label(i));
  write_file(fs::path(options.out) / "train.csv", table);
  const Layout layout{[&](std::size_t i) { return id(i) + ".jpg"; }, [&set](std::size_t i) { return set.label(i); }};
  const int status = make_pictures(options, context, options.landmarks, set, layout, manifest);
  manifest.add("train.csv", {}, {}, static_cast<std::int64_t>(table.size()));
  return status;
}

// images/NNNNNNNNNNNN.jpg and labels/NNNNNNNNNNNN.txt.
int make_boxed(const Options& options, cli::Context& context, Manifest& manifest) {
  ImageSetOptions pictures = options.boxes;
  const auto boxes = [&](std::size_t i) { return make_boxes(pictures.classes, mix64(pictures.seed, i)); };
  pictures.paint = [&](std::size_t i, Picture& picture) { paint_boxes(boxes(i), picture); };
  for (const char* folder : {"images", "labels"}) fs::create_directory(fs::path(options.out) / folder);
  const ImageSet set(pictures);
  const Layout layout{[](std::size_t i) { return fmt::format("images/{:012}.jpg", i); },
                      [](std::size_t) { return std::optional<std::int64_t>(); }};
  const int status = make_pictures(options, context, pictures, set, layout, manifest);
  for (std::size_t i = 0; i < pictures.count && status == 0; ++i) {
    const std::string name = fmt::format("labels/{:012}.txt", i), text = label_text(boxes(i));
    write_file(fs::path(options.out) / name, text);
    manifest.add(name, {}, {}, static_cast<std::int64_t>(text.size()));
  }
  return status;
}

int list(const FileSizes& files, std::optional<std::int64_t> samples, Manifest& manifest) {
  for (const auto& file : files) manifest.add(file.first, {}, samples, file.second);
  return to_int(ExitCode::ok);
}

int make_digits(const Options& options, Manifest& manifest) {
  const DigitFiles files = write_digits(options.out, options.digits);
  return list({{files.images, files.image_bytes}, {files.labels, files.label_bytes}},
              static_cast<std::int64_t>(options.digits.count), manifest);
}

int scale(const Options& options, Manifest& manifest) {
  ScaleOptions scaling = options.scale;
  scaling.to = options.out;
  scale_set(scaling, [&](const std::string& name, std::int64_t bytes) { manifest.add(name, {}, {}, bytes); });
  return to_int(ExitCode::ok);
}

}  // namespace

const io::RowKind& manifest_rows() {
  static const io::RowKind kind{"manifest",
                                {{"path", "", 0, "the file, below the folder given as --out"},
                                 {"class", "1", 0, "class number, from 0; NA for a file without one"},
                                 {"samples", "1", 0, "samples in the file; NA when it is not counted in samples"},
                                 {"bytes", "B", 0, "size of the file"}}};
  return kind;
}

int run(const Options& options, cli::Context& context) {
  if (options.verb.empty()) throw usage_error("a kind of data set is required", "see dsgen --help");
  prepare_folder(options.out);
  Manifest manifest(context, options.rows);
  if (options.verb == "idx") return make_digits(options, manifest);
  if (options.verb == "cifar") return list(write_cifar(options.out, options.cifar), {}, manifest);
  if (options.verb == "landmarks") return make_landmarks(options, context, manifest);
  if (options.verb == "boxes") return make_boxed(options, context, manifest);
  if (options.verb == "tokens") return list(write_text(options.out, options.text), {}, manifest);
  if (options.verb == "questions") return list(write_questions(options.out, options.questions), {}, manifest);
  if (options.verb == "scale") return scale(options, manifest);
  return make_images(options, context, manifest);
}

}  // namespace wattline::dsgen
