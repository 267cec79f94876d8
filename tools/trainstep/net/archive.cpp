// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/archive.hpp"

#include <exception>
#include <string_view>

#include "io/replace_file.hpp"
#include "trainstep/net/torch_errors.hpp"

namespace wattline::trainstep {

void write_archive(const std::string& path, const std::function<void(const WriteBytes&)>& work) {
  with_torch_errors(path, [&] {
    io::replace_file(path, [&](io::Output& file) {
      // An exception may not pass LibTorch, which writes in a destructor: the first failure ends what is written.
      std::exception_ptr failure;
      const auto write = [&](const void* data, std::size_t size) {
        try {
          if (!failure) file.write(std::string_view(static_cast<const char*>(data), size));
        } catch (...) {
          failure = std::current_exception();
        }
        return size;
      };
      work(write);
      if (failure) std::rethrow_exception(failure);
    });
  });
}

}  // namespace wattline::trainstep
