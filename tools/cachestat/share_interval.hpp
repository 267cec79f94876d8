// SPDX-License-Identifier: Apache-2.0
// Confidence interval of a share of pages, from a simple random sample of files.
#pragma once
#include <vector>

namespace wattline::cachestat {

struct FilePages {
  double pages = 0, resident = 0;
};

struct ShareInterval {
  double share = 0, low = 0, high = 1;
};

// Ratio estimator over the files (Cochran, Sampling Techniques, 3rd ed., section 6.3) with finite population
// correction, and the 95 % interval of Clopper and Pearson for the number of independent pages that have the same
// variance (Korn and Graubard, Survey Methodology 24, 1998). Needs two files and one page.
ShareInterval share_interval(const std::vector<FilePages>& sample, double population);

}  // namespace wattline::cachestat
