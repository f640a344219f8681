/* spill: what it costs when a kernel has more values than registers, or an array that it indexes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpubench.h"
#include "spill.h"

GB_VARIANTS(spill);

/* Vectors that the threads load: 16 MiB, more than any L1 and less than the L2 of a large GPU. */
enum { VECTORS = 1 << 20 };
/* FMAs on each SM that `time` is of: 0.3 ms at 128 a clock and 2 GHz. A launch does fewer of them the more it spills, so that
 * it takes some tenths of a millisecond too. */
#define FMAS_PER_SM UINT64_C(76800000)
enum { LOCAL_BYTES_TWICE_AS_LONG = 64 };
/* What the system takes of shared memory for each block, from 8.0 on. */
enum { SHARED_RESERVED = 1024 };
enum { WARP = 32, BLOCK = 256, EQUAL_WARPS = 16 };
/* FMAs of a trip of one thread; instructions of a trip beside them and the accesses to local memory (the load, its address,
 * the counter): 7 to 10, by architecture. */
enum { TRIP_FMAS = SPILL_VALUES * SPILL_STEPS, TRIP_OTHERS = 8 };
/* Threads whose results the host works out by itself. */
enum { HOST_CHECKS = 2 };

enum { ARRAY_REGISTERS, ARRAY_INDEXED };
static const char *const arrays[] = { [ARRAY_REGISTERS] = "registers", [ARRAY_INDEXED] = "indexed", NULL };

enum { RESIDENT_EQUAL, RESIDENT_FULL };
static const char *const residents[] = { [RESIDENT_EQUAL] = "equal", [RESIDENT_FULL] = "full", NULL };

enum { L1_LARGE, L1_SMALL };
static const char *const l1s[] = { [L1_LARGE] = "large", [L1_SMALL] = "small", NULL };

static const struct gb_axis axes[] = {
	{ .name = "array",
	  .help = "64 values in registers, those that do not fit in local memory; or in an array that is indexed",
	  .kind = GB_REPORTED,
	  .names = arrays },
	{ .name = "resident",
	  .help = "warps on an SM: 16 with every build, or as many as the build's registers leave room for",
	  .kind = GB_REPORTED,
	  .names = residents,
	  .quick = "full" },
	{ .name = "l1",
	  .help = "how L1 and shared memory divide what they have: as much as possible for L1, or as little",
	  .kind = GB_REPORTED,
	  .names = l1s,
	  .quick = "large" },
	{ .name = NULL },
};

enum { REPORT_WRONG, REPORT_FIRST, REPORT_COMPARED, REPORT_WORDS };

struct state {
	gb_ptr words, start, out, report; /* report: see REPORT_WRONG and its like */
	struct gb_kernel fill, check;
	struct gb_kernel kernel; /* of the current point */
	struct gb_shape shape;
	struct spill_args args;
};

/* ---- variants ------------------------------------------------------------------------------------------------------ */

/* Registers of a thread at most, by the variant's name: "r32-ca" and "bounds32-ca" have 32, "none-ca" any number: 0. */
static unsigned int register_limit(const char *variant)
{
	return (unsigned int)strtoul(variant + strcspn(variant, "0123456789"), NULL, 10);
}

/* "ca" or "cg" */
static const char *load_caching(const char *variant)
{
	const char *dash = strrchr(variant, '-');

	return dash != NULL ? dash + 1 : "";
}

/* ---- setup ------------------------------------------------------------------------------------------------------- */

static uint64_t threads_most(const struct gb_run *run)
{
	return (uint64_t)gb_device(run)->sm_count * (uint64_t)gb_device(run)->threads_per_sm;
}

static float start_of(unsigned int value)
{
	return 1.0f + (float)value / SPILL_VALUES;
}

static int fill(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct spill_fill_args args = { gb_address(s->words), SPILL_WORDS * VECTORS };
	float start[SPILL_VALUES];

	for (unsigned int i = 0; i < SPILL_VALUES; i++)
		start[i] = start_of(i);
	int status = gb_copy_in(run, s->start, start, sizeof start);
	if (status == GB_OK)
		status = gb_launch(run, &s->fill, (struct gb_shape){ 8 * (uint32_t)gb_device(run)->sm_count, 256, 0 },
				   &args);
	return status;
}

