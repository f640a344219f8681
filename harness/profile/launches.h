/* launches.h: the launches of the busiest process of a survey that can be counted in another run. */
#ifndef GB_LAUNCHES_H
#define GB_LAUNCHES_H

#include "survey/survey.h"
#include "survey/trace_lines.h"

/* The number of no launch. */
#define GB_LAUNCHES_NONE UINT64_MAX

/* Those that the process makes itself, in their order: nodes of graphs are launched by nobody. */
struct gb_launches {
	const struct gb_survey *survey;
	const struct gb_survey_event **event;
	size_t count;
	/* For each kernel the number of the launch that is counted for all: the first one, or the first of the longer
	 * ones if they differ. GB_LAUNCHES_NONE: this process launches none. */
	uint64_t *first;
};

/* GB_FAILED: out of memory. The caller frees it in any case. */
int gb_launches_find(struct gb_launches *launches, const struct gb_survey *survey, struct gb_error *error);
void gb_launches_free(struct gb_launches *launches);

double gb_launches_seconds(const struct gb_launches *launches, size_t i);
/* The number of a kernel in the survey. SIZE_MAX: it has no such kernel, the program did something else. */
size_t gb_launches_kernel(const struct gb_launches *launches, const struct gb_trace_kernel *kernel);
/* The numbers of the launches of these kernels, ascending, with commas, as inject/counts.c reads them; of all kernels
 * that may be counted if `is_wanted` is NULL. NULL: there is no memory. */
char *gb_launches_list(const struct gb_launches *launches, const bool *is_wanted);

#endif
