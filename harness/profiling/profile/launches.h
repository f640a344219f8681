/* launches.h: chooses the launches to profile in rounds. They come from the busiest process of the survey, are those
 * that another run can count, and begin with the longest. */
#pragma once

#include "profile/kernel_sums.h"
#include "survey/survey.h"
#include "survey/trace_lines.h"

#define GB_LAUNCHES_NONE UINT64_MAX

/* The launches that the process makes itself, in order. Nodes of graphs are not launched individually. */
struct gb_launches {
	const struct gb_survey *survey;
	const struct gb_survey_event **event;
	size_t count;
	/* For each kernel, the number of the launch that represents all others: the first, or the first of the longer
	 * ones if they differ. GB_LAUNCHES_NONE: this process never launches the kernel. */
	uint64_t *first;
};

/* Call gb_launches_free() afterwards. */
void gb_launches_find(struct gb_launches *launches, const struct gb_survey *survey);
void gb_launches_free(struct gb_launches *launches);

double gb_launches_seconds(const struct gb_launches *launches, size_t i);
/* Returns the number of a kernel in the survey. SIZE_MAX: none, because the program behaved differently. */
size_t gb_launches_kernel(const struct gb_launches *launches, const struct gb_trace_kernel *kernel);
/* Returns the launch numbers of these kernels, ascending and separated by commas, for inject/counts.c. `is_wanted`
 * NULL: all kernels that may be counted. */
char *gb_launches_list(const struct gb_launches *launches, const bool *is_wanted);

/* ---- rounds ------------------------------------------------------------------------------------------------------ */

/* A profiler repeats each launch many times. Therefore only a few launches of each kernel and shape are counted,
 * beginning with the kernels that take the most time.
 *
 * The filters of ncu select launches by name, and `--filter-mode per-launch-config --launch-count N` takes the first N
 * launches with the same grid, block and shared memory, whatever their names, in all processes together. Kernels with
 * the same shape therefore hide each other, and a kernel that all ranks launch is counted in one of them. The survey
 * has all launches in order, so the selection of ncu is known before it runs. Hidden kernels go to the next round. */

/* The fraction of all kernels' time to be covered, and the accepted error of a mean over launches that differ. */
#define GB_ROUNDS_SHARE   0.95
#define GB_ROUNDS_SCATTER 0.05
/* Initial estimates: seconds per launch under a profiler, and until the program starts. */
#define GB_ROUNDS_LAUNCH_SECONDS 0.4
#define GB_ROUNDS_START_SECONDS  4

struct gb_rounds {
	const struct gb_survey *survey;
	const struct gb_survey_event **order; /* launches in order */
	size_t launches;
	uint32_t *config; /* for each kernel, the number of its shape, whatever its name and GPU */
	size_t *like;     /* for each kernel, the kernel whose counts apply: gb_survey_first_like() */
	size_t configs;
	size_t *counted;         /* of each kernel, its counted launches */
	uint8_t *tried;          /* of each kernel, the rounds that tried to count it */
	double start, each;      /* seconds of a round without launches; seconds of each launch */
	size_t rounds, measured; /* measured: launches counted in all rounds */
};

struct gb_round {
	char *names; /* for ncu --kernel-name; the caller frees it */
	size_t count;
	size_t kernels, launches; /* that it should count */
	double share, seconds;    /* fraction of all kernels' time; expected seconds of the round */
};

/* False: the kernel waits for a kernel on another GPU, as those of NCCL do, and would hang while a profiler repeats it.
 * This does not happen with a single GPU. */
bool gb_rounds_may_count(const struct gb_survey *survey, size_t kernel);
/* True if a kernel of this original name waits for kernels of other GPUs. */
bool gb_rounds_is_collective(const char *mangled);
/* `seconds`: of the program alone. The caller frees `plan` in any case. */
void gb_rounds_make(struct gb_rounds *plan, const struct gb_survey *survey, double seconds);
/* Plans the next round, of at most `seconds`. GB_END: enough of the time is covered, nothing more is worthwhile, or
 * `round->kernels` further kernels do not fit. */
int gb_rounds_next(struct gb_rounds *plan, double seconds, struct gb_round *round);
/* Passes on the result of a round: all kernels so far, and the seconds that the round took. */
void gb_rounds_learn(struct gb_rounds *plan, const struct gb_kernels *kernels, double seconds);
/* Returns the fraction of the time that kernels with counted launches take. */
double gb_rounds_share(const struct gb_rounds *plan);
void gb_rounds_free(struct gb_rounds *plan);

/* Returns the number of launches of a kernel to count, from the scatter of their times. */
size_t gb_rounds_needs(const struct gb_survey_kernel *kernel);
