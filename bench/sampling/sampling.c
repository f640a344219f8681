/* sampling: what texture units can do and what it costs: addressing modes, filters, formats and dimensions, compared
 * with plain loads. */
#include "../common/kernel.h"
#include "state.h"

static const char *const subjects[] = {
	[SUBJECT_SHAPE] = "shape",
	[SUBJECT_HAND] = "hand",
	[SUBJECT_BORDER] = "border",
	[SUBJECT_FORMAT] = "format",
	NULL,
};
static const char *const shapes[] = {
	[SHAPE_LINE] = "1d",          [SHAPE_PLANE] = "2d",          [SHAPE_VOLUME] = "3d",
	[SHAPE_LINES] = "1d_layered", [SHAPE_PLANES] = "2d_layered", NULL,
};
static const char *const filters[] = { [FILTER_POINT] = "point", [FILTER_LINEAR] = "linear", NULL };
const char *const sampling_modes[] = {
	[GB_ADDRESS_CLAMP] = "clamp",
	[GB_ADDRESS_BORDER] = "border",
	[GB_ADDRESS_WRAP] = "wrap",
	[GB_ADDRESS_MIRROR] = "mirror",
	NULL,
};
static const char *const guards[] = {
	[GUARD_NONE] = "none", [GUARD_CLAMP] = "clamp",   [GUARD_BORDER] = "border",
	[GUARD_WRAP] = "wrap", [GUARD_MIRROR] = "mirror", NULL,
};
static const char *const paths[] = { [PATH_TEXTURE] = "texture", [PATH_PLAIN] = "plain", NULL };
static const char *const outsides[] = {
	[OUTSIDE_NONE] = "none",
	[OUTSIDE_HALF] = "half",
	[OUTSIDE_SCATTERED] = "scattered",
	[OUTSIDE_TILES] = "tiles",
	NULL,
};
static const char *const formats[] = {
	[GB_TEXEL_F32] = "f32",
	[GB_TEXEL_F16] = "f16",
	[GB_TEXEL_U8] = "u8",
	[GB_TEXEL_S8] = "s8",
	[GB_TEXEL_U16] = "u16",
	[GB_TEXEL_S16] = "s16",
	NULL,
};
static const char *const coordinates[] = { "texel", "normalised", NULL };

static const struct gb_axis axes[] = {
	{ GB_AXIS(subject),
	  .help = "shape: dimensions and addressing modes; hand: the same with plain loads; border: reads outside the "
		  "image; format: texel formats",
	  .names = subjects, .quick = "shape,hand" },
	{ GB_AXIS(filter),
	  .help = "the nearest texel, or the weighted mean of the 2, 4 or 8 texels around the "
		  "coordinate",
	  .names = filters },
	{ GB_AXIS(shape), .help = "dimensions of the texture; layered: several textures selected by index",
	  .names = shapes, .quick = "2d,3d", .when = "subject=shape" },
	{ GB_AXIS(mode),
	  .help = "result of reads outside the texture, which half of the lanes make: the nearest edge, zeros, "
		  "the texture repeated, or mirrored",
	  .names = sampling_modes, .quick = "border", .when = "subject=shape" },
	{ GB_AXIS(guard),
	  .help = "addressing mode implemented with plain loads; none: nothing is outside, and the kernel does "
		  "not check",
	  .names = guards, .quick = "border", .when = "subject=hand" },
	{ GB_AXIS(path), .help = "a texture, or plain loads and an `if`", .names = paths, .when = "subject=border" },
	{ GB_AXIS(outside),
	  .help = "reads outside the image: none; half of the lanes, adjacent or every second one; all lanes of a "
		  "warp, in every second tile",
	  .names = outsides, .when = "subject=border" },
	{ GB_AXIS(format),
	  .help = "format of a channel: floats of 32 and 16 bits; unsigned and signed integers, normalised",
	  .names = formats, .when = "subject=format" },
	{ GB_AXIS(channels), .help = "channels per texel", .values = "1,4", .full = "4", .when = "subject=format" },
	{ GB_AXIS(coordinates), .help = "unit of coordinates: texels, or 0 to 1 for the complete image",
	  .names = coordinates, .full = "texel", .when = "subject=format" },
	{ .name = NULL },
};

