/* ldmatrix: rates and bank conflicts of the instructions that move matrices between shared memory and registers. */
#include <math.h>

#include "../common/input.h"
#include "../common/kernel.h"
#include "../common/rounds.h"
#include "gpubench.h"
#include "ldmatrix_model.h"

GB_VARIANTS(ldmatrix);

/* The axes `op` and `layout`. */
enum { OP_LOAD, OP_LOAD_TRANS, OP_STORE, OP_STORE_TRANS, OP_MOVE };
enum { LAYOUT_PITCH, LAYOUT_SWIZZLED };

enum { THREADS = LDMATRIX_WARPS * LDMATRIX_LANES };
_Static_assert(ROUNDS_TRIP == LDMATRIX_WARPS * LDMATRIX_UNROLL && LDMATRIX_LINKS == ROUNDS_LINKS,
	       "the work of a trip and a link");
/* Elements per block in `cycles`, `sum` and `memory`. */
#define CYCLES_BYTES (UINT64_C(2) * sizeof(unsigned int))
#define SUM_BYTES    (UINT64_C(4) * THREADS)
#define MEMORY_BYTES ((uint64_t)LDMATRIX_BYTES)

struct state {
	gb_ptr cycles, sum, memory;
	unsigned int blocks;
	double latency;          /* cycles in the last timed launches; 0: none yet */
	struct gb_kernel kernel; /* of the current point */
	struct ldmatrix_args args;
	unsigned int image[LDMATRIX_BYTES / 4]; /* the expected final content of shared memory */
};

static const char *const ops[] = {
	[OP_LOAD] = "load",   [OP_LOAD_TRANS] = "load_trans",
	[OP_STORE] = "store", [OP_STORE_TRANS] = "store_trans",
	[OP_MOVE] = "move",   NULL,
};
static const char *const layouts[] = { [LAYOUT_PITCH] = "pitch", [LAYOUT_SWIZZLED] = "swizzled", NULL };

#define OF_MEMORY "op=load,load_trans,store,store_trans"

static const struct gb_axis axes[] = {
	{ .name = "op",
	  .help = "ldmatrix, stmatrix, either with .trans; movmatrix, from register to register",
	  .names = ops,
	  .quick = "load,store" },
	{ .name = "matrices",
	  .help = "matrices of an access: x1, x2, x4",
	  .values = "1:4:pow2",
	  .quick = "4",
	  .when = OF_MEMORY },
	{ .name = "layout",
	  .help = "rows at a fixed pitch, or a column of 128-byte rows, swizzled by XOR with the row",
	  .names = layouts,
	  .when = OF_MEMORY },
	{ .name = "pitch",
	  .unit = "B",
	  .help = "from row to row",
	  .values = "16:144:16",
	  .quick = "16,64,128",
	  .when = "layout=pitch" },
	{ .name = NULL },
};

/* ---- a point ----------------------------------------------------------------------------------------------------- */

/* The 16-byte column that the swizzled layout accesses. */
enum { SWIZZLED_COLUMN = 5 };

static bool is_move(const struct gb_run *run)
{
	return gb_value(run, "op") == OP_MOVE;
}

static bool is_store(const struct gb_run *run)
{
	return gb_value(run, "op") == OP_STORE || gb_value(run, "op") == OP_STORE_TRANS;
}

static unsigned int matrices(const struct gb_run *run)
{
	return is_move(run) ? 1 : (unsigned int)gb_value(run, "matrices");
}

/* Bytes from the start of a tile to a lane's row. */
static unsigned int offset(const struct gb_run *run, unsigned int lane)
{
	if (is_move(run))
		return 0;
	if (gb_value(run, "layout") == LAYOUT_SWIZZLED)
		return lane * LDMATRIX_BANK_BYTES + (SWIZZLED_COLUMN ^ lane % LDMATRIX_SLOTS) * LDMATRIX_ROW_BYTES;
	return lane * (unsigned int)gb_value(run, "pitch");
}

/* Wavefronts per access; 0 for moves between registers. */
static unsigned int point_wavefronts(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return is_move(run) ? 0 : ldmatrix_wavefronts(s->args.offset, matrices(run));
}

static double accesses(const struct state *s)
{
	return rounds_accesses(s->blocks, s->args.links, s->args.trips);
}

/* Bytes of an access in registers. */
static double bytes(const struct gb_run *run)
{
	return matrices(run) * LDMATRIX_ROWS * LDMATRIX_ROW_BYTES;
}

static struct gb_cost cost(const struct gb_run *run)
{
	const double all = accesses(gb_state(run));

	return (struct gb_cost){ .bytes = is_move(run) ? 0 : all * bytes(run), .ops = all };
}

