/* state.h: definitions shared by the host files of `sampling`. */
#pragma once

#include <stdbool.h>

#include "gpubench.h"
#include "sampling.h"

/* Enumerators are in the order of the axes. */
enum sampling_subject { SUBJECT_SHAPE, SUBJECT_HAND, SUBJECT_BORDER, SUBJECT_FORMAT };
enum sampling_shape { SHAPE_LINE, SHAPE_PLANE, SHAPE_VOLUME, SHAPE_LINES, SHAPE_PLANES };
enum { SHAPES = SHAPE_PLANES + 1 };
enum sampling_filter { FILTER_POINT, FILTER_LINEAR };
enum sampling_guard { GUARD_NONE, GUARD_CLAMP, GUARD_BORDER, GUARD_WRAP, GUARD_MIRROR };
enum sampling_path { PATH_TEXTURE, PATH_PLAIN };
enum sampling_outside { OUTSIDE_NONE, OUTSIDE_HALF, OUTSIDE_SCATTERED, OUTSIDE_TILES };
enum { FORMATS = GB_TEXEL_S16 + 1 };
extern const char *const sampling_modes[];

/* The reads of a point; members are set if the point has their axis. */
struct sampling_point {
	bool by_hand;
	enum sampling_shape shape;
	bool linear;
	enum gb_texture_address mode;
	bool guarded; /* plain loads only */
	enum sampling_outside outside;
	enum gb_texel format;
	uint32_t channels;
	bool normalised;
};

/* The image of each shape; for layered images `depth` is the number of layers. */
struct sampling_extent {
	uint32_t width, height, depth;
	uint32_t dimensions; /* filtered dimensions, without layers */
	bool layered;
	const char *kernel;
};
extern const struct sampling_extent sampling_extents[SHAPES];

enum { TEXTURES = SHAPES * 2 * 4 * 2 * FORMATS * 2 };
struct sampling_state {
	gb_ptr image, out, wanted, worst, report;
	struct gb_kernel check;
	struct gb_kernel kernel; /* this and all following members belong to the current point */
	struct gb_shape shape;
	struct sampling_point point;
	struct sampling_args args;
	double largest_error; /* NAN: not verified yet */
	struct {
		bool open;
		uint64_t object;
	} texture[TEXTURES];
	unsigned char texels[sizeof(float) * SAMPLING_TEXELS * SAMPLING_CHANNEL];
	float model[SAMPLING_TEXELS * SAMPLING_CHANNEL];
};

/* ---- image.c: the image, and the positions of the reads ---------------------------------------------------------- */

struct sampling_point sampling_point_of(const struct gb_run *run);
/* Channel `i` of the image in memory order: its bits, and the bytes of a channel. */
uint32_t sampling_bits(enum gb_texel format, uint64_t i);
uint32_t sampling_bytes(enum gb_texel format);
int sampling_prepare(struct gb_run *run);

/* ---- model.c: the expected reads --------------------------------------------------------------------------------- */

/* Computes all reads of a warp in each tile, in the layout of struct sampling_check_args. */
void sampling_model(const struct sampling_point *point, const struct sampling_walk *walk, float *wanted);
/* The largest error that a read may have. */
float sampling_tolerance(const struct sampling_point *point);
int sampling_verify(struct gb_run *run);

/* ---- conclude.c -------------------------------------------------------------------------------------------------- */

size_t sampling_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			 struct gb_finding out[GB_FINDINGS_MAX]);
struct point {
	enum sampling_subject subject;
	enum sampling_filter filter;
	enum sampling_shape shape;
	enum gb_texture_address mode;
	enum sampling_guard guard;
	enum sampling_path path;
	enum sampling_outside outside;
	enum gb_texel format;
	uint32_t channels;
	int coordinates;
};
