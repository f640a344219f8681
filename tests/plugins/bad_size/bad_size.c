/* bad_size: refused, as its descriptor is smaller than the program's. */
#include "gpubench.h"

GB_VARIANTS(bad_size);

static const struct gb_axis axes[] = {
	{ .name = "n", .help = "a number", .kind = GB_REPORTED, .values = "1" },
	{ .name = NULL },
};

static int nothing(struct gb_run *run)
{
	(void)run;
	return GB_OK;
}

static struct gb_cost cost(const struct gb_run *run)
{
	(void)run;
	return (struct gb_cost){ 0 };
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)run;
	(void)device;
	(void)sm_hz;
	return 1;
}

GB_BENCH(bad_size) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench) - 8,
	.name = "bad_size",
	.summary = "refused",
	.method = "refused",
	.quantity = GB_SECONDS,
	.axes = axes,
	.variants = gb_variants_bad_size,
	.setup = nothing,
	.launch = nothing,
	.verify = nothing,
	.cost = cost,
	.limit = limit,
};
