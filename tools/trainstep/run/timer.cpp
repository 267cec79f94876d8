// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/timer.hpp"

#include <memory>
#include <utility>

namespace wattline::trainstep {

Timer host_timer(Clock& clock, std::function<void(Instants&)> correct) {
  const auto instants = std::make_shared<Instants>();
  const auto wait = [instants, correct = std::move(correct)] {
    if (correct) correct(*instants);
  };
  return {false, [&clock, instants](Mark mark) { (*instants)[index(mark)] = clock.mono_ns(); }, wait,
          [instants](Mark from, Mark to) {
            return static_cast<double>((*instants)[index(to)] - (*instants)[index(from)]) * 1e-6;
          }};
}

}  // namespace wattline::trainstep
