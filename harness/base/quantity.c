#include "base/quantity.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/text.h"

static const struct {
	const char *metric, *unit;
	bool lower_is_better, is_observed;
} quantities[] = {
	[GB_BANDWIDTH] = { "bandwidth", "B/s", false, false },
	[GB_FLOPS] = { "flop_rate", "FLOP/s", false, false },
	[GB_OPS] = { "op_rate", "OP/s", false, false },
	[GB_ACCESSES] = { "access_rate", "access/s", false, false },
	[GB_SECONDS] = { "time", "s", true, false },
	[GB_CYCLES] = { "cycles", "cycles", true, true },
	[GB_HERTZ] = { "sm_clock", "Hz", false, true },
	[GB_JOULES] = { "energy", "J", true, false },
	[GB_INSTRUCTIONS] = { "instruction_rate", "inst/s", false, false },
};

enum { QUANTITIES = sizeof quantities / sizeof quantities[0] };

const char gb_quantity_units[] = "B/s, FLOP/s, OP/s, access/s, inst/s, s, cycles, Hz or J";

const char *gb_quantity_metric(enum gb_quantity quantity)
{
	return quantities[quantity].metric;
}

const char *gb_quantity_unit(enum gb_quantity quantity)
{
	return quantities[quantity].unit;
}

bool gb_quantity_lower_is_better(enum gb_quantity quantity)
{
	return quantities[quantity].lower_is_better;
}

bool gb_quantity_is_observed(enum gb_quantity quantity)
{
	return quantities[quantity].is_observed;
}

/* The index of the unit; QUANTITIES: no quantity has it. */
static size_t find_unit(const char *unit)
{
	size_t i = 0;

	while (i < QUANTITIES && strcmp(quantities[i].unit, unit) != 0)
		i++;
	return i;
}

bool gb_unit_is_of_a_quantity(const char *unit)
{
	return find_unit(unit) < QUANTITIES;
}

bool gb_lower_is_better(const char *unit)
{
	const size_t quantity = find_unit(unit);

	return quantity < QUANTITIES && quantities[quantity].lower_is_better;
}

/* ---- printed values ---------------------------------------------------------------------------------------------- */

static bool takes_prefix(const char *unit)
{
	return unit[0] != '\0' && strcmp(unit, "cycles") != 0;
}

static const struct prefix {
	double scale;
	const char *letter;
} prefixes[] = {
	{ 1e15, "P" }, { 1e12, "T" }, { 1e9, "G" },  { 1e6, "M" },  { 1e3, "k" },
	{ 1, "" },     { 1e-3, "m" }, { 1e-6, "µ" }, { 1e-9, "n" }, { 1e-12, "p" },
};

static const struct prefix *find_prefix(double value, const char *unit)
{
	const size_t last = sizeof prefixes / sizeof prefixes[0] - 1;
	size_t i = 0;

	if (!takes_prefix(unit) || value == 0 || !(fabs(value) < 1e6 * prefixes[0].scale) ||
	    fabs(value) < 1e-3 * prefixes[last].scale)
		return NULL;
	while (i < last && fabs(value) < prefixes[i].scale)
		i++;
	return &prefixes[i];
}

void gb_quantity_write(char *buffer, size_t size, double value, const char *unit)
{
	const struct prefix *prefix = find_prefix(value, unit);

	buffer[0] = '\0';
	if (prefix == NULL) {
		gb_text_add(buffer, size, takes_prefix(unit) && value != 0 ? "%.4g %s" : "%.5g %s", value, unit);
		return;
	}
	const double scaled = value / prefix->scale, digits = fabs(scaled);
	gb_text_add(buffer, size, "%.*f %s%s", digits < 10 ? 3 : digits < 100 ? 2 : 1, scaled, prefix->letter, unit);
}

void gb_quantity_write_rounded(char *buffer, size_t size, double value, const char *unit)
{
	const struct prefix *prefix = find_prefix(value, unit);
	const double scaled = prefix != NULL ? value / prefix->scale : value;
	/* Count the digits of the rounded value: 0.9996 becomes 1.00. */
	const double digits = scaled != 0 ? floor(log10(fabs(scaled) * (1 + 5e-4))) : 0;

	buffer[0] = '\0';
	if (fabs(digits) > 6)
		gb_text_add(buffer, size, "%.3g", scaled);
	else
		gb_text_add(buffer, size, "%.*f", digits < 2 ? 2 - (int)digits : 0, scaled);
	if (unit[0] != '\0')
		gb_text_add(buffer, size, " %s%s", prefix != NULL ? prefix->letter : "", unit);
}

void gb_quantity_write_bytes(char *buffer, size_t size, double bytes)
{
	static const char *const unit[] = { "B", "KiB", "MiB", "GiB", "TiB" };
	const size_t last = sizeof unit / sizeof unit[0] - 1;
	const double whole = bytes;
	size_t i = 0;

	while (i < last && bytes >= 1024) {
		bytes /= 1024;
		i++;
	}
	buffer[0] = '\0';
	if (bytes == floor(bytes))
		gb_text_add(buffer, size, "%.0f %s", bytes, unit[i]);
	else
		gb_text_add(buffer, size, "%.*f %s (%.0f B)", bytes < 10 ? 2 : 1, bytes, unit[i], whole);
}
