// SPDX-License-Identifier: Apache-2.0
#include "cli/option_types.hpp"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "catch.hpp"

using namespace wattline;

namespace {

enum class Order { given, down, random };
const cli::Choices<Order> kOrders{{"given", Order::given}, {"down", Order::down}, {"random", Order::random}};

template <class Declare>
std::string error_of(const std::string& arguments, Declare declare) {
  CLI::App parser;
  cli::App app(parser);
  declare(app);
  try {
    parser.parse(arguments);
  } catch (const CLI::ParseError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a choice stores the value of the name and refuses other names with the list of names") {
  Order order = Order::given;
  const auto declare = [&](cli::App& app) { cli::add_choice(app, "-r,--order", order, kOrders, "an order"); };
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
  CLI::App parser;
  cli::App app(parser);
  cli::add_choice(app, "--order", order, kOrders, "an order");
  cli::add_choice(app, "--maybe", none, kOrders, "no default");
  CHECK(parser.get_option("--order")->get_default_str() == "down");
  CHECK(parser.get_option("--maybe")->get_default_str().empty());
  CHECK(parser.help().find("--order {given,down,random}") != std::string::npos);
}

TEST_CASE("a choice without a value stays without one until it is given") {
  std::optional<Order> order;
  const auto declare = [&](cli::App& app) {
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
  const auto declare = [&](cli::App& app) {
    app.add_option("--count", count, "a count").check(cli::positive());
    app.add_option("--more", count, "a count").check(cli::not_negative());
    app.add_option("--ratio", ratio, "a ratio").check(cli::between(0.25, 1'000'000));
  };
  CHECK(error_of("--count 1 --more 0 --ratio 1000000", declare).empty());
  CHECK(error_of("--count 0", declare) == "--count: 0 is not positive");
  CHECK(error_of("--count -1.5", declare) == "--count: -1.5 is not positive");
  CHECK(error_of("--more -1", declare) == "--more: -1 is not zero or more");
  CHECK(error_of("--ratio 0.2", declare) == "--ratio: 0.2 is not between 0.25 and 1000000");
  CHECK(error_of("--ratio many", declare) == "--ratio: 'many' is not a number");
}

TEST_CASE("numbers that are none, or not whole, or do not fit are refused with a plain sentence, also in subcommands") {
  std::int64_t steps = 0;
  int threads = 0;
  std::uint64_t seed = 0;
  double rate = 0;
  std::vector<int> list;
  const auto declare = [&](cli::App& app) {
    cli::App sub(*app.parser().add_subcommand("sub", ""));
    sub.add_option("--steps", steps, "");
    app.add_option("--threads", threads, "").check(cli::between(1, 1024));
    app.add_option("--seed", seed, "");
    app.add_option("--rate", rate, "");
    app.parser().add_option("--list", list, "")->delimiter(',')->allow_extra_args(false);
    app.add_option("--named", steps, "").type_name("N");
    cli::check_numbers(app.parser());
  };
  CHECK(error_of("--threads 1.5", declare) == "--threads: 1.5 is not a whole number");
  CHECK(error_of("--threads 2e2", declare) == "--threads: 2e2 is not written in digits");
  CHECK(error_of("--threads 0", declare) == "--threads: 0 is not between 1 and 1024");
  CHECK(error_of("--threads many", declare) == "--threads: 'many' is not a number");
  CHECK(error_of("--seed -1", declare) == "--seed: -1 is not zero or more");
  CHECK(error_of("--seed 18446744073709551616", declare) == "--seed: 18446744073709551616 is too large");
  CHECK(error_of("--seed " + std::string(400, '9'), declare) == "--seed: " + std::string(400, '9') + " is too large");
  CHECK(error_of("--seed 0 --named 7", declare).empty());
  CHECK(error_of("--rate 0x1p3", declare) == "--rate: '0x1p3' is not a number");
  CHECK(error_of("--rate 1,5", declare) == "--rate: '1,5' is not a number");
  CHECK(error_of("--list 1,x", declare) == "--list: 'x' is not a number");
  CHECK(error_of("--named 1.5", declare) == "--named: 1.5 is not a whole number");
  CHECK(error_of("sub --steps 9223372036854775808", declare) == "--steps: 9223372036854775808 is too large");
  CHECK(error_of("sub --steps -9223372036854775809", declare) == "--steps: -9223372036854775809 is too small");
  CHECK(error_of("--threads 010 --seed 18446744073709551615 --rate 1e-3 --list 007,00,-08 sub --steps -9", declare)
            .empty());
  CHECK(threads == 10);
  CHECK(seed == 18446744073709551615U);
  CHECK(rate == 1e-3);
  CHECK(list == std::vector<int>{7, 0, -8});
  CHECK(steps == -9);
}
