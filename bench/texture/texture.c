/* texture: shifted, irregular and two-dimensional reads through texture objects, against plain and read-only loads. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../input_host.h"
#include "gpubench.h"
#include "texture.h"

GB_VARIANTS(texture);

/* The image: rows of 32 KiB of floats, as many as are 256 MiB or as fit. Two rows more lie behind it: shifts reach into the
 * first, and a filter into the next. What is written has the image's size, and textures in arrays are copies of it: one for
 * each size of texel and filter. */
enum { EXTRA_ROWS = 2, ROW_FLOATS_BITS = 13, ROWS_MOST_BITS = 13, COPIES = 2 + 4 };
#define ROW_BYTES    (UINT64_C(4) << ROW_FLOATS_BITS)
#define EXTRA_BYTES  (4 * ROW_BYTES) /* two rows of the largest texels */
#define MEMORY_SHARE 0.8             /* of the free memory, at most */
/* Images larger than a few L2s are the device memory's. */
enum { L2S_FOR_DRAM = 4 };
/* Floats at the start, middle and end of the image that the host checks by itself. */
enum { WINDOW_FLOATS = 4096 };
enum { WARP = 32, SECTOR_BYTES = 32 };
/* Blocks of each SM that go through a window; tiles of a warp in one launch: of windows that an L1 may hold, and of larger
 * ones, which take longer. */
enum { BLOCKS_PER_SM = 8, SMALL_WINDOW_BITS = 7, TILES_SMALL = 64, TILES_LARGE = 16, RANDOM_LESS = 4 };

static const char *const patterns[] = {
	[TEXTURE_SHIFT] = "shift",   [TEXTURE_RANDOM] = "random", [TEXTURE_ROW] = "row",
	[TEXTURE_COLUMN] = "column", [TEXTURE_PATCH] = "patch",   NULL,
};

enum path { PATH_PLAIN, PATH_READONLY, PATH_LINEAR, PATH_PITCH, PATH_PITCH_FILTER, PATH_ARRAY, PATH_ARRAY_FILTER };
static const char *const paths[] = {
	[PATH_PLAIN] = "plain",
	[PATH_READONLY] = "readonly",
	[PATH_LINEAR] = "linear",
	[PATH_PITCH] = "pitch",
	[PATH_PITCH_FILTER] = "pitch_filter",
	[PATH_ARRAY] = "array",
	[PATH_ARRAY_FILTER] = "array_filter",
	NULL,
};
enum { PATHS = PATH_ARRAY_FILTER + 1 };

static const struct {
	const char *kernel;
	bool texture, filter;
	enum gb_texture_layout layout;
} kinds[] = {
	[PATH_PLAIN] = { "plain", false, false, GB_TEXTURE_LINEAR },
	[PATH_READONLY] = { "readonly", false, false, GB_TEXTURE_LINEAR },
	[PATH_LINEAR] = { "line", true, false, GB_TEXTURE_LINEAR },
	[PATH_PITCH] = { "plane", true, false, GB_TEXTURE_PITCH },
	[PATH_PITCH_FILTER] = { "plane", true, true, GB_TEXTURE_PITCH },
	[PATH_ARRAY] = { "plane", true, false, GB_TEXTURE_ARRAY },
	[PATH_ARRAY_FILTER] = { "plane", true, true, GB_TEXTURE_ARRAY },
};

static const struct gb_axis axes[] = {
	{ .name = "pattern",
	  .help = "shift: out[i] = in[i + shift] in order; random: any texels of a window; row, column, patch: tiles of 32 x "
		  "32 texels of a window, a warp's lanes along a row, down a column, or 8 along by 4 down",
	  .kind = GB_REPORTED,
	  .names = patterns,
	  .quick = "shift,random,column" },
	{ .name = "path",
	  .help = "plain loads; read-only loads (ld.global.nc); textures: of texels in a row, of rows with a pitch, of an "
		  "array; _filter: means of four texels",
	  .kind = GB_REPORTED,
	  .names = paths,
	  .quick = "plain,linear,array" },
	{ .name = "words",
	  .unit = "words",
	  .help = "floats of a texel",
	  .kind = GB_REPORTED,
	  .values = "1,4",
	  .full = "1" },
	{ .name = "shift",
	  .unit = "texels",
	  .help = "between what is read and what is written",
	  .kind = GB_REPORTED,
	  .values = "0:32",
	  .full = "0,1,2,4,8,16,31,32",
	  .quick = "1",
	  .when = "pattern=shift" },
	{ .name = "window",
	  .unit = "texels",
	  .help = "edge of the square of the image that all threads read in",
	  .kind = GB_REPORTED,
	  .values = "32:8192:pow2",
	  .full = "64,1024,8192",
	  .quick = "64,8192",
	  .when = "pattern=random,row,column,patch" },
	{ .name = "block",
	  .unit = "threads",
	  .help = "threads a block",
	  .kind = GB_SEARCHED,
	  .values = "128,256,512",
	  .full = "256",
	  .when = "pattern=shift" },
	{ .name = NULL },
};

