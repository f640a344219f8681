/* verify.c: checks what the kernels of host_dram read and wrote. */
#include <stdlib.h>

#include "state.h"

static uint64_t word_number(const struct state *s, const char *at)
{
	return (uint64_t)(at - (const char *)gb_address(s->arena->at)) / sizeof(uint64_t);
}

/* The combined findings of the threads. */
static int collect_reports(struct gb_run *run, struct host_report *all)
{
	const struct state *s = gb_state(run);
	struct host_report *each = malloc(s->shape.grid * sizeof *each);

	if (each == NULL)
		return gb_fail(run, "out of memory");
	int status = gb_copy_out(run, each, s->report, s->shape.grid * sizeof *each);
	*all = (struct host_report){ .sum = 0 };
	for (uint32_t i = 0; i < s->shape.grid && status == GB_OK; i++) {
		all->first = all->wrong == 0 ? each[i].first : all->first;
		all->wrong += each[i].wrong;
		all->sum += each[i].sum;
		all->expected += each[i].expected;
		all->compared += each[i].compared;
	}
	free(each);
	return status;
}

static int judge_report(struct gb_run *run, const struct host_report *r)
{
	const struct state *s = gb_state(run);
	const uint64_t words = WINDOWS * s->bytes / sizeof(uint64_t);

	if (r->compared != words)
		return gb_fail(run, "the check looked at %llu of %llu words", (unsigned long long)r->compared,
			       (unsigned long long)words);
	if (r->wrong != 0)
		return gb_fail(run, "%llu of %llu words are wrong, the first at %llu", (unsigned long long)r->wrong,
			       (unsigned long long)words, (unsigned long long)r->first);
	if (host_dram_operation(run)->writes == 0 && r->sum != r->expected)
		return gb_fail(run, "the sum of the words read is %#llx, not %#llx", (unsigned long long)r->sum,
			       (unsigned long long)r->expected);
	return GB_OK;
}

/* The inputs are never written: the content after setup must be unchanged. */
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
	struct host_report found = { .sum = 0 };

	GB_TRY(gb_fill(run, s->report, 0, s->shape.grid * sizeof found));
	if (host_dram_operation(run)->writes > 0)
		GB_TRY(gb_launch(run, &s->poison, s->shape, &poison));
	for (int i = 0; i < WINDOWS; i++)
		GB_TRY(host_dram_launch(run));
	GB_TRY(gb_launch(run, &s->check, s->shape, &check));
	GB_TRY(collect_reports(run, &found));
	return judge_report(run, &found);
}
