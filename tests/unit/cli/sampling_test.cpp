// SPDX-License-Identifier: Apache-2.0
#include "cli/sampling.hpp"

#include "base/error.hpp"
#include "catch.hpp"
#include "tool_fixture.hpp"

using namespace wattline;

namespace {

using Parts = std::vector<std::string>;

// What ran, in order, and the status or the message of the error that came out.
struct Attempt {
  Parts ran{};
  std::string error{};
  int status = 0;
  test::ToolFixture tool{io::Root("/")};

  // Parts that begin with "bad" fail.
  void run(const Parts& parts) {
    const auto part = [&](const std::string& name) {
      ran.push_back(name);
      if (name.rfind("bad", 0) == 0) throw Error(ExitCode::io, name + ": No space left on device");
    };
    std::vector<std::function<void()>> conclude;
    for (std::size_t i = 1; i < parts.size(); ++i) conclude.emplace_back([&, i] { part(parts[i]); });
    const auto sample = [&] {
      part(parts[0]);
      return 3;
    };
    try {
      status = cli::conclude_always(tool.context, sample, conclude);
    } catch (const Error& failure) {
      error = failure.what();
    }
  }
};

}  // namespace

TEST_CASE("what concludes a run is done whatever failed before, and the first error is thrown", "[cli]") {
  for (const Parts& parts : {Parts{"rows", "summary", "last rows"}, Parts{"bad rows", "summary", "last rows"},
                             Parts{"rows", "bad summary", "last rows"}, Parts{"bad rows", "bad summary", "bad end"}}) {
    Attempt attempt;
    attempt.run(parts);
    CHECK(attempt.ran == parts);
    const std::string first = parts[0] == "bad rows" ? "bad rows" : parts[1] == "bad summary" ? "bad summary" : "";
    CHECK(attempt.status == (first.empty() ? 3 : 0));
    CHECK(attempt.error == (first.empty() ? "" : first + ": No space left on device"));
  }
}

TEST_CASE("further errors are noted, but not the same one again", "[cli]") {
  Attempt attempt;
  attempt.run({"bad rows", "bad summary", "bad rows"});
  REQUIRE(attempt.tool.messages.size() == 1);
  CHECK(attempt.tool.messages[0].find("bad summary: No space left on device") != std::string::npos);
}
