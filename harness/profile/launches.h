/* launches.h: which launches are profiled: those of the busiest process of a survey that can be counted in another run,
 * in rounds, the ones of the most time first. */
#ifndef GB_LAUNCHES_H
#define GB_LAUNCHES_H

#include "profile/kernels.h"
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

/* ---- rounds ------------------------------------------------------------------------------------------------------ */

/* Which launches are worth a profiler's time. A profiler runs every launch that it counts many times over, so of each
 * kernel in a shape only a few are counted, of those that take the most time first.
 *
 * ncu's own filters choose them: names, and `--filter-mode per-launch-config --launch-count N`, which takes the first
 * N launches of each grid, block and shared memory, whatever their names, in all processes together. So kernels that
 * are launched in one shape hide each other, and a kernel that all ranks launch is counted in one of them. The survey
 * has all launches in their order: what ncu will take is known before it runs, and what stays hidden goes to the next
 * round. */

/* The part of the time of all kernels that is to be placed, and how far the mean of launches that differ may be off. */
#define GB_ROUNDS_SHARE   0.95
#define GB_ROUNDS_SCATTER 0.05
/* Until a round has shown what they are here: seconds of a profiler for a launch, and until the program starts. */
#define GB_ROUNDS_LAUNCH_SECONDS 0.4
#define GB_ROUNDS_START_SECONDS  4

struct gb_rounds {
	const struct gb_survey *survey;
	const struct gb_survey_event **order; /* launches, as they were made */
	size_t launches;
	uint32_t *config; /* of each kernel: its shape, whatever its name and GPU */
	size_t *like;     /* the kernel whose counts it shares: gb_survey_first_like() */
	size_t configs;
	size_t *counted;         /* launches of each kernel that were counted */
	uint8_t *tried;          /* rounds that were to count it */
	double start, each;      /* seconds, of a round without a launch and of each launch */
	size_t rounds, measured; /* launches that all rounds counted */
};

struct gb_round {
	char *names; /* what ncu takes by --kernel-name; the caller frees it */
	size_t count;
	size_t kernels, launches; /* that it is to count */
	double share, seconds;    /* of the time of all kernels that these take; that it will take */
};

/* False: it waits for a kernel of another GPU, which never comes while this one is run again and again, or slowly.
 * Kernels of NCCL do, and where there is a single GPU none does. */
bool gb_rounds_may_count(const struct gb_survey *survey, size_t kernel);
/* `seconds`: of the program alone. The caller frees it in any case. */
int gb_rounds_make(struct gb_rounds *plan, const struct gb_survey *survey, double seconds, struct gb_error *error);
/* The next round, in at most `seconds`. GB_END: enough is placed, or nothing more is worth it. */
int gb_rounds_next(struct gb_rounds *plan, double seconds, struct gb_round *round, struct gb_error *error);
/* The result of a round: all kernels so far, and the seconds that it took. */
void gb_rounds_learn(struct gb_rounds *plan, const struct gb_kernels *kernels, double seconds);
/* The part of the time of all kernels of which launches were counted. */
double gb_rounds_share(const struct gb_rounds *plan);
void gb_rounds_free(struct gb_rounds *plan);

/* How many launches of a kernel are to be counted, by the scatter of their times. */
size_t gb_rounds_needs(const struct gb_survey_kernel *kernel);

#endif