static int setup(struct gb_run *run)
{
	struct sampling_state *s = gb_state(run);
	const uint64_t threads = (uint64_t)gb_device(run)->sm_count * 2048;

	GB_TRY(gb_alloc(run, sizeof s->texels, &s->image));
	GB_TRY(gb_alloc(run, threads * SAMPLING_READS * SAMPLING_CHANNEL * sizeof(float), &s->out));
	GB_TRY(gb_alloc(run, sizeof s->model, &s->wanted));
	GB_TRY(gb_alloc(run, sizeof(uint32_t), &s->worst));
	GB_TRY(gb_alloc(run, sizeof(struct gb_report), &s->report));
	return gb_find_kernel(run, "sampling_check", &s->check);
}

LAUNCH_KERNEL(static int launch, sampling_state)

static double reads(const struct gb_run *run)
{
	const struct sampling_state *s = gb_state(run);

	return (double)s->shape.grid * SAMPLING_BLOCK * SAMPLING_READS * s->args.tiles;
}

static double texel_bytes(const struct sampling_point *p)
{
	return (double)sampling_bytes(p->format) * p->channels;
}

static struct gb_cost cost(const struct gb_run *run)
{
	const struct sampling_state *s = gb_state(run);

	return (struct gb_cost){ .bytes = reads(run) * texel_bytes(&s->point), .ops = reads(run) };
}

/* Texture units per SM from compute capability 7.0 on. A unit delivers one texel per clock, filtered or not, according
 * to NVIDIA's white papers. */
enum { TEXTURE_UNITS = 4 };

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	const struct sampling_state *s = gb_state(run);
	const double loads = s->point.linear ? 4 : 1;
	const double each = s->point.by_hand ? device->rates.l1_bytes / (sizeof(float) * loads) : TEXTURE_UNITS;

	return each * device->sm_count * sm_hz;
}

static const char *remark(const struct gb_run *run)
{
	const struct sampling_state *s = gb_state(run);

	if (s->point.by_hand)
		return "coordinates, weights and bounds checks are arithmetic, which takes longer than L1";
	if (s->point.outside == OUTSIDE_SCATTERED)
		return "texture units combine neighbouring lanes if their texels are neighbours too";
	return "texels of a filter, wide texels and distant texels are fetched one after another";
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct sampling_state *s = gb_state(run);
	size_t count = 0;

	if (result->sm_hz > 0)
		out[count++] = (struct gb_metric){ "reads_per_clock", "1/clk", GB_TIMES,
						   1 / (result->sm_hz * gb_device(run)->sm_count), 0 };
	if (!isnan(s->largest_error))
		out[count++] = (struct gb_metric){ "largest_error", "1", GB_MEASURED, s->largest_error, 0 };
	return count;
}

GB_BENCH(sampling) = {
	GB_IDENTITY(sampling),
	.summary = "texture units: addressing modes, filters, formats and dimensions, and the same with plain loads",
	.method = "Threads read every texel of an image of 4096 texels, which fits into L1, at precomputed positions. "
		  "A read counts as one access, whatever its filter reads. shape: array textures in 1, 2 and 3 "
		  "dimensions and layered ones, with normalised coordinates; half of the lanes read outside the image, "
		  "to the right, above or before it. hand: the same in two dimensions by plain loads, in a kernel that "
		  "implements the addressing mode and the filter; none has no guard, and nothing lies outside. border: "
		  "zeros outside, by the texture unit and by an `if` around the load, with no lanes outside, half of a "
		  "warp's lanes, every second lane, and every second tile of a warp. format: texels of one and of four "
		  "channels, nothing outside; integers are read as fractions of their maximum. Filter weights at these "
		  "positions need no more than the 8 bits of a texture unit.\n"
		  "Findings: of_point compares a filter with the nearest texel, of_inside reads outside with reads "
		  "inside, of_unguarded a guard with none, of_plain a texture with plain loads.\n"
		  "Verified: every channel that any thread reads against a texture unit in C that computes in "
		  "integers; largest_error is the largest deviation.\n"
		  "Limit: one read per clock from each of the four texture units of an SM (NVIDIA's white papers); for "
		  "plain loads the bandwidth of L1.\n"
		  "Source: CUDA C++ Programming Guide, Texture Fetching.",
	.subject = GB_SUBJECT_ON_CHIP,
	.quantity = GB_ACCESSES,
	.axes = axes,
	.variants = gb_variants_sampling,
	.state_size = sizeof(struct sampling_state),
	.setup = setup,
	.prepare = sampling_prepare,
	.launch = launch,
	.verify = sampling_verify,
	.cost = cost,
	.limit = limit,
	.metrics = metrics,
	.conclude = sampling_conclude,
	.remark = remark,
};
