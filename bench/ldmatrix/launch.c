/* Launches of the points of `ldmatrix`, the number of accesses per launch, and the cycles per access. */
#include <stdio.h>
#include <stdlib.h>

#include "../common/median.h"
#include "state.h"

/* Wavefronts of the timed trips: about 30 us, long enough that the barriers at both ends do not matter. A move makes
 * as many accesses as if it took four. */
enum { WAVEFRONTS = 65536, MOVE_WAVEFRONTS = 4 };
/* Wavefronts of the dependent chain, and its bounds: a link takes about 30 cycles and its wavefronts. */
enum { CHAIN_WAVEFRONTS = 1024, CHAIN_LEAST = 32, CHAIN_MOST = 256 };

static unsigned int clamp(unsigned int x, unsigned int least, unsigned int most)
{
	return x < least ? least : x > most ? most : x;
}

/* The more wavefronts an access takes, the fewer trips. */
static void choose_repeats(const struct gb_run *run, struct ldmatrix_args *args)
{
	const unsigned int each = ldmatrix_is_move(run) ? MOVE_WAVEFRONTS : ldmatrix_point_wavefronts(run);
	const unsigned int timed = (unsigned int)(WAVEFRONTS * gb_work(run)) / (LDMATRIX_WARPS * LDMATRIX_UNROLL);

	args->trips[0] = 2;
	args->trips[1] = clamp(timed / each, 2, WAVEFRONTS) / 2 * 2;
	args->links[0] = LDMATRIX_LINKS;
	args->links[1] = clamp(CHAIN_WAVEFRONTS / each, CHAIN_LEAST, CHAIN_MOST) / LDMATRIX_LINKS * LDMATRIX_LINKS;
}

int ldmatrix_prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	char name[GB_NAME_MAX];

	if (ldmatrix_is_store(run) && gb_device(run)->cc_major < 9)
		return gb_skip(run, "stmatrix needs compute capability 9.0");
	s->args = (struct ldmatrix_args){
		.never = ~0u,
		.cycles = gb_address(s->cycles),
		.sum = gb_address(s->sum),
		.memory = gb_address(s->memory),
	};
	for (unsigned int lane = 0; lane < LDMATRIX_LANES; lane++)
		s->args.offset[lane] = ldmatrix_offset(run, lane);
	choose_repeats(run, &s->args);
	s->latency = 0;
	snprintf(name, sizeof name, "ldmatrix_%s_x%u", ldmatrix_ops[gb_value(run, "op")], ldmatrix_matrices(run));
	return gb_find_kernel(run, name, &s->kernel);
}

int ldmatrix_launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, (struct gb_shape){ .grid = s->blocks, .block = THREADS }, &s->args);
}

/* The median over the SMs. */
int ldmatrix_observe(struct gb_run *run, double *value)
{
	struct state *s = gb_state(run);
	double cycles = 0, chain = 0;

	int status = cycles_read_median(run, s->cycles, s->blocks, &cycles);
	if (status == GB_OK)
		status = cycles_read_median(run, s->cycles + s->blocks * sizeof(unsigned int), s->blocks, &chain);
	if (status == GB_OK) {
		*value = cycles / ldmatrix_accesses(s, 1);
		s->latency = chain / (s->args.links[1] + 1);
	}
	return status;
}
