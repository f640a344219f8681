/* host_report.h: what a host thread found in memory, in a place of its own. */
#ifndef HOST_REPORT_H
#define HOST_REPORT_H

#include <stdint.h>

enum { HOST_REPORT_LINE = 128 /* distance in bytes between two reports; two lines, as lines are fetched in pairs */ };

struct host_report {
	uint64_t sum;      /* sum of the words read */
	uint64_t expected; /* that sum, recomputed; for sets without a formula */
	uint64_t wrong, first, compared;
	uint64_t rest[HOST_REPORT_LINE / 8 - 5];
};

/* Compares word i with its expected value. */
static inline void host_report_compare(struct host_report *report, uint64_t i, uint64_t word, uint64_t expected)
{
	report->compared++;
	if (word == expected)
		return;
	report->first = report->wrong == 0 ? i : report->first;
	report->wrong++;
}

#endif
