/* Launches of the points of `constant`, the repetitions per launch, and the cycles that they took. */
#include "../common/median.h"
#include "state.h"

/* Passes of the timed loads. They take many microseconds, so the barriers at both ends do not matter. */
enum { PASSES = 65536, LOAD_WARM = 4 };
/* Timed multiply-adds of an SM's warps, and untimed trips. */
enum { FMAS = 262144, OPERAND_WARM = 4, CODE_WARM = 1 };
enum { TRIPS_LEAST = 2 };

static uint32_t scaled(const struct gb_run *run, double trips)
{
	const double some = trips * gb_work(run);

	return some < TRIPS_LEAST ? TRIPS_LEAST : (uint32_t)some;
}

/* A warp reads its whole set at least once before the clock is read, and twice afterwards. */
static void prepare_load(const struct gb_run *run, struct constant_load_args *args)
{
	const bool ladder = constant_measure(run) == LADDER;
	const uint32_t distinct = ladder ? 1 : gb_value(run, distinct);
	const uint32_t apart = ladder ? 0 : gb_value(run, apart);
	const uint32_t trip = CONSTANT_GROUPS * CONSTANT_GROUP;

	args->set = ladder ? gb_value(run, set) : CONSTANT_GROUP;
	for (uint32_t lane = 0; lane < CONSTANT_LANES; lane++)
		args->offset[lane] = lane % distinct * apart;
	args->trips[0] = args->set / trip > LOAD_WARM ? args->set / trip : LOAD_WARM;
	const uint32_t requests = CONSTANT_WARPS * CONSTANT_LOADS; /* requests per trip */
	args->trips[1] = scaled(run, (double)PASSES / requests / distinct);
}

static void prepare_add(const struct gb_run *run, struct constant_sum_args *args, uint32_t warps)
{
	const bool code = constant_measure(run) == CODE;

	for (uint32_t lane = 0; lane < CONSTANT_LANES; lane++)
		args->one[lane] = 1;
	for (uint32_t i = 0; i < CONSTANT_OPERANDS; i++) {
		const uint32_t bits = constant_word(i);
		memcpy(&args->operand[i], &bits, sizeof bits);
	}
	args->segments = code ? gb_value(run, body) / CONSTANT_SEGMENT : 0;
	args->trips[0] = code ? CODE_WARM : OPERAND_WARM;
	args->trips[1] = scaled(run, (double)FMAS / warps / constant_body(run));
}

static int choose_kernel(struct gb_run *run, struct gb_kernel *kernel)
{
	if (constant_loads(run))
		return gb_find_kernel(run, "constant_load", kernel);
	if (constant_measure(run) == OPERAND)
		return kernel_find(run, kernel, "constant_operand_%s", constant_sources[gb_value(run, operand)]);
	if (gb_value(run, body) < CONSTANT_SEGMENT)
		return kernel_find(run, kernel, "constant_code_%d", (int)gb_value(run, body) / 1024);
	return gb_find_kernel(run, "constant_code_segments", kernel);
}

int constant_prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t warps = constant_measure(run) == CODE ? gb_value(run, warps) : CONSTANT_WARPS;

	s->shape = (struct gb_shape){ .grid = s->blocks, .block = warps * CONSTANT_LANES };
	s->load =
		(struct constant_load_args){ .never = ~0u, .cycles = gb_address(s->cycles), .sum = gb_address(s->sum) };
	s->add = (struct constant_sum_args){ .never = ~0u, .cycles = gb_address(s->cycles), .sum = gb_address(s->sum) };
	if (constant_loads(run))
		prepare_load(run, &s->load);
	else
		prepare_add(run, &s->add, warps);
	return choose_kernel(run, &s->kernel);
}

int constant_launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	if (constant_loads(run))
		return gb_launch(run, &s->kernel, s->shape, &s->load);
	return gb_launch(run, &s->kernel, s->shape, &s->add);
}

int constant_observe(struct gb_run *run, double *value)
{
	GB_TRY(cycles_read_median(run, state_of(run)->cycles, state_of(run)->blocks, value));
	*value /= constant_work(run, 1);
	return GB_OK;
}
