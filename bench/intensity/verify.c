/* Checks `intensity`: the input against the host, every result against a kernel that recomputes it, and two chains from
 * end to end on the host. */
#include "../common/input_host.h"
#include "../common/number_formats.h"
#include "state.h"

/* ---- the input --------------------------------------------------------------------------------------------------- */

/* input_check() takes only functions of the index. */
static uint32_t fp32_bits(unsigned long long i)
{
	return intensity_bits(INTENSITY_FP32, i);
}

static uint32_t fp64_bits(unsigned long long i)
{
	return intensity_bits(INTENSITY_FP64, i);
}

static uint32_t fp16_bits(unsigned long long i)
{
	return intensity_bits(INTENSITY_FP16, i);
}

static int check_input(struct gb_run *run)
{
	static uint32_t (*const bits[])(unsigned long long) = {
		[INTENSITY_FP32] = fp32_bits,
		[INTENSITY_FP64] = fp64_bits,
		[INTENSITY_FP16] = fp16_bits,
	};

	return input_check(run, state_of(run)->in, state_of(run)->bytes, bits[gb_value(run, type)]);
}

/* ---- a chain on the host ----------------------------------------------------------------------------------------- */

/* The position of the word at `place` of a thread's tile, from the start of a launch's part. */
static uint64_t word_at(const struct gb_run *run, uint64_t thread, uint64_t round, uint64_t place)
{
	const struct state *s = gb_state(run);
	const uint64_t in_vector = 16 / intensity_word(run)->bytes;
	const uint64_t tile = (round * intensity_threads(s) + thread) / INTENSITY_WARP;
	const uint64_t row = tile * intensity_plan(run)->vectors + place / in_vector;

	return (row * INTENSITY_WARP + thread % INTENSITY_WARP) * in_vector + place % in_vector;
}

/* One FMA on numbers by their bits. The square of an FP16 number, and its sum with another, are exact in double. */
static uint64_t fma_bits(enum format f, uint64_t x, uint64_t c)
{
	const double a = format_decode(f, x), b = format_decode(f, c);

	if (f == FORMAT_FP32)
		return format_encode(f, (double)fmaf((float)a, (float)a, (float)b));
	return format_encode(f, fma(a, a, b));
}

static uint64_t step(int type, uint64_t x, uint64_t c)
{
	if (type == INTENSITY_FP16)
		return fma_bits(FORMAT_FP16, x & 0xffff, c & 0xffff) | fma_bits(FORMAT_FP16, x >> 16, c >> 16) << 16;
	return fma_bits(type == INTENSITY_FP64 ? FORMAT_FP64 : FORMAT_FP32, x, c);
}

static uint64_t input(int type, uint64_t i)
{
	if (type != INTENSITY_FP64)
		return intensity_bits(type, i);
	return (uint64_t)intensity_bits(type, 2 * i + 1) << 32 | intensity_bits(type, 2 * i);
}

static uint64_t chain(const struct gb_run *run, uint64_t thread)
{
	const struct state *s = gb_state(run);
	const int type = gb_value(run, type);
	const uint64_t first = s->turn * s->part / intensity_word(run)->bytes;
	const uint64_t chains = intensity_copies(run) ? s->tile : INTENSITY_CHAINS;
	const uint64_t neighbour = s->steps > 0 ? 1 : 0;
	uint64_t x = intensity_word(run)->start;

	for (uint64_t round = 0; round < s->args.rounds; round++)
		for (uint32_t i = 0; i < (s->steps > 0 ? s->steps : 1); i++)
			for (uint64_t place = 0; place < (s->steps > 0 ? s->tile : s->args.fed); place += chains)
				x = step(type, x, input(type, first + word_at(run, thread, round, place ^ neighbour)));
	return x;
}

/* ---- the results ------------------------------------------------------------------------------------------------- */

/* In memory, `copy` has the word itself after the last tile, `read` the word next to the sum. */
static int check_chain(struct gb_run *run, uint64_t thread)
{
	const struct state *s = gb_state(run);
	const bool copies = intensity_copies(run), wide_word = intensity_word(run)->bytes == 8;
	const uint64_t x = chain(run, thread);
	const uint64_t at =
		copies ? intensity_word(run)->bytes * word_at(run, thread, s->args.rounds - 1, 0) : 8 * thread + 4;
	const uint64_t expected = copies || !wide_word ? x : (uint32_t)((x >> 32) + x);
	uint64_t found = 0;

	GB_TRY(gb_copy_out(run, &found, s->out + s->turn * s->part + at, copies && wide_word ? 8 : 4));
	if (found != expected)
		return gb_fail(run, "chain 0 of thread %llu ends in %#llx on the device, in %#llx on the host",
			       (unsigned long long)thread, (unsigned long long)found, (unsigned long long)expected);
	return GB_OK;
}

static int check_output(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const bool copies = intensity_copies(run);
	const struct intensity_check_args args = {
		.out = gb_address(s->out + s->turn * s->part),
		.first = s->turn * s->part / intensity_word(run)->bytes,
		.start = intensity_word(run)->start,
		.threads = intensity_threads(s),
		.rounds = s->args.rounds,
		.steps = s->steps,
		.fed = s->args.fed,
		.report = gb_address(s->report),
	};
	const uint64_t results = copies ? s->part / intensity_word(run)->bytes : intensity_threads(s);

	GB_TRY(gb_launch(run, &s->check, input_shape(run), &args));
	return gb_report_judge(run, s->report, results, "results");
}

int intensity_verify(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t next = (s->turn + 1) % s->parts;

	GB_TRY(check_input(run));
	GB_TRY(gb_report_clear(run, s->report));
	GB_TRY(gb_fill_output(run, s->out + next * s->part, 0xff, s->part));
	GB_TRY(launch_recorded(run, intensity_launch, &s->args.withheld, 1));
	GB_TRY(check_output(run));
	GB_TRY(check_chain(run, 0));
	return check_chain(run, intensity_threads(s) - 1);
}
