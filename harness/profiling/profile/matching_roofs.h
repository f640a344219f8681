/* matching_roofs.h: the measured roofs with which a profile is compared: those of the kernel's GPU, those of the links
 * that copies use, and the files that contain them. */
#pragma once

#include <stddef.h>

#include "analysis/peaks.h"
#include "base/error.h"
#include "survey/survey.h"

/* A GPU for which roofs are wanted; "": unknown. */
struct gb_match_wish {
	const char *uuid, *model, *board;
	const char *text; /* the GPU that the user chose; NULL: none */
	/* Evidence that rules out roofs of another GPU; "" and NAN: not known. */
	const char *capability;
	double clock_hz, memory_bytes; /* highest clock of the SMs; all memory */
};

struct gb_match {
	struct gb_peaks peaks;
	bool is_itself;           /* the roofs were measured on the same GPU */
	struct gb_gpu_roofs *gpu; /* shallow copies of the matching GPUs */
	size_t count;
};

/* Finds roofs by UUID, otherwise by model and board, unless evidence rules them out. GB_SKIPPED: there are none, and
 * the text lists the available ones. */
int gb_match_find(struct gb_match *match, const struct gb_roofs *roofs, const struct gb_match_wish *wish,
		  struct gb_error *error);
void gb_match_free(struct gb_match *match);

/* ---- the roofs of a survey --------------------------------------------------------------------------------------- */

/* The roofs of the links that copies use, and the time of a launch. */
struct gb_survey_roofs {
	struct gb_match *match; /* of each GPU of the survey */
	bool *found;
	size_t count;
};

/* `chosen`: the GPU that the user chose; NULL: none. */
void gb_survey_roofs_find(struct gb_survey_roofs *found, const struct gb_survey *survey, const struct gb_roofs *roofs,
			  const char *chosen);
void gb_survey_roofs_free(struct gb_survey_roofs *found);

/* Returns the roof of a copy or fill, and its work in bytes; NULL: not measured, or no roof applies. */
const struct gb_peak *gb_survey_roof_of(const struct gb_survey_roofs *found, const struct gb_survey_copy *copy,
					double *work);

/* Seconds from a launch until the host knows that its kernel has ended; NAN: not measured. Successive launches take
 * less time. */
double gb_survey_launch_seconds(const struct gb_survey_roofs *found, uint32_t gpu);

/* ---- files of results -------------------------------------------------------------------------------------------- */

enum { GB_RESULTS_MAX = 1024 };

struct gb_results {
	char *file[GB_RESULTS_MAX];
	size_t count;
};

/* Adds a file, or every CSV and store (.db) in a folder and its subfolders, in the order of their names. Links to
 * folders, and names that begin with a dot, are skipped. */
int gb_results_add(struct gb_results *results, const char *path, struct gb_error *error);
void gb_results_free(struct gb_results *results);
