/* verify.c: checks what the kernels of host_dram read and wrote. */
#include "state.h"

static uint64_t word_number(const struct state *s, const char *at)
{
	return (uint64_t)(at - (const char *)gb_address(s->arena->at)) / sizeof(uint64_t);
}

/* The inputs are never written, so the content after setup must be unchanged. */
int host_dram_verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t words = WINDOWS * s->bytes / sizeof(uint64_t);
	const struct host_dram_fill_args poison = { (uint64_t *)(void *)s->args.out, words };
	const struct host_dram_check_args check = {
		.out = (const uint64_t *)(const void *)s->args.out,
		.words = words,
		.b_word = word_number(s, s->args.b),
		.c_word = word_number(s, s->args.c),
		.op = host_dram_kind(run)->op,
		.factor = FACTOR,
		.report = s->args.report,
	};
	struct host_report found;

	GB_TRY(gb_fill(run, s->report, 0, s->shape.grid * sizeof found));
	if (host_dram_operation(run)->writes > 0)
		GB_TRY(gb_launch(run, &s->poison, s->shape, &poison));
	for (int i = 0; i < WINDOWS; i++)
		GB_TRY(host_dram_launch(run));
	GB_TRY(gb_launch(run, &s->check, s->shape, &check));
	GB_TRY(host_report_join(run, s->report, s->shape.grid, &found));
	GB_TRY(host_report_judge(run, &found, words, "words"));
	if (host_dram_operation(run)->writes == 0 && found.sum != found.expected)
		return gb_fail(run, "the sum of the words read: got %#llx, expected %#llx",
			       (unsigned long long)found.sum, (unsigned long long)found.expected);
	return GB_OK;
}
