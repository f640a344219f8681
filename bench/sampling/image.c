/* The image of a point of `sampling`, its texture, and the positions of the reads. */
#include "../common/kernel.h"
#include "state.h"

enum { WARP = 32, BLOCKS_PER_SM = 8, TILES = 16 };

const struct sampling_extent sampling_extents[SHAPES] = {
	[SHAPE_LINE] = { 4096, 1, 1, 1, false, "line" },     [SHAPE_PLANE] = { 64, 64, 1, 2, false, "plane" },
	[SHAPE_VOLUME] = { 16, 16, 16, 3, false, "volume" }, [SHAPE_LINES] = { 512, 1, 8, 1, true, "lines" },
	[SHAPE_PLANES] = { 32, 32, 4, 2, true, "planes" },
};

/* Lanes lie along x as far as a row extends, so that plain loads are coalesced. The reads of a tile cover each of its
 * texels once. */
static const struct sampling_walk walks[SHAPES] = {
	[SHAPE_LINE] = { .tile = { { 0, 0, 0 }, { 1024, 0, 0 }, { 2048, 0, 0 }, { 3072, 0, 0 } },
			 .lane_mask = 31,
			 .lane_shift = 5,
			 .read = { 32, 0, 0 },
			 .group = { 128, 0, 0 } },
	[SHAPE_PLANE] = { .tile = { { 0, 0, 0 }, { 32, 0, 0 }, { 0, 32, 0 }, { 32, 32, 0 } },
			  .lane_mask = 31,
			  .lane_shift = 5,
			  .read = { 0, 1, 0 },
			  .group = { 0, 4, 0 } },
	[SHAPE_VOLUME] = { .tile = { { 0, 0, 0 }, { 0, 8, 0 }, { 0, 0, 8 }, { 0, 8, 8 } },
			   .lane_mask = 15,
			   .lane_shift = 4,
			   .read = { 0, 2, 0 },
			   .group = { 0, 0, 1 } },
	[SHAPE_LINES] = { .tile = { { 0, 0, 0 }, { 128, 0, 0 }, { 256, 0, 0 }, { 384, 0, 0 } },
			  .lane_mask = 31,
			  .lane_shift = 5,
			  .read = { 32, 0, 0 },
			  .group = { 0, 0, 1 } },
	[SHAPE_PLANES] = { .tile = { { 0, 0, 0 }, { 0, 0, 1 }, { 0, 0, 2 }, { 0, 0, 3 } },
			   .lane_mask = 31,
			   .lane_shift = 5,
			   .read = { 0, 1, 0 },
			   .group = { 0, 4, 0 } },
};

/* ---- a point ----------------------------------------------------------------------------------------------------- */

static void of_hand(const struct gb_run *run, struct sampling_point *point)
{
	const enum sampling_guard guard = gb_value(run, guard);

	point->by_hand = true;
	point->guarded = guard != GUARD_NONE;
	point->mode = point->guarded ? (enum gb_texture_address)(guard - GUARD_CLAMP) : GB_ADDRESS_CLAMP;
	point->outside = point->guarded ? OUTSIDE_HALF : OUTSIDE_NONE;
}

struct sampling_point sampling_point_of(const struct gb_run *run)
{
	struct sampling_point point = { .shape = SHAPE_PLANE,
					.linear = gb_value(run, filter) == FILTER_LINEAR,
					.guarded = true,
					.outside = OUTSIDE_HALF,
					.channels = 1 };

	switch (gb_value(run, subject)) {
	case SUBJECT_SHAPE:
		point.shape = gb_value(run, shape);
		point.mode = gb_value(run, mode);
		point.normalised = true;
		break;
	case SUBJECT_HAND:
		of_hand(run, &point);
		break;
	case SUBJECT_BORDER:
		point.by_hand = gb_value(run, path) == PATH_PLAIN;
		point.mode = GB_ADDRESS_BORDER;
		point.outside = gb_value(run, outside);
		break;
	case SUBJECT_FORMAT:
		point.outside = OUTSIDE_NONE;
		point.format = gb_value(run, format);
		point.channels = gb_value(run, channels);
		point.normalised = gb_value(run, coordinates) != 0;
		break;
	}
	return point;
}

/* ---- the image --------------------------------------------------------------------------------------------------- */

uint32_t sampling_bytes(enum gb_texel format)
{
	switch (format) {
	case GB_TEXEL_F32:
		return 4;
	case GB_TEXEL_U8:
	case GB_TEXEL_S8:
		return 1;
	default:
		return 2;
	}
}

/* Floats are integers from 1 to 256, which both formats represent exactly; integer formats have mixed bits. */
static uint32_t float_bits(uint64_t i)
{
	const float number = (float)(1 + (input_bits(i) >> 24));
	uint32_t bits;

	memcpy(&bits, &number, sizeof bits);
	return bits;
}

/* Converts such numbers: the exponent of 8 bits with bias 127 becomes one of 5 bits with bias 15, and 13 bits of the
 * fraction, all 0, are dropped. */
static uint32_t half_bits(uint32_t bits)
{
	return (bits >> 13) - ((127 - 15) << 10);
}

uint32_t sampling_bits(enum gb_texel format, uint64_t i)
{
	switch (format) {
	case GB_TEXEL_F32:
		return float_bits(i);
	case GB_TEXEL_F16:
		return half_bits(float_bits(i));
	default:
		return input_bits(i) >> (32 - 8 * sampling_bytes(format));
	}
}

