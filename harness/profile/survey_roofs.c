#include "profile/survey_roofs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int gb_survey_roofs_find(struct gb_survey_roofs *found, const struct gb_survey *survey, const struct gb_roofs *roofs,
			 const char *chosen, struct gb_error *error)
{
	*found = (struct gb_survey_roofs){ .match = calloc(survey->gpus + 1, sizeof *found->match),
					   .found = calloc(survey->gpus + 1, sizeof *found->found) };
	if (found->match == NULL || found->found == NULL) {
		gb_survey_roofs_free(found);
		return gb_error_set(error, "out of memory");
	}
	found->count = survey->gpus;
	for (size_t i = 0; i < survey->gpus; i++) {
		struct gb_error none = { "" };
		const struct gb_match_wish wish = { survey->gpu[i].uuid, survey->gpu[i].name, "", chosen };
		found->found[i] = gb_match_find(&found->match[i], roofs, &wish, &none) == GB_OK;
	}
	return GB_OK;
}

void gb_survey_roofs_free(struct gb_survey_roofs *found)
{
	for (size_t i = 0; i < found->count && found->found != NULL; i++)
		if (found->found[i])
			gb_match_free(&found->match[i]);
	free(found->match);
	free(found->found);
	*found = (struct gb_survey_roofs){ .count = 0 };
}

static const struct gb_peak *peak_of(const struct gb_survey_roofs *found, uint32_t gpu, const char *name)
{
	return gpu < found->count && found->found[gpu] ? gb_peaks_find(&found->match[gpu].peaks, name) : NULL;
}

static bool is_host(const char *memory)
{
	return strcmp(memory, "pinned") == 0 || strcmp(memory, "pageable") == 0;
}

/* A copy within a GPU reads and writes each byte. */
const struct gb_peak *gb_survey_roof_of(const struct gb_survey_roofs *found, const struct gb_survey_copy *copy,
					double *work)
{
	const bool from_device = strcmp(copy->from, "device") == 0, to_device = strcmp(copy->to, "device") == 0;

	*work = copy->bytes;
	if (copy->other != GB_SURVEY_NO_GPU && copy->other != copy->gpu)
		return NULL;
	if (copy->from[0] == '\0')
		return peak_of(found, copy->gpu, "dram.write");
	if (is_host(copy->from) && to_device)
		return peak_of(found, copy->gpu, "transfer.h2d");
	if (from_device && is_host(copy->to))
		return peak_of(found, copy->gpu, "transfer.d2h");
	if (!from_device || !to_device)
		return NULL;
	*work = 2 * copy->bytes;
	return peak_of(found, copy->gpu, "dram.copy");
}

double gb_survey_launch_seconds(const struct gb_survey_roofs *found, uint32_t gpu)
{
	const struct gb_peak *peak = peak_of(found, gpu, "launch.round_trip");

	return peak != NULL ? peak->value : NAN;
}
