/* transpose: a matrix transposed in device memory, naively and through shared memory in the ways known, against a copy. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../input_host.h"
#include "gpubench.h"
#include "transpose.h"

GB_VARIANTS(transpose);

/* Two matrices larger than a few L2s together are limited by the device memory. */
enum { L2S_FOR_DRAM = 4 };
#define MEMORY_SHARE 0.8 /* of the free memory, at most */
enum { WARP = 32, SECTOR_WORDS = 8, COPY_WORDS = 4, COPY_BLOCK = 256 };
#define MOST_N UINT64_C(16416) /* the largest value of the axis `n` */

static const char *const methods[] = {
	[TRANSPOSE_COPY] = "copy",
	[TRANSPOSE_NAIVE_READ] = "naive_read",
	[TRANSPOSE_NAIVE_WRITE] = "naive_write",
	[TRANSPOSE_SHARED] = "shared",
	[TRANSPOSE_PADDED] = "padded",
	[TRANSPOSE_SWIZZLED] = "swizzled",
	[TRANSPOSE_DIAGONAL] = "diagonal",
	NULL,
};

/* The layout of a tile, and in the name of its kernels. */
static const struct {
	const char *kernel;
	int layout;
} tiles[] = {
	[TRANSPOSE_SHARED] = { "shared", TRANSPOSE_PLAIN },
	[TRANSPOSE_PADDED] = { "padded", TRANSPOSE_PAD },
	[TRANSPOSE_SWIZZLED] = { "swizzled", TRANSPOSE_SWIZZLE },
	[TRANSPOSE_DIAGONAL] = { "padded", TRANSPOSE_PAD },
};

enum { ORDER_ACROSS, ORDER_DOWN };
static const char *const orders[] = { [ORDER_ACROSS] = "across", [ORDER_DOWN] = "down", NULL };

#define THROUGH_SHARED "method=shared,padded,swizzled,diagonal"
#define IN_ORDER       "method=shared,padded,swizzled"

static const struct gb_axis axes[] = {
	{ .name = "method",
	  .help = "copy without transposing; strided reads or writes; tiles in shared memory: plain, with a word of "
		  "padding a row, with swizzled columns, padded and in diagonal order",
	  .kind = GB_REPORTED,
	  .names = methods },
	{ .name = "n",
	  .unit = "words",
	  .help = "rows and columns: powers of two; 16416, 16400 and 5000, multiples of 32, 16 and 8; 16381, a prime",
	  .kind = GB_REPORTED,
	  .values = "1024,2048,4096,5000,8192,16381,16384,16400,16416",
	  .full = "2048,8192,16381,16384,16400,16416",
	  .quick = "5000,16384" },
	{ .name = "tile",
	  .unit = "words",
	  .help = "edge of a tile",
	  .kind = GB_SEARCHED,
	  .values = "32,64",
	  .when = THROUGH_SHARED },
	{ .name = "vec",
	  .unit = "words",
	  .help = "4-byte words of one access to device memory",
	  .kind = GB_SEARCHED,
	  .values = "1,4",
	  .when = THROUGH_SHARED },
	{ .name = "block",
	  .unit = "threads",
	  .help = "threads a block",
	  .kind = GB_SEARCHED,
	  .values = "256,512",
	  .when = THROUGH_SHARED },
	{ .name = "order",
	  .help = "neighbouring blocks take neighbouring tiles of a row or of a column of the input",
	  .kind = GB_SEARCHED,
	  .names = orders,
	  .quick = "across",
	  .when = IN_ORDER },
	{ .name = NULL },
};

/* The plug-in's own data. */
struct state {
	uint64_t most; /* words of each matrix there is room for */
	gb_ptr in, out, report;
	struct gb_kernel fill, check;
	struct gb_kernel kernel; /* of the current point */
	struct gb_shape shape;
	struct transpose_args args;
};

static uint64_t words_of(const struct gb_run *run)
{
	return (uint64_t)gb_value(run, "n") * (uint64_t)gb_value(run, "n");
}

static bool through_shared(const struct gb_run *run)
{
	return gb_value(run, "method") >= TRANSPOSE_SHARED;
}

/* ---- setup ------------------------------------------------------------------------------------------------------- */

static int fill(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return input_fill(run, &s->fill, s->in, s->most * sizeof(uint32_t));
}