/* Cycles per access: its wavefronts, each of which moves 128 bytes. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)sm_hz;
	if (is_move(run))
		return NAN;
	return point_wavefronts(run) * LDMATRIX_BANK_BYTES / device->rates.shared_bytes;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	const unsigned int wavefronts = point_wavefronts(run);
	size_t count = 0;

	if (!is_move(run)) {
		out[count++] = (struct gb_metric){ "wavefronts", "1", GB_EXACT, wavefronts, 0 };
		out[count++] =
			(struct gb_metric){ "conflicts", "1", GB_EXACT, (wavefronts - matrices(run)) * accesses(s), 0 };
		out[count++] = (struct gb_metric){ "bytes_per_clock", "B/clk/SM", GB_OVER, bytes(run),
						   bytes(run) / limit(run, result->device, result->sm_hz) };
	}
	if (s->latency > 0)
		out[count++] = (struct gb_metric){ "latency", "cycles", GB_MEASURED, s->latency, 0 };
	return count;
}

/* ---- launch ------------------------------------------------------------------------------------------------------ */

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->blocks = (unsigned int)gb_device(run)->sm_count;
	GB_TRY(gb_alloc(run, s->blocks * CYCLES_BYTES, &s->cycles));
	GB_TRY(gb_alloc(run, s->blocks * SUM_BYTES, &s->sum));
	return gb_alloc(run, s->blocks * MEMORY_BYTES, &s->memory);
}

/* A move makes as many accesses as if it took so many wavefronts. */
enum { MOVE_PASSES = 4 };

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);

	if (is_store(run) && gb_device(run)->cc_major < 9)
		return gb_skip(run, "stmatrix needs compute capability 9.0");
	s->args = (struct ldmatrix_args){
		.never = ~0u,
		.cycles = gb_address(s->cycles),
		.sum = gb_address(s->sum),
		.memory = gb_address(s->memory),
	};
	for (unsigned int lane = 0; lane < LDMATRIX_LANES; lane++)
		s->args.offset[lane] = offset(run, lane);
	rounds_choose(run, is_move(run) ? MOVE_PASSES : point_wavefronts(run), s->args.links, s->args.trips);
	s->latency = 0;
	return kernel_find(run, &s->kernel, "ldmatrix_%s_x%u", ops[gb_value(run, "op")], matrices(run));
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, (struct gb_shape){ .grid = s->blocks, .block = THREADS }, &s->args);
}

