/* transpose: a matrix transposed in device memory, naively and by the well-known methods through shared memory,
 * compared with a copy. */
#include "../common/input_host.h"
#include "../common/limits.h"
#include "gpubench.h"
#include "state.h"

#define MEMORY_SHARE 0.8 /* of free memory, at most */
enum { COPY_BLOCK = 256 };
#define MOST_N UINT64_C(16416) /* largest value of the axis `n` */

const char *const transpose_methods[] = {
	[TRANSPOSE_COPY] = "copy",
	[TRANSPOSE_NAIVE_READ] = "naive_read",
	[TRANSPOSE_NAIVE_WRITE] = "naive_write",
	[TRANSPOSE_SHARED] = "shared",
	[TRANSPOSE_PADDED] = "padded",
	[TRANSPOSE_SWIZZLED] = "swizzled",
	[TRANSPOSE_DIAGONAL] = "diagonal",
	[TRANSPOSE_SHARED_16] = "shared_16",
	[TRANSPOSE_PADDED_16] = "padded_16",
	NULL,
};

const struct transpose_kind transpose_kinds[] = {
	[TRANSPOSE_SHARED] = { "shared", TRANSPOSE_PLAIN },       [TRANSPOSE_PADDED] = { "padded", TRANSPOSE_PAD },
	[TRANSPOSE_SWIZZLED] = { "swizzled", TRANSPOSE_SWIZZLE }, [TRANSPOSE_DIAGONAL] = { "padded", TRANSPOSE_PAD },
	[TRANSPOSE_SHARED_16] = { "shared", TRANSPOSE_PLAIN },    [TRANSPOSE_PADDED_16] = { "padded", TRANSPOSE_PAD },
};

enum { ORDER_ACROSS, ORDER_DOWN };
static const char *const orders[] = { [ORDER_ACROSS] = "across", [ORDER_DOWN] = "down", NULL };

#define THROUGH_SHARED "method=shared,padded,swizzled,diagonal"
#define IN_ORDER       "method=shared,padded,swizzled"

static const struct gb_axis axes[] = {
	{ GB_AXIS(method),
	  .help = "copy without transposing; strided reads or writes; tiles in shared memory: plain, with one "
		  "word of padding per row, with swizzled columns, padded and in diagonal order; tiles of 16 x 16 "
		  "with one word per thread, plain and padded",
	  .names = transpose_methods, .quick = "copy,naive_read,naive_write,shared,padded,swizzled,diagonal" },
	{ GB_AXIS(n), .unit = "words",
	  .help = "number of rows and columns: powers of two; 16416, 16400 and 5000 (multiples of 32, 16 and 8); 16381 "
		  "(a prime)",
	  .values = "1024,2048,4096,5000,8192,16381,16384,16400,16416", .full = "2048,8192,16381,16384,16400,16416",
	  .quick = "5000,16384" },
	{ GB_AXIS(tile), .unit = "words", .help = "edge of a tile", .kind = GB_SEARCHED, .values = "32,64",
	  .when = THROUGH_SHARED },
	{ GB_AXIS(vec), .unit = "words", .help = "4-byte words per access to device memory", .kind = GB_SEARCHED,
	  .values = "1,4", .when = THROUGH_SHARED },
	{ GB_AXIS(block), .unit = "threads", .help = "threads per block", .kind = GB_SEARCHED, .values = "256,512",
	  .when = THROUGH_SHARED },
	{ GB_AXIS(order),
	  .help = "order of blocks: neighbouring blocks process neighbouring tiles of a row or of a column of the "
		  "input",
	  .kind = GB_SEARCHED, .names = orders, .quick = "across", .when = IN_ORDER },
	{ .name = NULL },
};

struct state {
	uint64_t most; /* capacity of each matrix, in words */
	gb_ptr in, out, report;
	struct gb_kernel fill, check;
	struct gb_kernel kernel;
	struct gb_shape shape;
	struct transpose_args args;
};

static uint64_t words_of(const struct gb_run *run)
{
	return gb_value(run, n) * gb_value(run, n);
}

/* ---- setup ------------------------------------------------------------------------------------------------------- */

static int fill_matrix(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return input_fill(run, &s->fill, s->in, s->most * sizeof(uint32_t));
}

/* Chooses the memory of the largest matrix, or of the largest that fits. */
static int choose_room(struct gb_run *run, uint64_t *words)
{
	uint64_t available;

	GB_TRY(gb_memory_free(run, &available));
	*words = (uint64_t)(MEMORY_SHARE * (double)available) / (2 * sizeof(uint32_t));
	if (*words > MOST_N * MOST_N)
		*words = MOST_N * MOST_N;
	if (*words < UINT64_C(3) * INPUT_WINDOW)
		return gb_skip(run, "%.1f MB of device memory are free; a few are needed", 1e-6 * (double)available);
	return GB_OK;
}

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(choose_room(run, &s->most));
	GB_TRY(gb_alloc(run, s->most * sizeof(uint32_t), &s->in));
	GB_TRY(gb_alloc(run, s->most * sizeof(uint32_t), &s->out));
	GB_TRY(gb_alloc(run, sizeof(struct gb_report), &s->report));
	GB_TRY(gb_find_kernel(run, "transpose_fill", &s->fill));
	GB_TRY(gb_find_kernel(run, "transpose_check", &s->check));
	return fill_matrix(run);
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