/* Room for the largest matrix, or for what fits. */
static int choose_room(struct gb_run *run, uint64_t *words)
{
	uint64_t available;
	int status = gb_memory_free(run, &available);

	if (status != GB_OK)
		return status;
	*words = (uint64_t)(MEMORY_SHARE * (double)available) / (2 * sizeof(uint32_t));
	if (*words > MOST_N * MOST_N)
		*words = MOST_N * MOST_N;
	if (*words < 3 * INPUT_WINDOW)
		return gb_skip(run, "%.1f MB of device memory are free; a few are needed", 1e-6 * (double)available);
	return GB_OK;
}

static int setup(struct gb_run *run)
{
	struct state *s = calloc(1, sizeof *s);

	if (s == NULL)
		return gb_fail(run, "out of memory");
	gb_set_state(run, s);
	int status = choose_room(run, &s->most);
	if (status == GB_OK)
		status = gb_alloc(run, s->most * sizeof(uint32_t), &s->in);
	if (status == GB_OK)
		status = gb_alloc(run, s->most * sizeof(uint32_t), &s->out);
	if (status == GB_OK)
		status = gb_alloc(run, sizeof(struct gb_report), &s->report);
	if (status == GB_OK)
		status = gb_find_kernel(run, "transpose_fill", &s->fill);
	if (status == GB_OK)
		status = gb_find_kernel(run, "transpose_check", &s->check);
	return status == GB_OK ? fill(run) : status;
}

static void teardown(struct gb_run *run)
{
	free(gb_state(run));
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

static uint32_t tiles_in(uint64_t words, uint32_t edge)
{
	return (uint32_t)((words + edge - 1) / edge);
}

/* A word a thread, in tiles of 32 columns by as many rows as a block has warps. */
static int prepare_naive(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t n = (uint64_t)gb_value(run, "n");
	char name[GB_NAME_MAX];

	s->args.columns = tiles_in(n, WARP);
	s->args.rows = tiles_in(n, TRANSPOSE_NAIVE_BLOCK / WARP);
	s->shape = (struct gb_shape){ s->args.columns * s->args.rows, TRANSPOSE_NAIVE_BLOCK, 0 };
	snprintf(name, sizeof name, "transpose_%s", methods[gb_value(run, "method")]);
	return gb_find_kernel(run, name, &s->kernel);
}

static int prepare_copy(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t vectors = (words_of(run) + COPY_WORDS - 1) / COPY_WORDS;

	/* One vector more than there are whole ones: the last threads copy the words that are left over. */
	s->shape = (struct gb_shape){ tiles_in(vectors + COPY_WORDS, COPY_BLOCK), COPY_BLOCK, 0 };
	return gb_find_kernel(run, "transpose_copy", &s->kernel);
}

static int prepare_tiled(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int64_t method = gb_value(run, "method");
	const uint32_t tile = (uint32_t)gb_value(run, "tile"), vec = (uint32_t)gb_value(run, "vec"),
		       block = (uint32_t)gb_value(run, "block");
	const uint64_t n = (uint64_t)gb_value(run, "n");
	char name[GB_NAME_MAX];

	if (n % vec != 0)
		return gb_skip(run, "rows of %llu words are no whole vectors of %u", (unsigned long long)n, vec);
	if (tile * tile < vec * block)
		return gb_skip(run, "a tile of %u words has less than %u vectors of %u", tile * tile, block, vec);
	s->args.columns = s->args.rows = tiles_in(n, tile);
	s->args.order = method == TRANSPOSE_DIAGONAL             ? TRANSPOSE_DIAGONALLY
			: gb_value(run, "order") == ORDER_ACROSS ? TRANSPOSE_ACROSS
								 : TRANSPOSE_DOWN;
	s->shape = (struct gb_shape){ s->args.columns * s->args.rows, block, 0 };
	snprintf(name, sizeof name, "transpose_%s_t%u_v%u_b%u", tiles[method].kernel, tile, vec, block);
	return gb_find_kernel(run, name, &s->kernel);
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t n = (uint64_t)gb_value(run, "n");

	if (n * n > s->most)
		return gb_skip(run, "the free device memory holds two matrices of %llu words at most, not of %llu",
			       (unsigned long long)s->most, (unsigned long long)(n * n));
	s->args = (struct transpose_args){
		.in = gb_address(s->in),
		.out = gb_address(s->out),
		.width = (unsigned int)n,
		.height = (unsigned int)n,
	};
	if (through_shared(run))
		return prepare_tiled(run);
	return gb_value(run, "method") == TRANSPOSE_COPY ? prepare_copy(run) : prepare_naive(run);
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

/* Each word is read once and written once. */
static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = 2.0 * sizeof(uint32_t) * (double)words_of(run) };
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)sm_hz;
	/* Data moves on both edges of the memory clock. What two matrices in L2 may reach is not known. */
	return cost(run).bytes >= (double)(L2S_FOR_DRAM * device->l2_bytes)
		       ? 2 * device->mem_clock_hz * device->mem_bus_bits / 8
		       : 0;
}

