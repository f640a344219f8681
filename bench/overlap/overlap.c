/* overlap: how much of a kernel's arithmetic its memory accesses hide, and vice versa. */
#include "../common/input_host.h"
#include "../common/limits.h"
#include "state.h"

/* The input and the output of the complete kernel. A launch reads all of the input and writes all of the output, so
 * that data left in L2 by the previous launch do not matter. */
static const struct input_size moved_size = {
	.arrays = 2, .most = UINT64_C(1) << 30, .step = UINT64_C(1) << 20, .share = 0.8, .l2s = 4
};

/* Threads per block if the SM is full, and blocks per SM otherwise. */
enum { BLOCK_OF_FULL = 128, BLOCKS = 4 };
/* This many warps per SM reach the limit of the bus. */
enum { FULL_WARPS = 32 };

static const char *const builds[] = {
	[OVERLAP_ALL] = "all",     [OVERLAP_MEMORY] = "memory", [OVERLAP_LOAD] = "load",
	[OVERLAP_STORE] = "store", [OVERLAP_MATH] = "math",     NULL,
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(build),
	  .help = "part of the kernel that is kept: all of it, its loads and stores, loads only, stores only, "
		  "arithmetic only",
	  .names = builds },
	{ GB_AXIS(fmas), .help = "FMA instructions per word, for which 8 bytes are moved", .values = "1:15,16:512:16",
	  .full = "4,8,16,32,48,64,80,96,128,192,256", .quick = "32,64,128", .when = "build=all,math" },
	{ GB_AXIS(warps), .help = "resident warps per SM in every build", .values = "4:64:pow2", .full = "8:64:pow2",
	  .quick = "16,64" },
	{ .name = NULL },
};

static const char *const kernel_names[KERNELS] = {
	[ALL_SHORT] = "overlap_all_s1",   [ALL_LONG] = "overlap_all_s16", [MATH_SHORT] = "overlap_math_s1",
	[MATH_LONG] = "overlap_math_s16", [MEMORY] = "overlap_memory",    [LOAD] = "overlap_load",
	[STORE] = "overlap_store",
};

/* ---- setup ------------------------------------------------------------------------------------------------------- */

static int find_kernels(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_find_kernel(run, "overlap_fill", &s->fill));
	GB_TRY(gb_find_kernel(run, "overlap_check", &s->check));
	for (int k = 0; k < KERNELS; k++)
		GB_TRY(gb_find_kernel(run, kernel_names[k], &s->kernels[k]));
	return GB_OK;
}

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(input_array_choose(run, &moved_size, &s->bytes));
	GB_TRY(gb_alloc(run, s->bytes, &s->in));
	GB_TRY(gb_alloc(run, s->bytes, &s->out));
	GB_TRY(gb_alloc(run, sizeof(struct gb_report), &s->report));
	GB_TRY(find_kernels(run));
	return input_fill(run, &s->fill, s->in, s->bytes);
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

int overlap_has_math(const struct gb_run *run)
{
	const int64_t build = gb_value(run, build);

	return build == OVERLAP_ALL || build == OVERLAP_MATH;
}

static enum kernel choose_kernel(const struct gb_run *run)
{
	const int is_long = overlap_has_math(run) && gb_value(run, fmas) % OVERLAP_LONG == 0;

	switch (gb_value(run, build)) {
	case OVERLAP_ALL:
		return is_long ? ALL_LONG : ALL_SHORT;
	case OVERLAP_MATH:
		return is_long ? MATH_LONG : MATH_SHORT;
	case OVERLAP_LOAD:
		return LOAD;
	case OVERLAP_STORE:
		return STORE;
	default:
		return MEMORY;
	}
}

/* The lowest and the highest number of resident blocks per SM over all builds. */
static int resident_blocks(struct gb_run *run, uint32_t *least, uint32_t *most)
{
	const struct state *s = gb_state(run);

	*least = UINT32_MAX;
	*most = 0;
	for (int k = 0; k < KERNELS; k++) {
		uint32_t blocks = 0;
		if (s->shape.block <= s->kernels[k].threads_max)
			GB_TRY(gb_occupancy(run, &s->kernels[k], s->shape.block, s->shape.shared_bytes, &blocks));
		*least = blocks < *least ? blocks : *least;
		*most = blocks > *most ? blocks : *most;
	}
	return GB_OK;
}

/* Chooses a shape in which exactly the requested number of blocks is resident for every build. Otherwise builds with
 * fewer registers would run with more warps than the complete kernel. If more would fit, all builds reserve the same
 * unused shared memory: as little as possible, because it reduces L1. */
static int choose_shape(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct gb_device *device = gb_device(run);
	const uint32_t threads = gb_value(run, warps) * OVERLAP_WARP;
	const uint32_t block = threads == (uint32_t)device->threads_per_sm ? BLOCK_OF_FULL : threads / BLOCKS;
	const uint32_t blocks = threads / block;
	uint32_t least, most;

	s->shape = (struct gb_shape){ .block = block };
	GB_TRY(resident_blocks(run, &least, &most));
	if (least >= blocks && most > blocks) {
		s->shape.shared_bytes = (uint32_t)(device->shared_per_sm / (blocks + 1) / 1024 + 1) * 1024;
		GB_TRY(resident_blocks(run, &least, &most));
	}
	if (least != blocks || most != blocks)
		return gb_skip(run, "%u-thread blocks: %u to %u of each build are resident on an SM, not %u", block,
			       least, most, blocks);
	s->resident = least;
	const uint32_t grid = (uint32_t)(s->bytes / 4 / OVERLAP_WORDS / block), part = (uint32_t)(gb_work(run) * grid);
	s->shape.grid = part > 0 ? part : 1;
	return GB_OK;
}

