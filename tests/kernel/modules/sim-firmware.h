/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/* A model of the power processor's firmware: clocks, and the file system that it serves to bpmp-debugfs. */
#ifndef SIM_FIRMWARE_H
#define SIM_FIRMWARE_H
#include <linux/types.h>
#include <soc/tegra/bpmp-abi.h>

struct clock {
	const char *name;
	const u32 *khz;
	int entries;
	u64 rate, min, max;
	u64 enabled, locked;
};
extern struct clock clocks[];
extern const unsigned int clock_count;

/* The lowest entry of the clock's table that is not below the rate. */
u64 round_up_rate(const struct clock *clock, u64 rate);

void firmware_start(void);
/* Answers one request of soc/tegra/bpmp-abi.h; the result is the message's error code. */
int firmware_answer(u32 mrq, const void *request, void *response);
int answer_debug(const struct mrq_debug_request *request, struct mrq_debug_response *response);

#endif