static int setup(struct gb_run *run)
{
	struct state *s = calloc(1, sizeof *s);

	if (s == NULL)
		return gb_fail(run, "out of memory");
	gb_set_state(run, s);
	int status = gb_alloc(run, UINT64_C(4) * SPILL_WORDS * VECTORS, &s->words);
	if (status == GB_OK)
		status = gb_alloc(run, SPILL_VALUES * sizeof(float), &s->start);
	if (status == GB_OK)
		status = gb_alloc(run, threads_most(run) * sizeof(uint32_t), &s->out);
	if (status == GB_OK)
		status = gb_alloc(run, REPORT_WORDS * sizeof(uint64_t), &s->report);
	if (status == GB_OK)
		status = gb_find_kernel(run, "spill_fill", &s->fill);
	if (status == GB_OK)
		status = gb_find_kernel(run, "spill_check", &s->check);
	return status == GB_OK ? fill(run) : status;
}

static void teardown(struct gb_run *run)
{
	free(gb_state(run));
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

static uint32_t warps_per_sm(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return s->shape.grid / (uint32_t)gb_device(run)->sm_count * s->shape.block / WARP;
}

static uint32_t threads(const struct state *s)
{
	return s->shape.grid * s->shape.block;
}

static int choose_grid(struct gb_run *run)
{
	struct state *s = gb_state(run);
	uint32_t blocks;

	int status = gb_carveout(run, &s->kernel, 100);
	if (status == GB_OK)
		status = gb_occupancy(run, &s->kernel, BLOCK, 0, &blocks);
	if (status != GB_OK)
		return status;
	if (gb_value(run, "resident") == RESIDENT_EQUAL) {
		if (blocks < EQUAL_WARPS * WARP / BLOCK)
			return gb_skip(run, "%d warps an SM are not resident at once: %u blocks of %d threads are",
				       EQUAL_WARPS, blocks, BLOCK);
		blocks = EQUAL_WARPS * WARP / BLOCK;
	}
	s->shape = (struct gb_shape){ .grid = blocks * (uint32_t)gb_device(run)->sm_count, .block = BLOCK };
	return GB_OK;
}

/* L1 gets what the resident blocks leave of the memory that it shares, or the least there is. */
static int choose_l1(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const double blocks = (double)s->shape.grid / gb_device(run)->sm_count;
	const double needed = 100 * blocks * SHARED_RESERVED / (double)gb_device(run)->shared_per_sm;

	return gb_carveout(run, &s->kernel, gb_value(run, "l1") == L1_LARGE ? (int)ceil(fmin(needed, 100)) : 100);
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	char name[GB_NAME_MAX];

	snprintf(name, sizeof name, "spill_%s", arrays[gb_value(run, "array")]);
	int status = gb_find_kernel(run, name, &s->kernel);
	if (status == GB_OK)
		status = choose_grid(run);
	if (status == GB_OK)
		status = choose_l1(run);
	if (status != GB_OK)
		return status;
	const uint64_t fmas = (uint64_t)(gb_work(run) * (double)FMAS_PER_SM) * LOCAL_BYTES_TWICE_AS_LONG /
			      (LOCAL_BYTES_TWICE_AS_LONG + s->kernel.local_bytes);
	const uint64_t trips = fmas / ((uint64_t)warps_per_sm(run) * WARP * TRIP_FMAS);
	s->args = (struct spill_args){
		.words = gb_address(s->words),
		.start = gb_address(s->start),
		.out = gb_address(s->out),
		.mask = VECTORS - 1,
		.step = threads(s),
		.trips = trips > 0 ? (unsigned int)trips : 1,
		.stride = 1,
	};
	return GB_OK;
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

/* An FMA is two FLOP; nothing else counts. */
static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return (struct gb_cost){ .ops = 2.0 * TRIP_FMAS * threads(s) * s->args.trips };
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)run;
	return device->rates.fp32 * device->sm_count * sm_hz;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static float as_float(unsigned int word)
{
	float value;

	memcpy(&value, &word, sizeof value);
	return value;
}

static unsigned int as_word(float value)
{
	unsigned int word;

	memcpy(&word, &value, sizeof word);
	return word;
}

/* What a thread must give, one value after the other. */
static unsigned int reference(const struct spill_args *args, unsigned int thread)
{
	unsigned int sum = 0;

	for (unsigned int i = 0; i < SPILL_VALUES; i++) {
		float x = start_of(i);
		for (unsigned int trip = 0, at = thread; trip < args->trips; trip++, at += args->step) {
			const float word = as_float(spill_word((at & args->mask) * SPILL_WORDS + i % SPILL_WORDS));
			for (int k = 0; k < SPILL_STEPS; k++)
				x = fmaf(x, SPILL_FACTOR, word);
		}
		sum = spill_fold(sum, as_word(x));
	}
	return sum;
}

/* A build that is meant to spill and does not measures something else, and so does one that is not and does. */
static int check_build(struct gb_run *run)
{
	const struct gb_kernel *kernel = &((const struct state *)gb_state(run))->kernel;
	const unsigned int most = register_limit(gb_variant(run)->name);

	if (gb_value(run, "array") == ARRAY_INDEXED)
		return kernel->local_bytes >= SPILL_VALUES * sizeof(float)
			       ? GB_OK
			       : gb_fail(run, "the array has %u bytes of local memory, not %zu", kernel->local_bytes,
					 SPILL_VALUES * sizeof(float));
	if (most == 0 && kernel->local_bytes > 0)
		return gb_fail(run, "built without a limit, and %u bytes are in local memory", kernel->local_bytes);
	if (most > 0 && kernel->local_bytes == 0)
		return gb_fail(run, "built to spill, and nothing is in local memory");
	if (most > 0 && kernel->registers > most)
		return gb_fail(run, "built for %u registers, and has %u", most, kernel->registers);
	return GB_OK;
}

static int check_on_host(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const unsigned int checks[HOST_CHECKS] = { 0, threads(s) - 1 };

	for (int i = 0; i < HOST_CHECKS; i++) {
		const unsigned int wanted = reference(&s->args, checks[i]); /* while the device computes */
		unsigned int out;
		int status = gb_copy_out(run, &out, s->out + checks[i] * sizeof out, sizeof out);
		if (status != GB_OK)
			return status;
		if (out != wanted)
			return gb_fail(run, "thread %u computed %#x, not %#x", checks[i], out, wanted);
	}
	return GB_OK;
}

static int check_on_device(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	uint64_t report[REPORT_WORDS];
	const struct spill_check_args args = {
		.of = s->args,
		.threads = threads(s),
		.wrong = gb_address(s->report + REPORT_WRONG * sizeof(uint64_t)),
		.compared = gb_address(s->report + REPORT_COMPARED * sizeof(uint64_t)),
	};

	int status = gb_launch(run, &s->check, s->shape, &args);
	if (status == GB_OK)
		status = gb_copy_out(run, report, s->report, sizeof report);
	if (status != GB_OK)
		return status;
	if (report[REPORT_COMPARED] != args.threads)
		return gb_fail(run, "the check looked at %llu of %u threads",
			       (unsigned long long)report[REPORT_COMPARED], args.threads);
	if (report[REPORT_WRONG] != 0)
		return gb_fail(run, "%llu of %u threads are wrong, the first is %llu",
			       (unsigned long long)report[REPORT_WRONG], args.threads,
			       (unsigned long long)report[REPORT_FIRST]);
	return GB_OK;
}

static int verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t report[REPORT_WORDS] = { [REPORT_FIRST] = UINT64_MAX };

	int status = check_build(run);
	if (status == GB_OK)
		status = gb_fill(run, s->out, 0xff, threads(s) * UINT64_C(4));
	if (status == GB_OK)
		status = gb_copy_in(run, s->report, report, sizeof report);
	if (status == GB_OK)
		status = launch(run);
	if (status == GB_OK)
		status = check_on_host(run);
	return status == GB_OK ? check_on_device(run) : status;
}

