/* together.h: the kernels of all GPUs of a program: what several GPUs did alike is one. */
#ifndef GB_SURVEY_TOGETHER_H
#define GB_SURVEY_TOGETHER_H

#include "survey/survey.h"

struct gb_together {
	struct gb_survey_kernel kernel; /* sums; its GPU says nothing */
	size_t gpus;                    /* on which it ran */
	double least, most;             /* seconds on one of these */
};

/* The number of a GPU; with the beginning of its UUID where another GPU has the same number in another process. */
enum { GB_SURVEY_LABEL = 64 };
void gb_survey_label(const struct gb_survey *survey, uint32_t gpu, char label[GB_SURVEY_LABEL]);

/* Those of the longest time first. NULL: there is no memory; the caller frees it. */
struct gb_together *gb_survey_together(const struct gb_survey *survey, size_t *count);

#endif
