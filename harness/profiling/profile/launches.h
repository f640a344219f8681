/* launches.h: chooses the launches to profile, in rounds, from the survey's busiest process, as far as another run
 * can count them; the longest come first. */
#pragma once

#include "profile/kernel_sums.h"
#include "survey/survey.h"
#include "survey/trace_lines.h"

/* Stands for no launch. */
#define GB_LAUNCHES_NONE UINT64_MAX

/* Launches that the process makes itself, in order; nodes of graphs are not launched individually. */
struct gb_launches {
	const struct gb_survey *survey;
	const struct gb_survey_event **event;
	size_t count;
	/* For each kernel, the number of the launch that represents all others: the first, or the first of the
	 * longer ones if they differ. GB_LAUNCHES_NONE: this process never launches it. */
	uint64_t *first;
};

/* The caller frees it. */
void gb_launches_find(struct gb_launches *launches, const struct gb_survey *survey);
void gb_launches_free(struct gb_launches *launches);

double gb_launches_seconds(const struct gb_launches *launches, size_t i);
/* The number of a kernel in the survey. SIZE_MAX: none, because the program behaved differently. */
size_t gb_launches_kernel(const struct gb_launches *launches, const struct gb_trace_kernel *kernel);
/* The launch numbers of these kernels, ascending and separated by commas, for inject/counts.c. `is_wanted`
 * NULL: all kernels that may be counted. */
char *gb_launches_list(const struct gb_launches *launches, const bool *is_wanted);

/* ---- rounds ------------------------------------------------------------------------------------------------------ */

/* A profiler repeats each launch many times, so only a few launches of each kernel in a shape are counted, of the
 * kernels with the most time first.
 *
 * ncu's own filters choose them: names, and `--filter-mode per-launch-config --launch-count N`, which takes the first N
 * launches of each grid, block and shared memory, whatever their names, in all processes together. Kernels with the
 * same shape therefore hide each other, and a kernel that all ranks launch is counted in one of them. The survey has
 * all launches in their order, so the choice of ncu is known before it runs; hidden kernels go to the next round. */

/* The fraction of all kernels' time to cover, and the accepted error of a mean over launches that differ. */
#define GB_ROUNDS_SHARE   0.95
#define GB_ROUNDS_SCATTER 0.05
/* Initial estimates: seconds of a profiler per launch, and until the program starts. */
#define GB_ROUNDS_LAUNCH_SECONDS 0.4
#define GB_ROUNDS_START_SECONDS  4

struct gb_rounds {
	const struct gb_survey *survey;
	const struct gb_survey_event **order; /* launches in their order */
	size_t launches;
	uint32_t *config; /* the shape of each kernel, whatever its name and GPU */
	size_t *like;     /* the kernel whose counts apply: gb_survey_first_like() */
	size_t configs;
	size_t *counted;         /* counted launches of each kernel */
	uint8_t *tried;          /* rounds that tried to count the kernel */
	double start, each;      /* seconds of a round without a launch, and of each launch */
	size_t rounds, measured; /* launches counted in all rounds */
};

struct gb_round {
	char *names; /* for ncu --kernel-name; the caller frees it */
	size_t count;
	size_t kernels, launches; /* that it should count */
	double share, seconds;    /* their fraction of all kernels' time; the expected seconds of the round */
};

/* False: the kernel waits for a kernel of another GPU, like those of NCCL, and would hang while a profiler repeats
 * it. With a single GPU, this does not happen. */
bool gb_rounds_may_count(const struct gb_survey *survey, size_t kernel);
/* True if a kernel of this original name waits for kernels of other GPUs. */
bool gb_rounds_is_collective(const char *mangled);
/* `seconds`: the time of the program alone. The caller frees `plan` in any case. */
void gb_rounds_make(struct gb_rounds *plan, const struct gb_survey *survey, double seconds);
/* Plan the next round, of at most `seconds`. GB_END: enough of the time is covered, nothing more is worthwhile, or
 * `round->kernels` more kernels do not fit. */
int gb_rounds_next(struct gb_rounds *plan, double seconds, struct gb_round *round);
/* Report the result of a round: all kernels so far, and the seconds that the round took. */
void gb_rounds_learn(struct gb_rounds *plan, const struct gb_kernels *kernels, double seconds);
/* The fraction of the time whose kernels have counted launches. */
double gb_rounds_share(const struct gb_rounds *plan);
void gb_rounds_free(struct gb_rounds *plan);

/* The number of a kernel's launches to count, by the scatter of their times. */
size_t gb_rounds_needs(const struct gb_survey_kernel *kernel);
