// SPDX-License-Identifier: Apache-2.0
// empty_loop PERIOD_NS [COUNT]: wakes on an absolute schedule and does nothing: what any sampler costs at least. With COUNT
// it ends and prints p50 and p99 of its lateness in us, and the share of ticks held in %.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>

static long now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000 + now.tv_nsec;
}

static int ascending(const void* a, const void* b) {
  const long x = *(const long*)a, y = *(const long*)b;
  return (x > y) - (x < y);
}

int main(int argc, char** argv) {
  const long period = argc > 1 ? atol(argv[1]) : 1000000, count = argc > 2 ? atol(argv[2]) : 0;
  long* late = calloc(count + 1, sizeof *late);
  long due = now_ns(), taken = 0;
  prctl(PR_SET_TIMERSLACK, 1);
  for (long k = 0; count == 0 || k < count; k++) {
    const struct timespec until = {due / 1000000000, due % 1000000000};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
    if (count > 0) {
      const long passed = (now_ns() - due) / period; /* these ticks are missed */
      k += passed;
      due += passed * period;
      late[taken++] = now_ns() - due;
    }
    due += period;
  }
  qsort(late, taken, sizeof *late, ascending);
  printf("%.1f %.1f %.2f\n", late[taken / 2] / 1e3, late[taken * 99 / 100] / 1e3, 100.0 * taken / count);
}
