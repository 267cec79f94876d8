// SPDX-License-Identifier: GPL-2.0 OR MIT
#include <linux/kernel.h>
#include <linux/string.h>

#include "sim-firmware.h"

/* Tables of the Jetson AGX Orin (L4T r35.1); the order of the clocks is their number in board.dts. */
static const u32 emc_khz[] = { 204000, 665600, 2133000, 3199000 };
static const u32 gpu_khz[] = { 114750, 216750, 318750, 420750, 522750, 624750, 726750, 828750, 930750, 1032750,
	1134750, 1236750, 1300500 };
static const u32 cpu_khz[] = { 115200, 192000, 268800, 345600, 422400, 499200, 576000, 652800, 729600, 806400, 883200,
	960000, 1036800, 1113600, 1190400, 1267200, 1344000, 1420800, 1497600, 1574400, 1651200, 1728000, 1804800,
	1881600, 1958400, 2035200, 2112000, 2188800, 2201600 };

#define CLOCK(n, table) { .name = n, .khz = table, .entries = ARRAY_SIZE(table), .enabled = 1 }
struct clock clocks[] = {
	CLOCK("emc", emc_khz), CLOCK("nafll_gpc0", gpu_khz), CLOCK("nafll_cluster0", cpu_khz),
	CLOCK("nafll_cluster1", cpu_khz), CLOCK("nafll_cluster2", cpu_khz),
};
const unsigned int clock_count = ARRAY_SIZE(clocks);

static u64 entry_hz(const struct clock *clock, int i)
{
	return clock->khz[i] * 1000ull;
}

u64 round_up_rate(const struct clock *clock, u64 rate)
{
	int i;

	rate = clamp(rate, clock->min, clock->max);
	for (i = 0; i < clock->entries - 1; i++)
		if (entry_hz(clock, i) >= rate)
			break;
	return entry_hz(clock, i);
}

void firmware_start(void)
{
	struct clock *clock;

	for (clock = clocks; clock < clocks + ARRAY_SIZE(clocks); clock++) {
		clock->min = entry_hz(clock, 0);
		clock->max = entry_hz(clock, clock->entries - 1);
		clock->rate = clock->min;
	}
}

static int describe_clock(const struct clock *clock, struct cmd_clk_get_all_info_response *info)
{
	memset(info, 0, sizeof(*info));
	info->flags = BIT(1) | BIT(2); /* has a settable rate, has no parent: see clk-bpmp.c */
	strscpy(info->name, clock->name, sizeof(info->name));
	return 0;
}

static int answer_clock(const struct mrq_clk_request *q, struct mrq_clk_response *r)
{
	u32 id = q->cmd_and_id & 0xffffff;
	struct clock *clock = &clocks[id];

	if (q->cmd_and_id >> 24 == CMD_CLK_GET_MAX_CLK_ID) {
		r->clk_get_max_clk_id.max_id = ARRAY_SIZE(clocks) - 1;
		return 0;
	}
	if (id >= ARRAY_SIZE(clocks))
		return -EINVAL;
	switch (q->cmd_and_id >> 24) {
	case CMD_CLK_GET_RATE:
		r->clk_get_rate.rate = clock->rate;
		return 0;
	case CMD_CLK_SET_RATE:
		if (!clock->locked)
			clock->rate = round_up_rate(clock, q->clk_set_rate.rate);
		r->clk_set_rate.rate = clock->rate;
		return 0;
	case CMD_CLK_ROUND_RATE:
		r->clk_round_rate.rate = round_up_rate(clock, q->clk_round_rate.rate);
		return 0;
	case CMD_CLK_IS_ENABLED:
		r->clk_is_enabled.state = clock->enabled;
		return 0;
	case CMD_CLK_ENABLE:
	case CMD_CLK_DISABLE:
		clock->enabled = q->cmd_and_id >> 24 == CMD_CLK_ENABLE;
		return 0;
	case CMD_CLK_GET_ALL_INFO:
		return describe_clock(clock, &r->clk_get_all_info);
	}
	return -EINVAL;
}

static int answer_abi(u32 mrq, s32 *status)
{
	const bool known = mrq == MRQ_PING || mrq == MRQ_QUERY_FW_TAG || mrq == MRQ_CLK || mrq == MRQ_DEBUG;

	*status = known ? 0 : -ENODEV;
	return 0;
}

int firmware_answer(u32 mrq, const void *request, void *response)
{
	switch (mrq) {
	case MRQ_PING:
		*(u32 *)response = *(const u32 *)request << 1;
		return 0;
	case MRQ_QUERY_ABI:
		return answer_abi(*(const u32 *)request, response);
	case MRQ_QUERY_FW_TAG:
		strcpy(response, "simulated-firmware");
		return 0;
	case MRQ_CLK:
		return answer_clock(request, response);
	case MRQ_DEBUG:
		return answer_debug(request, response);
	}
	return -ENODEV;
}
