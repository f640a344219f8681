/* extrapolate.h: from launches that were counted to all that the survey saw. */
#ifndef GB_EXTRAPOLATE_H
#define GB_EXTRAPOLATE_H

#include "profile/binding.h"
#include "survey/survey.h"

/* Launches of one name and shape whose times scatter by more than this part of their mean do not do the same: a loop
 * over a grid of fixed size may have any length. Work is scaled by time then, else by the number of launches. */
#define GB_EXTRAPOLATE_EVEN 0.25

/* Give each kernel the launches and seconds that the survey saw of it, and add those of which none was counted: what
 * they did is not known. Before gb_kernels_sort(). */
int gb_extrapolate(struct gb_kernels *all, const struct gb_survey *survey, struct gb_error *error);

/* Where a kernel lies does not change: its work becomes that of all launches, its gain that of all seconds. */
void gb_extrapolate_binding(struct gb_binding *binding);

#endif
