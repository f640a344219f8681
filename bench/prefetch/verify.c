/* The expected ends of the threads of `prefetch`. */
#include <math.h>

#include "../common/bits.h"
#include "../common/input_host.h"
#include "state.h"

/* Threads of the launch that the host itself computes: in the first and the last block, and one in between. */
enum { HOST_BLOCKS = 3 };

static unsigned int shift_of(const struct gb_run *run)
{
	return gb_value(run, "way") == WAY_REGISTER ? 0 : PREFETCH_SHIFT;
}

/* The same chains in the host's own fused multiply-add. */
static float end_of(const struct prefetch_args *args, uint32_t grid, uint32_t block, uint32_t part)
{
	uint64_t tile = ((uint64_t)args->first + block) % args->tiles;
	float x[4] = { 0 };

	for (unsigned int step = 0; step < args->steps; step++, tile = (tile + grid) % args->tiles)
		for (unsigned int c = 0; c < 4; c++) {
			const float word = bits_float(input_float((tile * PREFETCH_BLOCK + part) * 4 + c));
			for (unsigned int i = 0; i < args->rounds * PREFETCH_BODY / 4; i++)
				x[c] = fmaf(x[c], args->factor, word);
		}
	return x[0] + x[1] + (x[2] + x[3]);
}

static int check_some(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint32_t grid = s->shape.grid, blocks[HOST_BLOCKS] = { 0, grid / 2, grid - 1 };

	for (unsigned int b = 0; b < HOST_BLOCKS; b++) {
		const uint32_t thread = 37 * b % PREFETCH_BLOCK, at = blocks[b] * PREFETCH_BLOCK + thread;
		const float expected = end_of(&s->args, grid, blocks[b], (thread + shift_of(run)) % PREFETCH_BLOCK);
		float found;
		int status = gb_copy_out(run, &found, s->out + at * sizeof found, sizeof found);
		if (status != GB_OK)
			return status;
		if (!(found == expected))
			return gb_fail(run, "thread %u of block %u ended with %.9g, not %.9g", thread, blocks[b],
				       (double)found, (double)expected);
	}
	return GB_OK;
}

int prefetch_verify(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t threads = (uint64_t)s->shape.grid * PREFETCH_BLOCK;

	int status = gb_fill(run, s->out, 0xff, threads * sizeof(float));
	s->args.record = 1;
	if (status == GB_OK)
		status = prefetch_launch(run);
	s->args.record = 0;
	if (status == GB_OK)
		status = gb_report_clear(run, s->report);
	const struct prefetch_check_args check = { s->args, s->shape.grid, shift_of(run), gb_address(s->report) };
	if (status == GB_OK)
		status = gb_launch(run, &s->check, (struct gb_shape){ .grid = s->shape.grid, .block = PREFETCH_BLOCK },
				   &check);
	if (status == GB_OK)
		status = gb_report_judge(run, s->report, threads, "threads");
	if (status == GB_OK)
		status = input_check(run, s->arena, s->arena_bytes, input_float);
	return status == GB_OK ? check_some(run) : status;
}
