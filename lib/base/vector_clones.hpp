// SPDX-License-Identifier: Apache-2.0
// Before a function: it is compiled a second time for wider vector units, and the loader picks what the processor has.
// WATTLINE_VECTOR_CLONES give the same bits everywhere; WATTLINE_FUSED_CLONES round products and sums at once, so that
// last bits depend on the processor. Both mean nothing but on x86-64 with GCC and glibc.
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
