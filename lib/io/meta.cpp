// SPDX-License-Identifier: Apache-2.0
#include "io/meta.hpp"

#include <sys/stat.h>
#include <sys/utsname.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <string_view>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "io/caller.hpp"
#include "io/replace_file.hpp"
#include "io/tsv.hpp"
#include "version.hpp"

namespace wattline::io {

namespace {
constexpr std::string_view kHeader = "name\tvalue";

constexpr const char* kNoMeta = "is no meta file";

std::string rows_of(const Meta& meta) {
  std::string text;
  for (const auto& [name, value] : meta) text += escape_field(name) + "\t" + escape_field(value) + "\n";
  return text;
}

bool is_meta(const std::string& text) {
  return text.compare(0, kHeader.size(), kHeader) == 0;
}

// The folder is that of who called sudo, and anything may be in the place of the file.
FileReading<std::string> text_of(const std::string& path) {
  const AsCaller rights;
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return {std::nullopt, errno};
  if (S_ISREG(status.st_mode)) return try_text(path);
  return {std::nullopt, S_ISDIR(status.st_mode) ? EISDIR : EINVAL};
}

}  // namespace

Meta common_meta(const std::string& tool, const std::vector<std::string>& argv, const Root& root) {
  utsname system{};
  ::uname(&system);
  Meta meta;
  meta.emplace_back("tool", tool);
  meta.emplace_back("version", kVersion);
  meta.emplace_back("argv", join(argv, " "));
  meta.emplace_back("host", system.nodename);
  const auto release = read_text(root.path("/proc/sys/kernel/osrelease"));
  meta.emplace_back("kernel", release.value_or(system.release));
  const auto boot_id = read_text("/proc/sys/kernel/random/boot_id");
  if (boot_id) meta.emplace_back("boot_id", *boot_id);
  meta.emplace_back("root", root.directory().string());
  meta.emplace_back("source", root.source());
  if (root.emulation()) {
    meta.emplace_back("emulated_board", root.emulation()->board);
    meta.emplace_back("emulated_time_scale", std::to_string(root.emulation()->time_scale));
  }
  return meta;
}

void write_meta(const std::string& path, const Meta& meta, const std::string& earlier) {
  const std::string text = std::string(kHeader) + earlier + "\n" + rows_of(meta);
  replace_file(path, [&](Output& file) { file.write(text); });
}

void add_meta(const std::string& path, const Meta& meta) {
  if (meta.empty()) return;
  replace_file(path, [&](Output& file) { file.write(rows_of(meta)); });
}

std::string read_meta_records(const std::string& path) {
  const auto [text, error] = text_of(path);
  if (!text && means_absent(error)) return "";
  const char* hint = "move it away, or append to another file: it may hold records of earlier runs";
  if (!text) throw os_error(path, error, hint);
  if (!is_meta(*text)) throw data_error(path + ": " + kNoMeta, hint);
  return text->substr(kHeader.size());
}

Meta read_meta(const std::string& path, std::string& problem) {
  const auto [text, error] = text_of(path);
  problem.clear();
  if (!text && !means_absent(error)) problem = std::strerror(error);
  if (text && !is_meta(*text)) problem = kNoMeta;
  Meta meta;
  for (const std::string_view line : split(text && problem.empty() ? *text : std::string_view(), '\n')) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) continue;
    if (line.substr(0, tab) == kAppendedAt) meta.clear();
    meta.emplace_back(unescape_field(line.substr(0, tab)), unescape_field(line.substr(tab + 1)));
  }
  return meta;
}

Meta read_meta(const std::string& path) {
  std::string problem;
  Meta meta = read_meta(path, problem);
  if (!problem.empty()) throw Error(problem == kNoMeta ? ExitCode::data : ExitCode::io, path + ": " + problem);
  return meta;
}

std::vector<std::string> meta_values(const Meta& meta, const std::string& name) {
  std::vector<std::string> values;
  for (const auto& row : meta) {
    if (row.first == name) values.push_back(row.second);
  }
  return values;
}

std::vector<std::string> read_meta(const std::string& path, const std::string& name) {
  return meta_values(read_meta(path), name);
}

}  // namespace wattline::io
