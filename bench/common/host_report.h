/* host_report.h: what a host thread found in memory, kept in a separate place for each thread. */
#pragma once

#include <stdint.h>

#include "gpubench.h"

enum { HOST_REPORT_LINE = 128 /* bytes between two reports; two lines, because lines are fetched in pairs */ };

struct host_report {
	uint64_t sum;      /* sum of the words read */
	uint64_t expected; /* the same sum, recomputed; for sets without a formula */
	uint64_t wrong, first, compared;
	uint64_t rest[HOST_REPORT_LINE / 8 - 5];
};

static inline void host_report_compare(struct host_report *report, uint64_t i, uint64_t word, uint64_t expected)
{
	report->compared++;
	if (word == expected)
		return;
	report->first = report->wrong == 0 ? i : report->first;
	report->wrong++;
}

static inline int host_report_join(struct gb_run *run, gb_ptr at, uint32_t threads, struct host_report *all)
{
	const struct host_report *each = gb_fetch(run, at, threads * sizeof *each);

	if (each == NULL)
		return GB_FAILED;
	*all = (struct host_report){ .sum = 0 };
	for (uint32_t i = 0; i < threads; i++) {
		all->first = all->wrong == 0 ? each[i].first : all->first;
		all->wrong += each[i].wrong;
		all->sum += each[i].sum;
		all->expected += each[i].expected;
		all->compared += each[i].compared;
	}
	return GB_OK;
}

/* Like gb_report_judge(): `count` results, called `what`, must have been compared, and none of them may be wrong. */
static inline int host_report_judge(struct gb_run *run, const struct host_report *report, uint64_t count,
				    const char *what)
{
	if (report->compared != count)
		return gb_fail(run, "the check looked at %llu of %llu %s", (unsigned long long)report->compared,
			       (unsigned long long)count, what);
	if (report->wrong != 0)
		return gb_fail(run, "%llu of %llu %s are wrong, the first at %llu", (unsigned long long)report->wrong,
			       (unsigned long long)count, what, (unsigned long long)report->first);
	return GB_OK;
}
