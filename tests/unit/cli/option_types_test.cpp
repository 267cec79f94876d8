// SPDX-License-Identifier: Apache-2.0
#include "cli/option_types.hpp"

#include <optional>

#include "catch.hpp"

using namespace wattline;

namespace {

enum class Order { given, down, random };
const cli::Choices<Order> kOrders{{"given", Order::given}, {"down", Order::down}, {"random", Order::random}};

template <class Declare>
std::string error_of(const std::string& arguments, Declare declare) {
  CLI::App app;
  declare(app);
  try {
    app.parse(arguments);
  } catch (const CLI::ParseError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a choice stores the value of the name and refuses other names with the list of names") {
  Order order = Order::given;
  const auto declare = [&](CLI::App& app) { cli::add_choice(app, "-r,--order", order, kOrders, "an order"); };
  CHECK(error_of("--order down", declare).empty());
  CHECK(order == Order::down);
  CHECK(error_of("-r random", declare).empty());
  CHECK(order == Order::random);
  CHECK(error_of("--order up", declare) == "--order: 'up' is not one of given, down, random");
  CHECK(order == Order::random);
}

TEST_CASE("--help lists the names of a choice, and the default where there is one") {
  Order order = Order::down;
  std::optional<Order> none;
  CLI::App app;
  CHECK(cli::add_choice(app, "--order", order, kOrders, "an order")->get_default_str() == "down");
  CHECK(cli::add_choice(app, "--maybe", none, kOrders, "no default")->get_default_str().empty());
  CHECK(app.help().find("--order {given,down,random}") != std::string::npos);
}

TEST_CASE("a choice without a value stays without one until it is given") {
  std::optional<Order> order;
  const auto declare = [&](CLI::App& app) {
    cli::add_choice<std::optional<Order>, Order>(app, "--order", order, {{"down", Order::down}}, "an order");
  };
  CHECK(error_of("", declare).empty());
  CHECK_FALSE(order.has_value());
  CHECK(error_of("--order down", declare).empty());
  CHECK(order == Order::down);
}

TEST_CASE("numbers out of range are refused in a short sentence") {
  int count = 0;
  double ratio = 0;
  const auto declare = [&](CLI::App& app) {
    app.add_option("--count", count, "a count")->check(cli::positive());
    app.add_option("--more", count, "a count")->check(cli::not_negative());
    app.add_option("--ratio", ratio, "a ratio")->check(cli::between(0.25, 1'000'000));
  };
  CHECK(error_of("--count 1 --more 0 --ratio 1000000", declare).empty());
  CHECK(error_of("--count 0", declare) == "--count: 0 is not positive");
  CHECK(error_of("--count -1.5", declare) == "--count: -1.5 is not positive");
  CHECK(error_of("--more -1", declare) == "--more: -1 is not zero or more");
  CHECK(error_of("--ratio 0.2", declare) == "--ratio: 0.2 is not between 0.25 and 1000000");
  CHECK(error_of("--ratio many", declare) == "--ratio: 'many' is not a number");
}
