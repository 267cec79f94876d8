// SPDX-License-Identifier: GPL-2.0 OR MIT
/* A temperature sensor that always reads 45 degrees, so that the thermal core makes the zones of the device tree. */
#include <linux/err.h>
#include <linux/module.h>
#include <linux/of.h>
#include <linux/platform_device.h>
#include <linux/thermal.h>

static int get_temp(struct thermal_zone_device *zone, int *temp)
{
	*temp = 45000;
	return 0;
}

static const struct thermal_zone_device_ops operations = { .get_temp = get_temp };

static int probe(struct platform_device *device)
{
	return PTR_ERR_OR_ZERO(devm_thermal_of_zone_register(&device->dev, 0, device, &operations));
}

static const struct of_device_id matches[] = { { .compatible = "wattline,sim-thermal" }, {} };
MODULE_DEVICE_TABLE(of, matches);

/* Lives as long as the machine: there is no remove. */
static struct platform_driver sim_thermal = {
	.probe = probe,
	.driver = { .name = "sim-thermal", .of_match_table = matches, .suppress_bind_attrs = true },
};
builtin_platform_driver(sim_thermal);
MODULE_LICENSE("Dual MIT/GPL");
MODULE_DESCRIPTION("temperature sensor of a simulated board");