/* ---- requests and what they touch ------------------------------------------------------------------------------------ */

/* Requests of warps to device memory and the 32-byte sectors they touch. */
struct traffic {
	double requests, sectors;
};

/* Sectors of `words` words from word `first` on. */
static uint64_t sectors_of(uint64_t first, uint64_t words)
{
	return (first + words - 1) / SECTOR_WORDS - first / SECTOR_WORDS + 1;
}

/* Rows of n words in pieces of 32, `rows` rows at once in a request. Where rows start repeats every 8 rows. */
static struct traffic row_traffic(uint64_t n, uint64_t rows)
{
	uint64_t of_start[SECTOR_WORDS] = { 0 };
	double sectors = 0;

	for (uint64_t start = 0; start < SECTOR_WORDS; start++)
		for (uint64_t x = 0; x < n; x += WARP)
			of_start[start] += sectors_of(start + x, n - x < WARP ? n - x : WARP);
	for (uint64_t y = 0; y < n; y++)
		sectors += (double)of_start[y * n % SECTOR_WORDS];
	return (struct traffic){ (double)tiles_in(n, (uint32_t)rows) * tiles_in(n, WARP), sectors };
}

/* Every word in a sector of its own, a word a lane. */
static struct traffic strided_traffic(uint64_t n)
{
	return (struct traffic){ (double)n * tiles_in(n, WARP), (double)n * (double)n };
}

/* Vectors of a copy, and a request for the words left over. */
static struct traffic copy_traffic(uint64_t n)
{
	const uint64_t vectors = n * n / COPY_WORDS, left = n * n % COPY_WORDS;

	return (struct traffic){ tiles_in(vectors, WARP) + (left > 0 ? 1.0 : 0.0),
				 (double)sectors_of(0, vectors * COPY_WORDS) + (left > 0 ? 1.0 : 0.0) };
}

static struct traffic traffic_of(const struct gb_run *run, bool writes)
{
	const uint64_t n = (uint64_t)gb_value(run, "n");

	switch (gb_value(run, "method")) {
	case TRANSPOSE_COPY:
		return copy_traffic(n);
	case TRANSPOSE_NAIVE_READ:
		return writes ? row_traffic(n, 1) : strided_traffic(n);
	case TRANSPOSE_NAIVE_WRITE:
		return writes ? strided_traffic(n) : row_traffic(n, 1);
	default:
		return row_traffic(n, (uint64_t)gb_value(run, "vec"));
	}
}

/* Passes of the 32 banks that a warp's load of word `word` of its columns takes, a word a lane: the most words of one bank. */
static unsigned int passes(uint32_t tile, uint32_t vec, int layout, unsigned int word)
{
	unsigned int used[WARP] = { 0 }, most = 0;

	for (unsigned int lane = 0; lane < WARP; lane++) {
		const struct transpose_spot s = transpose_spot(tile, vec, WARP, lane, 0);
		const unsigned int now = ++used[transpose_place(tile, vec, layout, s.column + word, s.row) % WARP];
		most = now > most ? now : most;
	}
	return most;
}

static double load_passes(uint32_t tile, uint32_t vec, int layout)
{
	double sum = 0;

	for (unsigned int word = 0; word < vec; word++)
		sum += passes(tile, vec, layout, word);
	return sum / vec;
}

/* The metrics of requests: what Nsight Compute calls sectors per request and wavefronts per shared load. */
static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct traffic read = traffic_of(run, false), write = traffic_of(run, true);
	const double sector = SECTOR_WORDS * sizeof(uint32_t);
	size_t count = 0;

	(void)result;
	out[count++] = (struct gb_metric){ "read_sectors_per_request", "1", GB_EXACT, read.sectors / read.requests, 0 };
	out[count++] =
		(struct gb_metric){ "write_sectors_per_request", "1", GB_EXACT, write.sectors / write.requests, 0 };
	out[count++] = (struct gb_metric){ "useful_fraction", "1", GB_EXACT,
					   cost(run).bytes / (sector * (read.sectors + write.sectors)), 0 };
	if (through_shared(run)) {
		const uint32_t tile = (uint32_t)gb_value(run, "tile"), vec = (uint32_t)gb_value(run, "vec");
		const int layout = tiles[gb_value(run, "method")].layout;
		out[count++] =
			(struct gb_metric){ "bank_passes_per_load", "1", GB_EXACT, load_passes(tile, vec, layout), 0 };
	}
	return count;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static int check_output(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct transpose_check_args args = {
		.out = gb_address(s->out),
		.width = s->args.width,
		.height = s->args.height,
		.copied = gb_value(run, "method") == TRANSPOSE_COPY,
		.report = gb_address(s->report),
	};

	int status = gb_launch(run, &s->check, input_shape(run), &args);
	return status == GB_OK ? gb_report_judge(run, s->report, words_of(run), "words") : status;
}

