/* dram: the bandwidth of device memory, by the mix of reads and writes. */
#include <stdbool.h>
#include <string.h>

#include "../common/input_host.h"
#include "../common/kernel.h"
#include "../common/limits.h"
#include "../common/recorded.h"
#include "dram.h"
#include "gpubench.h"

GB_VARIANTS(dram);

/* The arena that the streams share. It is large enough that data kept in L2 between launches and the tail of a grid
 * do not matter. It is smaller where memory is short, but never less than a few times L2. */
#define ARENA_BYTES (UINT64_C(8) << 30)
#define ARENA_SHARE 0.8 /* of the free memory, at most */
enum { ARENA_L2S = 4 };
/* Streams are a multiple of this, so that no tile of any shape is cut (at most 1024 threads x 16 vectors x 16
 * bytes). */
#define STREAM_STEP (UINT64_C(1) << 20)
/* Room at the end of the arena for streams with an offset: two offsets of the largest `skew`. */
#define SKEW_ROOM (UINT64_C(2) << 20)

/* In the order of enum dram_op. */
static const char *const ops[] = { "read", "write", "copy", "scale", "add", "triad", "mix", "driver_copy", NULL };
static const char *const hints[] = { "none", "cs", "cg", NULL };

enum { GRID_ONE_SHOT, GRID_PERSISTENT };
static const char *const grids[] = { [GRID_ONE_SHOT] = "oneshot", [GRID_PERSISTENT] = "persistent", NULL };

#define OUR_KERNELS    "op=read,write,copy,scale,add,triad,mix"
#define STREAM_KERNELS "op=read,write,copy,scale,add,triad"
#define TWO_STREAMS    "op=copy,scale,add,triad"

static const struct gb_axis axes[] = {
	{ .name = "op",
	  .help = "operation: read, write, copy a=b, scale a=s*b, add a=b+c, triad a=b+s*c, a mix, or the driver's "
		  "copy",
	  .names = ops,
	  .quick = "read,write,copy,triad" },
	{ .name = "reads", .help = "loads among 8 accesses; the others are stores", .values = "0:8", .when = "op=mix" },
	{ .name = "vec",
	  .unit = "words",
	  .help = "4-byte words per access",
	  .kind = GB_SEARCHED,
	  .values = "1,2,4",
	  .full = "2,4",
	  .when = STREAM_KERNELS },
	{ .name = "unroll",
	  .help = "independent accesses per thread to each stream; in a mix, multiplied by the stream's share in "
		  "lowest terms",
	  .kind = GB_SEARCHED,
	  .values = "1,2,4,8",
	  .quick = "1,4,8",
	  .when = OUR_KERNELS },
	{ .name = "hint",
	  .help = "cache hint of loads and stores: none, cs (evict first), cg (L2 only)",
	  .kind = GB_SEARCHED,
	  .names = hints,
	  .quick = "none,cs",
	  .when = OUR_KERNELS },
	{ .name = "block",
	  .unit = "threads",
	  .help = "threads per block",
	  .kind = GB_SEARCHED,
	  .values = "64:1024:pow2",
	  .full = "128:1024:pow2",
	  .quick = "128,256",
	  .when = OUR_KERNELS },
	{ .name = "grid",
	  .help = "one block for every tile, or as many blocks as are resident at once",
	  .kind = GB_SEARCHED,
	  .names = grids,
	  .quick = "oneshot",
	  .when = OUR_KERNELS },
	{ .name = "skew",
	  .unit = "B",
	  .help = "additional offset of each stream after the first in the arena",
	  .kind = GB_SEARCHED,
	  .values = "0,256,4096,65536,1048576",
	  .quick = "0",
	  .when = TWO_STREAMS },
	{ .name = "stripes",
	  .help = "parts of a stream, far apart, that neighbouring blocks take in turn",
	  .kind = GB_SEARCHED,
	  .values = "1:256:pow2",
	  .quick = "1,64",
	  .when = "op=read" },
	{ .name = NULL },
};

struct state {
	uint64_t arena_bytes;
	gb_ptr arena, report;
	gb_ptr sums; /* sums of the words read: SUM_FOUND, SUM_EXPECTED */
	struct gb_kernel fill, check;
	struct gb_kernel kernel; /* of the current point */
	uint64_t tile_bytes;     /* bytes of each stream */
	struct gb_shape shape;
	struct dram_args args;
};

enum { SUM_FOUND, SUM_EXPECTED, SUMS };

/* ---- the shape of a point ---------------------------------------------------------------------------------------- */

/* Streams of an operation: the number read and the number written. For a mix: its share of reads in lowest terms. */
struct streams {
	unsigned int reads, writes;
};

