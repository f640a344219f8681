/* refused.h: a plug-in whose descriptor is valid except for one field, which its file sets. */
#ifndef REFUSED_H
#define REFUSED_H

#include "gpubench.h"

static const struct gb_axis number[] = {
	{ .name = "n", .help = "a number", .values = "1" },
	{ .name = NULL },
};

static int nothing(struct gb_run *run)
{
	return GB_OK;
}

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ 0 };
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return 1;
}

/* Defines the plug-in NAME with these fields: .abi, .size, .name, .axes and .verify. */
#define REFUSED(NAME, ...)                      \
	GB_BENCH(NAME) = {                      \
		__VA_ARGS__,                    \
		.summary = "refused",           \
		.method = "refused",            \
		.quantity = GB_SECONDS,         \
		.variants = gb_variants_##NAME, \
		.setup = nothing,               \
		.launch = nothing,              \
		.cost = cost,                   \
		.limit = limit,                 \
	}

#endif
