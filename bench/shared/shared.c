/* shared: the bandwidth of an SM's shared memory: read, write, copy. */

#include "../common/kernel.h"
#include "gpubench.h"
#include "shared.h"

GB_VARIANTS(shared);

/* Bytes of a launch on each SM: about 4 ms at 128 per clock and 2 GHz, so that filling the memory does not matter. */
#define BYTES_PER_SM 1024e6

static const char *const ops[] = {
	[SHARED_READ] = "read",
	[SHARED_WRITE] = "write",
	[SHARED_COPY] = "copy",
	NULL,
};

static const struct gb_axis axes[] = {
	{ .name = "op",
	  .help = "operation: read, write, copy a=b within the shared memory",
	  .kind = GB_REPORTED,
	  .names = ops },
	{ .name = "word",
	  .unit = "B",
	  .help = "width of an access",
	  .kind = GB_REPORTED,
	  .values = "4,8,16",
	  .quick = "16" },
	{ .name = "unroll",
	  .help = "independent accesses per thread",
	  .kind = GB_SEARCHED,
	  .values = "2,4,8",
	  .quick = "2" },
	{ .name = "warps",
	  .help = "resident warps per SM",
	  .kind = GB_SEARCHED,
	  .values = "4:64:pow2",
	  .full = "8:64:pow2",
	  .quick = "32" },
	{ .name = "block",
	  .unit = "threads",
	  .help = "threads per block",
	  .kind = GB_SEARCHED,
	  .values = "64:1024:pow2",
	  .full = "256:1024:pow2",
	  .quick = "256,1024" },
	{ .name = NULL },
};

struct state {
	gb_ptr sum, left;
	struct gb_kernel kernel; /* of the current point */
	struct gb_shape shape;
	struct shared_args args;
};

/* ---- setup and one point ----------------------------------------------------------------------------------------- */

static int setup(struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);
	const uint64_t sms = (uint64_t)device->sm_count;
	struct state *s = gb_state(run);

	GB_TRY(gb_alloc(run, sms * (uint64_t)device->threads_per_sm * sizeof(unsigned int), &s->sum));
	return gb_alloc(run, sms * device->shared_per_sm, &s->left);
}

/* Bytes that a thread reads or writes per trip. */
static uint32_t thread_bytes(const struct gb_run *run)
{
	return (uint32_t)(gb_value(run, "word") * gb_value(run, "unroll"));
}

/* A copy reads one place and writes another; the other operations use one. */
static uint32_t places(const struct gb_run *run)
{
	return gb_value(run, "op") == SHARED_COPY ? 2 : 1;
}

/* As many blocks as give the requested number of warps on each SM, if they are resident at once. */
static int choose_shape(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t block = (uint32_t)gb_value(run, "block"), warps = (uint32_t)gb_value(run, "warps");
	const uint32_t blocks = warps * SHARED_LANES / block, bytes = block * thread_bytes(run) * places(run);
	uint32_t resident;

	if (blocks == 0)
		return gb_skip(run, "%u warps per SM are fewer than a block of %u threads", warps, block);
	GB_TRY(kernel_takes(run, &s->kernel, block));
	if (bytes > gb_device(run)->shared_per_block)
		return gb_skip(run, "a block needs %u bytes of shared memory; it can have %llu", bytes,
			       (unsigned long long)gb_device(run)->shared_per_block);
	GB_TRY(gb_carveout(run, &s->kernel, 100));
	GB_TRY(gb_occupancy(run, &s->kernel, block, bytes, &resident));
	if (resident < blocks)
		return gb_skip(run, "%u warps per SM are not resident at once: %u blocks of %u threads are", warps,
			       resident, block);
	s->shape = (struct gb_shape){ .grid = blocks * (uint32_t)gb_device(run)->sm_count,
				      .block = block,
				      .shared_bytes = bytes };
	return GB_OK;
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t word = (uint32_t)gb_value(run, "word"), unroll = (uint32_t)gb_value(run, "unroll");
	const double trip = (double)gb_value(run, "warps") * SHARED_LANES * thread_bytes(run) * places(run);
	const unsigned int pairs = (unsigned int)(BYTES_PER_SM * gb_work(run) / trip) / 2;

	GB_TRY(kernel_find(run, &s->kernel, "shared_%s_w%u_u%u", ops[gb_value(run, "op")], word, unroll));
	GB_TRY(choose_shape(run));
	s->args = (struct shared_args){
		.trips = pairs > 0 ? 2 * pairs : 2,
		.flip = word,
		.words = s->shape.block * thread_bytes(run) / 4,
		.sum = gb_address(s->sum),
		.left = gb_address(s->left),
	};
	return GB_OK;
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

/* Every byte read and every byte written. */
static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const double threads = (double)s->shape.grid * s->shape.block;

	return (struct gb_cost){ .bytes = threads * s->args.trips * thread_bytes(run) * places(run) };
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)run;
	return device->rates.shared_bytes * device->sm_count * sm_hz;
}

