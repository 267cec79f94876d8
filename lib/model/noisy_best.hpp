// SPDX-License-Identifier: Apache-2.0
// The best mode of a search where readings have larger standard errors than usual.
#pragma once
#include "model/history.hpp"
#include "model/space.hpp"

namespace wattline::model {

// Makes history.best() expect of such a mode the mean of its readings and of what all other modes make expect, weighted
// by their variances: the luckiest of several noisy readings is not the best mode. Its own readings have to keep the
// limits all the same.
void doubt_noisy_best(const Space& space, const Goal& goal, History& history);

}  // namespace wattline::model
