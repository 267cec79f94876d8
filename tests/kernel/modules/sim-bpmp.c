// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * A transport for NVIDIA's bpmp.c without mailbox hardware: a rung doorbell hands every posted message to the modelled
 * firmware and the answers straight back.
 */
#include <linux/completion.h>
#include <linux/dcache.h>
#include <linux/delay.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/version.h>
#include <soc/tegra/bpmp.h>

#include "bpmp-private.h"
#include "sim-firmware.h"

static unsigned int answer_us = 20;
module_param(answer_us, uint, 0644);

/* Threaded channels first, then the one that sends and the one that receives. */
static struct message {
	struct tegra_bpmp_mb_data in, out;
	bool posted, answered;
} *messages;
static DEFINE_SPINLOCK(firmware_lock);

static struct message *message_of(struct tegra_bpmp_channel *channel)
{
	return &messages[channel->index];
}

static void init_channel(struct tegra_bpmp *bpmp, struct tegra_bpmp_channel *channel, int index)
{
	channel->bpmp = bpmp;
	channel->index = index;
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 3, 0)
	channel->ib = &messages[index].in;
	channel->ob = &messages[index].out;
#else
	iosys_map_set_vaddr(&channel->ib, &messages[index].in);
	iosys_map_set_vaddr(&channel->ob, &messages[index].out);
#endif
	init_completion(&channel->completion);
}

static int sim_init(struct tegra_bpmp *bpmp)
{
	int i, threaded = bpmp->soc->channels.thread.count;

	messages = devm_kcalloc(bpmp->dev, threaded + 2, sizeof(*messages), GFP_KERNEL);
	if (!messages)
		return -ENOMEM;
	for (i = 0; i < threaded; i++)
		init_channel(bpmp, &bpmp->threaded_channels[i], i);
	init_channel(bpmp, bpmp->tx_channel, threaded);
	init_channel(bpmp, bpmp->rx_channel, threaded + 1);
	firmware_start();
	return 0;
}

static bool sim_is_response_ready(struct tegra_bpmp_channel *channel)
{
	return message_of(channel)->answered;
}

static bool sim_is_request_ready(struct tegra_bpmp_channel *channel)
{
	return false; /* this firmware never asks the kernel for anything */
}

static bool sim_is_free(struct tegra_bpmp_channel *channel)
{
	return !message_of(channel)->posted && !message_of(channel)->answered;
}

static int sim_acknowledge(struct tegra_bpmp_channel *channel)
{
	message_of(channel)->answered = false;
	return 0;
}

static int sim_post(struct tegra_bpmp_channel *channel)
{
	message_of(channel)->posted = true;
	return 0;
}

static bool sim_is_response_free(struct tegra_bpmp_channel *channel)
{
	return true;
}

static int sim_post_response(struct tegra_bpmp_channel *channel)
{
	return 0;
}

static void answer(struct message *message)
{
	memset(message->in.data, 0, sizeof(message->in.data));
	message->in.code = firmware_answer(message->out.code, message->out.data, message->in.data);
	message->in.flags = message->out.flags;
	message->posted = false;
	message->answered = true;
}

static int sim_ring_doorbell(struct tegra_bpmp *bpmp)
{
	int i, sending = bpmp->soc->channels.thread.count + 1;
	unsigned long flags;

	udelay(answer_us);
	spin_lock_irqsave(&firmware_lock, flags);
	for (i = 0; i < sending; i++)
		if (messages[i].posted)
			answer(&messages[i]);
	spin_unlock_irqrestore(&firmware_lock, flags);
	local_irq_save(flags);
	tegra_bpmp_handle_rx(bpmp);
	local_irq_restore(flags);
	return 0;
}

#define SIM_OPS { \
	.init = sim_init, \
	.is_response_ready = sim_is_response_ready, .is_request_ready = sim_is_request_ready, \
	.ack_response = sim_acknowledge, .ack_request = sim_acknowledge, \
	.is_response_channel_free = sim_is_response_free, .is_request_channel_free = sim_is_free, \
	.post_response = sim_post_response, .post_request = sim_post, \
	.ring_doorbell = sim_ring_doorbell, \
}
const struct tegra_bpmp_ops tegra186_bpmp_ops = SIM_OPS;
const struct tegra_bpmp_ops tegra210_bpmp_ops = SIM_OPS; /* referred to by bpmp.c, not used on this board */

/* Not exported to modules; for files that exist the raw form gives the same text. */
char *dentry_path(const struct dentry *dentry, char *buffer, int length)
{
	return dentry_path_raw(dentry, buffer, length);
}

MODULE_LICENSE("Dual MIT/GPL");
MODULE_DESCRIPTION("NVIDIA's BPMP drivers on a modelled firmware");
