// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * cpufreq-dt-platdev makes no device on a machine that claims to be a tegra234, whose own driver needs registers that
 * QEMU lacks. This makes it, so that cpufreq-dt runs on the operating points of the device tree.
 */
#include <linux/err.h>
#include <linux/module.h>
#include <linux/platform_device.h>

static struct platform_device *device;

static int __init sim_cpufreq_init(void)
{
	device = platform_device_register_simple("cpufreq-dt", -1, NULL, 0);
	return PTR_ERR_OR_ZERO(device);
}

static void __exit sim_cpufreq_exit(void)
{
	platform_device_unregister(device);
}

module_init(sim_cpufreq_init);
module_exit(sim_cpufreq_exit);
MODULE_LICENSE("Dual MIT/GPL");
MODULE_DESCRIPTION("cpufreq-dt device for a simulated board");
