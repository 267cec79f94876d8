// SPDX-License-Identifier: Apache-2.0
#include "cli/options.hpp"

#include "dsgen/dsgen.hpp"
#include "dsgen/manifest.hpp"

namespace wattline::dsgen {

namespace {

CLI::App* declare_verb(CLI::App& app, Options& options, const std::string& name, const std::string& help) {
  CLI::App* verb = app.add_subcommand(name, help);
  verb->add_option("--out", options.out, "Folder to make; must be new or empty")->required();
  cli::declare_rows(*verb, options.rows);
  verb->callback([&options, name] { options.verb = name; });
  return verb;
}

void declare_count(CLI::App& verb, std::size_t& count, std::uint64_t& seed, const char* help = "Number of samples") {
  verb.add_option("--count", count, help)->check(CLI::Range(1, 100'000'000))->capture_default_str();
  verb.add_option("--seed", seed, "Same seed, same bytes")->capture_default_str();
}

void declare_images(CLI::App& verb, ImageSetOptions& images) {
  declare_count(verb, images.count, images.seed);
  verb.add_option("--classes", images.classes, "Number of classes")->check(CLI::Range(1, 9999))->capture_default_str();
  verb.add_option("--width", images.width, "Pixels")->check(CLI::Range(16, 16384))->capture_default_str();
  verb.add_option("--height", images.height, "Pixels")->check(CLI::Range(16, 16384))->capture_default_str();
  cli::add_size(verb, "--bytes", images.bytes, "Average size of a file");
}

void declare_scale(CLI::App& verb, ScaleOptions& scale) {
  verb.add_option("--from", scale.from, "Set of pictures to copy from")->required();
  verb.add_option("--factor", scale.factor, "Size of the new set, 1 = as many pictures")
      ->check(CLI::Range(0.001, 1000.0))
      ->required();
}

}  // namespace

cli::About about() {
  return {"dsgen",
          "Make synthetic data sets of a given shape.",
          "  dsgen images --out D --count 200 --classes 10 --width 800 --height 600 --bytes 100k --seed 1\n"
          "  dsgen idx --out MNIST --count 60000\n"
          "  dsgen landmarks --out GLD --count 500\n"
          "  dsgen scale --from D --factor 0.25 --out quarter\n",
          {&manifest_rows()}};
}

void declare(CLI::App& app, Options& options) {
  declare_images(*declare_verb(app, options, "images", "JPEG pictures, a folder per class"), options.images);
  CLI::App* idx = declare_verb(app, options, "idx", "Digits of 28 x 28 pixels in MNIST's IDX files");
  declare_count(*idx, options.digits.count, options.digits.seed);
  CLI::App* cifar = declare_verb(app, options, "cifar", "Pictures of 32 x 32 pixels in CIFAR-10's binary files");
  declare_count(*cifar, options.cifar.count, options.cifar.seed);
  options.landmarks.classes = 203;
  declare_images(*declare_verb(app, options, "landmarks", "JPEG pictures in one folder, labels in train.csv (GLD-23k)"),
                 options.landmarks);
  options.boxes = {200, 80, 640, 480, 156'000, 1, {}};
  declare_images(*declare_verb(app, options, "boxes", "JPEG pictures with objects, YOLO's text labels (COCO)"),
                 options.boxes);
  CLI::App* text = declare_verb(app, options, "tokens", "A text as tokens.npy (WikiText-2)");
  declare_count(*text, options.text.count, options.text.seed, "Tokens of each of the 16 rows");
  text->add_option("--vocabulary", options.text.vocabulary, "Different tokens")
      ->check(CLI::Range(10, 10'000'000))
      ->capture_default_str();
  CLI::App* questions = declare_verb(app, options, "questions", "Questions and answers as .npy files (SQuAD v2)");
  declare_count(*questions, options.questions.count, options.questions.seed);
  questions->add_option("--length", options.questions.length, "Tokens of a sample")
      ->check(CLI::Range(16, 512))
      ->capture_default_str();
  declare_scale(*declare_verb(app, options, "scale", "Copy a set of pictures, fewer or more of them"), options.scale);
  app.fallthrough();
}

}  // namespace wattline::dsgen
