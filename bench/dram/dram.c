/* dram: the bandwidth of device memory, by the mix of reads and writes. */
#include "../common/kernel.h"
#include "../common/limits.h"
#include "../common/pattern_host.h"
#include "dram.h"
#include "gpubench.h"

/* Streams are a multiple of this size, so that no shape cuts a tile (at most 1024 threads x 16 vectors x 16 bytes). */
#define STREAM_STEP (UINT64_C(1) << 20)
/* The streams share this arena. It is large enough that neither data kept in L2 between launches nor the tail of a grid
 * matters. */
static const struct input_size arena_size = {
	.arrays = 1,
	.most = UINT64_C(8) << 30,
	.step = DRAM_MIX_PARTS * STREAM_STEP,
	.share = 0.8,
	.l2s = 4,
	.what = "a working set",
};
/* Room at the end of the arena for streams with an offset: two offsets of the largest `skew`. */
#define SKEW_ROOM (UINT64_C(2) << 20)

static const char *const ops[] = { "read", "write", "copy", "scale", "add", "triad", "mix", "driver_copy", NULL };
static const char *const hints[] = { "none", "cs", "cg", NULL };

enum { GRID_ONE_SHOT, GRID_PERSISTENT };
static const char *const grids[] = { [GRID_ONE_SHOT] = "oneshot", [GRID_PERSISTENT] = "persistent", NULL };

#define OUR_KERNELS    "op=read,write,copy,scale,add,triad,mix"
#define STREAM_KERNELS "op=read,write,copy,scale,add,triad"
#define TWO_STREAMS    "op=copy,scale,add,triad"

struct point {
	int op, hint, grid;
	uint32_t reads, vec, unroll, block, stripes;
	uint64_t skew;
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(op),
	  .help = "operation: read, write, copy a=b, scale a=s*b, add a=b+c, triad a=b+s*c, a mix, or the driver's "
		  "copy",
	  .names = ops, .quick = "read,write,copy,triad" },
	{ GB_AXIS(reads), .help = "loads among 8 accesses; the others are stores", .values = "0:8", .when = "op=mix" },
	{ GB_AXIS(vec), .unit = "words", .help = "4-byte words per access", .kind = GB_SEARCHED, .values = "1,2,4",
	  .full = "2,4", .when = STREAM_KERNELS },
	{ GB_AXIS(unroll),
	  .help = "independent accesses per thread to each stream; in a mix, multiplied by the stream's share in "
		  "lowest terms",
	  .kind = GB_SEARCHED, .values = "1,2,4,8", .quick = "1,4,8", .when = OUR_KERNELS },
	{ GB_AXIS(hint), .help = "cache hint of loads and stores: none, cs (evict first), cg (L2 only)",
	  .kind = GB_SEARCHED, .names = hints, .quick = "none,cs", .when = OUR_KERNELS },
	{ GB_AXIS(block), .unit = "threads", .help = "threads per block", .kind = GB_SEARCHED, .values = "64:1024:pow2",
	  .full = "128:1024:pow2", .quick = "128,256", .when = OUR_KERNELS },
	{ GB_AXIS(grid), .help = "one block for every tile, or as many blocks as are resident at once",
	  .kind = GB_SEARCHED, .names = grids, .quick = "oneshot", .when = OUR_KERNELS },
	{ GB_AXIS(skew), .unit = "B", .help = "additional offset of each stream after the first in the arena",
	  .kind = GB_SEARCHED, .values = "0,256,4096,65536,1048576", .quick = "0", .when = TWO_STREAMS },
	{ GB_AXIS(stripes), .help = "distant parts of a stream, which neighbouring blocks take in turn",
	  .kind = GB_SEARCHED, .values = "1:256:pow2", .quick = "1,64", .when = "op=read" },
	{ .name = NULL },
};

struct state {
	uint64_t arena_bytes;
	gb_ptr arena;
	struct pattern_check check;
	struct gb_kernel kernel;
	uint64_t tile_bytes; /* bytes per tile of each stream */
	struct gb_shape shape;
	struct dram_args args;
};

/* ---- the shape of a point ---------------------------------------------------------------------------------------- */

/* Number of streams that an operation reads and writes. For a mix: its share of reads in lowest terms. */
struct streams {
	uint32_t reads, writes;
};

static const struct {
	struct streams streams; /* a mix has those of its point */
	const char *roof;
} operations[] = {
	[DRAM_READ] = { { 1, 0 }, "dram.read" }, [DRAM_WRITE] = { { 0, 1 }, "dram.write" },
	[DRAM_COPY] = { { 1, 1 }, "dram.copy" }, [DRAM_SCALE] = { { 1, 1 }, NULL },
	[DRAM_ADD] = { { 2, 1 }, NULL },         [DRAM_TRIAD] = { { 2, 1 }, "dram.triad" },
	[DRAM_DRIVER] = { { 1, 1 }, NULL },
};

static struct streams streams(const struct gb_run *run)
{
	const int64_t op = gb_value(run, op);

