/* texture: shifted, irregular and two-dimensional reads through texture objects, compared with plain and read-only
 * loads. */

#include "../common/input_host.h"
#include "../common/kernel.h"
#include "../common/limits.h"
#include "gpubench.h"
#include "state.h"

/* The image has as many rows as fit into 256 MiB or into the available memory. The output has the same size. Textures
 * in arrays are copies of the image, one for each texel size and filter. */
enum { ROWS_MOST_BITS = 13, COPIES = 2 + 4 };
#define EXTRA_BYTES  (4 * ROW_BYTES) /* EXTRA_ROWS for each texel size */
#define MEMORY_SHARE 0.8             /* of free memory, at most */
/* Number of floats that the host checks itself at the start, middle and end of the image. */
enum { WINDOW_FLOATS = 4096 };
enum { SECTOR_BYTES = 32 };

const char *const texture_patterns[] = {
	[TEXTURE_SHIFT] = "shift",   [TEXTURE_RANDOM] = "random", [TEXTURE_ROW] = "row",
	[TEXTURE_COLUMN] = "column", [TEXTURE_PATCH] = "patch",   NULL,
};

const char *const texture_paths[] = {
	[PATH_PLAIN] = "plain",
	[PATH_READONLY] = "readonly",
	[PATH_LINEAR] = "linear",
	[PATH_PITCH] = "pitch",
	[PATH_PITCH_FILTER] = "pitch_filter",
	[PATH_ARRAY] = "array",
	[PATH_ARRAY_FILTER] = "array_filter",
	NULL,
};

const struct texture_kind texture_kinds[] = {
	[PATH_PLAIN] = { "plain", false, false, GB_TEXTURE_LINEAR },
	[PATH_READONLY] = { "readonly", false, false, GB_TEXTURE_LINEAR },
	[PATH_LINEAR] = { "line", true, false, GB_TEXTURE_LINEAR },
	[PATH_PITCH] = { "plane", true, false, GB_TEXTURE_PITCH },
	[PATH_PITCH_FILTER] = { "plane", true, true, GB_TEXTURE_PITCH },
	[PATH_ARRAY] = { "plane", true, false, GB_TEXTURE_ARRAY },
	[PATH_ARRAY_FILTER] = { "plane", true, true, GB_TEXTURE_ARRAY },
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(pattern),
	  .help = "shift: out[i] = in[i + shift] in order; random: any texels of a window; row, column, patch: tiles "
		  "of 32 x 32 texels of a window, a warp's lanes along a row, down a column, or 8 along by 4 down",
	  .names = texture_patterns, .quick = "shift,random,column" },
	{ GB_AXIS(path),
	  .help = "plain loads; read-only loads (ld.global.nc); textures over linear memory, pitched rows or an "
		  "array; _filter: means of four texels",
	  .names = texture_paths, .quick = "plain,linear,array" },
	{ GB_AXIS(words), .unit = "words", .help = "floats per texel", .values = "1,4", .full = "1" },
	{ GB_AXIS(shift), .unit = "texels", .help = "distance between read and write", .values = "0:32",
	  .full = "0,1,2,4,8,16,31,32", .quick = "1", .when = "pattern=shift" },
	{ GB_AXIS(window), .unit = "texels", .help = "edge of the square window that all threads read",
	  .values = "32:8192:pow2", .full = "64,1024,8192", .quick = "64,8192",
	  .when = "pattern=random,row,column,patch" },
	{ GB_AXIS(block), .unit = "threads", .help = "threads per block", .kind = GB_SEARCHED, .values = "128,256,512",
	  .full = "256", .when = "pattern=shift" },
	{ .name = NULL },
};

/* ---- setup ------------------------------------------------------------------------------------------------------- */

static int choose_rows(struct gb_run *run, uint32_t *bits)
{
	uint64_t available;

	GB_TRY(gb_memory_free(run, &available));
	*bits = ROWS_MOST_BITS;
	while (*bits > 0 && (double)(COPIES * (ROW_BYTES << *bits) + EXTRA_BYTES) > MEMORY_SHARE * (double)available)
		--*bits;
	/* The image is a multiple of a tile, and of what a block of `shift` of any shape reads. */
	if (*bits < 6)
		return gb_skip(run, "%.0f MB of device memory are free; %.0f MB are needed", 1e-6 * (double)available,
			       1e-6 * (double)(COPIES * (ROW_BYTES << 6)) / MEMORY_SHARE);
	return GB_OK;
}

static int fill_image(struct gb_run *run)
{
	const struct texture_state *s = gb_state(run);
	const struct texture_fill_args args = { gb_address(s->in),
						(texture_image_bytes(s) + EXTRA_BYTES) / sizeof(float) };

	return gb_launch(run, &s->fill, input_shape(run), &args);
}