/* Stores texels in little-endian order, as the device does. */
static int copy_image(struct gb_run *run)
{
	struct sampling_state *s = gb_state(run);
	const uint32_t bytes = sampling_bytes(s->point.format);
	const uint64_t count = (uint64_t)SAMPLING_TEXELS * s->point.channels;

	for (uint64_t i = 0; i < count; i++) {
		const uint32_t bits = sampling_bits(s->point.format, i);
		for (uint32_t b = 0; b < bytes; b++)
			s->texels[i * bytes + b] = (unsigned char)(bits >> 8 * b);
	}
	return gb_copy_in(run, s->image, s->texels, count * bytes);
}

static size_t texture_number(const struct sampling_point *p)
{
	size_t n = (size_t)p->shape;

	n = n * 2 + p->linear;
	n = n * 4 + (size_t)p->mode;
	n = n * 2 + p->normalised;
	n = n * FORMATS + (size_t)p->format;
	return n * 2 + (p->channels > 1);
}

static int open_texture(struct gb_run *run, uint64_t *object)
{
	struct sampling_state *s = gb_state(run);
	const struct sampling_point *p = &s->point;
	const struct sampling_extent *e = &sampling_extents[p->shape];
	const size_t number = texture_number(p);
	const struct gb_texture texture = {
		.layout = GB_TEXTURE_ARRAY,
		.at = s->image,
		.texel = p->format,
		.channels = p->channels,
		.width = e->width,
		.height = e->height > 1 ? e->height : 0,
		.pitch = (uint64_t)e->width * p->channels * sampling_bytes(p->format),
		.depth = e->layered || e->depth == 1 ? 0 : e->depth,
		.layers = e->layered ? e->depth : 0,
		.address = p->mode,
		.normalised = p->normalised,
		.linear_filter = p->linear,
	};

	if (!s->texture[number].open)
		GB_TRY(gb_texture_open(run, &texture, &s->texture[number].object));
	s->texture[number].open = true;
	*object = s->texture[number].object;
	return GB_OK;
}

/* ---- positions of the reads -------------------------------------------------------------------------------------- */

/* Lets half of the lanes read outside: beyond the right edge and before the first row or plane; in a volume more of
 * them below the last row. */
static void send_lanes_outside(struct sampling_walk *walk, const struct sampling_extent *e)
{
	const int width = (int)e->width, height = (int)e->height, depth = (int)e->depth;

	walk->second_quarter.x = width;
	switch (e->dimensions) {
	case 1:
		walk->last_quarter.x = -width;
		break;
	case 2:
		walk->last_quarter.y = -height;
		break;
	default:
		walk->last_quarter.z = -depth;
		walk->sixth_eighth.y = height;
		break;
	}
}

static struct sampling_walk walk_of(const struct sampling_point *p)
{
	const struct sampling_extent *e = &sampling_extents[p->shape];
	struct sampling_walk walk = walks[p->shape];

	walk.between = p->linear ? (int)e->dimensions : 0;
	/* Without a guard, all texels of a filter must exist: one to the right and one below. */
	for (size_t i = 0; i < SAMPLING_TILES && !p->guarded && p->linear; i++) {
		walk.tile[i].x -= walk.tile[i].x > 0;
		walk.tile[i].y -= walk.tile[i].y > 0;
	}
	if (p->outside == OUTSIDE_HALF || p->outside == OUTSIDE_SCATTERED)
		send_lanes_outside(&walk, e);
	walk.scattered = p->outside == OUTSIDE_SCATTERED;
	if (p->outside == OUTSIDE_TILES)
		walk.odd_tile.x = (int)e->width;
	return walk;
}

static float scale_of(const struct sampling_point *p, uint32_t texels)
{
	return 1.0F / (SAMPLING_STEPS * (p->normalised ? (float)texels : 1));
}

static int choose_kernel(struct gb_run *run)
{
	struct sampling_state *s = gb_state(run);
	const struct sampling_point *p = &s->point;

	if (p->by_hand)
		return kernel_find(run, &s->kernel, "sampling_%s_%s", p->linear ? "bilinear" : "nearest",
				   p->guarded ? sampling_modes[p->mode] : "unguarded");
	return kernel_find(run, &s->kernel, "sampling_%s_c%u", sampling_extents[p->shape].kernel, p->channels);
}

int sampling_prepare(struct gb_run *run)
{
	struct sampling_state *s = gb_state(run);
	const double tiles = TILES * gb_work(run);
	uint64_t object = 0;

	s->point = sampling_point_of(run);
	s->largest_error = NAN;
	const struct sampling_extent *e = &sampling_extents[s->point.shape];
	GB_TRY(copy_image(run));
	if (!s->point.by_hand)
		GB_TRY(open_texture(run, &object));
	s->args = (struct sampling_args){
		.in = gb_address(s->image),
		.out = gb_address(s->out),
		.object = object,
		.walk = walk_of(&s->point),
		.scale_x = scale_of(&s->point, e->width),
		.scale_y = scale_of(&s->point, e->height),
		.scale_z = scale_of(&s->point, e->depth),
		.width = (int)e->width,
		.height = (int)e->height,
		.one_width = 1.0F / (float)e->width,
		.one_height = 1.0F / (float)e->height,
		.tiles = tiles > 1 ? (uint32_t)tiles : 1,
		.never = NAN,
	};
	s->shape = (struct gb_shape){ .grid = BLOCKS_PER_SM * (uint32_t)gb_device(run)->sm_count,
				      .block = SAMPLING_BLOCK };
	return choose_kernel(run);
}
