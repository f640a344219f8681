/* survey_parts.h: what the files of a survey have in common. */
#ifndef GB_SURVEY_PARTS_H
#define GB_SURVEY_PARTS_H

#include "survey/survey.h"

/* The number + 1 of a kernel by its names, shape and GPU, which is added where it is not there yet. 0: there is no
 * memory. */
size_t gb_survey_kernel_number(struct gb_survey *survey, const struct gb_survey_kernel *kernel);
/* Likewise of copies between two memories. */
size_t gb_survey_copy_number(struct gb_survey *survey, const struct gb_survey_copy *copy);

#endif
