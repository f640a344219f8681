/* Models of the kernels of `sampling`: a texture unit in floating point, as described by the CUDA C++ Programming Guide
 * ("Texture Fetching"). A texture object of the simulated device is the address of its description. */
#include <math.h>

#include "gpubench_model.h"
#include "sampling.h"

/* ---- texels ------------------------------------------------------------------------------------------------------ */

/* One channel as a kernel receives it. */
static double texel_of(const struct gb_texture *t, size_t number)
{
	const unsigned char *at = (const unsigned char *)gb_address(t->at);
	float whole;
	int16_t word;

	switch (t->texel) {
	case GB_TEXEL_F32:
		memcpy(&whole, at + 4 * number, sizeof whole);
		return (double)whole;
	case GB_TEXEL_U8:
		return at[number] / 255.0;
	case GB_TEXEL_S8:
		return (signed char)at[number] / 127.0;
	default:
		memcpy(&word, at + 2 * number, sizeof word);
		if (t->texel == GB_TEXEL_F16) /* all values are positive normal numbers */
			return ldexp(1024 + (word & 1023), (word >> 10 & 31) - 15 - 10);
		return t->texel == GB_TEXEL_U16 ? (uint16_t)word / 65535.0 : word / 32767.0;
	}
}

/* The texel that is read instead of number i; -1: none. Reflections and periods are applied one at a time. */
static int addressed(enum gb_texture_address address, int i, int count)
{
	while (i < 0 || i >= count)
		switch (address) {
		case GB_ADDRESS_BORDER:
			return -1;
		case GB_ADDRESS_WRAP:
			i += i < 0 ? count : -count;
			break;
		case GB_ADDRESS_MIRROR:
			i = i < 0 ? -1 - i : 2 * count - 1 - i;
			break;
		default:
			i = i < 0 ? 0 : count - 1;
		}
	return i;
}

static double texel_at(const struct gb_texture *t, const int to[3], uint32_t channel)
{
	const int width = (int)t->width, height = t->height > 0 ? (int)t->height : 1;
	const int x = addressed(t->address, to[0], width), y = addressed(t->address, to[1], height);
	const int z = t->depth > 0 ? addressed(t->address, to[2], (int)t->depth) : to[2];

	if (x < 0 || y < 0 || z < 0)
		return 0;
	return texel_of(t, ((size_t)(z * height + y) * (size_t)width + (size_t)x) * t->channels + channel);
}

/* ---- reads ------------------------------------------------------------------------------------------------------- */

/* Interpolates along x, then y, then z: the texel itself, or (1 - a) times the texel plus a times the next one. */
static float sample(const struct gb_texture *t, const double at[3], uint32_t channel)
{
	const uint64_t size[] = { t->width, t->height, t->depth };
	int from[3], to[3];
	double part[3], sum = 0;

	for (int d = 0; d < 3; d++) {
		const double place = at[d] * (t->normalised && size[d] > 0 ? (double)size[d] : 1);
		const double shifted = t->linear_filter && size[d] > 0 ? place - 0.5 : floor(place);
		from[d] = (int)floor(shifted);
		part[d] = shifted - floor(shifted);
	}
	for (int corner = 0; corner < 8; corner++) {
		double weight = 1;
		for (int d = 0; d < 3; d++) {
			const int next = corner >> d & 1;
			to[d] = from[d] + next;
			weight *= next ? part[d] : 1 - part[d];
		}
		sum += weight > 0 ? weight * texel_at(t, to, channel) : 0;
	}
	return (float)(sum < -1 ? -1 : sum);
}

static void read_tile(const struct gb_texture *t, const struct sampling_args *args, uint32_t thread, uint32_t threads)
{
	const struct sampling_texel first =
		sampling_first(&args->walk, thread / 32 % SAMPLING_TILES, sampling_in_tile(&args->walk, thread % 32));

	for (int read = 0; read < SAMPLING_READS; read++) {
		struct sampling_texel to = first;
		for (int u = 0; u < read % SAMPLING_UNROLL * SAMPLING_STEPS; u++)
			sampling_move(&to, &args->walk.read);
		for (int group = 0; group < read / SAMPLING_UNROLL * SAMPLING_STEPS; group++)
			sampling_move(&to, &args->walk.group);
		const double at[3] = { to.x * (double)args->scale_x, to.y * (double)args->scale_y,
				       t->layers > 0 ? floor(to.z / (double)SAMPLING_STEPS)
						     : to.z * (double)args->scale_z };
		for (uint32_t channel = 0; channel < t->channels; channel++)
			args->out[((size_t)read * threads + thread) * t->channels + channel] = sample(t, at, channel);
	}
}

/* The first threads read all tiles; the others repeat them. */
static void read_all(const struct gb_texture *t, struct gb_shape shape, const struct sampling_args *args)
{
	const uint32_t threads = shape.grid * shape.block, all = 32 * SAMPLING_TILES;

	for (uint32_t thread = 0; thread < threads && thread < all && args->record; thread++)
		read_tile(t, args, thread, threads);
	for (size_t i = 0; i < (size_t)SAMPLING_READS * threads * t->channels && args->record; i++)
		args->out[i] = args->out[i - i / t->channels % threads / all * all * t->channels];
}

static void texture(struct gb_shape shape, const void *args)
{
	read_all((const struct gb_texture *)(uintptr_t)((const struct sampling_args *)args)->object, shape, args);
}

/* Without a guard, all texels are inside. */
static void plain(struct gb_shape shape, const void *of)
{
	const struct sampling_args *args = of;
	const struct gb_texture image = { .at = (gb_ptr)(uintptr_t)args->in,
					  .channels = 1,
					  .width = (uint64_t)args->width,
					  .height = (uint64_t)args->height,
					  .address = gb_model_is("_border")   ? GB_ADDRESS_BORDER
						     : gb_model_is("_wrap")   ? GB_ADDRESS_WRAP
						     : gb_model_is("_mirror") ? GB_ADDRESS_MIRROR
									      : GB_ADDRESS_CLAMP,
					  .linear_filter = gb_model_is("bilinear") };

	read_all(&image, shape, args);
}

static void check(struct gb_shape shape, const void *of)
{
	const struct sampling_check_args *args = of;
	const uint32_t channels = args->channels;
	float worst;

	memcpy(&worst, args->worst, sizeof worst); /* largest difference so far */
	for (unsigned long long i = 0; i < args->results; i++) {
		const uint32_t read = (uint32_t)(i / channels / args->threads);
		const uint32_t thread = (uint32_t)(i / channels % args->threads);
		const uint32_t place = (thread / 32 % SAMPLING_TILES * SAMPLING_READS + read) * 32 + thread % 32;
		const float off = fabsf(args->out[i] - args->wanted[(size_t)place * channels + i % channels]);
		worst = fmaxf(worst, off);
		if (!(off <= args->tolerance))
			gb_model_wrong(args->report, i);
	}
	memcpy(args->worst, &worst, sizeof worst);
	gb_model_compared(args->report, args->results);
}

GB_MODELS_OF(sampling, { "sampling_check", check }, { "sampling_nearest_*", plain }, { "sampling_bilinear_*", plain },
	     { "sampling_*", texture });
