// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * An I2C adapter whose INA3221 chips are register models, so that the unmodified hwmon driver probes them from the
 * device tree. A channel's node has, besides the driver's own properties, the load that it measures:
 *   wattline,mv, wattline,ma    bus voltage, current at rest
 *   wattline,ua-per-mhz, clocks    further current by the rate of a clock
 * /sys/kernel/debug/sim-ina3221/nak = 1: no chip answers. Registers: TI data sheet SBOS576.
 */
#include <linux/clk.h>
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/i2c.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/of.h>
#include <linux/platform_device.h>

#define CHANNELS 3
#define REG_CONFIG 0x00
#define REG_SHUNT(ch) (1 + 2 * (ch))
#define REG_BUS(ch) (2 + 2 * (ch))
#define REG_SUM 0x0d
#define REG_MASK_ENABLE 0x0f
#define CONFIG_RESET BIT(15)
#define CONFIG_CHANNEL(ch) (BIT(14) >> (ch))
#define MASK_READY BIT(0)
#define SHUNT_LSB_UV 40
#define BUS_LSB_MV 8
#define FULL_SCALE 4095

static unsigned int transfer_us = 115; /* 46 bit times at 400 kHz */
module_param(transfer_us, uint, 0644);
static unsigned int ripple_ma = 100; /* conversion n reads (n % 8) / 8 of this more */
module_param(ripple_ma, uint, 0644);

static const u16 conversion_us[] = { 140, 204, 332, 588, 1100, 2116, 4156, 8244 };
static const u16 averages[] = { 1, 4, 16, 64, 128, 256, 512, 1024 };
static const struct {
	u8 reg;
	u16 value;
} reset_values[] = {
	{ REG_CONFIG, 0x7127 }, { 0x07, 0x7ff8 }, { 0x08, 0x7ff8 }, { 0x09, 0x7ff8 }, { 0x0a, 0x7ff8 },
	{ 0x0b, 0x7ff8 }, { 0x0c, 0x7ff8 }, { 0x0e, 0x7ffe }, { REG_MASK_ENABLE, 0x0002 }, { 0x10, 0x2710 },
	{ 0x11, 0x2328 }, { 0xfe, 0x5449 }, { 0xff, 0x3220 },
};

struct channel {
	u32 mv, ma, ua_per_mhz, shunt_uohm;
	struct clk *clk;
};

struct chip {
	u32 address;
	u16 reg[256];
	struct channel channel[CHANNELS];
	ktime_t start;
	u64 cycle; /* the conversion that the registers hold */
};

struct bus {
	struct i2c_adapter adapter;
	struct chip chip[4];
	int chips;
	u32 nak;
	struct dentry *directory;
};

static void restart(struct chip *chip)
{
	chip->start = ktime_get();
	chip->cycle = 0;
}

static void reset(struct chip *chip)
{
	int i;

	memset(chip->reg, 0, sizeof(chip->reg));
	for (i = 0; i < ARRAY_SIZE(reset_values); i++)
		chip->reg[reset_values[i].reg] = reset_values[i].value;
	restart(chip);
}

static u64 cycle_us(u16 config)
{
	const u64 both = conversion_us[(config >> 6) & 7] + conversion_us[(config >> 3) & 7];

	return hweight16(config & 0x7000) * both * averages[(config >> 9) & 7];
}

static u64 current_ma(const struct channel *channel, u64 cycle)
{
	u64 ma = channel->ma + cycle % 8 * ripple_ma / 8;

	if (channel->clk)
		ma += div_u64((u64)channel->ua_per_mhz * (clk_get_rate(channel->clk) / 1000000), 1000);
	return ma;
}

/* Brings the registers to the last finished conversion. */
static void convert(struct chip *chip)
{
	const u16 config = chip->reg[REG_CONFIG];
	const u64 period = cycle_us(config);
	u64 cycle, lsb;
	u32 ch, sum = 0;

	if (!(config & 7) || !period)
		return; /* powered down */
	cycle = div64_u64(ktime_us_delta(ktime_get(), chip->start), period);
	if (cycle == 0)
		return;
	chip->reg[REG_MASK_ENABLE] |= MASK_READY;
	if (cycle == chip->cycle)
		return;
	chip->cycle = cycle;
	for (ch = 0; ch < CHANNELS; ch++) {
		const struct channel *channel = &chip->channel[ch];

		if (!(config & CONFIG_CHANNEL(ch)))
			continue;
		lsb = div_u64(current_ma(channel, cycle) * channel->shunt_uohm, 1000 * SHUNT_LSB_UV);
		lsb = min_t(u64, lsb, FULL_SCALE);
		chip->reg[REG_SHUNT(ch)] = lsb << 3;
		chip->reg[REG_BUS(ch)] = min_t(u32, channel->mv / BUS_LSB_MV, FULL_SCALE) << 3;
		sum += lsb;
	}
	chip->reg[REG_SUM] = sum << 1;
}

