/* The kernel of `shuffle` in C, for `gpubench --dry-run`: the lanes of each warp, step by step. */
#include "gpubench_model.h"

enum { SHUFFLES = 63, LANES = 32 };

struct shuffle_args {
	uint32_t *out;
	uint32_t trips, distance;
};

static void rotate(struct gb_shape shape, const void *of)
{
	const struct shuffle_args *args = of;
	uint32_t word[LANES], from[LANES];

	for (uint32_t first = 0; first < shape.grid * shape.block; first += LANES) {
		for (uint32_t lane = 0; lane < LANES; lane++)
			word[lane] = first % shape.block + lane;
		for (uint32_t step = 0; step < args->trips * SHUFFLES; step++) {
			for (uint32_t lane = 0; lane < LANES; lane++)
				from[lane] = word[(lane + args->distance) % LANES] + 1;
			for (uint32_t lane = 0; lane < LANES; lane++)
				word[lane] = from[lane];
		}
		for (uint32_t lane = 0; lane < LANES; lane++)
			args->out[first + lane] = word[lane];
	}
}

static const struct gb_model models[] = { { "shuffle_rotate", rotate }, { .kernel = NULL } };

GB_MODELS(shuffle) = { GB_ABI, models };
