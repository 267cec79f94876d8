// SPDX-License-Identifier: Apache-2.0
#include "cli/row_stream.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "base/error.hpp"
#include "cli/option_types.hpp"

namespace wattline::cli {

void declare_rows(CLI::App& app, RowOptions& options) {
  app.add_option("-o,--output", options.output, "Write rows to FILE (and FILE.meta) instead of stdout");
  app.add_flag("--append", options.append, "Append to FILE; its header must be the same");
  add_list(app, "--columns", options.columns, "Print these columns only, in this order");
  app.add_flag("--no-header", options.no_header, "No header line");
}

namespace {

// Rows may be appended only below the header they belong to.
void check_header(const std::string& path, const std::string& header) {
  std::string first(header.size(), '\0');
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "r"), std::fclose);
  if (!file) return;
  const std::size_t n = std::fread(&first[0], 1, first.size(), file.get());
  if (n > 0 && (n != first.size() || first != header)) {
    throw data_error(path + ": its header differs from these rows", "append to a file made with the same options");
  }
}

bool is_regular(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

std::unique_ptr<io::Output> open_file(const RowOptions& options) {
  if (options.append && options.output.empty()) throw usage_error("--append: needs -o FILE");
  if (options.output.empty() || options.output == "-") return nullptr;
  return std::make_unique<io::Output>(io::Output::to_file(options.output, options.append));
}

io::WriterOptions writer_options(const Context& context, const RowOptions& options, const io::Output* file) {
  const bool has_rows = options.append && file != nullptr && file->size() > 0;
  return {context.tags, options.columns, !options.no_header && !has_rows};
}

}  // namespace

RowStream::RowStream(Context& context, const RowOptions& options, const io::RowKind& kind, const io::Meta& meta)
    : context_(context),
      file_(open_file(options)),
      path_(options.output),
      writer_(file_ ? *file_ : context.out, kind, writer_options(context, options, file_.get())) {
  if (file_ && options.append) check_header(options.output, writer_.header());
  meta_path_ = options.meta;
  if (file_ && meta_path_.empty() && is_regular(options.output)) meta_path_ = options.output + ".meta";
  write_meta(meta);
}

void RowStream::write_meta(const std::string& path, const io::Meta& more) {
  if (path.empty()) return;
  io::Meta meta = io::common_meta(context_.tool, context_.argv, context_.root);
  meta.insert(meta.end(), more.begin(), more.end());
  io::write_meta(path, meta);
}

void RowStream::rotate(const io::Meta& more) {
  if (!file_) return;
  writer_.flush();
  std::string rotated;
  do {
    rotated = path_ + "." + std::to_string(++rotations_);
  } while (::access(rotated.c_str(), F_OK) == 0);
  if (std::rename(path_.c_str(), rotated.c_str()) != 0) throw os_error(rotated, errno);
  if (!meta_path_.empty()) write_meta(rotated + ".meta", more);
  *file_ = io::Output::to_file(path_, false);
  file_->write(writer_.header());
}

}  // namespace wattline::cli