static const struct {
	struct streams streams; /* of a mix: the point's */
	const char *roof;
} operations[] = {
	[DRAM_READ] = { { 1, 0 }, "dram.read" }, [DRAM_WRITE] = { { 0, 1 }, "dram.write" },
	[DRAM_COPY] = { { 1, 1 }, "dram.copy" }, [DRAM_SCALE] = { { 1, 1 }, NULL },
	[DRAM_ADD] = { { 2, 1 }, NULL },         [DRAM_TRIAD] = { { 2, 1 }, "dram.triad" },
	[DRAM_DRIVER] = { { 1, 1 }, NULL },
};

static struct streams streams(const struct gb_run *run)
{
	const int64_t op = gb_value(run, "op");

	if (op != DRAM_MIX)
		return operations[op].streams;
	const unsigned int reads = (unsigned int)gb_value(run, "reads");
	struct streams mix = { reads, DRAM_MIX_PARTS - reads };
	for (; mix.reads % 2 == 0 && mix.writes % 2 == 0; mix.reads /= 2) /* DRAM_MIX_PARTS is a power of two */
		mix.writes /= 2;
	return mix;
}

/* Bytes of one stream: the arena divided evenly. */
static uint64_t stream_bytes(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct streams n = streams(run);

	return s->arena_bytes / (n.reads + n.writes) / STREAM_STEP * STREAM_STEP;
}

static uint64_t read_bytes(const struct gb_run *run)
{
	return streams(run).reads * stream_bytes(run);
}

static uint64_t written_bytes(const struct gb_run *run)
{
	return streams(run).writes * stream_bytes(run);
}

/* The start of stream number `i` of a point with separate streams; the loads of a mix are one stream, its stores
 * another. */
static gb_ptr stream_start(const struct gb_run *run, unsigned int i)
{
	const struct state *s = gb_state(run);
	const int64_t op = gb_value(run, "op");
	const uint64_t skew = op >= DRAM_COPY && op <= DRAM_TRIAD ? (uint64_t)gb_value(run, "skew") : 0;

	return s->arena + i * (stream_bytes(run) + skew);
}

static gb_ptr output(const struct gb_run *run)
{
	return stream_start(run, streams(run).reads);
}

/* ---- setup ------------------------------------------------------------------------------------------------------- */

static int fill_arrays(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return input_fill(run, &s->fill, s->arena, s->arena_bytes + SKEW_ROOM);
}

/* The arena that fits into this much memory. */
static uint64_t arena_for(uint64_t available)
{
	return input_fit(ARENA_BYTES, ARENA_SHARE, available, DRAM_MIX_PARTS * STREAM_STEP);
}

static int choose_arena(struct gb_run *run, uint64_t *bytes)
{
	uint64_t available;

	GB_TRY(gb_memory_free(run, &available));
	*bytes = arena_for(available);
	GB_TRY(input_check_size(run, *bytes, ARENA_L2S, available));
	/* An empty card of this size would allow more: contexts and the driver may hold a tenth. */
	const uint64_t wanted = arena_for(gb_device(run)->memory_bytes);
	if ((double)*bytes < 0.9 * (double)wanted)
		gb_suspect(run, "a working set of %.0f MB instead of %.0f MB: %.0f MB of device memory are free",
			   1e-6 * (double)*bytes, 1e-6 * (double)wanted, 1e-6 * (double)available);
	return GB_OK;
}

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(choose_arena(run, &s->arena_bytes));
	GB_TRY(gb_alloc(run, s->arena_bytes + SKEW_ROOM, &s->arena));
	GB_TRY(gb_alloc(run, sizeof(struct gb_report), &s->report));
	GB_TRY(gb_alloc(run, SUMS * sizeof(uint64_t), &s->sums));
	GB_TRY(gb_find_kernel(run, "dram_fill", &s->fill));
	GB_TRY(gb_find_kernel(run, "dram_check", &s->check));
	return fill_arrays(run);
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

