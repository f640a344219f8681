/* bench.h: a benchmark in the test program itself, with replaceable hooks. */
#pragma once

#include "gpu_fake.h"
#include "engine/run.h"
#include "support.h"

static const struct gb_variant bench_variants[] = { { .name = "default", .flags = "", .archs = "sm_90" },
						    { .name = NULL } };

static const char *const bench_ops[] = { "read", "copy", NULL };
/* The axes of all tables in tests that include this. */
struct point {
	int op;
	uint32_t size, block, task, bytes, vector; /* the last is no axis */
};

static const struct gb_axis bench_axes[] = {
	{ GB_AXIS(op), .help = "h", .names = bench_ops },
	{ GB_AXIS(size), .help = "h", .values = "1:3", .when = "op=copy" },
	{ GB_AXIS(block), .help = "h", .kind = GB_SEARCHED, .values = "32:128:pow2", .quick = "32" },
	{ .name = NULL },
};

struct bench_state {
	gb_ptr memory;
	struct gb_kernel kernel;
};

static inline int bench_setup(struct gb_run *run)
{
	struct bench_state *s = gb_state(run);

	GB_TRY(gb_alloc(run, 4096, &s->memory));
	GB_TRY(gb_fill(run, s->memory, 1, 4096));
	return gb_find_kernel(run, "work", &s->kernel);
}

static inline int bench_launch(struct gb_run *run)
{
	const struct bench_state *s = gb_state(run);

	return gb_launch(run, &s->kernel, (struct gb_shape){ .grid = 1, .block = gb_value(run, block) }, &s->memory);
}

static inline int bench_verify(struct gb_run *run)
{
	const struct bench_state *s = gb_state(run);
	char bytes[16];

	GB_TRY(bench_launch(run));
	return gb_copy_out(run, bytes, s->memory, sizeof bytes);
}

/* A launch moves 2 MB: 100 GB/s at 20 µs. */
static inline struct gb_cost bench_cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = 2e6, .ops = 4e6 };
}

static inline double bench_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return 125e9;
}

static inline struct gb_bench bench_good(void)
{
	return (struct gb_bench){
		.abi = GB_ABI,
		.size = sizeof(struct gb_bench),
		.name = "bench",
		.summary = "summary",
		.method = "method",
		.quantity = GB_BANDWIDTH,
		.axes = bench_axes,
		.variants = bench_variants,
		.state_size = sizeof(struct bench_state),
		.setup = bench_setup,
		.launch = bench_launch,
		.verify = bench_verify,
		.cost = bench_cost,
		.limit = bench_limit,
	};
}

/* How the benchmark is measured, until the test's `stop` is set. */
#define BENCH_MEASURE                                                                                        \
	{                                                                                                    \
		.batch_seconds = 1e-5, .warmup_seconds = 0.5, .budget_seconds = 0.5, .steady_within = 0.005, \
		.max_noise = 0.001, .min_samples = 6, .max_samples = 50, .interrupted = &stop,               \
	}