	if (op != DRAM_MIX)
		return operations[op].streams;
	const uint32_t reads = gb_value(run, reads);
	struct streams mix = { reads, DRAM_MIX_PARTS - reads };
	for (; mix.reads % 2 == 0 && mix.writes % 2 == 0; mix.reads /= 2) /* DRAM_MIX_PARTS is a power of two */
		mix.writes /= 2;
	return mix;
}

static uint64_t stream_bytes(const struct gb_run *run)
{
	const struct streams n = streams(run);

	return state_of(run)->arena_bytes / (n.reads + n.writes) / STREAM_STEP * STREAM_STEP;
}

static uint64_t read_bytes(const struct gb_run *run)
{
	return streams(run).reads * stream_bytes(run);
}

static uint64_t written_bytes(const struct gb_run *run)
{
	return streams(run).writes * stream_bytes(run);
}

/* The start of stream `i` of a point with separate streams. The loads of a mix are one stream, its stores another. */
static gb_ptr stream_start(const struct gb_run *run, uint32_t i)
{
	const int64_t op = gb_value(run, op);
	const uint64_t skew = op >= DRAM_COPY && op <= DRAM_TRIAD ? gb_value(run, skew) : 0;

	return state_of(run)->arena + i * (stream_bytes(run) + skew);
}

static gb_ptr output(const struct gb_run *run)
{
	return stream_start(run, streams(run).reads);
}

/* ---- setup ------------------------------------------------------------------------------------------------------- */

static int fill_arena(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return input_fill(run, &s->check.fill, s->arena, s->arena_bytes + SKEW_ROOM);
}

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(input_array_choose(run, &arena_size, &s->arena_bytes));
	GB_TRY(gb_alloc(run, s->arena_bytes + SKEW_ROOM, &s->arena));
	GB_TRY(pattern_open(run, "dram_fill", "dram_check", &s->check));
	return fill_arena(run);
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

static int choose_kernel(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int64_t op = gb_value(run, op);
	const uint32_t vec = op == DRAM_MIX ? 4 : gb_value(run, vec);
	const uint32_t unroll = gb_value(run, unroll);
	const struct streams n = streams(run);
	const char *hint = hints[gb_value(run, hint)];

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
	const int64_t op = gb_value(run, op);

	if (op == DRAM_DRIVER)
		return GB_OK;
	s->shape = (struct gb_shape){ .block = gb_value(run, block) };
	GB_TRY(choose_kernel(run));
	s->args = (struct dram_args){
		.a = gb_address(stream_start(run, 0)),
		.b = gb_address(stream_start(run, 1)),
		.out = gb_address(output(run)),
		.sum = gb_address(s->check.report + offsetof(struct pattern_report, sum)),
		.tiles = stream_bytes(run) / s->tile_bytes,
		.stripes = op == DRAM_READ ? gb_value(run, stripes) : 1,
	};
	while (s->args.stripes >> (s->args.stripe_bits + 1) != 0)
		s->args.stripe_bits++;
	if (s->args.tiles % s->args.stripes != 0)
		return gb_skip(run, "%llu tiles are not a multiple of %u stripes", s->args.tiles, s->args.stripes);
	if (gb_value(run, grid) == GRID_PERSISTENT)
		GB_TRY(kernel_wave(run, &s->kernel, s->shape.block, &s->shape.grid));
	if (s->shape.grid == 0 || s->shape.grid > s->args.tiles)
		s->shape.grid = (uint32_t)s->args.tiles;
	return GB_OK;
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	if (gb_value(run, op) == DRAM_DRIVER)
		return gb_copy_on(run, output(run), s->arena, stream_bytes(run));
	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = (double)read_bytes(run) + (double)written_bytes(run) };
}

static const char *roof(const struct gb_run *run)
{
	return operations[gb_value(run, op)].roof;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static int verify(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int64_t op = gb_value(run, op);
	const uint32_t unroll = op == DRAM_MIX ? gb_value(run, unroll) : 1;
	const struct dram_check_args args = {
		.out = gb_address(output(run)),
		.words = written_bytes(run) / 4,
		.b_word = (stream_start(run, 1) - s->arena) / 4,
		.report = gb_address(s->check.report + offsetof(struct pattern_report, words)),
		.sum = gb_address(s->check.report + offsetof(struct pattern_report, expected)),
		/* Only kernels that write nothing keep a sum. The output of the others depends on their reads. */
		.read_words = written_bytes(run) == 0 ? read_bytes(run) / 4 : 0,
		.op = (int)op,
		.loads = streams(run).reads * unroll,
		.stores = streams(run).writes * unroll,
		.block = s->shape.block,
	};

	/* Earlier points have written to the memory that this one reads. */
	GB_TRY(fill_arena(run));
	GB_TRY(pattern_begin(run, &s->check, s->arena, read_bytes(run)));
	if (args.words > 0)
		GB_TRY(gb_fill_output(run, output(run), PATTERN_POISON, written_bytes(run)));
	GB_TRY(launch_recorded(run, launch, &s->args.record, 1));
	GB_TRY(pattern_end(run, &s->check, &args, args.words + args.read_words));
	return fill_arena(run);
}

GB_BENCH(dram) = {
	GB_IDENTITY(dram),
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
