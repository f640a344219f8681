/* Launches of the points of `l1`: the kernel, its shape, and the number of passes over the data. */
#include "state.h"

/* ---- sweeps ------------------------------------------------------------------------------------------------------ */

enum { L2_PART = 4 };

static uint64_t swept_bytes(const struct gb_run *run)
{
	return l1_in_l2(run) ? gb_device(run)->l2_bytes / L2_PART : state_of(run)->memory_bytes;
}

static uint64_t rounds(const struct gb_run *run)
{
	const uint64_t usual = SWEEP_BYTES / swept_bytes(run);

	return l1_in_l2(run) ? (uint64_t)ceil(gb_work(run) * (double)usual) : 1;
}

static int prepare_sweep(struct gb_run *run)
{
	struct state *s = gb_state(run);

	if (l1_in_l2(run) && swept_bytes(run) < 4 * gb_device(run)->l1_bytes)
		return gb_skip(run, "a quarter of L2, %.1f MB, is not much larger than L1",
			       1e-6 * (double)swept_bytes(run));
	s->sweep = (struct l1_sweep_args){
		.a = gb_address(s->data + l1_shift_bytes(run)),
		.stride = l1_stride(run),
		.tiles = (uint32_t)(swept_bytes(run) / l1_tile_bytes(run)),
		.report = gb_address(s->check.report),
	};
	s->shape = (struct gb_shape){ .grid = (uint32_t)(rounds(run) * s->sweep.tiles), .block = L1_SWEEP_BLOCK };
	if (l1_is_naive(run))
		return gb_find_kernel(run, "l1_sweep_naive", &s->kernel);
	return kernel_find(run, &s->kernel, "l1_sweep_s%u", l1_stride(run));
}

/* ---- data used repeatedly ---------------------------------------------------------------------------------------- */

/* Bytes that an SM reads in a launch of `reuse`: 1 ms at 128 bytes per clock and 2 GHz. */
#define REUSE_BYTES (UINT64_C(256) << 20)

/* Steps of a window. A set is a multiple of it, or smaller than a step. */
static uint32_t window_steps(uint64_t set)
{
	return set <= L1_REUSE_STEP ? 1 : set / L1_REUSE_STEP == 2 ? 2 : L1_WINDOW_MOST;
}

/* Trips that cover a set without a remainder and read REUSE_BYTES, or a quarter of it if L2 serves most of them. */
static uint32_t reuse_trips(const struct gb_run *run, uint64_t set)
{
	const uint64_t windows = set / L1_REUSE_STEP / window_steps(set), whole = windows > 0 ? windows : 1;
	const bool often = l1_caches(run) && (double)set <= 2 * l1_left(run);
	const double bytes = gb_work(run) * (double)(often ? REUSE_BYTES : REUSE_BYTES / 4);
	const uint64_t trips = (uint64_t)bytes / L1_FLIGHT / L1_REUSE_STEP;

	return (uint32_t)(trips > whole ? trips / whole * whole : whole);
}

static int prepare_reuse(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t set = gb_value(run, set);

	s->reuse = (struct l1_reuse_args){
		.a = gb_address(s->data),
		.bytes = (uint32_t)set,
		.trips = reuse_trips(run, set),
		.report = gb_address(s->check.report),
	};
	s->shape = (struct gb_shape){ .grid = (uint32_t)gb_device(run)->sm_count, .block = L1_REUSE_BLOCK };
	GB_TRY(kernel_find(run, &s->kernel, "l1_reuse_w%u", window_steps(set)));
	return gb_carveout(run, &s->kernel, gb_value(run, carveout));
}

/* ---- prepare and launch ------------------------------------------------------------------------------------------ */

int l1_prepare(struct gb_run *run)
{
	return l1_reuses(run) ? prepare_reuse(run) : prepare_sweep(run);
}

int l1_launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	if (l1_reuses(run))
		return gb_launch(run, &s->kernel, s->shape, &s->reuse);
	return gb_launch(run, &s->kernel, s->shape, &s->sweep);
}
