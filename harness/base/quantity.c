#include "base/quantity.h"

#include <stddef.h>
#include <string.h>

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

/* QUANTITIES: a unit of none of them. */
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
