// SPDX-License-Identifier: Apache-2.0
// Macros to write before a function. The compiler then builds a second version for wider vector units, and the loader
// picks the version that suits the processor. WATTLINE_VECTOR_CLONES gives the same bits everywhere;
// WATTLINE_FUSED_CLONES rounds products and sums at once, so that the last bits depend on the processor. Both are empty
// except on x86-64 with GCC and glibc. The function may not throw, hence not allocate: GCC 12 ends the program when an
// exception leaves it.
#pragma once
#include <cstdlib>  // defines __GLIBC__

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__GLIBC__)
#define WATTLINE_VECTOR_CLONES __attribute__((target_clones("avx2", "default")))
#if __GNUC__ >= 12
#define WATTLINE_FUSED_CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define WATTLINE_FUSED_CLONES WATTLINE_VECTOR_CLONES
#endif
#else
#define WATTLINE_VECTOR_CLONES
#define WATTLINE_FUSED_CLONES
#endif
