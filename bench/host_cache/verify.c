/* verify.c: checks what the kernels of host_cache read and wrote. */
#include "state.h"

/* The sum of a thread's words, times the passes. Word i is (thread + i + 1) times a factor, so a formula gives the
 * sum. */
static uint64_t expected_sum(const struct host_cache_args *args, uint32_t thread)
{
	const uint64_t words = args->set / sizeof(uint64_t); /* an even number */

	return args->passes * HOST_CACHE_FACTOR * (words * thread + words / 2 * (words + 1));
}

static int judge_report(struct gb_run *run, uint32_t thread, const struct host_report *r)
{
	const struct state *s = gb_state(run);
	char what[32];

	if (!host_cache_writes(run))
		return r->sum == expected_sum(&s->args, thread)
			       ? GB_OK
			       : gb_fail(run, "the words read by thread %u have the sum %#llx, expected %#llx",
					 (uint32_t)thread, (unsigned long long)r->sum,
					 (unsigned long long)expected_sum(&s->args, thread));
	snprintf(what, sizeof what, "words of thread %u", (uint32_t)thread);
	return host_report_judge(run, r, s->args.set / sizeof(uint64_t), what);
}

static int judge_all(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct host_report *report = gb_fetch(run, s->report, s->shape.grid * sizeof *report);

	if (report == NULL)
		return GB_FAILED;
	for (uint32_t i = 0; i < s->shape.grid; i++)
		GB_TRY(judge_report(run, i, &report[i]));
	return GB_OK;
}

/* A read's input is filled again, because a write may have changed it. For a write this is the poison. */
int host_cache_verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	GB_TRY(gb_launch(run, &s->fill, s->shape, &s->args));
	GB_TRY(gb_fill(run, s->report, 0, s->shape.grid * sizeof(struct host_report)));
	GB_TRY(host_cache_launch(run));
	if (host_cache_writes(run))
		GB_TRY(gb_launch(run, &s->check, s->shape, &s->args));
	return judge_all(run);
}
