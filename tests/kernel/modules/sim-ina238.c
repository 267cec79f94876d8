// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * An I2C adapter with one INA238, whose registers hold what was written to them and always the same conversion, so that
 * the unmodified hwmon driver probes it from the device tree. Registers: TI data sheet SBOSA20.
 */
#include <linux/i2c.h>
#include <linux/module.h>
#include <linux/of.h>
#include <linux/platform_device.h>

#define ADDRESS 0x44
#define REGISTERS 0x40
#define REG_POWER 0x08
#define POWER 9900 /* 24 bits, 2 mW each with this shunt: 19.8 W */

static const struct {
	u8 reg;
	u16 value;
} first_values[] = {
	{ 0x01, 0xfb68 }, /* all channels, 1052 us each */
	{ 0x02, 0x1000 },
	{ 0x04, 400 }, /* shunt voltage, 5 uV each: 2 mV */
	{ 0x05, 6336 }, /* bus voltage, 3.125 mV each: 19.8 V */
	{ 0x06, 320 << 4 }, /* temperature, 125 mC each: 40 degrees */
	{ 0x07, 100 }, /* current, 10 mA each with this shunt: 1 A */
	{ 0x0b, 0x0001 },
	{ 0x0c, 0x7fff }, { 0x0d, 0x8000 }, { 0x0e, 0x7fff }, { 0x0f, 0x0000 }, { 0x10, 0x7ff0 }, { 0x11, 0xffff },
	{ 0x3e, 0x5449 }, { 0x3f, 0x2381 },
};

struct bus {
	struct i2c_adapter adapter;
	u16 reg[REGISTERS];
};

static s32 transfer(struct i2c_adapter *adapter, u16 address, unsigned short flags, char direction, u8 reg, int size,
		    union i2c_smbus_data *data)
{
	struct bus *bus = i2c_get_adapdata(adapter);

	if (address != ADDRESS || reg >= REGISTERS)
		return -ENXIO;
	if (size == I2C_SMBUS_QUICK)
		return 0;
	if (size == I2C_SMBUS_I2C_BLOCK_DATA && direction == I2C_SMBUS_READ && reg == REG_POWER) {
		data->block[1] = POWER >> 16;
		data->block[2] = POWER >> 8 & 0xff;
		data->block[3] = POWER & 0xff;
		return 0;
	}
	if (size != I2C_SMBUS_WORD_DATA)
		return -EOPNOTSUPP;
	if (direction == I2C_SMBUS_READ)
		data->word = swab16(bus->reg[reg]);
	else
		bus->reg[reg] = swab16(data->word);
	return 0;
}

static u32 functionality(struct i2c_adapter *adapter)
{
	return I2C_FUNC_SMBUS_QUICK | I2C_FUNC_SMBUS_WORD_DATA | I2C_FUNC_SMBUS_READ_I2C_BLOCK;
}

static const struct i2c_algorithm algorithm = { .smbus_xfer = transfer, .functionality = functionality };

static int probe(struct platform_device *device)
{
	struct bus *bus = devm_kzalloc(&device->dev, sizeof(*bus), GFP_KERNEL);
	int i;

	if (!bus)
		return -ENOMEM;
	for (i = 0; i < ARRAY_SIZE(first_values); i++)
		bus->reg[first_values[i].reg] = first_values[i].value;
	bus->adapter.owner = THIS_MODULE;
	bus->adapter.algo = &algorithm;
	bus->adapter.dev.parent = &device->dev;
	bus->adapter.dev.of_node = device->dev.of_node;
	strscpy(bus->adapter.name, "simulated i2c", sizeof(bus->adapter.name));
	i2c_set_adapdata(&bus->adapter, bus);
	return i2c_add_adapter(&bus->adapter); /* its number comes from the alias i2c2 */
}

static const struct of_device_id matches[] = { { .compatible = "wattline,sim-ina238-i2c" }, {} };
MODULE_DEVICE_TABLE(of, matches);

/* Lives as long as the machine: there is no remove. */
static struct platform_driver sim_ina238 = {
	.probe = probe,
	.driver = { .name = "sim-ina238", .of_match_table = matches, .suppress_bind_attrs = true },
};
builtin_platform_driver(sim_ina238);
MODULE_LICENSE("Dual MIT/GPL");
MODULE_DESCRIPTION("INA238 registers on a simulated I2C bus");
