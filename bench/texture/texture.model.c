/* Models of the kernels of `texture`. A texture object of the simulated device is the address of its description. */
#include "../common/input_model.h"
#include "texture.h"

static const uint32_t *filled; /* the image */

struct image {
	const float *in; /* NULL: the image as it was filled */
	uint32_t width, words;
	bool filter;
};

/* A filter averages four texels only if it reads at their corner. */
static struct image image_of(const struct texture_args *args)
{
	struct image image = { args->in, 1u << args->width_bits, gb_model_number("_w"), false };

	if (gb_model_is("line") || gb_model_is("plane")) {
		const struct gb_texture *texture = (const struct gb_texture *)(uintptr_t)args->object;
		image.in = gb_address(texture->at);
		image.filter = texture->linear_filter && args->centre > 0.5F;
	}
	return image;
}

static inline float float_at(const struct image *of, size_t i)
{
	if (of->in != NULL)
		return of->in[i];
	return (float)(filled != NULL ? filled[i] : texture_number(i));
}

/* One float of a texel: the float itself, or its mean with those of the neighbours on the right and below. */
static inline float read_float(const struct image *of, size_t i)
{
	if (!of->filter)
		return float_at(of, i);
	const size_t right = i / of->words % of->width + 1 < of->width ? i + of->words : i;
	const size_t below = (size_t)of->width * of->words;
	return (float_at(of, i) + float_at(of, right) + float_at(of, i + below) + float_at(of, right + below)) / 4;
}

static inline float sum_of_texel(const struct image *of, uint32_t x, uint32_t y)
{
	float sum = 0;

	for (size_t word = 0; word < of->words; word++)
		sum += read_float(of, ((size_t)y * of->width + x) * of->words + word);
	return sum;
}

static float sum_of_any(const struct image *of, const struct texture_args *args, uint32_t threads, uint32_t thread)
{
	float total = 0;

	for (uint32_t access = 0; access < args->tiles * TEXTURE_TILE; access++) {
		const struct texture_place at = texture_random(args->window_bits, access * threads + thread);
		total += sum_of_texel(of, at.x, at.y);
	}
	return total;
}

/* ---- the timed kernels ------------------------------------------------------------------------------------------- */

/* Moves from the lane's start in the tile by reads and groups of reads. */
static float sum_of_tile(const struct image *of, const struct texture_args *args, uint32_t tile, uint32_t lane)
{
	const struct texture_stride *by = &args->stride;
	const uint32_t across = args->window_bits - 5, mask = (1u << across) - 1;
	const uint32_t x = (tile & mask) * TEXTURE_TILE + (lane & by->lane_mask);
	const uint32_t y = (tile >> across & mask) * TEXTURE_TILE + (lane >> by->lane_shift);
	float total = 0;

	for (int group = 0; group < TEXTURE_GROUPS; group++)
		for (int read = 0; read < TEXTURE_UNROLL; read++)
			total += sum_of_texel(of, x + (uint32_t)(group * by->group_x + read * by->read_x),
					      y + (uint32_t)(group * by->group_y + read * by->read_y));
	return total;
}

static void walk(struct gb_shape shape, const void *of)
{
	const struct texture_args *args = of;
	const struct image image = image_of(args);
	const uint32_t threads = shape.grid * shape.block;
	float *out = args->out;

	for (uint32_t t = 0; t < threads && args->record; t++) {
		out[t] = 0;
		for (uint32_t done = 0; done < args->tiles; done++)
			out[t] += sum_of_tile(&image, args, t / 32 + done * (threads / 32), t % 32);
	}
}

static void any(struct gb_shape shape, const void *of)
{
	const struct texture_args *args = of;
	const struct image image = image_of(args);
	float *out = args->out;

	for (uint32_t t = 0; t < shape.grid * shape.block && args->record; t++)
		out[t] = sum_of_any(&image, args, shape.grid * shape.block, t);
}

static void shift(struct gb_shape shape, const void *of)
{
	const struct texture_args *args = of;
	const struct image image = image_of(args);
	float *out = args->out;

	for (uint32_t i = 0; i < shape.grid * shape.block * TEXTURE_UNROLL * image.words; i++)
		out[i] = read_float(&image, i + (size_t)args->shift * image.words);
}

/* ---- the others -------------------------------------------------------------------------------------------------- */

static void fill(struct gb_shape shape, const void *of)
{
	const struct texture_fill_args *args = of;
	float *at = args->at;

	filled = input_kept(texture_number, args->floats);
	for (unsigned long long i = 0; i < args->floats; i++)
		at[i] = (float)(filled != NULL ? filled[i] : texture_number(i));
}

static float expected(const struct image *of, const struct texture_check_args *args, uint32_t i)
{
	const uint32_t threads = (uint32_t)args->results;
	float total = 0;

	if (args->of.pattern == TEXTURE_SHIFT)
		return read_float(of, i + (size_t)args->of.shift * of->words);
	if (args->of.pattern == TEXTURE_RANDOM)
		return sum_of_any(of, &args->of, threads, i);
	for (uint32_t access = 0; access < args->of.tiles * TEXTURE_TILE; access++) {
		const struct texture_place at =
			texture_walk(args->of.window_bits, args->of.pattern, (access / TEXTURE_TILE * threads + i) / 32,
				     i % 32, access % TEXTURE_TILE);
		total += sum_of_texel(of, at.x, at.y);
	}
	return total;
}

static void check(struct gb_shape shape, const void *of)
{
	const struct texture_check_args *args = of;
	const struct image image = { NULL, 1u << args->of.width_bits, args->words, args->filtered };
	const float *out = args->of.out;

	for (uint32_t i = 0; i < args->results; i++)
		if (!(out[i] == expected(&image, args, i)))
			gb_model_wrong(args->report, i);
	gb_model_compared(args->report, args->results);
}

GB_MODELS_OF(texture, { "texture_shift_*", shift }, { "texture_any_*", any }, { "texture_walk_*", walk },
	     { "texture_fill", fill }, { "texture_check", check });