static const char *roof(const struct gb_run *run)
{
	static const char *const roofs[] = {
		[SHARED_READ] = "shared.read",
		[SHARED_WRITE] = "shared.write",
		[SHARED_COPY] = NULL,
	};

	return gb_value(run, "word") == 16 ? roofs[gb_value(run, "op")] : NULL;
}

static enum gb_shares shares(const struct gb_run *run)
{
	(void)run;
	return GB_SHARES_EQUAL;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct gb_device *device = gb_device(run);

	if (!(result->sm_hz > 0))
		return 0;
	out[0] = (struct gb_metric){ "bytes_per_clock_sm", "B/clk", GB_TIMES, 1 / (result->sm_hz * device->sm_count),
				     device->rates.shared_bytes };
	return 1;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

/* Word `i` of a block's memory that was read or written in odd trips: neighbours have swapped places. */
static unsigned int swapped(const struct state *s, unsigned int i)
{
	return i ^ s->args.flip / 4;
}

/* The words that a thread of a block has read: the same two sets in turn. */
static unsigned int expected_sum(const struct gb_run *run, unsigned int thread)
{
	const struct state *s = gb_state(run);
	const unsigned int words = (unsigned int)gb_value(run, "word") / 4,
			   unroll = (unsigned int)gb_value(run, "unroll");
	const unsigned int lane = thread % SHARED_LANES, warp = thread / SHARED_LANES;
	unsigned int sum = 0;

	for (unsigned int u = 0; u < unroll; u++)
		for (unsigned int w = 0; w < words; w++) {
			const unsigned int i = ((warp * unroll + u) * SHARED_LANES + lane) * words + w;
			sum += shared_word(i) + shared_word(swapped(s, i));
		}
	return s->args.trips / 2 * sum;
}

static unsigned int expected_word(const struct gb_run *run, unsigned int i)
{
	const struct state *s = gb_state(run);

	switch (gb_value(run, "op")) {
	case SHARED_WRITE:
		return shared_written(i, s->args.trips);
	case SHARED_COPY:
		return shared_word(swapped(s, i));
	default:
		return shared_word(i);
	}
}

/* Compare the blocks' results, `count` words each, with the expected result of each block. */
static int compare_words(struct gb_run *run, gb_ptr from, unsigned int count, const unsigned int *expected,
			 const char *what)
{
	const struct state *s = gb_state(run);
	const uint64_t words = (uint64_t)s->shape.grid * count;
	const unsigned int *found = gb_fetch(run, from, words * sizeof *found);

	if (found == NULL)
		return GB_FAILED;
	for (uint64_t i = 0; i < words; i++)
		if (found[i] != expected[i % count])
			return gb_fail(run, "%s %llu of block %llu is %#x, not %#x", what,
				       (unsigned long long)(i % count), (unsigned long long)(i / count), found[i],
				       expected[i % count]);
	return GB_OK;
}

static int check_output(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const unsigned int threads = s->shape.block, words = s->args.words;
	unsigned int *expected = gb_scratch(run, (threads + words) * sizeof *expected);

	if (expected == NULL)
		return GB_FAILED;
	for (unsigned int i = 0; i < threads; i++)
		expected[i] = gb_value(run, "op") == SHARED_READ ? expected_sum(run, i) : 0;
	for (unsigned int i = 0; i < words; i++)
		expected[threads + i] = expected_word(run, i);
	GB_TRY(compare_words(run, s->sum, threads, expected, "the sum of thread"));
	return compare_words(run, s->left, words, expected + threads, "word");
}

static int verify(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_fill(run, s->sum, 0xff, (uint64_t)s->shape.grid * s->shape.block * sizeof(unsigned int)));
	GB_TRY(gb_fill(run, s->left, 0xff, (uint64_t)s->shape.grid * s->args.words * sizeof(unsigned int)));
	GB_TRY(launch_recorded(run, launch, &s->args.record, 1));
	return check_output(run);
}

GB_BENCH(shared) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "shared",
	.summary = "shared memory: read, write and copy, 4, 8 and 16-byte accesses",
	.method = "One wave of blocks fills every SM evenly. Each warp passes over its own piece of the shared memory "
		  "repeatedly, for about 4 ms. Neighbouring threads access neighbouring words, so banks do not "
		  "conflict, and swap places from iteration to iteration. Every byte read and every byte written "
		  "counts, so a copy of n bytes moves 2n. The value is the best shape of a search over independent "
		  "accesses per thread, warps per SM and block. Verified: every thread's sum of the words it read, and "
		  "every word left in the shared memory. The limit is 32 banks x 4 bytes (64 bytes on compute "
		  "capability 7.5) x SMs x the SM clock measured over the timed interval.",
	.subject = GB_SUBJECT_ON_CHIP,
	.quantity = GB_BANDWIDTH,
	.require = { .memory_bytes = UINT64_C(48) << 20 },
	.axes = axes,
	.variants = gb_variants_shared,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit,
	.roof = roof,
	.metrics = metrics,
	.shares = shares,
	.sdc = "op=read,write,copy word=16",
};
