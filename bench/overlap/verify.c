/* verify.c: checks that the builds of `overlap` read, computed and wrote every word. */
#include "../common/bits.h"
#include "../common/input_host.h"
#include "state.h"

/* Word i after this many FMAs, computed with the host's fused multiply-add. */
static uint32_t expected(const struct gb_run *run, uint64_t i)
{
	const uint64_t row = (i ^ 1) / 4 / OVERLAP_WARP, lane = i / 4 % OVERLAP_WARP;
	const uint64_t thread = row / OVERLAP_VECTORS * OVERLAP_WARP + lane;
	uint32_t bits = overlap_word(i ^ 1);
	float x = OVERLAP_START;

	if (gb_value(run, build) == OVERLAP_MATH)
		bits = overlap_own((uint32_t)thread, (uint32_t)(row % OVERLAP_VECTORS * 4 + (i ^ 1) % 4));
	const float c = bits_float(bits);
	for (int64_t fma = 0; fma < gb_value(run, fmas); fma++)
		x = fmaf(x, x, c);
	return bits_of_float(x);
}

/* Number of words that the host checks itself at the start, middle and end of the output. */
enum { OUTPUT_WINDOW = 64, WINDOWS = 3 };

static int check_chains(struct gb_run *run)
{
	uint32_t window[OUTPUT_WINDOW];

	for (int w = 0; w < WINDOWS && overlap_has_math(run); w++) {
		const uint64_t start = (overlap_words(run) - OUTPUT_WINDOW) / (WINDOWS - 1) * (uint64_t)w;
		GB_TRY(gb_copy_out(run, window, state_of(run)->out + 4 * start, sizeof window));
		for (uint64_t i = 0; i < OUTPUT_WINDOW; i++)
			if (window[i] != expected(run, start + i))
				return gb_fail(run, "word %llu is %#x on the device, %#x on the host",
					       (unsigned long long)(start + i), window[i], expected(run, start + i));
	}
	return GB_OK;
}

static int check_output(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct overlap_check_args args = {
		.out = gb_address(s->out),
		.build = (int)gb_value(run, build),
		.start = OVERLAP_START,
		.words = overlap_words(run),
		.fmas = overlap_has_math(run) ? gb_value(run, fmas) : 0,
		.report = gb_address(s->report),
	};

	GB_TRY(gb_launch(run, &s->check, input_shape(run), &args));
	GB_TRY(gb_report_judge(run, s->report, args.words, "words"));
	return check_chains(run);
}

int overlap_verify(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(input_check(run, s->in, sizeof(uint32_t) * overlap_words(run), overlap_word));
	GB_TRY(gb_report_clear(run, s->report));
	GB_TRY(gb_fill_output(run, s->out, 0xff, 4 * overlap_words(run)));
	GB_TRY(launch_recorded(run, overlap_launch, &s->args.withheld, 1));
	return check_output(run);
}