/* Each thread moves one word, in tiles of 32 columns by as many rows as a block has warps. */
static int prepare_naive(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t n = gb_value(run, n);

	s->args.columns = transpose_tiles_in(n, WARP);
	s->args.rows = transpose_tiles_in(n, TRANSPOSE_NAIVE_BLOCK / WARP);
	s->shape = (struct gb_shape){ .grid = s->args.columns * s->args.rows, .block = TRANSPOSE_NAIVE_BLOCK };
	return kernel_find(run, &s->kernel, "transpose_%s", transpose_methods[gb_value(run, method)]);
}

static int prepare_copy(struct gb_run *run)
{
	const uint64_t vectors = (words_of(run) + COPY_WORDS - 1) / COPY_WORDS;

	/* One vector more than the complete ones: the last threads copy the remaining words. */
	state_of(run)->shape =
		(struct gb_shape){ .grid = transpose_tiles_in(vectors + COPY_WORDS, COPY_BLOCK), .block = COPY_BLOCK };
	return gb_find_kernel(run, "transpose_copy", &state_of(run)->kernel);
}

static int prepare_tiled(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int64_t method = gb_value(run, method);
	const bool small = transpose_is_small(run);
	const uint32_t tile = transpose_tile(run), vec = transpose_vec(run),
		       block = small ? TRANSPOSE_SMALL_BLOCK : gb_value(run, block);
	const uint64_t n = gb_value(run, n);

	if (n % vec != 0)
		return gb_skip(run, "rows of %llu words are not a multiple of vectors of %u", (unsigned long long)n,
			       vec);
	if (tile * tile < vec * block)
		return gb_skip(run, "a tile of %u words has fewer than %u vectors of %u", tile * tile, block, vec);
	s->args.columns = s->args.rows = transpose_tiles_in(n, tile);
	s->args.order = method == TRANSPOSE_DIAGONAL                    ? TRANSPOSE_DIAGONALLY
			: small || gb_value(run, order) == ORDER_ACROSS ? TRANSPOSE_ACROSS
									: TRANSPOSE_DOWN;
	s->shape = (struct gb_shape){ .grid = s->args.columns * s->args.rows, .block = block };
	return kernel_find(run, &s->kernel, "transpose_%s_t%u_v%u_b%u", transpose_kinds[method].kernel, tile, vec,
			   block);
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t n = gb_value(run, n);

	if (n * n > s->most)
		return gb_skip(run, "the free device memory holds two matrices of %llu words at most, not of %llu",
			       (unsigned long long)s->most, (unsigned long long)(n * n));
	s->args = (struct transpose_args){
		.in = gb_address(s->in),
		.out = gb_address(s->out),
		.width = (uint32_t)n,
		.height = (uint32_t)n,
	};
	if (transpose_through_shared(run))
		return prepare_tiled(run);
	return gb_value(run, method) == TRANSPOSE_COPY ? prepare_copy(run) : prepare_naive(run);
}

LAUNCH_KERNEL(static int launch, state)

struct gb_cost transpose_cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = 2.0 * sizeof(uint32_t) * (double)words_of(run) };
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	/* The limit of two matrices in L2 is unknown. */
	return limit_is_of_memory(device, transpose_cost(run).bytes) ? gb_memory_rate(device) : (double)NAN;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static int check_output(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct transpose_check_args args = {
		.out = gb_address(s->out),
		.width = s->args.width,
		.height = s->args.height,
		.copied = gb_value(run, method) == TRANSPOSE_COPY,
		.report = gb_address(s->report),
	};

	GB_TRY(gb_launch(run, &s->check, input_shape(run), &args));
	return gb_report_judge(run, s->report, words_of(run), "words");
}

static int verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	GB_TRY(input_check(run, s->in, s->most * sizeof(uint32_t), input_bits));
	GB_TRY(gb_report_clear(run, s->report));
	GB_TRY(gb_fill_output(run, s->out, 0xff, words_of(run) * sizeof(uint32_t)));
	GB_TRY(launch(run));
	return check_output(run);
}

GB_BENCH(transpose) = {
	GB_IDENTITY(transpose),
	.summary = "matrix transposition, naive and through shared memory, compared with a copy",
	.method = "One launch transposes a matrix of n x n words from one buffer in device memory to another. "
		  "naive_read and naive_write are those of NVIDIA's transpose lectures: one word per thread in tiles "
		  "of 32 x 8, with neighbouring threads reading from, or writing to, neighbouring rows. The others "
		  "move tiles through shared memory, so that warps read and write 32 consecutive words of a row. "
		  "shared has an unchanged tile, with each column in one bank; padded adds a word to each row; "
		  "swizzled permutes columns by the row number; diagonal is padded, with blocks along the diagonals to "
		  "avoid partition camping (Ruetsch and Micikevicius, 2009). shared_16 and padded_16 use the 16 x 16 "
		  "tiles of GPUs before Fermi, whose 16 banks served half a warp.\n"
		  "Value: the best result of a search over tile, vector, block and order. Each word counts as read "
		  "once and written once, so a transpose moves as many bytes as the copy; of_copy is their ratio. "
		  "Sectors per request and bank passes per load are computed from addresses. Matrices of up to 2048 x "
		  "2048 may stay in L2, and their time includes a visible share of the gap between launches.\n"
		  "Verified: every word of the output against the transposed input.\n"
		  "Limit: 2 x memory clock x bus width / 8.",
	.subject = GB_SUBJECT_MEMORY,
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = gb_variants_transpose,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = transpose_cost,
	.limit = limit,
	.metrics = transpose_metrics,
	.conclude = transpose_conclude,
	.remark = transpose_remark,
};
