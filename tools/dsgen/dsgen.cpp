// SPDX-License-Identifier: Apache-2.0
#include "dsgen/dsgen.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "cli/options.hpp"
#include "dsgen/parallel.hpp"
#include "dsgen/store.hpp"

namespace wattline::dsgen {

namespace fs = boost::filesystem;

namespace {

constexpr std::size_t kChunk = 64;  // pictures made between two prints of the manifest

const io::RowKind& manifest_rows() {
  static const io::RowKind kind{"manifest",
                                {{"path", "", 0, "the file, below the folder given as --out"},
                                 {"class", "1", 0, "class number, from 0; NA for a file of many samples"},
                                 {"samples", "1", 0, "samples in the file"},
                                 {"bytes", "B", 0, "size of the file"}}};
  return kind;
}

void print_file(cli::RowStream& manifest, const std::string& path, std::optional<std::int64_t> label,
                std::size_t samples, std::int64_t bytes) {
  manifest.rows().text(path).integer(label).integer(static_cast<std::int64_t>(samples)).integer(bytes).end_row();
}

// cLLLL/NNNNNN.jpg: a folder per class, as torchvision's ImageFolder reads it.
std::string image_name(const ImageSet& set, std::size_t i) {
  return fmt::format("c{:04}/{:06}.jpg", set.label(i), i);
}

void make_class_folders(const Options& options) {
  for (int label = 0; label < options.images.classes; ++label) {
    fs::create_directory(fs::path(options.out) / fmt::format("c{:04}", label));
  }
}

void make_chunk(const Options& options, const ImageSet& set, std::size_t begin, std::size_t end,
                cli::RowStream& manifest) {
  std::vector<std::size_t> sizes(end - begin);
  parallel_for(begin, end, [&](std::size_t i) {
    const std::string data = set.jpeg(i);
    sizes[i - begin] = data.size();
    write_file(fs::path(options.out) / image_name(set, i), data);
  });
  for (std::size_t i = begin; i < end; ++i) {
    print_file(manifest, image_name(set, i), set.label(i), 1, static_cast<std::int64_t>(sizes[i - begin]));
  }
}

int make_images(const Options& options, cli::Context& context) {
  const ImageSet set(options.images);
  context.info(fmt::format("JPEG quality {}, detail {:.3f}", set.quality(), set.detail()));
  make_class_folders(options);
  cli::RowStream manifest(context, options.rows, manifest_rows());
  const std::size_t count = options.images.count;
  for (std::size_t begin = 0; begin < count; begin += kChunk) {
    make_chunk(options, set, begin, std::min(begin + kChunk, count), manifest);
    if (context.signals.stop() != 0) return 128 + context.signals.stop();
  }
  return to_int(ExitCode::ok);
}

int make_digits(const Options& options, cli::Context& context) {
  cli::RowStream manifest(context, options.rows, manifest_rows());
  const DigitFiles files = write_digits(options.out, options.digits);
  print_file(manifest, files.images, {}, options.digits.count, files.image_bytes);
  print_file(manifest, files.labels, {}, options.digits.count, files.label_bytes);
  return to_int(ExitCode::ok);
}

CLI::App* declare_verb(CLI::App& app, Options& options, const std::string& name, const std::string& help) {
  CLI::App* verb = app.add_subcommand(name, help);
  verb->add_option("--out", options.out, "Folder to make; must be new or empty")->required();
  cli::declare_rows(*verb, options.rows);
  verb->callback([&options, name] { options.verb = name; });
  return verb;
}

void declare_count(CLI::App& verb, std::size_t& count, std::uint64_t& seed) {
  verb.add_option("--count", count, "Number of samples")->check(CLI::Range(1, 100'000'000))->capture_default_str();
  verb.add_option("--seed", seed, "Same seed, same bytes")->capture_default_str();
}

void declare_images(CLI::App& verb, ImageSetOptions& images) {
  verb.add_option("--classes", images.classes, "Number of classes")->check(CLI::Range(1, 9999))->capture_default_str();
  verb.add_option("--width", images.width, "Pixels")->check(CLI::Range(16, 16384))->capture_default_str();
  verb.add_option("--height", images.height, "Pixels")->check(CLI::Range(16, 16384))->capture_default_str();
  cli::add_size(verb, "--bytes", images.bytes, "Average size of a file (default 100k)");
}

}  // namespace

cli::About about() {
  return {"dsgen",
          "Make synthetic data sets of a given shape.",
          "  dsgen images --out D --count 200 --classes 10 --width 800 --height 600 --bytes 100k --seed 1\n"
          "  dsgen idx --out MNIST --count 60000\n",
          {&manifest_rows()}};
}

void declare(CLI::App& app, Options& options) {
  CLI::App* images = declare_verb(app, options, "images", "JPEG pictures, a folder per class");
  declare_count(*images, options.images.count, options.images.seed);
  declare_images(*images, options.images);
  CLI::App* idx = declare_verb(app, options, "idx", "Digits of 28 x 28 pixels in MNIST's IDX files");
  declare_count(*idx, options.digits.count, options.digits.seed);
  app.fallthrough();
}

int run(const Options& options, cli::Context& context) {
  if (options.verb.empty()) throw usage_error("a kind of data set is required", "see dsgen --help");
  prepare_folder(options.out);
  return options.verb == "idx" ? make_digits(options, context) : make_images(options, context);
}

}  // namespace wattline::dsgen
