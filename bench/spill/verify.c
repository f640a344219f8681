/* Checks that a build of `spill` spills as intended, and that every thread's result is correct. */
#include "../common/bits.h"
#include "state.h"

/* Number of threads that the host checks itself. */
enum { HOST_CHECKS = 2 };

/* ---- on the host ------------------------------------------------------------------------------------------------- */

static uint32_t reference(const struct spill_args *args, uint32_t thread)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < SPILL_VALUES; i++) {
		float x = spill_start_of(i);
		for (uint32_t trip = 0, at = thread; trip < args->trips; trip++, at += args->step) {
			const float word = bits_float(spill_word((at & args->mask) * SPILL_WORDS + i % SPILL_WORDS));
			for (int k = 0; k < SPILL_STEPS; k++)
				x = fmaf(x, SPILL_FACTOR, word);
		}
		sum = spill_fold(sum, bits_of_float(x));
	}
	return sum;
}

/* ---- the checks -------------------------------------------------------------------------------------------------- */

/* In every build the whole indexed array is in local memory. */
static int check_array(struct gb_run *run, uint32_t local_bytes)
{
	const size_t bytes = SPILL_VALUES * sizeof(float);

	if (local_bytes < bytes)
		return gb_fail(run, "the array has %u bytes of local memory, expected %zu", local_bytes, bytes);
	return GB_OK;
}

/* A build that spills although it should not, or the reverse, would measure something else. */
static int check_build(struct gb_run *run)
{
	const struct gb_kernel *kernel = &((const struct state *)gb_state(run))->kernel;
	const uint32_t most = spill_register_limit(gb_variant(run)->name);

	if (gb_value(run, array) == ARRAY_INDEXED)
		return check_array(run, kernel->local_bytes);
	if (most == 0 && kernel->local_bytes > 0)
		return gb_fail(run, "built without a register limit, but %u bytes are in local memory",
			       kernel->local_bytes);
	if (most > 0 && kernel->local_bytes == 0)
		return gb_fail(run, "built to spill, but nothing is in local memory");
	if (most > 0 && kernel->registers > most)
		return gb_fail(run, "built for %u registers, and has %u", most, kernel->registers);
	return GB_OK;
}

static int check_on_host(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint32_t checks[HOST_CHECKS] = { 0, spill_threads(s) - 1 };

	for (int i = 0; i < HOST_CHECKS; i++) {
		const uint32_t wanted = reference(&s->args, checks[i]); /* computed while the device computes */
		uint32_t out;
		GB_TRY(gb_copy_out(run, &out, s->out + checks[i] * sizeof out, sizeof out));
		if (out != wanted)
			return gb_fail(run, "thread %u computed %#x, expected %#x", checks[i], out, wanted);
	}
	return GB_OK;
}

static int check_on_device(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct spill_check_args args = {
		.of = s->args,
		.threads = spill_threads(s),
		.report = gb_address(s->report),
	};

	GB_TRY(gb_report_clear(run, s->report));
	GB_TRY(gb_launch(run, &s->check, s->shape, &args));
	return gb_report_judge(run, s->report, args.threads, "threads");
}

int spill_verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	GB_TRY(check_build(run));
	GB_TRY(gb_fill_output(run, s->out, 0xff, spill_threads(s) * UINT64_C(4)));
	GB_TRY(spill_launch(run));
	GB_TRY(check_on_host(run));
	return check_on_device(run);
}
