// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/jpeg_plugin.hpp"

#include <dlfcn.h>

#include <memory>
#include <string>
#include <thread>

#include "base/error.hpp"
#include "catch.hpp"
#include "jpeg_file.hpp"
#include "trainstep/data/jpeg.hpp"

using namespace wattline;
using namespace wattline::trainstep;

namespace {

std::string library(const std::string& kind) {
  return WATTLINE_JPEG_DECODERS "/jpeg_decoder_" + kind + ".so";
}

// A number that the library, which is loaded already, counts.
int counted(const char* function) {
  void* loaded = ::dlopen(library("works").c_str(), RTLD_NOW | RTLD_NOLOAD);
  REQUIRE(loaded != nullptr);
  return reinterpret_cast<int (*)()>(::dlsym(loaded, function))();
}

void decode(const std::vector<std::uint8_t>& file, const JpegOptions& options, Image& image) {
  const auto whole = [](ImageSize size) {
    return View{{0, 0, size.width, size.height}, 32, 32, {0, 0, 32, 32}, false};
  };
  decode_jpeg(file.data(), file.size(), "a.jpg", options, whole, image);
}

JpegOptions with(const std::string& kind) {
  JpegOptions options;
  options.plugin = std::make_shared<JpegPlugin>(library(kind));
  return options;
}

Error error_of(const std::string& kind, const std::vector<std::uint8_t>& file) {
  try {
    Image image;
    decode(file, with(kind), image);
  } catch (const Error& error) {
    return error;
  }
  return Error(ExitCode::ok, "");
}

}  // namespace

TEST_CASE("a plug-in decodes images, and libjpeg those that it refuses") {
  const auto even = test::jpeg_file(64, 48), odd = test::jpeg_file(63, 48);
  const JpegOptions options = with("works");
  const int before = counted("images_decoded");
  Image mine, theirs;
  for (const auto& file : {even, odd, even}) {
    decode(file, options, theirs);
    decode(file, Decode::exact, mine);
    CHECK(theirs.width == mine.width);
    CHECK(theirs.height == mine.height);
    CHECK(theirs.origin_x + theirs.origin_y == 0);
    const auto bytes = static_cast<std::ptrdiff_t>(mine.width) * mine.height * 3;
    CHECK(std::equal(mine.pixels.begin(), mine.pixels.begin() + bytes, theirs.pixels.begin()));
  }
  CHECK(counted("images_decoded") - before == 2);
  CHECK(options.plugin->left_to_libjpeg() == 1);
}

TEST_CASE("threads that decode at the same time have a session each, which ends with the plug-in") {
  const auto file = test::jpeg_file(640, 480);
  {
    const JpegOptions options = with("works");
    const int before = counted("images_decoded");
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        Image image;
        for (int k = 0; k < 20; ++k) decode(file, options, image);
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(counted("images_decoded") - before == 80);
    CHECK(counted("sessions_open") >= 1);
    CHECK(counted("sessions_open") <= 4);
  }
  CHECK(counted("sessions_open") == 0);
}

TEST_CASE("a cut file is found before the plug-in sees it") {
  auto file = test::jpeg_file(64, 48);
  file.resize(file.size() - 40);
  const JpegOptions options = with("works");
  const int before = counted("images_decoded");
  Image image;
  CHECK_THROWS_WITH(decode(file, options, image), "a.jpg: is cut short");
  CHECK(counted("images_decoded") == before);
}

TEST_CASE("a faulty plug-in is an error that names it, a broken image one that names the image") {
  const auto file = test::jpeg_file(64, 48);
  const auto fails = [&](const std::string& kind, ExitCode code, const std::string& text) {
    const Error error = error_of(kind, file);
    CHECK(error.code() == code);
    CHECK(std::string(error.what()).find(text) != std::string::npos);
  };
  fails("absent", ExitCode::io, "jpeg_decoder_absent.so: No such file or directory");
  fails("no_symbol", ExitCode::data, "has no function wattline_get_jpeg_decoder");
  fails("other_version", ExitCode::data, "has version 2 of the interface, not 1");
  fails("no_table", ExitCode::data, "wattline_get_jpeg_decoder returns no decoder");
  fails("incomplete", ExitCode::data, "lacks a name or a function");
  fails("no_session", ExitCode::unavailable, "Testjpeg cannot be used: " + std::string(255, 'x'));
  fails("broken", ExitCode::data, "a.jpg: Testjpeg: a marker is missing");
  fails("broken_silently", ExitCode::data, "a.jpg: Testjpeg calls this image broken");
  fails("fails", ExitCode::unavailable, "Testjpeg failed at a.jpg: it gave no reason");
}