static int setup(struct gb_run *run)
{
	struct texture_state *s = gb_state(run);

	GB_TRY(choose_rows(run, &s->rows_bits));
	GB_TRY(gb_alloc(run, texture_image_bytes(s) + EXTRA_BYTES, &s->in));
	GB_TRY(gb_alloc(run, texture_image_bytes(s), &s->out));
	GB_TRY(gb_alloc(run, sizeof(struct gb_report), &s->report));
	GB_TRY(gb_find_kernel(run, "texture_fill", &s->fill));
	GB_TRY(gb_find_kernel(run, "texture_check", &s->check));
	/* The image must be complete before textures in arrays copy it. */
	return fill_image(run);
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

LAUNCH_KERNEL(static int launch, texture_state)

/* Texels that the threads of a launch read. For a texture with a filter these are its results, not the four texels of
 * each. */
static double reads(const struct gb_run *run)
{
	const struct texture_state *s = gb_state(run);

	if (!texture_gathers(run))
		return (double)texture_texels(run);
	return (double)s->shape.grid * TEXTURE_BLOCK * TEXTURE_TILE * s->args.tiles;
}

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = (texture_gathers(run) ? 4.0 : 8.0) * texture_words(run) * reads(run) };
}

/* Texture units per SM from compute capability 7.0 on. A unit delivers one texel of a plane per clock, filtered or not,
 * according to NVIDIA's white papers. */
enum { TEXTURE_UNITS = 4 };

static double texel_bytes(const struct gb_run *run)
{
	return sizeof(float) * (double)texture_words(run);
}

static double window_bytes(const struct gb_run *run)
{
	const double edge = (double)gb_value(run, window);

	return edge * edge * texel_bytes(run);
}

/* True if texture units read a plane in their own order, false if words of a row are read, as by loads. */
static bool is_plane(const struct gb_run *run)
{
	return texture_kinds[gb_value(run, path)].layout != GB_TEXTURE_LINEAR;
}

/* Cycles of a request in L1, which has 32 banks of 4 bytes: the largest number of its words in one bank. Rows are a
 * multiple of 128 bytes apart, so a column is in one bank. The mean for random positions is not computed; for them, the
 * words of the request are a lower bound. */
static double bank_clocks(const struct gb_run *run)
{
	switch (gb_value(run, pattern)) {
	case TEXTURE_COLUMN:
		return WARP;
	case TEXTURE_PATCH:
		return 4; /* rows of a patch */
	default:
		return texture_words(run);
	}
}

/* The rate at which an SM reads through its L1, wherever the window is. */
static double limit_of_l1(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	const double each = is_plane(run) ? TEXTURE_UNITS * texel_bytes(run)
					  : device->rates.l1_bytes * texture_words(run) / bank_clocks(run);

	return fmin(each, device->rates.l1_bytes) * device->sm_count * sm_hz;
}

/* Memory limits shifted copies and windows that exceed L2; a random texel costs a whole fetch. All SMs read the same
 * window, and slices of L2 serve simultaneous requests once, so apart from memory only the SMs' ports are a certain
 * limit. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	const double fetched = limit_fetch_bytes(device);

	if (!texture_gathers(run))
		return limit_is_of_memory(device, (double)texture_image_bytes(gb_state(run))) ? gb_memory_rate(device)
											      : (double)NAN;
	const double l1 = limit_of_l1(run, device, sm_hz);
	if (!limit_is_of_memory(device, window_bytes(run)))
		return l1;
	const double used = gb_value(run, pattern) == TEXTURE_RANDOM ? fmin(1, texel_bytes(run) / fetched) : 1;
	return limit_lesser(l1, used * gb_memory_rate(device));
}

static const char *remark(const struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);

	if (!texture_gathers(run))
		return NULL;
	const bool in_l1 = 2 * window_bytes(run) <= (double)device->l1_bytes;
	if (gb_value(run, pattern) == TEXTURE_RANDOM)
		return in_l1 ? "the lanes of a request hit up to 32 lines, which L1 looks up a few at a time"
			     : "each lane fetches its own sector from beyond L1: 32 bytes for one texel";
	if (texture_kinds[gb_value(run, path)].filter)
		return "a filter reads four texels but counts as one";
	if (!in_l1)
		return "the window is read from L2, which is slower than L1";
	return gb_value(run, path) == PATH_LINEAR
		       ? "texture units deliver eight texels of a row per clock, less than L1"
		       : "loads of 4 bytes per lane take L1 two clocks each; loads of 16 bytes reach its full rate";
}

/* The average number of sectors that a warp's load accesses; 0: not known in advance. Warps begin at a multiple of 32
 * texels, and rows of the image at a sector boundary. */