static int observe(struct gb_run *run, double *value)
{
	struct state *s = gb_state(run);

	return rounds_observe(run, s->cycles, s->blocks, s->args.links, s->args.trips, value, &s->latency);
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

/* In every tile, each half of the stored rows, as in the last trip. */
static void store_rows(const struct gb_run *run, struct state *s)
{
	for (unsigned int tile = 0; tile < LDMATRIX_BYTES; tile += LDMATRIX_TILE)
		for (unsigned int row = 0; row < matrices(run) * LDMATRIX_ROWS; row++)
			for (unsigned int byte = 0; byte < LDMATRIX_ROW_BYTES; byte += 2) {
				const unsigned int at = s->args.offset[row] + byte, shift = 8 * (at % 4);
				unsigned int *word = &s->image[(tile + at) / 4];
				const unsigned int half = ldmatrix_stored(at, s->args.trips[1] - 1);
				*word = (*word & ~(0xffffu << shift)) | half << shift;
			}
}

/* The content of a lane's register of a matrix after a load from a tile, half by half. */
static unsigned int loaded(const struct gb_run *run, const struct state *s, unsigned int tile, unsigned int matrix,
			   unsigned int lane)
{
	const bool trans = gb_value(run, "op") == OP_LOAD_TRANS || gb_value(run, "op") == OP_STORE_TRANS;
	unsigned int word = 0;

	for (unsigned int h = 0; h < 2; h++) {
		const unsigned int row = matrix * LDMATRIX_ROWS + ldmatrix_row(trans, lane, h);
		const unsigned int at = tile * LDMATRIX_TILE + s->args.offset[row] + ldmatrix_byte(trans, lane, h);
		word |= (s->image[at / 4] >> 8 * (at % 4) & 0xffff) << 16 * h;
	}
	return word;
}

/* A lane's register of a matrix of input words from `first` on, one per lane, after an odd number of moves: its rows
 * are now columns. */
static unsigned int transposed(unsigned int first, unsigned int lane)
{
	unsigned int word = 0;

	for (unsigned int h = 0; h < 2; h++) {
		const unsigned int row = 2 * (lane % 4) + h, col = lane / 4;
		word |= (input_bits(first + 4 * row + col / 2) >> 16 * (col % 2) & 0xffff) << 16 * h;
	}
	return word;
}

/* The sum of a thread of a lane over a trip and the next: moves alternate in direction. */
static unsigned int sum_of_two(const struct gb_run *run, const struct state *s, unsigned int lane)
{
	unsigned int sum = 0;

	for (unsigned int u = 0; u < LDMATRIX_UNROLL; u++) {
		const unsigned int first = u * LDMATRIX_LANES;
		if (is_move(run))
			sum += transposed(first, lane) + input_bits(first + lane);
		for (unsigned int m = 0; m < matrices(run) && !is_move(run); m++)
			sum += 2 * loaded(run, s, u, m, lane);
	}
	return is_store(run) ? 0 : sum;
}

static int check_sums(struct gb_run *run, const unsigned int *sum)
{
	const struct state *s = gb_state(run);
	unsigned int of_lane[LDMATRIX_LANES];

	for (unsigned int lane = 0; lane < LDMATRIX_LANES; lane++)
		of_lane[lane] = s->args.trips[1] / 2 * sum_of_two(run, s, lane);
	for (unsigned int i = 0; i < s->blocks * THREADS; i++) {
		const unsigned int thread = i % THREADS, lane = thread % LDMATRIX_LANES;
		/* The end of the chain of one warp after an odd number of links. */
		const unsigned int end = is_move(run) ? transposed(0, lane) : LDMATRIX_TILE + s->args.offset[lane];
		const unsigned int wanted = of_lane[lane] + (thread < LDMATRIX_LANES ? end : 0);
		if (sum[i] != wanted)
			return gb_fail(run, "thread %u of block %u got %#x in all, not %#x", thread, i / THREADS,
				       sum[i], wanted);
	}
	return GB_OK;
}

static int check_memory(struct gb_run *run, const unsigned int *memory)
{
	const struct state *s = gb_state(run);

	for (unsigned int i = 0; i < s->blocks * (LDMATRIX_BYTES / 4); i++)
		if (memory[i] != s->image[i % (LDMATRIX_BYTES / 4)])
			return gb_fail(run, "the shared memory of block %u has %#x in word %u, not %#x",
				       i / (LDMATRIX_BYTES / 4), memory[i], i % (LDMATRIX_BYTES / 4),
				       s->image[i % (LDMATRIX_BYTES / 4)]);
	return GB_OK;
}

static int verify(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_fill(run, s->sum, 0xff, s->blocks * SUM_BYTES));
	GB_TRY(gb_fill(run, s->memory, 0xff, s->blocks * MEMORY_BYTES));
	GB_TRY(launch_recorded(run, launch, &s->args.record, 1));
	const unsigned int *sum = gb_fetch(run, s->sum, s->blocks * SUM_BYTES);
	const unsigned int *memory = gb_fetch(run, s->memory, s->blocks * MEMORY_BYTES);
	if (sum == NULL || memory == NULL)
		return GB_FAILED;
	for (unsigned int i = 0; i < LDMATRIX_BYTES / 4; i++)
		s->image[i] = input_bits(i);
	GB_TRY(check_sums(run, sum));
	if (is_store(run))
		store_rows(run, s);
	return check_memory(run, memory);
}

GB_BENCH(ldmatrix) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "ldmatrix",
	.summary = "ldmatrix, stmatrix and movmatrix: cycles, latency and bank conflicts, by row pitch",
	.method = "A matrix has eight rows of 16 bytes; an access moves one, two or four of them from shared memory to "
		  "the registers of a warp, or back. The host computes the addresses of the 32 rows. One block of 32 "
		  "warps runs on each SM.\n"
		  "cycles: every warp makes 8 independent accesses in each loop iteration, for about 65 000 SM clock "
		  "cycles between two barriers. The value is cycles over accesses of a warp, the median over the SMs. "
		  "A short first round is not counted.\n"
		  "latency: before that, a single warp follows a chain in which each address is the result of the "
		  "previous access: a load, or a store followed by a load of what was stored; for move, each result is "
		  "moved again.\n"
		  "wavefronts: the number that the rows need. A wavefront reads 4 bytes from each of 32 banks. Rows of "
		  "a matrix that share banks take one wavefront each, and matrices are served one after the other, so "
		  "x4 takes at least four. conflicts: wavefronts of a launch beyond the minimum, as Nsight Compute "
		  "counts them. bytes_per_clock: bytes of an access over its cycles.\n"
		  "Verified: every word left in shared memory, every thread's sum of the registers it received, and "
		  "the end of each chain.\n"
		  "Limit: the wavefronts at 128 bytes per clock. movmatrix has none.\n"
		  "Source: ldmatrix, stmatrix and movmatrix in the PTX ISA, banks from the CUDA C++ Programming Guide.",
	.subject = GB_SUBJECT_ON_CHIP,
	.quantity = GB_CYCLES,
	.require = { .cc_min = 75, .memory_bytes = UINT64_C(16) << 20 },
	.axes = axes,
	.deep = "op=load,load_trans,store,store_trans,move",
	.variants = gb_variants_ldmatrix,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit,
	.observe = observe,
	.metrics = metrics,
	.sdc = "op=load,store matrices=4 layout=swizzled",
};
