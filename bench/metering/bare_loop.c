// SPDX-License-Identifier: Apache-2.0
// bare_loop PERIOD_NS OUT FILE...: the least that logging these files on a schedule costs: kept open, read with pread(2)
// each period, one write(2) of 430 bytes, no number looked at.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  const long period = atol(argv[1]);
  const int out = open(argv[2], O_WRONLY | O_CREAT | O_TRUNC, 0666), count = argc - 3;
  int* files = calloc(count, sizeof *files);
  char text[128], line[430];
  struct timespec now;
  memset(line, 'x', sizeof line);
  for (int i = 0; i < count; i++) files[i] = open(argv[3 + i], O_RDONLY);
  prctl(PR_SET_TIMERSLACK, 1);
  clock_gettime(CLOCK_MONOTONIC, &now);
  for (long due = now.tv_sec * 1000000000 + now.tv_nsec;; due += period) {
    const struct timespec until = {due / 1000000000, due % 1000000000};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
    for (int i = 0; i < count; i++) {
      if (pread(files[i], text, sizeof text, 0) <= 0) return 1;
    }
    if (write(out, line, sizeof line) < 0) return 1;
  }
}