/* ---- metrics ------------------------------------------------------------------------------------------------------- */

/* Accesses to local memory of a trip of one thread: each word that lies there is loaded and stored once. Of spills these are
 * the words of the frame, which is rounded up to two of them: at most one too many. */
static double local_accesses(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return 2.0 * (gb_value(run, "array") == ARRAY_INDEXED ? SPILL_VALUES : s->kernel.local_bytes / 4);
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	const double local = local_accesses(run), warps = warps_per_sm(run);
	size_t n = 0;

	(void)result;
	out[n++] = (struct gb_metric){ "registers", "1", GB_EXACT, s->kernel.registers, 0 };
	out[n++] = (struct gb_metric){ "local_bytes", "B", GB_EXACT, s->kernel.local_bytes, 0 };
	out[n++] = (struct gb_metric){ "resident_warps", "1", GB_EXACT, warps, 0 };
	out[n++] = (struct gb_metric){ "time", "s", GB_OVER, 2.0 * FMAS_PER_SM * gb_device(run)->sm_count, 0 };
	out[n++] = (struct gb_metric){ "local_bytes_of_sm", "B", GB_EXACT, warps * WARP * s->kernel.local_bytes, 0 };
	out[n++] = (struct gb_metric){ "local_bandwidth", "B/s", GB_TIMES, 4 * local / (2.0 * TRIP_FMAS), 0 };
	out[n++] = (struct gb_metric){ "local_share_of_bytes", "1", GB_EXACT, local / (local + SPILL_WORDS), 0 };
	if (gb_value(run, "array") == ARRAY_REGISTERS)
		out[n++] = (struct gb_metric){ "local_share_of_instructions", "1", GB_EXACT,
					       local / (local + TRIP_FMAS + TRIP_OTHERS), 0 };
	return n;
}

