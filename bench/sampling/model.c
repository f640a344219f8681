/* The expected results of `sampling`, from a texture unit in C that computes in integers, and their comparison. */
#include <math.h>
#include <string.h>

#include "../common/input_host.h"
#include "state.h"

/* ---- the texture unit -------------------------------------------------------------------------------------------- */

/* A texel that contributes to a read, and its weight in steps. */
struct tap {
	int texel;
	int weight;
};

static int floor_of(int places)
{
	return places >= 0 ? places / SAMPLING_STEPS : -((-places + SAMPLING_STEPS - 1) / SAMPLING_STEPS);
}

/* The texel that the addressing mode reads instead of one that may be outside; -1: the border. */
static int inside(enum gb_texture_address mode, int texel, int count)
{
	const int within = (texel % count + count) % count;

	switch (mode) {
	case GB_ADDRESS_BORDER:
		return texel >= 0 && texel < count ? texel : -1;
	case GB_ADDRESS_WRAP:
		return within;
	case GB_ADDRESS_MIRROR:
		return ((texel - within) / count) % 2 == 0 ? within : count - 1 - within;
	default:
		return texel < 0 ? 0 : texel >= count ? count - 1 : texel;
	}
}

/* Along one dimension: the nearest texel, or the two texels around the position. */
static void taps_of(const struct sampling_point *p, int place, uint32_t count, struct tap tap[2])
{
	const int from = p->linear ? place - SAMPLING_STEPS / 2 : place;
	const int texel = floor_of(from), after = p->linear ? from - texel * SAMPLING_STEPS : 0;

	tap[0] = (struct tap){ inside(p->mode, texel, (int)count), SAMPLING_STEPS - after };
	tap[1] = (struct tap){ inside(p->mode, texel + 1, (int)count), after };
}

/* For a dimension that is missing or not filtered. */
static void only(int texel, struct tap tap[2])
{
	tap[0] = (struct tap){ texel, SAMPLING_STEPS };
	tap[1] = (struct tap){ 0, 0 };
}

/* The value of channel `i` as an integer, in units in which `*one` represents 1. */
static int64_t decode(enum gb_texel format, uint64_t i, int64_t *one)
{
	const uint32_t bits = sampling_bits(format, i);

	*one = 1;
	switch (format) {
	case GB_TEXEL_U8:
		*one = UINT8_MAX;
		return bits;
	case GB_TEXEL_U16:
		*one = UINT16_MAX;
		return bits;
	case GB_TEXEL_S8:
		*one = INT8_MAX;
		return (int8_t)bits;
	case GB_TEXEL_S16:
		*one = INT16_MAX;
		return (int16_t)bits;
	default:
		/* Floats are integers, which the host computes independently of their bits. */
		return 1 + (input_bits(i) >> 24);
	}
}

static float read_channel(const struct sampling_point *p, struct sampling_texel at, uint32_t channel)
{
	const struct sampling_extent *e = &sampling_extents[p->shape];
	struct tap x[2], y[2], z[2];
	int64_t sum = 0, one = 1;

	taps_of(p, at.x, e->width, x);
	only(0, y);
	only(e->layered ? floor_of(at.z) : 0, z);
	if (e->dimensions >= 2)
		taps_of(p, at.y, e->height, y);
	if (e->dimensions >= 3)
		taps_of(p, at.z, e->depth, z);
	for (int i = 0; i < 8; i++) {
		const struct tap *of_x = &x[i & 1], *of_y = &y[i >> 1 & 1], *of_z = &z[i >> 2];
		const int64_t weight = (int64_t)of_x->weight * of_y->weight * of_z->weight;
		if (weight == 0 || of_x->texel < 0 || of_y->texel < 0 || of_z->texel < 0)
			continue;
		const uint64_t texel =
			((uint64_t)of_z->texel * e->height + (uint64_t)of_y->texel) * e->width + (uint64_t)of_x->texel;
		sum += weight * decode(p->format, texel * p->channels + channel, &one);
	}
	/* Signed formats have one value below -1, which a filter does not clamp. */
	const double value = (double)sum / (double)(one * SAMPLING_STEPS * SAMPLING_STEPS * SAMPLING_STEPS);
	return (float)fmax(value, p->format >= GB_TEXEL_U8 ? -1 : value);
}

