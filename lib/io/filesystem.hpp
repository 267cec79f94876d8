// SPDX-License-Identifier: Apache-2.0
// Paths and files: Boost.Filesystem. Its library, as Debian and Ubuntu build it, has the new C++ ABI. With a LibTorch
// of the old ABI (cmake/WattlineTorch.cmake), all of wattline is built with the old one, and uses the standard library,
// which has both. They differ in two respects: in Boost, `folder / "/name"` lies in the folder, and the last part of
// "folder/" is ".".
#pragma once
#include <string>  // defines the macro below

#if _GLIBCXX_USE_CXX11_ABI
#include <boost/filesystem.hpp>
#else
#include <filesystem>
#include <system_error>
#endif

namespace wattline {

#if _GLIBCXX_USE_CXX11_ABI
namespace fs = boost::filesystem;
namespace sys = boost::system;
#else
namespace fs = std::filesystem;
namespace sys = std;
#endif

}  // namespace wattline
