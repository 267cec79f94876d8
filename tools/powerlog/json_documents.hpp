// SPDX-License-Identifier: Apache-2.0
// Reads JSON that other programs wrote: one document per line, or one in the whole file.
#pragma once
#define BOOST_BIND_GLOBAL_PLACEHOLDERS  // its JSON parser uses them
#include <boost/property_tree/ptree.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "cli/context.hpp"
#include "io/repeated_input.hpp"

namespace wattline::powerlog {

// Values are texts, also those of numbers; the items of a list have no name.
using Json = boost::property_tree::ptree;

// Whether the first character that is no blank opens an object or a list.
bool begins_json(const io::RepeatedInput& input);

class JsonDocuments {
 public:
  // Throws a data error for a file of more than 256 MiB, and for one that is neither kind.
  explicit JsonDocuments(const io::RepeatedInput& input);
  // The next document; a line that is none is counted and passed over.
  std::optional<Json> next();
  void warn_malformed(cli::Context& context) const;
  const std::string& name() const { return name_; }

 private:
  std::string name_, text_;
  std::string_view rest_;
  std::optional<Json> whole_;
  long long malformed_ = 0;
};

// The value of a member that holds one; empty where there is none, and for null.
std::optional<std::string> member_text(const Json& object, const std::string& name);
std::optional<double> member_number(const Json& object, const std::string& name);
// A member that holds an object or a list; null where there is none.
const Json* member(const Json& object, const std::string& name);

}  // namespace wattline::powerlog