/* The plug-in's own data. Textures are opened when first asked for. */
struct state {
	uint32_t rows_bits;
	gb_ptr in, out, report;
	struct gb_kernel fill, check;
	struct gb_kernel kernel; /* of the current point */
	struct gb_shape shape;
	struct texture_args args;
	struct {
		bool open;
		uint64_t object;
	} texture[PATHS][2]; /* by the path, and whether texels are wide */
};

/* ---- the image ----------------------------------------------------------------------------------------------------- */

static uint64_t image_bytes(const struct state *s)
{
	return ROW_BYTES << s->rows_bits;
}

static uint32_t words_of(const struct gb_run *run)
{
	return (uint32_t)gb_value(run, "words");
}

/* In texels: rows of wide ones are fewer and have fewer. */
static uint32_t width_bits(const struct gb_run *run)
{
	return ROW_FLOATS_BITS - (words_of(run) > 1 ? 1 : 0);
}

static uint64_t texels(const struct gb_run *run)
{
	return image_bytes(gb_state(run)) / (sizeof(float) * words_of(run));
}

static uint64_t height(const struct gb_run *run)
{
	return texels(run) >> width_bits(run);
}

static bool gathers(const struct gb_run *run)
{
	return gb_value(run, "pattern") != TEXTURE_SHIFT;
}

/* ---- setup ------------------------------------------------------------------------------------------------------- */

static int choose_rows(struct gb_run *run, uint32_t *bits)
{
	uint64_t available;
	int status = gb_memory_free(run, &available);

	if (status != GB_OK)
		return status;
	*bits = ROWS_MOST_BITS;
	while (*bits > 0 && (double)(COPIES * (ROW_BYTES << *bits) + EXTRA_BYTES) > MEMORY_SHARE * (double)available)
		--*bits;
	/* A block of `shift` of any shape is a whole part of it, and so is a tile. */
	if (*bits < 6)
		return gb_skip(run, "%.0f MB of device memory are free; %.0f MB are needed", 1e-6 * (double)available,
			       1e-6 * (double)(COPIES * (ROW_BYTES << 6)) / MEMORY_SHARE);
	return GB_OK;
}

static int fill(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct texture_fill_args args = { gb_address(s->in), (image_bytes(s) + EXTRA_BYTES) / sizeof(float) };

	return gb_launch(run, &s->fill, input_shape(run), &args);
}

static int setup(struct gb_run *run)
{
	struct state *s = calloc(1, sizeof *s);

	if (s == NULL)
		return gb_fail(run, "out of memory");
	gb_set_state(run, s);
	int status = choose_rows(run, &s->rows_bits);
	if (status == GB_OK)
		status = gb_alloc(run, image_bytes(s) + EXTRA_BYTES, &s->in);
	if (status == GB_OK)
		status = gb_alloc(run, image_bytes(s), &s->out);
	if (status == GB_OK)
		status = gb_alloc(run, sizeof(struct gb_report), &s->report);
	if (status == GB_OK)
		status = gb_find_kernel(run, "texture_fill", &s->fill);
	if (status == GB_OK)
		status = gb_find_kernel(run, "texture_check", &s->check);
	/* Textures of arrays are copies of what is there now. */
	return status == GB_OK ? fill(run) : status;
}

