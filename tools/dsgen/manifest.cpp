// SPDX-License-Identifier: Apache-2.0
#include "dsgen/manifest.hpp"

#include "dsgen/rows.hpp"

namespace wattline::dsgen {

namespace {

// Before the rows are opened: a refused folder leaves no manifest behind, and refused options of rows leave no folder.
const cli::RowOptions& prepared(const cli::Context& context, const Destination& destination) {
  cli::RowStream::check(context, destination.rows, manifest_rows());
  prepare_folder(destination.folder);
  return destination.rows;
}

}  // namespace

void declare_destination(cli::App& app, Destination& destination) {
  app.add_option("--out", destination.folder, "Folder to create; it must be new or empty").required();
  cli::declare_rows(app, destination.rows);
}

void declare_count(cli::App& app, std::size_t& count, std::uint64_t& seed, const char* help) {
  app.add_option("--count", count, help).check(cli::between(1, 100'000'000)).capture_default_str();
  app.add_option("--seed", seed, "Seed of everything that is random").capture_default_str();
}

Manifest::Manifest(cli::Context& context, const Destination& destination)
    : stream_(context, prepared(context, destination), manifest_rows()) {}

void Manifest::add(const std::string& path, std::optional<std::int64_t> label, std::optional<std::int64_t> samples,
                   std::int64_t bytes) {
  stream_.rows().text(path).integer(label).integer(samples).integer(bytes).end_row();
}

void Manifest::add(const WrittenFiles& files) {
  for (const WrittenFile& file : files) add(file.name, {}, file.samples, file.bytes);
}

}  // namespace wattline::dsgen
