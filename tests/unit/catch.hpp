// SPDX-License-Identifier: Apache-2.0
// Catch2 2 and 3 have different headers.
#pragma once
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;  // global in version 2
#else
#include <catch2/catch.hpp>
#endif
