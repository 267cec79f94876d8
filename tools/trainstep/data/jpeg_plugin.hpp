// SPDX-License-Identifier: Apache-2.0
// A JPEG decoder in a shared library of the user's, with the interface of wattline/jpeg_decoder.h.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "base/not_copyable.hpp"
#include "trainstep/data/image.hpp"

struct wattline_jpeg_decoder;

namespace wattline::trainstep {

class JpegPlugin : NotCopyable {
 public:
  // Loads the library and opens a session. Throws an error that names `file`: an operating system's when it is absent,
  // a data error when it is no such library, and unavailable when it cannot be loaded or opens no session.
  explicit JpegPlugin(const std::string& file);
  ~JpegPlugin();

  // Decodes the whole image of this size. False when the library refuses this kind of JPEG. Throws a data error that
  // names the image when it is broken, and unavailable when the decoder failed. Several threads may call it.
  bool decode(const std::uint8_t* data, std::size_t size, const std::string& name, ImageSize extent, Image& image);

  // Counts an image that libjpeg decodes in place of the library.
  void leave_to_libjpeg() { ++left_; }
  std::int64_t left_to_libjpeg() const { return left_; }
  // What the library calls itself.
  std::string name() const;

 private:
  void* open_session();
  void* take_session();
  void give_back(void* session);

  std::string file_;
  const wattline_jpeg_decoder* decoder_ = nullptr;
  std::mutex mutex_;
  std::vector<void*> idle_;  // sessions
  std::atomic<std::int64_t> left_{0};
};

}  // namespace wattline::trainstep
