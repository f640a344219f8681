/* The expected result of every thread of `divergence`, computed on the host. */
#include <math.h>
#include <stdlib.h>

#include "state.h"

/* The two chains in the host's own fused multiply-add; each has every other FMA. */
static float chains(unsigned int seed, unsigned int path, unsigned int steps)
{
	const float a = divergence_factor(seed), c = DIVERGENCE_TERM(path);
	float x = divergence_start(seed, 0), y = divergence_start(seed, 1);

	for (unsigned int i = 0; i < steps; i++) {
		x = fmaf(x, a, c);
		y = fmaf(y, a, c);
	}
	return x + y;
}

/* The expected result of a thread of a lane on a path. */
static float reference(const struct gb_run *run, unsigned int lane, unsigned int path)
{
	struct state *s = gb_state(run);
	const unsigned int seed = lane % DIVERGENCE_SEEDS, steps = divergence_steps(run, lane, path);
	/* Lanes of a loop differ in length, not in path. */
	struct known *k = &s->known[divergence_is_loop(run) ? lane : path][seed];

	if (k->path != path || k->steps != steps || steps == 0)
		*k = (struct known){ path, steps, chains(seed, path, steps) };
	return k->result;
}

/* All blocks do the same. */
static int compare_lanes(struct gb_run *run, const float *out)
{
	const struct state *s = gb_state(run);

	for (unsigned int t = 0; t < THREADS; t++) {
		const unsigned int lane = t % DIVERGENCE_LANES, warp = t / DIVERGENCE_LANES;
		const float wanted = reference(run, lane, s->args.path[s->args.by_warp ? warp : lane]);
		for (unsigned int block = 0; block < s->blocks; block++)
			if (!(out[block * THREADS + t] == wanted))
				return gb_fail(run, "thread %u of block %u computed %.9g, not %.9g", t, block,
					       (double)out[block * THREADS + t], (double)wanted);
	}
	return GB_OK;
}

static int check_output(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t bytes = UINT64_C(1) * s->blocks * THREADS * sizeof(float);
	float *out = malloc(bytes);

	if (out == NULL)
		return gb_fail(run, "out of memory");
	int status = gb_copy_out(run, out, s->out, bytes);
	if (status == GB_OK)
		status = compare_lanes(run, out);
	free(out);
	return status;
}

int divergence_verify(struct gb_run *run)
{
	struct state *s = gb_state(run);

	int status = gb_fill(run, s->out, 0xff, UINT64_C(1) * s->blocks * THREADS * sizeof(float));
	s->args.record = 1;
	if (status == GB_OK)
		status = divergence_launch(run);
	s->args.record = 0;
	return status == GB_OK ? check_output(run) : status;
}
