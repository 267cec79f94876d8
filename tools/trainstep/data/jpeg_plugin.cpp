// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/jpeg_plugin.hpp"

#include <dlfcn.h>

#include <array>
#include <cerrno>

#include "base/error.hpp"
#include "io/regular_file.hpp"
#include "trainstep/include/wattline/jpeg_decoder.h"

namespace wattline::trainstep {

namespace {

constexpr const char* kSymbol = "wattline_get_jpeg_decoder";
constexpr const char* kHint = "build it against the installed wattline/jpeg_decoder.h";

// What a library says about a failure, terminated whatever the library wrote.
class Reason {
 public:
  char* data() { return text_.data(); }
  std::size_t size() const { return text_.size(); }
  std::string text_or(const char* none) {
    text_.back() = '\0';
    return text_.front() == '\0' ? none : text_.data();
  }
  std::string text() { return text_or("it gave no reason"); }

 private:
  std::array<char, 256> text_{};
};

// A name without a slash is a file here, not one that dlopen(3) looks for among the libraries of the system.
std::string path_of(const std::string& file) {
  return file.find('/') == std::string::npos ? "./" + file : file;
}

std::string load_error() {
  const char* text = ::dlerror();
  return text == nullptr ? "unknown error" : text;
}

// The library stays loaded until the process ends: it may have threads of its own.
const wattline_jpeg_decoder* load(const std::string& file) {
  if (!io::file_status(file)) throw os_error(file, ENOENT);
  void* library = ::dlopen(path_of(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw unavailable(file + ": cannot be loaded: " + load_error());
  const auto get = reinterpret_cast<decltype(&wattline_get_jpeg_decoder)>(::dlsym(library, kSymbol));
  if (get == nullptr) throw data_error(file + ": has no function " + kSymbol, kHint);
  const wattline_jpeg_decoder* decoder = get();
  if (decoder == nullptr) throw data_error(file + ": " + kSymbol + " returns no decoder");
  if (decoder->version != WATTLINE_JPEG_DECODER_VERSION) {
    throw data_error(file + ": has version " + std::to_string(decoder->version) + " of the interface, not " +
                         std::to_string(WATTLINE_JPEG_DECODER_VERSION),
                     kHint);
  }
  if (!decoder->name || !decoder->open_session || !decoder->decode || !decoder->close_session) {
    throw data_error(file + ": lacks a name or a function of the interface", kHint);
  }
  return decoder;
}

}  // namespace

JpegPlugin::JpegPlugin(const std::string& file) : file_(file), decoder_(load(file)) {
  idle_.push_back(open_session());
}

JpegPlugin::~JpegPlugin() {
  for (void* session : idle_) decoder_->close_session(session);
}

std::string JpegPlugin::name() const {
  return decoder_->name;
}

void* JpegPlugin::open_session() {
  Reason reason;
  void* session = decoder_->open_session(reason.data(), reason.size());
  if (session == nullptr) throw unavailable(file_ + ": " + name() + " cannot be used: " + reason.text());
  return session;
}

void* JpegPlugin::take_session() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!idle_.empty()) {
      void* session = idle_.back();
      idle_.pop_back();
      return session;
    }
  }
  return open_session();
}

void JpegPlugin::give_back(void* session) {
  const std::lock_guard<std::mutex> lock(mutex_);
  idle_.push_back(session);
}

bool JpegPlugin::decode(const std::uint8_t* data, std::size_t size, const std::string& name, ImageSize extent,
                        Image& image) {
  const std::size_t bytes = static_cast<std::size_t>(extent.width) * static_cast<std::size_t>(extent.height) * 3;
  if (image.pixels.size() < bytes) image.pixels.resize(bytes);  // never smaller: growing again would clear it
  const wattline_jpeg_image wanted{data,
                                   size,
                                   static_cast<std::uint32_t>(extent.width),
                                   static_cast<std::uint32_t>(extent.height),
                                   image.pixels.data(),
                                   bytes};
  Reason reason;
  void* session = take_session();
  const int result = decoder_->decode(session, &wanted, reason.data(), reason.size());
  give_back(session);
  image.width = extent.width;
  image.height = extent.height;
  image.origin_x = image.origin_y = 0;
  if (result == WATTLINE_JPEG_DECODED) return true;
  if (result == WATTLINE_JPEG_UNSUPPORTED) return false;
  if (result == WATTLINE_JPEG_BROKEN) {
    const std::string why = reason.text_or("");
    throw data_error(name + ": " + this->name() + (why.empty() ? " calls this image broken" : ": " + why));
  }
  throw unavailable(file_ + ": " + this->name() + " failed at " + name + ": " + reason.text(),
                    "without --decoder, libjpeg decodes");
}

}  // namespace wattline::trainstep
