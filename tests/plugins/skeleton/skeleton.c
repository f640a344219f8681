/* skeleton: a small benchmark to start your own from. It is complete and honest, and built and run by the tests.
 *
 * `make new NAME=...` copies the folder under your name; change one thing at a time. In bench/<name>/ of the source
 * tree it is built with all others; elsewhere, three lines of a Makefile do it (docs/hooks.md).
 *
 * This is the host half: plain C11, no CUDA header. It sees the device through the functions of gpubench.h alone, which
 * is why it can be tested without a GPU. It never prints, times, parses options or exits. Functions that can fail
 * return GB_OK, GB_FAILED or GB_SKIPPED: pass on what a call of gpubench.h returned, its text is kept already; say what
 * went wrong in your own words with gb_fail(), and what cannot be measured here with gb_skip(). */
#include "skeleton.h"

#include <math.h>
#include <stdlib.h>

#include "gpubench.h"

#define MOST_BYTES (UINT64_C(256) << 20) /* last value of the axis `bytes` */

/* If the data are smaller than this many times L2, some of them stay in L2 from launch to launch. */
enum { L2S_FOR_DRAM = 4 };

/* The axes. Each value of a reported axis has a row; of a searched axis rows have the best value. A default run takes
 * `full`, --quick takes `quick`, --every-point and -a take all of `values`. */
struct point {
	uint64_t bytes;
	uint32_t block;
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(bytes), .unit = "B", .help = "working set: what is read and what is written, together",
	  .values = "1048576:268435456:pow2", .full = "1048576,16777216,268435456", .quick = "268435456" },
	{ GB_AXIS(block), .unit = "threads", .help = "threads per block", .kind = GB_SEARCHED, .values = "64:1024:pow2",
	  .quick = "128,512" }, /* the search starts here, and tries neighbours in `values` */
	{ .name = NULL },
};

/* The plug-in's data for one run: one variant on one device. Nothing is static, and nothing outlives the run. */
struct state {
	uint64_t bytes;         /* of each of the two arrays */
	gb_ptr in, out, report; /* report: a struct gb_report, the result of the check kernel */
	struct gb_kernel kernel, check;
	/* These members belong to the current point. */
	struct gb_shape shape;
	struct skeleton_args args;
};

/* ---- setup and teardown: once for each variant and device -------------------------------------------------------- */

static int fill(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	unsigned int *words = malloc(s->bytes);

	if (words == NULL)
		return gb_fail(run, "out of memory");
	for (uint64_t i = 0; i < s->bytes / sizeof *words; i++)
		words[i] = skeleton_word(i);
	int status = gb_copy_in(run, s->in, words, s->bytes);
	free(words);
	return status;
}

/* The state exists already, all 0, and the harness frees it. Device memory is freed automatically. */
static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);
	uint64_t available;

	GB_TRY(gb_memory_free(run, &available));
	/* A GPU with less memory still measures the smaller sets. */
	s->bytes = MOST_BYTES / 2;
	while (s->bytes > available / 4)
		s->bytes /= 2;
	GB_TRY(gb_alloc(run, s->bytes, &s->in));
	GB_TRY(gb_alloc(run, s->bytes, &s->out));
	GB_TRY(gb_alloc(run, sizeof(struct gb_report), &s->report));
	GB_TRY(gb_find_kernel(run, "skeleton_add", &s->kernel));
	GB_TRY(gb_find_kernel(run, "skeleton_check", &s->check));
	return fill(run);
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

/* Not timed: prepares everything that launch() should not repeat. */
static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t bytes = gb_value(run, bytes) / 2;
	const uint32_t block = gb_value(run, block);
	uint32_t resident;

	if (bytes > s->bytes)
		return gb_skip(run, "the free device memory holds %llu bytes of working set at most",
			       (unsigned long long)(2 * s->bytes));
	/* As many blocks as are resident at once; each strides through the array. */
	GB_TRY(gb_occupancy(run, &s->kernel, block, 0, &resident));
	s->shape = (struct gb_shape){ .grid = resident * (uint32_t)gb_device(run)->sm_count, .block = block };
	s->args = (struct skeleton_args){ gb_address(s->in), gb_address(s->out), bytes / sizeof(unsigned int) };
	return GB_OK;
}

/* Timed: enqueues one launch and does nothing else. */
static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

/* Checks that the device computed the expected result. The output is poisoned first, so that the result of an earlier
 * launch cannot pass. The input must remain as setup() left it. A small result may also be copied to the host and
 * compared there. */
static int verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct skeleton_check_args args = { gb_address(s->out), s->args.words, gb_address(s->report) };

	GB_TRY(gb_fill_output(run, s->out, 0xff, args.words * sizeof(unsigned int)));
	GB_TRY(launch(run));
	GB_TRY(gb_report_clear(run, s->report));
	GB_TRY(gb_launch(run, &s->check, s->shape, &args));
	return gb_report_judge(run, s->report, args.words, "words");
}

/* The functions from here on give the time its meaning. They compute from the point alone. */

/* A launch reads every byte of one array and writes every byte of the other. For GB_FLOPS, GB_OPS and GB_ACCESSES set
 * `ops`. */
static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = (double)gb_value(run, bytes) };
}

static int is_dram(const struct gb_run *run)
{
	return gb_value(run, bytes) >= L2S_FOR_DRAM * gb_device(run)->l2_bytes;
}

/* The physical limit in the unit of the value. The limit of data in L2 is unknown here: return NAN, never a limit that
 * does not apply. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)sm_hz; /* the SM clock during the measurement, from which limits of the SMs follow */
	return is_dram(run) ? gb_memory_rate(device) : (double)NAN;
}

/* The roof that this point sets, for the table after a run; NULL: none. */
static const char *roof(const struct gb_run *run)
{
	return is_dram(run) ? "skeleton.dram" : NULL;
}

/* ---- the one exported symbol ------------------------------------------------------------------------------------- */

GB_BENCH(skeleton) = {
	.abi = GB_ABI, /* the program checks the first two fields before it reads the others */
	.size = sizeof(struct gb_bench),
	.name = "skeleton", /* must match the file name */
	.summary = "adds a constant to an array: a benchmark to start your own from",
	.method = "out = in + constant over two arrays of half the working set each. Every byte read and every byte "
		  "written "
		  "counts once. Every word written is compared with its expected value. The limit is 2 x memory clock "
		  "x bus "
		  "width / 8 where the working set is 4 x L2 or more, and not known below.",
	.subject = GB_SUBJECT_MEMORY,
	.quantity = GB_BANDWIDTH,
	.require = { .cc_min = 70, .memory_bytes = UINT64_C(4) << 20 },
	.axes = axes,
	.variants = gb_variants_skeleton,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit,
	.roof = roof,
	/* .observe is needed only for GB_CYCLES, values that the kernel itself measures */
};
