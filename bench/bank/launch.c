/* Launches of the points of `bank`, the number of requests per launch, and the cycles per request. */
#include <stdio.h>
#include <stdlib.h>

#include "../common/median.h"
#include "state.h"

/* Passes of the banks in the timed trips: about 30 us, long enough that the barriers at both ends do not matter. */
enum { PASSES = 65536 };
/* Passes of the dependent chain, and its bounds: a link takes about 25 cycles and its passes. */
enum { CHAIN_PASSES = 1024, CHAIN_LEAST = 32, CHAIN_MOST = 256 };

static unsigned int clamp(unsigned int x, unsigned int least, unsigned int most)
{
	return x < least ? least : x > most ? most : x;
}

/* Not every degree and every atomic exists in every width. */
static int check_width(struct gb_run *run)
{
	const unsigned int bytes = bank_word_bytes(run);

	if (gb_value(run, "pattern") == PATTERN_DEGREE && bytes < 4)
		return gb_skip(run, "degrees are defined for 4-byte words, not for 2-byte words");
	if (gb_value(run, "pattern") == PATTERN_DEGREE && bank_number(run) < bank_parts(bytes))
		return gb_skip(run, "32 different words of %u bytes take at least %u passes", bytes, bank_parts(bytes));
	if (bytes == 16 && gb_value(run, "op") == OP_EXCHANGE && gb_device(run)->cc_major < 9)
		return gb_skip(run, "atomics of 16 bytes need compute capability 9.0");
	return GB_OK;
}

static void choose_offsets(const struct gb_run *run, struct bank_args *args)
{
	const unsigned int bytes = bank_word_bytes(run), number = bank_number(run);

	for (unsigned int l = 0; l < BANK_LANES; l++)
		args->offset[l] = bytes * bank_word(gb_value(run, "pattern"), number, bytes, l);
}

/* The more passes a request at these offsets takes, the fewer trips. */
static void choose_repeats(const struct gb_run *run, struct bank_args *args)
{
	const unsigned int passes = bank_point_passes(run), timed = (unsigned int)(PASSES * gb_work(run));

	args->trips[0] = 2;
	args->trips[1] = clamp(timed / (BANK_WARPS * BANK_UNROLL) / passes, 2, PASSES) / 2 * 2;
	args->links[0] = BANK_LINKS;
	args->links[1] = clamp(CHAIN_PASSES / passes, CHAIN_LEAST, CHAIN_MOST) / BANK_LINKS * BANK_LINKS;
}

int bank_prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	char name[GB_NAME_MAX];

	int status = check_width(run);
	if (status != GB_OK)
		return status;
	s->args = (struct bank_args){
		.flip = BANK_ROW,
		.operand = 3,
		.never = ~0u,
		.cycles = gb_address(s->cycles),
		.sum = gb_address(s->sum),
		.words = gb_address(s->words),
	};
	choose_offsets(run, &s->args);
	choose_repeats(run, &s->args);
	s->latency = 0;
	snprintf(name, sizeof name, "bank_%s_%u", bank_ops[gb_value(run, "op")], bank_word_bytes(run));
	return gb_find_kernel(run, name, &s->kernel);
}

int bank_launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, (struct gb_shape){ .grid = s->blocks, .block = THREADS }, &s->args);
}

/* The median over the SMs. */
int bank_observe(struct gb_run *run, double *value)
{
	struct state *s = gb_state(run);
	unsigned int *cycles = malloc(s->blocks * CYCLES_BYTES);

	if (cycles == NULL)
		return gb_fail(run, "out of memory");
	int status = gb_copy_out(run, cycles, s->cycles, s->blocks * CYCLES_BYTES);
	if (status == GB_OK) {
		*value = cycles_median(cycles, s->blocks) / bank_requests(s, 1);
		s->latency = cycles_median(cycles + s->blocks, s->blocks) / (s->args.links[1] + 1);
	}
	free(cycles);
	return status;
}