/* ---- conclusions --------------------------------------------------------------------------------------------------- */

struct all {
	const struct gb_row *row;
	size_t count;
	const struct gb_device *device;
	struct gb_finding *out;
	size_t found;
};

static int same_point(const struct gb_row *a, const struct gb_row *b)
{
	return gb_row_value(a, "resident") == gb_row_value(b, "resident") &&
	       gb_row_value(a, "l1") == gb_row_value(b, "l1");
}

/* The row of the build without a limit and with the same caching of loads, its values in registers. */
static const struct gb_row *unspilled(const struct all *all, const struct gb_row *row)
{
	for (size_t i = 0; i < all->count; i++) {
		const struct gb_row *other = &all->row[i];
		if (strcmp(other->metric, "flop_rate") == 0 && register_limit(other->variant) == 0 &&
		    gb_row_value(other, "array") == ARRAY_REGISTERS && same_point(other, row) &&
		    strcmp(load_caching(other->variant), load_caching(row->variant)) == 0)
			return other;
	}
	return NULL;
}

/* Another metric of the same row; NAN: not there. */
static double metric_of(const struct all *all, const struct gb_row *row, const char *metric)
{
	for (size_t i = 0; i < all->count; i++) {
		const struct gb_row *other = &all->row[i];
		if (strcmp(other->metric, metric) == 0 && strcmp(other->variant, row->variant) == 0 &&
		    gb_row_value(other, "array") == gb_row_value(row, "array") && same_point(other, row))
			return other->value;
	}
	return NAN;
}

static struct gb_finding *add(struct all *all, const char *metric, const char *unit, const struct gb_row *from)
{
	if (all->found == GB_FINDINGS_MAX)
		return NULL;
	struct gb_finding *f = &all->out[all->found++];
	*f = (struct gb_finding){ .metric = metric, .unit = unit, .value = NAN, .lo = NAN, .hi = NAN, .from = from };
	snprintf(f->point, sizeof f->point, "build=%s,array=%s,resident=%s,l1=%s", from->variant,
		 arrays[gb_row_value(from, "array")], residents[gb_row_value(from, "resident")],
		 l1s[gb_row_value(from, "l1")]);
	return f;
}

