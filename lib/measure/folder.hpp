// SPDX-License-Identifier: Apache-2.0
// Folders for the files of a measurement. Under sudo they are the calling user's.
#pragma once
#include <string>

namespace wattline::measure {

// Neither complains about a folder that exists. Both throw Error{io}.
void make_folder(const std::string& path);
void make_folder_and_parents(const std::string& path);
// The first of NAME, NAME.2, NAME.3 ... without such a file in it.
std::string free_folder(const std::string& name, const std::string& file);

}  // namespace wattline::measure
