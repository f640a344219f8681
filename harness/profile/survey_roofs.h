/* survey_roofs.h: what a survey is held against: the roofs of the links that copies go over, and how long a launch
 * takes. */
#ifndef GB_SURVEY_ROOFS_H
#define GB_SURVEY_ROOFS_H

#include "profile/match.h"
#include "survey/survey.h"

struct gb_survey_roofs {
	struct gb_match *match; /* of each GPU of the survey */
	bool *found;
	size_t count;
};

/* `chosen`: what the user chose a GPU's roofs by; NULL: nothing. */
int gb_survey_roofs_find(struct gb_survey_roofs *found, const struct gb_survey *survey, const struct gb_roofs *roofs,
			 const char *chosen, struct gb_error *error);
void gb_survey_roofs_free(struct gb_survey_roofs *found);

/* The roof of a copy or fill, and its work on it, in bytes; NULL: none was measured, or none is meant. */
const struct gb_peak *gb_survey_roof_of(const struct gb_survey_roofs *found, const struct gb_survey_copy *copy,
					double *work);

/* Seconds from one launch until the host knows that its kernel has ended; NAN: not measured. The period of kernels that
 * wait for each other's launch is less. */
double gb_survey_launch_seconds(const struct gb_survey_roofs *found, uint32_t gpu);

#endif