static void teardown(struct gb_run *run)
{
	free(gb_state(run));
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

static int open_texture(struct gb_run *run, uint64_t *object)
{
	struct state *s = gb_state(run);
	const int64_t path = gb_value(run, "path");
	const bool wide = words_of(run) > 1;
	const uint64_t width = UINT64_C(1) << width_bits(run), rows = height(run) + EXTRA_ROWS;
	const struct gb_texture texture = {
		.layout = kinds[path].layout,
		.at = s->in,
		.floats = words_of(run),
		.width = kinds[path].layout == GB_TEXTURE_LINEAR ? width * rows : width,
		.height = kinds[path].layout == GB_TEXTURE_LINEAR ? 1 : rows,
		.pitch = width * words_of(run) * sizeof(float),
		.linear_filter = kinds[path].filter,
	};
	int status = GB_OK;

	*object = 0;
	if (!kinds[path].texture)
		return GB_OK;
	if (!s->texture[path][wide].open)
		status = gb_texture_open(run, &texture, &s->texture[path][wide].object);
	s->texture[path][wide].open = status == GB_OK;
	*object = s->texture[path][wide].object;
	return status;
}

static uint32_t log2_of(uint64_t power)
{
	uint32_t bits = 0;

	while (power >> (bits + 1) != 0)
		bits++;
	return bits;
}

static uint32_t tiles_of(const struct gb_run *run)
{
	const uint32_t tiles =
		log2_of((uint64_t)gb_value(run, "window")) <= SMALL_WINDOW_BITS ? TILES_SMALL : TILES_LARGE;

	return gb_value(run, "pattern") == TEXTURE_RANDOM ? tiles / RANDOM_LESS : tiles;
}

/* Lanes along a row read row after row, lanes down a column column after column, patches one beside the other. */
static struct texture_stride stride_of(int64_t pattern)
{
	const int unroll = TEXTURE_UNROLL;

	switch (pattern) {
	case TEXTURE_ROW:
		return (struct texture_stride){ WARP - 1, 5, 0, 1, 0, unroll };
	case TEXTURE_COLUMN:
		return (struct texture_stride){ 0, 0, 1, 0, unroll, 0 };
	default:
		return (struct texture_stride){ 7, 3, 8, 0, 0, 4 };
	}
}

static int prepare_gather(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t window = (uint64_t)gb_value(run, "window");

	if (window > height(run) || window > UINT64_C(1) << width_bits(run))
		return gb_skip(run, "the image has %llu x %llu texels", 1ull << width_bits(run),
			       (unsigned long long)height(run));
	s->shape = (struct gb_shape){ BLOCKS_PER_SM * (uint32_t)gb_device(run)->sm_count, TEXTURE_BLOCK, 0 };
	s->args.stride = stride_of(gb_value(run, "pattern"));
	s->args.window_bits = log2_of(window);
	s->args.tiles = tiles_of(run);
	return GB_OK;
}

static int prepare_shift(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t block = (uint32_t)gb_value(run, "block");

	s->shape = (struct gb_shape){ (uint32_t)(texels(run) / block / TEXTURE_UNROLL), block, 0 };
	s->args.shift = (unsigned int)gb_value(run, "shift");
	return GB_OK;
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int64_t pattern = gb_value(run, "pattern"), path = gb_value(run, "path");
	char name[GB_NAME_MAX];

	s->args = (struct texture_args){
		.in = gb_address(s->in),
		.out = gb_address(s->out),
		.width_bits = width_bits(run),
		.centre = kinds[path].filter ? 1 : 0.5F,
		.pattern = (int)pattern,
	};
	uint64_t object;
	int status = gathers(run) ? prepare_gather(run) : prepare_shift(run);
	if (status == GB_OK)
		status = open_texture(run, &object);
	if (status != GB_OK)
		return status;
	s->args.object = object;
	snprintf(name, sizeof name, "texture_%s_%s_w%u",
		 pattern == TEXTURE_SHIFT    ? "shift"
		 : pattern == TEXTURE_RANDOM ? "any"
					     : "walk",
		 kinds[path].kernel, words_of(run));
	return gb_find_kernel(run, name, &s->kernel);
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

/* Texels that the threads of one launch read: the results of textures with a filter, not the four each is made of. */
static double reads(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	if (!gathers(run))
		return (double)texels(run);
	return (double)s->shape.grid * TEXTURE_BLOCK * TEXTURE_TILE * s->args.tiles;
}

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = (gathers(run) ? 4.0 : 8.0) * words_of(run) * reads(run) };
}