static int verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	int status = input_check(run, s->in, s->most * sizeof(uint32_t), input_bits);
	if (status == GB_OK)
		status = gb_report_clear(run, s->report);
	if (status == GB_OK)
		status = gb_fill(run, s->out, 0xff, words_of(run) * sizeof(uint32_t));
	if (status == GB_OK)
		status = launch(run);
	return status == GB_OK ? check_output(run) : status;
}

/* ---- conclusions --------------------------------------------------------------------------------------------------- */

/* The fastest row of a method at a size; NULL: none. */
static const struct gb_row *fastest(const struct gb_row *rows, size_t count, int64_t method, int64_t n)
{
	const struct gb_row *best = NULL;

	for (size_t i = 0; i < count; i++)
		if (strcmp(rows[i].metric, "bandwidth") == 0 && gb_row_value(&rows[i], "method") == method &&
		    gb_row_value(&rows[i], "n") == n && (best == NULL || rows[i].value > best->value))
			best = &rows[i];
	return best;
}

static struct gb_finding ratio(const struct gb_row *row, const struct gb_row *copy, int64_t n)
{
	return (struct gb_finding){
		.metric = "of_copy",
		.unit = "1",
		.value = row->value / copy->value,
		.lo = row->lo / copy->hi,
		.hi = row->hi / copy->lo,
		.from = row,
		.axis = "n",
		.x = (double)n,
	};
}

/* Each method against the copy of as many words, and the best of them. */
static size_t conclude_size(const struct gb_row *rows, size_t count, int64_t n, struct gb_finding *out)
{
	const struct gb_row *copy = fastest(rows, count, TRANSPOSE_COPY, n), *best = NULL;
	size_t found = 0;

	if (copy == NULL)
		return 0;
	for (int64_t method = TRANSPOSE_COPY + 1; method <= TRANSPOSE_DIAGONAL; method++) {
		const struct gb_row *row = fastest(rows, count, method, n);
		if (row == NULL)
			continue;
		out[found] = ratio(row, copy, n);
		snprintf(out[found].point, sizeof out[found].point, "method=%s,n=%lld", methods[method], (long long)n);
		found++;
		best = best == NULL || row->value > best->value ? row : best;
	}
	if (best == NULL)
		return 0;
	out[found] = ratio(best, copy, n);
	snprintf(out[found].point, sizeof out[found].point, "method=best,n=%lld", (long long)n);
	snprintf(out[found].remark, sizeof out[found].remark, "%s", methods[gb_row_value(best, "method")]);
	return found + 1;
}

static size_t conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	(void)device;
	for (size_t i = 0; i < count && found + TRANSPOSE_DIAGONAL + 1 <= GB_FINDINGS_MAX; i++) {
		const int64_t n = gb_row_value(&rows[i], "n");
		bool first = true;
		for (size_t k = 0; k < i; k++)
			first = first && gb_row_value(&rows[k], "n") != n;
		if (first)
			found += conclude_size(rows, count, n, out + found);
	}
	return found;
}

GB_BENCH(transpose) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "transpose",
	.summary = "a matrix transposed naively and through shared memory in the ways known, against a copy",
	.method =
		"One launch transposes a matrix of n x n words from one place in device memory to another. Each word counts "
		"as read once and written once, so a transpose moves as many bytes as the copy beside it: of_copy is the "
		"ratio. naive_read and naive_write are those of NVIDIA's transpose lectures: a word a thread in tiles of 32 "
		"x 8, neighbouring threads reading from, or writing to, neighbouring rows. The others move tiles through "
		"shared memory so that warps read and write 32 neighbouring words of a row: shared leaves the tile as it "
		"is, a column of which lies in one bank; padded adds a word to each row; swizzled exchanges columns by the "
		"row's number; diagonal is padded, its blocks going down the diagonals, against camping on few channels "
		"(Ruetsch and Micikevicius, 2009). The value is the best shape of a search over tile, vector, block and "
		"order. Matrices of up to 2048 x 2048 may stay in L2, and the gap between two launches shows in their "
		"time. Sectors a request and bank passes a load are worked out from addresses. Every word of the output is "
		"compared with the input's, worked out anew. The limit is 2 x memory clock x bus width / 8.",
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = gb_variants_transpose,
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