static void read_register(struct chip *chip, u8 reg, union i2c_smbus_data *data)
{
	convert(chip);
	data->word = swab16(chip->reg[reg]);
	if (reg == REG_MASK_ENABLE)
		chip->reg[reg] &= ~MASK_READY;
}

static void write_register(struct chip *chip, u8 reg, u16 value)
{
	if (reg == REG_CONFIG && value & CONFIG_RESET) {
		reset(chip);
		return;
	}
	chip->reg[reg] = value;
	if (reg == REG_CONFIG)
		restart(chip);
}

static struct chip *find_chip(struct bus *bus, u16 address)
{
	int i;

	for (i = 0; i < bus->chips; i++)
		if (bus->chip[i].address == address && !bus->nak)
			return &bus->chip[i];
	return NULL;
}

static s32 transfer(struct i2c_adapter *adapter, u16 address, unsigned short flags, char direction, u8 reg, int size,
		    union i2c_smbus_data *data)
{
	struct chip *chip = find_chip(i2c_get_adapdata(adapter), address);

	if (transfer_us)
		usleep_range(transfer_us, transfer_us + 10);
	if (!chip)
		return -ENXIO;
	if (size == I2C_SMBUS_QUICK)
		return 0;
	if (size != I2C_SMBUS_WORD_DATA)
		return -EOPNOTSUPP;
	if (direction == I2C_SMBUS_READ)
		read_register(chip, reg, data);
	else
		write_register(chip, reg, swab16(data->word));
	return 0;
}

static u32 functionality(struct i2c_adapter *adapter)
{
	return I2C_FUNC_SMBUS_QUICK | I2C_FUNC_SMBUS_WORD_DATA;
}

static const struct i2c_algorithm algorithm = { .smbus_xfer = transfer, .functionality = functionality };

/* Properties that are absent leave the value as it is. */
static int read_channel(struct device_node *node, struct chip *chip)
{
	struct channel *channel;
	u32 number;

	if (of_property_read_u32(node, "reg", &number) || number >= CHANNELS)
		return 0;
	channel = &chip->channel[number];
	channel->shunt_uohm = 10000;
	of_property_read_u32(node, "shunt-resistor-micro-ohms", &channel->shunt_uohm);
	of_property_read_u32(node, "wattline,mv", &channel->mv);
	of_property_read_u32(node, "wattline,ma", &channel->ma);
	of_property_read_u32(node, "wattline,ua-per-mhz", &channel->ua_per_mhz);
	if (!of_find_property(node, "clocks", NULL))
		return 0;
	channel->clk = of_clk_get(node, 0);
	return PTR_ERR_OR_ZERO(channel->clk);
}

static int read_chip(struct device_node *node, struct chip *chip)
{
	struct device_node *child;
	int error = of_property_read_u32(node, "reg", &chip->address);

	for_each_child_of_node(node, child)
		if (!error)
			error = read_channel(child, chip);
	reset(chip);
	return error;
}

static int probe(struct platform_device *device)
{
	struct bus *bus = devm_kzalloc(&device->dev, sizeof(*bus), GFP_KERNEL);
	struct device_node *node;
	int error = 0;

	if (!bus)
		return -ENOMEM;
	for_each_child_of_node(device->dev.of_node, node)
		if (!error && bus->chips < ARRAY_SIZE(bus->chip))
			error = read_chip(node, &bus->chip[bus->chips++]);
	if (error)
		return error;
	bus->directory = debugfs_create_dir("sim-ina3221", NULL);
	debugfs_create_u32("nak", 0644, bus->directory, &bus->nak);
	bus->adapter.owner = THIS_MODULE;
	bus->adapter.algo = &algorithm;
	bus->adapter.dev.parent = &device->dev;
	bus->adapter.dev.of_node = device->dev.of_node;
	strscpy(bus->adapter.name, "simulated i2c", sizeof(bus->adapter.name));
	i2c_set_adapdata(&bus->adapter, bus);
	platform_set_drvdata(device, bus);
	return i2c_add_adapter(&bus->adapter); /* its number comes from the alias i2c1 */
}

static const struct of_device_id matches[] = { { .compatible = "wattline,sim-i2c" }, {} };
MODULE_DEVICE_TABLE(of, matches);

/* Lives as long as the machine: there is no remove. */
static struct platform_driver sim_i2c = {
	.probe = probe,
	.driver = { .name = "sim-i2c", .of_match_table = matches, .suppress_bind_attrs = true },
};
builtin_platform_driver(sim_i2c);
MODULE_LICENSE("Dual MIT/GPL");
MODULE_DESCRIPTION("INA3221 register models on a simulated I2C bus");