/* The kernel of the point, and the bytes of each of its streams in one tile. */
static int choose_kernel(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int64_t op = gb_value(run, "op");
	const unsigned int vec = op == DRAM_MIX ? 4 : (unsigned int)gb_value(run, "vec");
	const unsigned int unroll = (unsigned int)gb_value(run, "unroll");
	const struct streams n = streams(run);
	const char *hint = hints[gb_value(run, "hint")];

	if (op == DRAM_MIX && unroll * (n.reads + n.writes) > DRAM_MIX_MAX)
		return gb_skip(run, "%u accesses per thread and tile are more than %d", unroll * (n.reads + n.writes),
			       DRAM_MIX_MAX);
	GB_TRY(op == DRAM_MIX
		       ? kernel_find(run, &s->kernel, "dram_mix_r%u_w%u_%s", unroll * n.reads, unroll * n.writes, hint)
		       : kernel_find(run, &s->kernel, "dram_%s_v%u_u%u_%s", ops[op], vec, unroll, hint));
	s->tile_bytes = UINT64_C(4) * vec * unroll * s->shape.block;
	return kernel_takes(run, &s->kernel, s->shape.block);
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int64_t op = gb_value(run, "op");

	if (op == DRAM_DRIVER)
		return GB_OK;
	s->shape = (struct gb_shape){ .block = (uint32_t)gb_value(run, "block") };
	GB_TRY(choose_kernel(run));
	s->args = (struct dram_args){
		.a = gb_address(stream_start(run, 0)),
		.b = gb_address(stream_start(run, 1)),
		.out = gb_address(output(run)),
		.sum = gb_address(s->sums + SUM_FOUND * sizeof(uint64_t)),
		.tiles = stream_bytes(run) / s->tile_bytes,
		.stripes = op == DRAM_READ ? (unsigned int)gb_value(run, "stripes") : 1,
	};
	while (s->args.stripes >> (s->args.stripe_bits + 1) != 0)
		s->args.stripe_bits++;
	if (s->args.tiles % s->args.stripes != 0)
		return gb_skip(run, "%llu tiles are not a multiple of %u stripes", s->args.tiles, s->args.stripes);
	if (gb_value(run, "grid") == GRID_PERSISTENT)
		GB_TRY(kernel_wave(run, &s->kernel, s->shape.block, &s->shape.grid));
	if (s->shape.grid == 0 || s->shape.grid > s->args.tiles)
		s->shape.grid = (uint32_t)s->args.tiles;
	return GB_OK;
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	if (gb_value(run, "op") == DRAM_DRIVER)
		return gb_copy_on(run, output(run), s->arena, stream_bytes(run));
	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = (double)read_bytes(run) + (double)written_bytes(run) };
}

static const char *roof(const struct gb_run *run)
{
	return operations[gb_value(run, "op")].roof;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static int check_output(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const int64_t op = gb_value(run, "op");
	/* Only these kernels keep a sum; the reads of the others are verified through their output. */
	const bool sums = written_bytes(run) == 0;
	const unsigned int unroll = op == DRAM_MIX ? (unsigned int)gb_value(run, "unroll") : 1;
	const struct dram_check_args args = {
		.out = gb_address(output(run)),
		.words = written_bytes(run) / 4,
		.b_word = (stream_start(run, 1) - s->arena) / 4,
		.report = gb_address(s->report),
		.sum = gb_address(s->sums + SUM_EXPECTED * sizeof(uint64_t)),
		.read_words = sums ? read_bytes(run) / 4 : 0,
		.op = (int)op,
		.loads = streams(run).reads * unroll,
		.stores = streams(run).writes * unroll,
		.block = s->shape.block,
	};
	uint64_t sum[SUMS];

	GB_TRY(gb_launch(run, &s->check, input_shape(run), &args));
	GB_TRY(gb_report_judge(run, s->report, args.words + args.read_words, "words"));
	if (!sums)
		return GB_OK;
	GB_TRY(gb_copy_out(run, sum, s->sums, sizeof sum));
	return input_check_sum(run, (uint32_t)sum[SUM_FOUND], (uint32_t)sum[SUM_EXPECTED]);
}

static int verify(struct gb_run *run)
{
	struct state *s = gb_state(run);

	/* Points measured earlier have written to the memory that this one reads. */
	GB_TRY(fill_arrays(run));
	if (read_bytes(run) > 0)
		GB_TRY(input_check(run, s->arena, read_bytes(run), input_float));
	GB_TRY(gb_report_clear(run, s->report));
	GB_TRY(gb_fill(run, s->sums, 0, SUMS * sizeof(uint64_t)));
	if (written_bytes(run) > 0)
		GB_TRY(gb_fill(run, output(run), 0xff, written_bytes(run)));
	GB_TRY(launch_recorded(run, launch, &s->args.record, 1));
	GB_TRY(check_output(run));
	return fill_arrays(run);
}

GB_BENCH(dram) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "dram",
	.summary = "device memory: read, write, copy, scale, add, triad, any mix, and the driver's copy",
	.method = "One launch streams once through an arena of 8 GiB (at most 80 % of free memory, at least 4 x "
		  "L2), divided evenly among the operation's streams. All data is random floats in [1, 2). In a "
		  "mix, `reads` of 8 accesses are loads and the others are stores.\n"
		  "Value: the best launch shape of a search. Every byte read and every byte written counts once, so "
		  "a copy of n bytes moves 2n.\n"
		  "Verified on poisoned output: every word written against its expected value; for pure reads, the "
		  "sum of all words.\n"
		  "Limit: 2 x memory clock x bus width / 8.\n"
		  "Source: the operations follow STREAM (McCalpin, 1995).",
	.subject = GB_SUBJECT_MEMORY,
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = gb_variants_dram,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit_memory_rate,
	.roof = roof,
	.sdc = "op=read,write,copy vec=4 unroll=4 hint=none block=256 grid=oneshot stripes=1",
};