void sampling_model(const struct sampling_point *point, const struct sampling_walk *walk, float *wanted)
{
	for (uint32_t tile = 0; tile < SAMPLING_TILES; tile++)
		for (uint32_t read = 0; read < SAMPLING_READS; read++)
			for (uint32_t lane = 0; lane < 32; lane++) {
				struct sampling_texel at = sampling_first(walk, tile, sampling_in_tile(walk, lane));
				const int u = (int)(read % SAMPLING_UNROLL), group = (int)(read / SAMPLING_UNROLL);
				at.x += SAMPLING_STEPS * (u * walk->read.x + group * walk->group.x);
				at.y += SAMPLING_STEPS * (u * walk->read.y + group * walk->group.y);
				at.z += SAMPLING_STEPS * (u * walk->read.z + group * walk->group.z);
				for (uint32_t channel = 0; channel < point->channels; channel++)
					*wanted++ = read_channel(point, at, channel);
			}
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

/* A filter of integer formats returns a fraction of 16 bits, a filter of 16-bit floats such a float, here up to 256.
 * The tolerance is half a unit in the last place, plus a little for our own rounding. Signed bytes are not multiples of
 * these fractions, and are rounded before filtering, too. Everything else is exact. */
float sampling_tolerance(const struct sampling_point *point)
{
	if (!point->linear)
		return 0;
	switch (point->format) {
	case GB_TEXEL_F32:
		return 0;
	case GB_TEXEL_F16:
		return 0.0625F;
	case GB_TEXEL_U8:
	case GB_TEXEL_U16:
		return 0.51F / UINT16_MAX;
	case GB_TEXEL_S8:
		return 1.01F / INT16_MAX;
	default:
		return 0.51F / INT16_MAX;
	}
}

static uint64_t results(const struct gb_run *run)
{
	const struct sampling_state *s = gb_state(run);

	return (uint64_t)s->shape.grid * SAMPLING_BLOCK * SAMPLING_READS * s->point.channels;
}

static int compare(struct gb_run *run)
{
	struct sampling_state *s = gb_state(run);
	const struct sampling_check_args args = {
		.out = gb_address(s->out),
		.wanted = gb_address(s->wanted),
		.results = results(run),
		.threads = s->shape.grid * SAMPLING_BLOCK,
		.channels = s->point.channels,
		.tolerance = sampling_tolerance(&s->point),
		.worst = gb_address(s->worst),
		.report = gb_address(s->report),
	};
	float worst = 0;

	sampling_model(&s->point, &s->args.walk, s->model);
	GB_TRY(gb_copy_in(run, s->wanted, s->model, sizeof(float) * SAMPLING_TEXELS * s->point.channels));
	GB_TRY(gb_fill(run, s->worst, 0, sizeof worst));
	GB_TRY(gb_report_clear(run, s->report));
	GB_TRY(gb_launch(run, &s->check, input_shape(run), &args));
	GB_TRY(gb_report_judge(run, s->report, args.results, "reads"));
	GB_TRY(gb_copy_out(run, &worst, s->worst, sizeof worst));
	s->largest_error = (double)worst;
	return GB_OK;
}

/* Each warp reads one tile, so that the warps of a block read the complete image. */
int sampling_verify(struct gb_run *run)
{
	struct sampling_state *s = gb_state(run);
	struct sampling_args args = s->args;

	args.tiles = 1;
	args.record = 1;
	GB_TRY(gb_fill_output(run, s->out, 0xff, results(run) * sizeof(float)));
	GB_TRY(gb_launch(run, &s->kernel, s->shape, &args));
	return compare(run);
}