uint64_t overlap_words(const struct gb_run *run)
{
	return (uint64_t)state_of(run)->shape.grid * state_of(run)->shape.block * OVERLAP_WORDS;
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->kernel = choose_kernel(run);
	s->args = (struct overlap_args){
		.in = gb_address(s->in),
		.out = gb_address(s->out),
		.start = OVERLAP_START,
	};
	if (overlap_has_math(run)) {
		const uint32_t fmas = gb_value(run, fmas);
		s->args.trips = fmas % OVERLAP_LONG == 0 ? fmas / OVERLAP_LONG : fmas / OVERLAP_SHORT;
	}
	return choose_shape(run);
}

int overlap_launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernels[s->kernel], s->shape, &s->args);
}

/* ---- the meaning of the time ------------------------------------------------------------------------------------- */

static struct gb_cost cost(const struct gb_run *run)
{
	const double n = (double)overlap_words(run);
	const int64_t build = gb_value(run, build);
	struct gb_cost c = { .bytes = BYTES_OF_WORD * n };

	if (build == OVERLAP_LOAD || build == OVERLAP_STORE)
		c.bytes /= 2;
	if (build == OVERLAP_MATH)
		c.bytes = 0;
	if (overlap_has_math(run))
		c.ops = 2 * n * (double)gb_value(run, fmas);
	return c;
}

static enum gb_quantity measures(const struct gb_run *run)
{
	return gb_value(run, build) == OVERLAP_MATH ? GB_FLOPS : GB_BANDWIDTH;
}

static double peak_flops(const struct gb_device *device, double sm_hz)
{
	return device->rates.fp32 * device->sm_count * sm_hz;
}

/* The FMA rate limits the arithmetic alone, the bus all other builds; the lower of both limits the complete kernel. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	const int64_t build = gb_value(run, build);
	const double bus = gb_memory_rate(device);
	const double flops = peak_flops(device, sm_hz);

	if (build == OVERLAP_MATH)
		return flops;
	if (build != OVERLAP_ALL)
		return bus;
	const struct gb_cost c = cost(run);
	return limit_lesser(bus, flops / c.ops * c.bytes);
}

static const char *remark(const struct gb_run *run)
{
	if (gb_value(run, build) == OVERLAP_MATH)
		return "setting up a thread takes more instructions than its FMAs";
	return gb_value(run, warps) < FULL_WARPS ? "too few warps to hide the latency" : NULL;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	const struct gb_cost c = cost(run);
	const double work = measures(run) == GB_FLOPS ? c.ops : c.bytes;
	size_t n = 0;

	out[n++] = (struct gb_metric){ .name = "time", .unit = "s", .kind = GB_OVER, .number = work };
	if (overlap_has_math(run))
		out[n++] = (struct gb_metric){ .name = "instructions_per_byte",
					       .unit = "1/B",
					       .number = (double)gb_value(run, fmas) / BYTES_OF_WORD };
	if (gb_value(run, build) == OVERLAP_ALL)
		out[n++] = (struct gb_metric){ .name = "flop_rate",
					       .unit = "FLOP/s",
					       .kind = GB_TIMES,
					       .number = c.ops / c.bytes,
					       .limit = c.ops / c.bytes * limit(run, gb_device(run), result->sm_hz) };
	out[n++] = (struct gb_metric){ .name = "resident_warps",
				       .unit = "1",
				       .number = (double)s->resident * s->shape.block / OVERLAP_WARP };
	out[n++] = (struct gb_metric){ .name = "registers", .unit = "1", .number = s->kernels[s->kernel].registers };
	out[n++] = (struct gb_metric){ .name = "shared", .unit = "B", .number = s->shape.shared_bytes };
	return n;
}

GB_BENCH(overlap) = {
	GB_IDENTITY(overlap),
	.summary = "overlap of arithmetic and memory accesses, measured by leaving parts of the kernel out",
	.method = "One kernel in five builds. all reads 1 GiB of words c, iterates x <- x x + c `fmas` times for "
		  "each and writes 1 GiB of results. memory has only its loads and stores, load and store only "
		  "one of these, and math only the arithmetic. Builds that do not store guard the store with a "
		  "condition on the result that the compiler cannot evaluate. All builds run with `warps` "
		  "resident warps per SM: the driver's occupancy calculation is queried for each build, and "
		  "unused shared memory keeps further blocks out.\n"
		  "Value: bytes read and written; an FMA is two FLOP. Addresses, the loop (three instructions for "
		  "128 FMAs) and block starts are not counted, but are part of every build. instructions_per_byte "
		  "counts the FMA instructions of a thread. `overlap` = (memory + math - all) / the lesser of "
		  "memory and math, in seconds, with math scaled to the clock of `all`: 1 if the shorter part is "
		  "hidden, 0 if the parts run one after the other. `balance` is where memory and math take the "
		  "same time; `balance_of_roofs` is the same by the two limits.\n"
		  "Verified: every word against its expected value; builds that do not store do so in the "
		  "verified launch.\n"
		  "Limit: the bus (2 x memory clock x bus width / 8), the FP32 lanes x 2 x SMs x measured clock, "
		  "or for `all` the lesser of both.\n"
		  "Source: P. Micikevicius, Identifying Performance Limiters (2011).",
	.subject = GB_SUBJECT_ARITHMETIC,
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = gb_variants_overlap,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = overlap_launch,
	.verify = overlap_verify,
	.cost = cost,
	.limit = limit,
	.measures = measures,
	.metrics = metrics,
	.conclude = overlap_conclude,
	.remark = remark,
};
