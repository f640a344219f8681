/* host_report.h: what a thread of the host found in memory, at a place of its own. */
#ifndef HOST_REPORT_H
#define HOST_REPORT_H

#include <stdint.h>

enum { HOST_REPORT_LINE = 128 /* bytes from report to report; two lines, as they are fetched in pairs */ };

struct host_report {
	uint64_t sum;      /* of the words read */
	uint64_t expected; /* that sum, worked out anew; where there is no formula */
	uint64_t wrong, first, compared;
	uint64_t rest[HOST_REPORT_LINE / 8 - 5];
};

/* Word i against what it must be. */
static inline void host_report_compare(struct host_report *report, uint64_t i, uint64_t word, uint64_t expected)
{
	report->compared++;
	if (word == expected)
		return;
	report->first = report->wrong == 0 ? i : report->first;
	report->wrong++;
}

#endif
