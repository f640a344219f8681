/* state.h: definitions shared by the host files of `texture`. */
#pragma once

#include <stdbool.h>

#include "gpubench.h"
#include "texture.h"

enum { WARP = 32 };

/* In the order of enum texture_pattern. */
extern const char *const texture_patterns[];

/* In the order of the axis `path`. */
enum texture_path {
	PATH_PLAIN,
	PATH_READONLY,
	PATH_LINEAR,
	PATH_PITCH,
	PATH_PITCH_FILTER,
	PATH_ARRAY,
	PATH_ARRAY_FILTER
};
enum { PATHS = PATH_ARRAY_FILTER + 1 };
extern const char *const texture_paths[];

extern const struct texture_kind {
	const char *kernel;
	bool texture, filter;
	enum gb_texture_layout layout;
} texture_kinds[]; /* by path */

/* Textures are opened on first use. */
struct texture_state {
	uint32_t rows_bits;
	gb_ptr in, out, report;
	struct gb_kernel fill, check;
	struct gb_kernel kernel;
	struct gb_shape shape;
	struct texture_args args;
	struct {
		bool open;
		uint64_t object;
	} texture[PATHS][2]; /* by path and texel width */
};

/* ---- the image --------------------------------------------------------------------------------------------------- */

/* Rows have 32 KiB of floats. EXTRA_ROWS follow the image: shifts read into the first, a filter into the second. */
enum { EXTRA_ROWS = 2, ROW_FLOATS_BITS = 13 };
#define ROW_BYTES (UINT64_C(4) << ROW_FLOATS_BITS)

static inline uint64_t texture_image_bytes(const struct texture_state *s)
{
	return ROW_BYTES << s->rows_bits;
}

struct point {
	enum texture_pattern pattern;
	enum texture_path path;
	uint32_t words, shift, block;
	uint64_t window;
};

static inline uint32_t texture_words(const struct gb_run *run)
{
	return gb_value(run, words);
}

/* In texels; an image of wide texels has fewer rows and fewer texels per row. */
static inline uint32_t texture_width_bits(const struct gb_run *run)
{
	return ROW_FLOATS_BITS - (texture_words(run) > 1 ? 1 : 0);
}

static inline uint64_t texture_texels(const struct gb_run *run)
{
	return texture_image_bytes(gb_state(run)) / (sizeof(float) * texture_words(run));
}

static inline uint64_t texture_height(const struct gb_run *run)
{
	return texture_texels(run) >> texture_width_bits(run);
}

static inline bool texture_gathers(const struct gb_run *run)
{
	return gb_value(run, pattern) != TEXTURE_SHIFT;
}

/* ---- of each file ------------------------------------------------------------------------------------------------ */

int texture_prepare(struct gb_run *run);

size_t texture_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			struct gb_finding out[GB_FINDINGS_MAX]);