/* Slowdown against the same work without spills, and what of it each byte of local memory costs: cycles of an SM for a byte
 * that is stored and loaded once. */
static void conclude_row(struct all *all, const struct gb_row *row, const struct gb_row *base)
{
	const double bytes = metric_of(all, row, "local_bytes");
	const double trips_base = base->value / (2.0 * TRIP_FMAS), trips = row->value / (2.0 * TRIP_FMAS);
	struct gb_finding *f = add(all, "slowdown", "1", row);

	if (f == NULL)
		return;
	f->value = base->value / row->value;
	f->lo = base->lo / row->hi;
	f->hi = base->hi / row->lo;
	f->axis = "local_bytes";
	f->x = bytes;
	snprintf(f->remark, sizeof f->remark, "%g bytes of local memory a thread; %g warps an SM, %g without them",
		 bytes, metric_of(all, row, "resident_warps"), metric_of(all, base, "resident_warps"));
	f = bytes > 0 ? add(all, "cost_of_local_byte", "cycles", row) : NULL;
	if (f == NULL)
		return;
	f->value = (1 / trips - 1 / trips_base) * row->sm_hz * all->device->sm_count / bytes;
	f->axis = "local_bytes";
	f->x = bytes;
	snprintf(f->remark, sizeof f->remark,
		 "of an SM for a byte stored and loaded once, beyond the time without; L1 alone would take %.4f",
		 all->device->rates.l1_bytes > 0 ? 2 / all->device->rates.l1_bytes : (double)NAN);
}

static size_t conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	struct all all = { rows, count, device, out, 0 };

	for (size_t i = 0; i < count; i++) {
		const struct gb_row *row = &rows[i];
		const int indexed = gb_row_value(row, "array") == ARRAY_INDEXED;
		/* Whatever the limit, an array that is indexed is the same. */
		if (strcmp(row->metric, "flop_rate") != 0 || (register_limit(row->variant) != 0) == indexed)
			continue;
		const struct gb_row *base = unspilled(&all, row);
		if (base != NULL)
			conclude_row(&all, row, base);
	}
	return all.found;
}

GB_BENCH(spill) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "spill",
	.summary = "register spills and indexed arrays: their cost by bytes of local memory",
	.method =
		"A thread keeps 64 values; each trip of its loop loads one vector of four words, of 16 MiB in L2, and takes "
		"every value two steps of x <- a x + w on. Builds with fewer registers (-maxrregcount, or "
		"__launch_bounds__) keep what does not fit in local memory and load and store each word there once a "
		"trip. The same work is done on an array whose index the compiler does not know. Warps an SM are the "
		"same in all builds, or as many as fit; global loads are cached in L1 (ca) or not (cg); L1 is as large or "
		"as small as it can be made. An FMA is two FLOP, nothing else counts. Registers and bytes of local memory "
		"are read back from the loaded kernel. Local accesses a trip are the words of the frame, each loaded and "
		"stored; local_share_of_bytes is theirs of all bytes that the kernel asks of L1, and "
		"local_share_of_instructions theirs of the instructions of a trip, counted in the machine code. Where L1 is "
		"too small for them, local_share_of_bytes is also their share of the traffic to L2; stores go there in any "
		"case on 9.0. The "
		"slowdown is against the build without a limit. A build that is meant to spill and does not is a "
		"failure. Every thread's result is compared, bit by bit, with the same steps in a kernel that does not "
		"spill, two of them with the host's. After P. Micikevicius, Local Memory and Register Spilling, NVIDIA "
		"2011.",
	.quantity = GB_FLOPS,
	.require = { .memory_bytes = UINT64_C(32) << 20 },
	.axes = axes,
	.variants = gb_variants_spill,
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.teardown = teardown,
	.cost = cost,
	.limit = limit,
	.metrics = metrics,
	.conclude = conclude,
};
