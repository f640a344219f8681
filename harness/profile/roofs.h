/* roofs.h: which measured roofs a profile is held against: those of the GPU that a kernel ran on, those of the links
 * that copies go over, and the files that have them. */
#ifndef GB_PROFILE_ROOFS_H
#define GB_PROFILE_ROOFS_H

#include <stddef.h>

#include "analysis/peaks.h"
#include "base/error.h"
#include "survey/survey.h"

/* Known facts of the GPU; "": not known. */
struct gb_match_wish {
	const char *uuid, *model, *board;
	const char *text; /* what the user chose the GPU by; NULL: nothing */
};

struct gb_match {
	struct gb_peaks peaks;
	bool is_itself;           /* they were measured on this very GPU */
	struct gb_gpu_roofs *gpu; /* copies of those that match; their roofs stay the collection's */
	size_t count;
};

/* By the UUID, else by model and board. GB_SKIPPED: there is none, and the text says what there is. */
int gb_match_find(struct gb_match *match, const struct gb_roofs *roofs, const struct gb_match_wish *wish,
		  struct gb_error *error);
void gb_match_free(struct gb_match *match);

/* ---- the roofs of a survey --------------------------------------------------------------------------------------- */

/* What a survey is held against: the roofs of the links that copies go over, and how long a launch takes. */

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

/* ---- files of results -------------------------------------------------------------------------------------------- */

enum { GB_RESULTS_MAX = 1024 };

struct gb_results {
	char *file[GB_RESULTS_MAX];
	size_t count;
};

/* Add a file, or every CSV and store (.db) in a folder and in the folders in it, in the order of their names; links to
 * folders are not followed, and what begins with a dot is passed over. */
int gb_results_add(struct gb_results *results, const char *path, struct gb_error *error);
void gb_results_free(struct gb_results *results);

#endif
