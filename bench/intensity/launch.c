/* Launches of the points of `intensity`: the suitable form, the kernel, its shape, and the part of the stream. */
#include "../common/input_host.h"
#include "state.h"

/* ---- the form ---------------------------------------------------------------------------------------------------- */

/* Up to this share of the ridge the form is oneshot, above it one of the others. They are not searched together,
 * because at the power limit the clock changes from one candidate to the next, and chance would decide. */
#define ONESHOT_SHARE 0.55
/* The ridge of a card with unknown rates, in FLOP/B. */
#define RIDGE 10.0

static int check_form(struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);
	const int64_t form = gb_value(run, form);
	const double roof = intensity_peak(gb_value(run, type), device, device->sm_clock_max_hz);
	const double bus = gb_memory_rate(device);
	const double highest = ONESHOT_SHARE * (roof > 0 && bus > 0 ? roof / bus : RIDGE);
	const bool low = intensity_of(gb_value(run, flops)) <= highest;

	if (intensity_plan(run)->vectors == 0)
		return gb_skip(run, "read uses more vectors per thread instead of loading ahead");
	if (low != (form == INTENSITY_ONESHOT))
		return gb_skip(run, "the form %s is for intensities %s %.3g FLOP/B", intensity_forms[form],
			       low ? "above" : "up to", highest);
	return GB_OK;
}

/* ---- the kernel -------------------------------------------------------------------------------------------------- */

/* FMAs per word in the loop's body. The looped `read` in FP16 has others, for the reason given in intensity.cu. */
static const uint32_t *bodies_of(const struct gb_run *run)
{
	static const uint32_t of_pairs[] = { 14, 8, 1 };
	const bool pairs = gb_value(run, type) == INTENSITY_FP16 && !intensity_copies(run) &&
			   gb_value(run, form) == INTENSITY_LOOPED;

	return pairs ? of_pairs : intensity_plan(run)->bodies;
}

/* Chooses the FMAs of a tile: this many steps on each word in trips of a loop, or one on each of some words. */
static int choose_body(struct gb_run *run, uint32_t *body)
{
	struct state *s = gb_state(run);
	const uint32_t fmas = intensity_fmas(run), *bodies = bodies_of(run);
	size_t b = 0;

	s->tile = 16 / intensity_word(run)->bytes * intensity_plan(run)->vectors;
	s->steps = fmas / s->tile;
	s->args.fed = fmas;
	*body = 0;
	if (fmas == 0 || (s->steps > 0 && fmas % s->tile != 0) ||
	    (s->steps == 0 && gb_value(run, form) != INTENSITY_ONESHOT))
		return gb_skip(run, "%lld FLOP per 16 bytes are not a whole number of FMAs per word",
			       (long long)gb_value(run, flops));
	if (s->steps == 0)
		return GB_OK;
	while (s->steps % bodies[b] != 0)
		b++;
	*body = bodies[b];
	s->args.trips = s->steps / *body;
	return GB_OK;
}

static int find_kernels(struct gb_run *run, uint32_t body)
{
	struct state *s = gb_state(run);
	const char *type = intensity_types[gb_value(run, type)];
	const char *traffic = intensity_traffics[gb_value(run, traffic)];
	const struct plan *plan = intensity_plan(run);

	GB_TRY(kernel_find(run, &s->kernel, "intensity_%s_%s_u%u_a%d_s%u", type, traffic, plan->vectors,
			   gb_value(run, form) == INTENSITY_AHEAD, body));
	GB_TRY(kernel_find(run, &s->check, "intensity_%s_%s_u%u_check", type, traffic, plan->vectors));
	return kernel_takes(run, &s->kernel, plan->block);
}

/* ---- the shape --------------------------------------------------------------------------------------------------- */

#define LAUNCH_SECONDS 1e-3

/* Tiles per block, if it has several. If each block processed its whole share, the corner would be 2 to 5 % lower:
 * warps advance unevenly, and in the end too few are left to hide the latency of loads. */
enum { TILES_OF_BLOCK = 16 };

/* Bytes of input that a launch should process, at most half of the input, so that there are two parts. */
static double wanted_bytes(const struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);
	const struct state *s = gb_state(run);
	const double roofline = intensity_limit(run, device, device->sm_clock_max_hz);
	/* No card has a lower rate than the one assumed for an unknown roof. */
	const double flops = gb_work(run) * LAUNCH_SECONDS * (roofline > 0 ? roofline : 100e9);

	return fmin(0.5 * (double)s->bytes, flops / intensity_of(gb_value(run, flops)) / intensity_ways(run));
}

/* The blocks that are resident at once, or fewer if less work is requested. */
static uint64_t wave_of(const struct gb_run *run, uint64_t block_bytes)
{
	const uint64_t resident = (uint64_t)state_of(run)->resident * (uint64_t)gb_device(run)->sm_count;
	const double wanted = ceil(wanted_bytes(run) / (double)block_bytes);

	return gb_work(run) < 1 && wanted < (double)resident ? (uint64_t)fmax(1, wanted) : resident;
}

/* Whole rounds of tiles for all resident warps, as many as are requested and fit. */
static int choose_shape(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct plan *plan = intensity_plan(run);
	const uint64_t block_bytes = UINT64_C(16) * plan->vectors * plan->block;
	const uint32_t most = gb_value(run, form) == INTENSITY_ONESHOT ? 1 : TILES_OF_BLOCK;

	s->shape = (struct gb_shape){ .block = plan->block };
	GB_TRY(gb_occupancy(run, &s->kernel, s->shape.block, 0, &s->resident));
	const uint64_t wave = wave_of(run, block_bytes);
	const double wanted = floor(wanted_bytes(run) / (double)(wave * block_bytes) + 0.5);
	const uint64_t fit = s->bytes / (wave * block_bytes), rounds = wanted < 1 ? 1 : (uint64_t)wanted;
	const uint64_t all = rounds < fit ? rounds : fit;
	s->args.rounds = (uint32_t)(all < most ? all : most);
	s->shape.grid = s->args.rounds > 0 ? (uint32_t)(wave * (all / s->args.rounds)) : 0;
	if (s->shape.grid == 0)
		return gb_skip(run, "%.0f MB are less than a tile for each of %llu resident blocks",
			       1e-6 * (double)s->bytes, (unsigned long long)wave);
	s->part = s->shape.grid * block_bytes * s->args.rounds;
	s->parts = s->bytes / s->part;
	s->turn = 0;
	return GB_OK;
}

/* ---- the data ---------------------------------------------------------------------------------------------------- */

static int fill_input(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int type = gb_value(run, type);
	const struct intensity_fill_args args = { gb_address(s->in), s->bytes / 4, type };

	if (s->filled == type)
		return GB_OK;
	s->filled = type;
	return gb_launch(run, &s->fill, input_shape(run), &args);
}

/* ---- prepare and launch ------------------------------------------------------------------------------------------ */

int intensity_prepare(struct gb_run *run)
{
	uint32_t body = 0;

	state_of(run)->args = (struct intensity_args){ .start = intensity_word(run)->start };
	GB_TRY(check_form(run));
	GB_TRY(choose_body(run, &body));
	GB_TRY(find_kernels(run, body));
	GB_TRY(choose_shape(run));
	return fill_input(run);
}

int intensity_launch(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->turn = (s->turn + 1) % s->parts;
	s->args.in = gb_address(s->in + s->turn * s->part);
	s->args.out = gb_address(s->out + s->turn * s->part);
	return gb_launch(run, &s->kernel, s->shape, &s->args);
}