static uint32_t sectors(const struct gb_run *run)
{
	const uint32_t bytes = (uint32_t)sizeof(float) * texture_words(run), least = WARP * bytes / SECTOR_BYTES;

	switch (gb_value(run, pattern)) {
	case TEXTURE_SHIFT:
		return least + ((uint64_t)gb_value(run, shift) * bytes % SECTOR_BYTES != 0 ? 1 : 0);
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
	if (!texture_kinds[gb_value(run, path)].texture && sectors(run) > 0)
		out[count++] = (struct gb_metric){ "sectors_per_request", "1", GB_EXACT, sectors(run), 0 };
	return count;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

/* The check kernel recomputes the data with the function that filled the image. The host compares the image with its
 * own result, so that a fault of both kernels is noticed. */
static int check_input(struct gb_run *run)
{
	const struct texture_state *s = gb_state(run);
	const uint64_t floats = (texture_image_bytes(s) + EXTRA_BYTES) / sizeof(float);
	const uint64_t starts[] = { 0, floats / 2, floats - WINDOW_FLOATS };
	float window[WINDOW_FLOATS];

	for (size_t w = 0; w < sizeof starts / sizeof starts[0]; w++) {
		GB_TRY(gb_copy_out(run, window, s->in + sizeof(float) * starts[w], sizeof window));
		for (uint64_t i = 0; i < WINDOW_FLOATS; i++)
			if (!(window[i] == (float)texture_number(starts[w] + i)))
				return gb_fail(run, "float %llu of the image: got %g, expected %u",
					       (unsigned long long)(starts[w] + i), (double)window[i],
					       texture_number(starts[w] + i));
	}
	return GB_OK;
}

/* Floats in the output: a copy of the image, or one sum per thread. */
static uint64_t result_count(const struct gb_run *run)
{
	const struct texture_state *s = gb_state(run);

	return texture_gathers(run) ? (uint64_t)s->shape.grid * TEXTURE_BLOCK : texture_image_bytes(s) / sizeof(float);
}

static int check_output(struct gb_run *run)
{
	const struct texture_state *s = gb_state(run);
	const struct texture_check_args args = {
		.of = s->args,
		.words = texture_words(run),
		.filtered = texture_kinds[gb_value(run, path)].filter,
		.results = result_count(run),
		.report = gb_address(s->report),
	};

	GB_TRY(gb_launch(run, &s->check, input_shape(run), &args));
	return gb_report_judge(run, s->report, args.results, "results");
}

static int verify(struct gb_run *run)
{
	struct texture_state *s = gb_state(run);

	GB_TRY(check_input(run));
	GB_TRY(gb_report_clear(run, s->report));
	GB_TRY(gb_fill_output(run, s->out, 0xff, result_count(run) * sizeof(float)));
	GB_TRY(launch_recorded(run, launch, &s->args.record, 1));
	return check_output(run);
}

GB_BENCH(texture) = {
	GB_IDENTITY(texture),
	.summary = "shifted, irregular and 2D reads through textures, compared with plain and read-only loads",
	.method = "The same threads read the same texels of one float image along different paths: plain loads, "
		  "read-only loads (ld.global.nc, as __ldg), and texture objects over linear memory (tex1Dfetch), over "
		  "pitched rows and over an array (tex2D). shift copies the image, out[i] = in[i + shift], four texels "
		  "per thread. random, row, column and patch only read: a warp goes through tiles of 32 x 32 texels of "
		  "the window with its lanes along a row, down a column, or 8 by 4, so each texel is read once in all "
		  "three; random reads any texel of the window.\n"
		  "Value: a shift counts each texel as read once and written once. A read counts as one texel, even if "
		  "a filter averages four. With a filter, coordinates are the corner of four texels, otherwise the "
		  "centre of one. of_plain is relative to plain loads.\n"
		  "Verified: texels are integers, so sums and means are exact. Every float of a shift is compared; "
		  "otherwise each thread's sum.\n"
		  "Limit of shifts and of windows of at least 4 x L2: 2 x memory clock x bus width / 8 (a random texel "
		  "costs the 64 bytes fetched for it; before 8.0: 32). Windows are also limited by the 32 banks of an "
		  "SM's L1: 128 bytes per clock, of which a column uses one bank's 4 and a patch 32. 2D textures are "
		  "limited to one texel per clock from each of the 4 texture units.\n"
		  "Source: shiftCopy of the lectures on textures.",
	.subject = GB_SUBJECT_MEMORY,
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = gb_variants_texture,
	.state_size = sizeof(struct texture_state),
	.setup = setup,
	.prepare = texture_prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit,
	.metrics = metrics,
	.conclude = texture_conclude,
	.remark = remark,
	.sdc = "pattern=shift path=array shift=1",
};