/* Of shifted copies that L2 cannot hold. Windows are read from whichever level holds them: only the width of the L1 is
 * sure. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	if (gathers(run))
		return device->rates.l1_bytes * device->sm_count * sm_hz;
	return image_bytes(gb_state(run)) >= L2S_FOR_DRAM * device->l2_bytes
		       ? 2 * device->mem_clock_hz * device->mem_bus_bits / 8
		       : 0;
}

/* Sectors of the addresses of a warp's loads, on average; 0: not known beforehand. Warps begin at a multiple of 32 texels,
 * and rows of the image at one of sectors. */
static unsigned int sectors(const struct gb_run *run)
{
	const unsigned int bytes = (unsigned int)sizeof(float) * words_of(run), least = WARP * bytes / SECTOR_BYTES;

	switch (gb_value(run, "pattern")) {
	case TEXTURE_SHIFT:
		return least + ((uint64_t)gb_value(run, "shift") * bytes % SECTOR_BYTES != 0 ? 1 : 0);
	case TEXTURE_ROW:
	case TEXTURE_PATCH:
		return least;
	case TEXTURE_COLUMN:
		return WARP;
	default:
		return 0;
	}
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	size_t count = 0;

	out[count++] = (struct gb_metric){ "texels", "1", GB_EXACT, reads(run), 0 };
	if (result->sm_hz > 0)
		out[count++] =
			(struct gb_metric){ "texels_per_clock", "1/clk", GB_TIMES,
					    reads(run) / (cost(run).bytes * result->sm_hz * gb_device(run)->sm_count),
					    0 };
	if (!kinds[gb_value(run, "path")].texture && sectors(run) > 0)
		out[count++] = (struct gb_metric){ "sectors_per_request", "1", GB_EXACT, sectors(run), 0 };
	return count;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

/* The checking kernel works the data out anew with the function the filling kernel used: compare the image with the
 * host's own result, so that one mistake in both would show. */
static int check_input(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t floats = (image_bytes(s) + EXTRA_BYTES) / sizeof(float);
	const uint64_t starts[] = { 0, floats / 2, floats - WINDOW_FLOATS };
	float window[WINDOW_FLOATS];

	for (size_t w = 0; w < sizeof starts / sizeof starts[0]; w++) {
		int status = gb_copy_out(run, window, s->in + sizeof(float) * starts[w], sizeof window);
		if (status != GB_OK)
			return status;
		for (uint64_t i = 0; i < WINDOW_FLOATS; i++)
			if (!(window[i] == (float)texture_number(starts[w] + i)))
				return gb_fail(run, "float %llu of the image is %g, not %u",
					       (unsigned long long)(starts[w] + i), (double)window[i],
					       texture_number(starts[w] + i));
	}
	return GB_OK;
}

/* Floats of the output: a copy of the image, or a sum a thread. */
static uint64_t results(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gathers(run) ? (uint64_t)s->shape.grid * TEXTURE_BLOCK : image_bytes(s) / sizeof(float);
}

static int check_output(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct texture_check_args args = {
		.of = s->args,
		.words = words_of(run),
		.filtered = kinds[gb_value(run, "path")].filter,
		.results = results(run),
		.report = gb_address(s->report),
	};

	int status = gb_launch(run, &s->check, input_shape(run), &args);
	return status == GB_OK ? gb_report_judge(run, s->report, args.results, "results") : status;
}

static int verify(struct gb_run *run)
{
	struct state *s = gb_state(run);

	int status = check_input(run);
	if (status == GB_OK)
		status = gb_report_clear(run, s->report);
	if (status == GB_OK)
		status = gb_fill(run, s->out, 0xff, results(run) * sizeof(float));
	s->args.record = 1;
	if (status == GB_OK)
		status = launch(run);
	s->args.record = 0;
	return status == GB_OK ? check_output(run) : status;
}

/* ---- conclusions --------------------------------------------------------------------------------------------------- */

static bool is_value(const struct gb_row *row)
{
	return strcmp(row->metric, "bandwidth") == 0;
}

/* Shifts are told together, windows each by itself. */
static bool same_group(const struct gb_row *a, const struct gb_row *b)
{
	return gb_row_value(a, "pattern") == gb_row_value(b, "pattern") &&
	       gb_row_value(a, "words") == gb_row_value(b, "words") &&
	       (!gb_row_has(a, "window") || gb_row_value(a, "window") == gb_row_value(b, "window"));
}

/* The row of plain loads at the same point otherwise. */
static const struct gb_row *plain_of(const struct gb_row *rows, size_t count, const struct gb_row *row)
{
	for (size_t i = 0; i < count; i++)
		if (is_value(&rows[i]) && gb_row_value(&rows[i], "path") == PATH_PLAIN && same_group(&rows[i], row) &&
		    (!gb_row_has(row, "shift") || (gb_row_value(&rows[i], "shift") == gb_row_value(row, "shift") &&
						   gb_row_value(&rows[i], "block") == gb_row_value(row, "block"))))
			return &rows[i];
	return NULL;
}

/* The mean ratio to plain loads of the rows of `first`'s group and path, with the least and the greatest. */
static bool ratio_of(const struct gb_row *rows, size_t count, const struct gb_row *first, struct gb_finding *out)
{
	double sum = 0, least = (double)INFINITY, most = 0;
	size_t found = 0;

	for (size_t i = 0; i < count; i++) {
		if (!is_value(&rows[i]) || !same_group(&rows[i], first) ||
		    gb_row_value(&rows[i], "path") != gb_row_value(first, "path"))
			continue;
		const struct gb_row *plain = plain_of(rows, count, &rows[i]);
		if (plain == NULL)
			continue;
		const double ratio = rows[i].value / plain->value;
		sum += log(ratio);
		least = fmin(least, ratio);
		most = fmax(most, ratio);
		found++;
	}
	if (found == 0)
		return false;
	*out = (struct gb_finding){ .metric = "of_plain",
				    .unit = "1",
				    .value = exp(sum / (double)found),
				    .lo = least,
				    .hi = most,
				    .from = first };
	if (found > 1)
		snprintf(out->remark, sizeof out->remark,
			 "geometric mean of %zu shifts, with the least and the greatest", found);
	return true;
}

static void name_point(const struct gb_row *row, struct gb_finding *finding)
{
	const int at = snprintf(finding->point, sizeof finding->point, "pattern=%s,path=%s,words=%lld",
				patterns[gb_row_value(row, "pattern")], paths[gb_row_value(row, "path")],
				(long long)gb_row_value(row, "words"));

	if (!gb_row_has(row, "window"))
		return;
	snprintf(finding->point + at, sizeof finding->point - (size_t)at, ",window=%lld",
		 (long long)gb_row_value(row, "window"));
	finding->axis = "window";
	finding->x = (double)gb_row_value(row, "window");
}

/* Every other path against plain loads. */
static size_t conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	(void)device;
	for (size_t i = 0; i < count && found < GB_FINDINGS_MAX; i++) {
		bool first = is_value(&rows[i]) && gb_row_value(&rows[i], "path") != PATH_PLAIN;
		for (size_t k = 0; k < i && first; k++)
			first = !is_value(&rows[k]) || !same_group(&rows[k], &rows[i]) ||
				gb_row_value(&rows[k], "path") != gb_row_value(&rows[i], "path");
		if (!first || !ratio_of(rows, count, &rows[i], &out[found]))
			continue;
		name_point(&rows[i], &out[found]);
		found++;
	}
	return found;
}

GB_BENCH(texture) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "texture",
	.summary = "shifted, irregular and 2D reads through textures, against plain and read-only loads",
	.method =
		"The same threads read the same texels of one image, of floats, along different paths: plain loads, loads of "
		"read-only data (ld.global.nc, as __ldg), texture objects over texels in a row (tex1Dfetch), over rows with "
		"a pitch and over an array (tex2D). shift copies the image, out[i] = in[i + shift], four texels a thread: "
		"each texel counts as read once and written once; shiftCopy of the lectures on textures. random, row, column "
		"and patch only read: a warp goes through tiles of 32 x 32 texels of the window with its lanes along a row, "
		"down a column, or 8 by 4, so that each texel is read once in all three; random reads any texel of the "
		"window. Each read counts as one texel, with a filter too, though it is the mean of four: coordinates then "
		"lie on the corner of four texels, else on the middle of one. Texels are whole numbers, so that sums and "
		"means are exact: of a shift every float is compared, otherwise each thread's sum. The limit of shifts is 2 "
		"x memory clock x bus width / 8, that of windows what an SM takes from its L1. of_plain compares paths.",
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = gb_variants_texture,
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
