/* Models of the kernels of `sync`. */
#include "gpubench_model.h"
#include "sync.h"

/* ---- values that pass from lane to lane -------------------------------------------------------------------------- */

static void shuffle_step(const uint32_t x[SYNC_WARP], uint32_t y[SYNC_WARP])
{
	for (uint32_t l = 0; l < SYNC_WARP; l++)
		y[l] = x[(l + 1) % SYNC_WARP];
}

static void vote_step(const uint32_t x[SYNC_WARP], uint32_t y[SYNC_WARP])
{
	for (uint32_t l = 0; l < SYNC_WARP; l++) {
		y[l] = 0;
		for (uint32_t m = 0; m < SYNC_WARP; m++)
			y[l] |= (uint32_t)((x[m] & 1u << (m + 1) % SYNC_WARP) != 0) << m;
	}
}

static void redux_step(const uint32_t x[SYNC_WARP], uint32_t y[SYNC_WARP])
{
	uint32_t least = x[0];

	for (uint32_t l = 0; l < SYNC_WARP; l++)
		least = x[l] < least ? x[l] : least;
	for (uint32_t l = 0; l < SYNC_WARP; l++)
		y[l] = least;
}

static void values(struct gb_shape shape, const struct sync_args *args,
		   void step(const uint32_t x[SYNC_WARP], uint32_t y[SYNC_WARP]))
{
	uint32_t y[SYNC_WARP];

	for (uint32_t first = 0; first < shape.block; first += SYNC_WARP) {
		uint32_t *x = args->end + first;
		for (uint32_t l = 0; l < SYNC_WARP; l++)
			x[l] = sync_seed(first + l);
		for (uint32_t i = 0; i < SYNC_UNROLL * (args->warm_trips + args->trips); i += 2) {
			step(x, y);
			step(y, x);
		}
	}
	*args->cycles = UINT64_C(25) * SYNC_UNROLL * args->trips;
	gb_model_unchecked(args->cycles, shape.grid * sizeof *args->cycles);
}

static void shuffle(struct gb_shape shape, const void *args)
{
	values(shape, args, shuffle_step);
}

static void vote(struct gb_shape shape, const void *args)
{
	values(shape, args, vote_step);
}

static void redux(struct gb_shape shape, const void *args)
{
	values(shape, args, redux_step);
}

/* ---- threads that wait for each other ---------------------------------------------------------------------------- */

/* The c-th group of blocks that wait for each other takes 390 + 6 c cycles. */
static void timed(struct gb_shape shape, const void *of)
{
	const struct sync_args *args = of;
	const uint32_t together = args->together > 0 ? args->together : 1;

	gb_model_unchecked(args->cycles, shape.grid * sizeof *args->cycles);
	for (uint32_t c = 0; c < shape.grid / together; c++)
		args->cycles[c] = (UINT64_C(390) + UINT64_C(6) * c) * SYNC_UNROLL * args->trips;
}

/* Flags and numbers are compared in another way. */
static void leave_slots(struct gb_shape shape, const struct sync_args *args)
{
	gb_model_unchecked(args->slots + SYNC_FLAGS,
			   ((size_t)2 * SYNC_FLAGS + (size_t)shape.grid * shape.block) * sizeof *args->slots);
}

/* Counts the pairs of threads that check each other; all threads wait for one another. */
static void waiting(struct gb_shape shape, const void *of)
{
	const struct sync_args *args = of;
	const uint32_t threads = shape.grid * shape.block, group = args->group;

	leave_slots(shape, args);
	for (uint32_t trip = 0; trip < SYNC_CHECKED; trip++) {
		for (uint32_t t = 0; t < threads; t++)
			args->slots[SYNC_FLAGS + t] = trip + 1;
		for (uint32_t t = 0; t < threads; t++) {
			const uint32_t first = t / group * group;
			const uint32_t other = first + (t - first + 1 + 7 * trip) % group;
			if (args->slots[SYNC_FLAGS + other] != trip + 1)
				gb_model_wrong(args->report, t);
		}
		gb_model_compared(args->report, threads);
	}
}

static void fences(struct gb_shape shape, const void *of)
{
	const struct sync_args *args = of;
	uint32_t *flag = args->slots + SYNC_FLAGS, *number = flag + SYNC_FLAGS, *answer = number + SYNC_FLAGS;

	leave_slots(shape, args);
	gb_model_compared(args->report, SYNC_CHECKED);
	/* A flag that is still set is seen before the number is written. */
	if (*flag != 0)
		gb_model_wrong(args->report, 3);
	*flag = *number = *answer = SYNC_CHECKED;
}

/* Block b is 500 + b cycles from the first block, which sends the flags. */
static void flag(struct gb_shape shape, const void *of)
{
	const struct sync_args *args = of;

	gb_model_unchecked(args->cycles, shape.grid * sizeof *args->cycles);
	for (uint32_t b = 1; b < shape.grid; b++) {
		args->cycles[b] = (UINT64_C(500) + b) * 2 * SYNC_UNROLL * args->trips;
		args->end[b] = args->slots[(size_t)b * SYNC_FLAGS] != 0; /* the flag is already set */
	}
	args->end[0] = SYNC_UNROLL * args->trips;
}

GB_MODELS_OF(sync, { "sync_shuffle", shuffle }, { "sync_vote", vote }, { "sync_redux", redux }, { "sync_flag", flag },
	     { "sync_check_fence_*", fences }, { "sync_check_*", waiting }, { "sync_*", timed });
