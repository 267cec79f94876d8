// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/state_file.hpp"

#include <fstream>
#include <sstream>

#include "base/error.hpp"
#include "catch.hpp"
#include "scratch_folder.hpp"

using namespace wattline;
using platform::PathValue;

namespace {

std::string text_of(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

ExitCode code_of_loading(const std::string& file, const std::string& text) {
  std::ofstream(file) << text;
  try {
    platform::load_state(file);
  } catch (const Error& error) {
    return error.code();
  }
  return ExitCode::ok;
}

const std::vector<PathValue> kLines{{"/sys/a", "1"}, {"/sys/b", "a\tb\n"}, {"/sys/c", "NA"}};

}  // namespace

TEST_CASE("a saved state comes back with every row") {
  const test::Folder folder;
  platform::save_state(folder.file("state"), kLines);
  const auto lines = platform::load_state(folder.file("state"));
  REQUIRE(lines.size() == 3);
  CHECK(lines[1].path == "/sys/b");
  CHECK(lines[1].value == "a\tb\n");
  platform::save_state(folder.file("empty"), {});
  CHECK(platform::load_state(folder.file("empty")).empty());
}

TEST_CASE("a state file that was cut anywhere is refused") {
  const test::Folder folder;
  platform::save_state(folder.file("state"), kLines);
  const std::string text = text_of(folder.file("state"));
  for (std::size_t size = 0; size < text.size(); ++size) {
    CAPTURE(size);
    CHECK(code_of_loading(folder.file("cut"), text.substr(0, size)) == ExitCode::data);
  }
}

TEST_CASE("a state file in which a byte changed is refused") {
  const test::Folder folder;
  platform::save_state(folder.file("state"), kLines);
  const std::string text = text_of(folder.file("state"));
  for (std::size_t place = text.find('\n') + 1; place < text.size(); ++place) {
    CAPTURE(place);
    std::string changed = text;
    changed[place] = static_cast<char>(changed[place] ^ 1);
    CHECK(code_of_loading(folder.file("changed"), changed) == ExitCode::data);
  }
  CHECK(code_of_loading(folder.file("longer"), text + "/sys/d\t1\n") == ExitCode::data);
}
