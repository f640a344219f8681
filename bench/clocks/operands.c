/* The operands of `clocks`: normal numbers or zeros, in the format of the load. */
#include "state.h"

/* Chains swing about -1/2, as those of `ffma` do, and neither grow nor die out within a trip. Threads differ in their factors. */
static void fill_factors(unsigned char *to)
{
	for (unsigned int thread = 0; thread < CLOCKS_THREADS; thread++) {
		const float factor = -1.0f + (float)(16 + 5 * thread) * 0x1p-24f;
		memcpy(to + sizeof factor * thread, &factor, sizeof factor);
	}
}

int clocks_fill(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const enum format format = clocks_format(clocks_load(run));
	const int64_t data = gb_value(run, "data");

	units_make_normal(s->normal, OPERANDS);
	units_fill(format, s->host, s->normal, OPERANDS / formats[format].bytes, data);
	if (clocks_load(run) == LOAD_FFMA && data == NORMAL)
		fill_factors(s->host + CLOCKS_A_BYTES);
	int status = gb_copy_in(run, s->a, s->host, CLOCKS_A_BYTES);
	return status == GB_OK ? gb_copy_in(run, s->b, s->host + CLOCKS_A_BYTES, CLOCKS_B_BYTES) : status;
}
