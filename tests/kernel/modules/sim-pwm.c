// SPDX-License-Identifier: GPL-2.0 OR MIT
/* A PWM chip with one output that takes every state and drives nothing, for the unmodified fan driver. */
#include <linux/err.h>
#include <linux/module.h>
#include <linux/of.h>
#include <linux/platform_device.h>
#include <linux/pwm.h>
#include <linux/version.h>

static int apply(struct pwm_chip *chip, struct pwm_device *pwm, const struct pwm_state *state)
{
	return 0;
}

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 9, 0)
static const struct pwm_ops operations = { .apply = apply, .owner = THIS_MODULE };

static struct pwm_chip *make_chip(struct device *device)
{
	struct pwm_chip *chip = devm_kzalloc(device, sizeof(*chip), GFP_KERNEL);

	if (!chip)
		return ERR_PTR(-ENOMEM);
	chip->dev = device;
	chip->npwm = 1;
	return chip;
}
#else
static const struct pwm_ops operations = { .apply = apply };

static struct pwm_chip *make_chip(struct device *device)
{
	return devm_pwmchip_alloc(device, 1, 0);
}
#endif

static int probe(struct platform_device *device)
{
	struct pwm_chip *chip = make_chip(&device->dev);

	if (IS_ERR(chip))
		return PTR_ERR(chip);
	chip->ops = &operations;
	return devm_pwmchip_add(&device->dev, chip);
}

static const struct of_device_id matches[] = { { .compatible = "wattline,sim-pwm" }, {} };
MODULE_DEVICE_TABLE(of, matches);

/* Lives as long as the machine: there is no remove. */
static struct platform_driver sim_pwm = {
	.probe = probe,
	.driver = { .name = "sim-pwm", .of_match_table = matches, .suppress_bind_attrs = true },
};
builtin_platform_driver(sim_pwm);
MODULE_LICENSE("Dual MIT/GPL");
MODULE_DESCRIPTION("PWM chip of a simulated board");
