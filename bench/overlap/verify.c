/* verify.c: whether the builds of overlap read, computed and wrote every word as they claim. */
#include <math.h>
#include <string.h>

#include "state.h"

/* Words at the start, middle and end of input and output that the host checks by itself. */
enum { INPUT_WINDOW = 1024, OUTPUT_WINDOW = 64, WINDOWS = 3 };

/* The checking kernel works the input out anew with the function the filling kernel used: compare it with the host's own
 * result, so that one mistake in both would show. */
static int check_input(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	unsigned int window[INPUT_WINDOW];

	for (int w = 0; w < WINDOWS; w++) {
		const uint64_t start = (overlap_words(run) - INPUT_WINDOW) / (WINDOWS - 1) * (uint64_t)w;
		int status = gb_copy_out(run, window, s->in + 4 * start, sizeof window);
		if (status != GB_OK)
			return status;
		for (uint64_t i = 0; i < INPUT_WINDOW; i++)
			if (window[i] != overlap_word(start + i))
				return gb_fail(run, "input word %llu is %#x, not %#x", (unsigned long long)(start + i),
					       window[i], overlap_word(start + i));
	}
	return GB_OK;
}

/* Word i after so many FMAs, in the host's own fused multiply-add. */
static unsigned int expected(const struct gb_run *run, uint64_t i)
{
	const uint64_t row = (i ^ 1) / 4 / OVERLAP_WARP, lane = i / 4 % OVERLAP_WARP;
	const uint64_t thread = row / OVERLAP_VECTORS * OVERLAP_WARP + lane;
	unsigned int bits = overlap_word(i ^ 1);
	float x = OVERLAP_START, c;

	if (gb_value(run, "build") == OVERLAP_MATH)
		bits = overlap_own((unsigned int)thread, (unsigned int)(row % OVERLAP_VECTORS * 4 + (i ^ 1) % 4));
	memcpy(&c, &bits, sizeof c);
	for (int64_t fma = 0; fma < gb_value(run, "fmas"); fma++)
		x = fmaf(x, x, c);
	memcpy(&bits, &x, sizeof bits);
	return bits;
}

static int check_chains(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	unsigned int window[OUTPUT_WINDOW];

	for (int w = 0; w < WINDOWS && overlap_has_math(run); w++) {
		const uint64_t start = (overlap_words(run) - OUTPUT_WINDOW) / (WINDOWS - 1) * (uint64_t)w;
		int status = gb_copy_out(run, window, s->out + 4 * start, sizeof window);
		if (status != GB_OK)
			return status;
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
		.build = (int)gb_value(run, "build"),
		.start = OVERLAP_START,
		.words = overlap_words(run),
		.fmas = overlap_has_math(run) ? (unsigned int)gb_value(run, "fmas") : 0,
		.wrong = gb_address(s->report + REPORT_WRONG * sizeof(uint64_t)),
		.compared = gb_address(s->report + REPORT_COMPARED * sizeof(uint64_t)),
	};
	uint64_t report[REPORT_WORDS];

	int status = gb_launch(run, &s->check, overlap_wide(run), &args);
	if (status == GB_OK)
		status = gb_copy_out(run, report, s->report, sizeof report);
	if (status != GB_OK)
		return status;
	if (report[REPORT_COMPARED] != args.words)
		return gb_fail(run, "the check looked at %llu of %llu words",
			       (unsigned long long)report[REPORT_COMPARED], args.words);
	if (report[REPORT_WRONG] != 0)
		return gb_fail(run, "%llu of %llu words are wrong, the first at %llu",
			       (unsigned long long)report[REPORT_WRONG], args.words,
			       (unsigned long long)report[REPORT_FIRST]);
	return check_chains(run);
}

int overlap_verify(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t report[REPORT_WORDS] = { [REPORT_FIRST] = UINT64_MAX };

	int status = check_input(run);
	if (status == GB_OK)
		status = gb_copy_in(run, s->report, report, sizeof report);
	if (status == GB_OK)
		status = gb_fill(run, s->out, 0xff, 4 * overlap_words(run));
	s->args.withheld = 1;
	if (status == GB_OK)
		status = overlap_launch(run);
	s->args.withheld = 0;
	return status == GB_OK ? check_output(run) : status;
}
