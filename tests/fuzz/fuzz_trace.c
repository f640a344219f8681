/* fuzz_trace: gb_survey_read() and gb_sass_trace_read() on any bytes, and the results: the survey's tables, and the
 * planned rounds. Launches, seconds and counters add up. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"
#include "profile/launches.h"
#include "profile/sass.h"
#include "tables/tables.h"

static int on_kernel(void *context, const struct gb_sass_kernel *kernel, struct gb_error *error)
{
	fuzz_require(kernel->of.grid[0] == '(' && kernel->of.block[0] == '(', "a kernel without a shape");
	for (size_t c = 0; c < GB_COUNTERS; c++)
		fuzz_require(isnan(kernel->value[c]) || kernel->value[c] >= 0, "counter %zu is %g", c,
			     kernel->value[c]);
	return GB_OK;
}

static void read_counts(char *text, size_t size)
{
	FILE *file = fmemopen(text, size + 1, "r");
	struct gb_error error = { "" };
	struct gb_sass_said said;

	fuzz_require(file != NULL, "no file");
	if (gb_sass_trace_read(file, "input", on_kernel, NULL, &said, &error) != GB_OK)
		fuzz_one_line(&error);
	fclose(file);
}

static void check_sums(const struct gb_survey *survey)
{
	size_t launches = 0;

	for (size_t i = 0; i < survey->kernels; i++) {
		const struct gb_survey_kernel *k = &survey->kernel[i];
		launches += k->launches;
		fuzz_require(k->least <= k->most && k->most <= k->seconds * (1 + 1e-9), "kernel %zu: %g to %g of %g s",
			     i, k->least, k->most, k->seconds);
		fuzz_require(i == 0 || k->seconds <= k[-1].seconds, "kernel %zu is longer than the one before it", i);
	}
	fuzz_require(launches == survey->launches, "%zu launches of %zu", launches, survey->launches);
	for (size_t i = 0; i < survey->gpus; i++)
		fuzz_require(survey->gpu[i].busy <= survey->gpu[i].span * (1 + 1e-9), "GPU %zu: %g s of %g", i,
			     survey->gpu[i].busy, survey->gpu[i].span);
}

static void check_shown(const struct gb_survey *survey)
{
	const struct gb_roofs none = { .count = 0 };
	struct gb_survey_roofs roofs;
	const struct gb_survey_view view = { survey, &roofs };
	struct gb_error error = { "" };
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	fuzz_require(out != NULL, "out of memory");
	gb_survey_roofs_find(&roofs, survey, &none, NULL);
	fuzz_require(gb_survey_write_csv(&view, out, &error) == GB_OK, "cannot be written: %s", error.text);
	gb_survey_print(&view, false, GB_TABLE_MARKDOWN, out);
	fclose(out);
	for (size_t i = 0; i < size; i++)
		fuzz_require((unsigned char)text[i] >= ' ' || text[i] == '\n' || text[i] == '\r' || text[i] == '\t',
			     "the control %d is shown", text[i]);
	free(text);
	gb_survey_roofs_free(&roofs);
}

static void check_rounds(const struct gb_survey *survey)
{
	struct gb_rounds rounds;
	struct gb_round round;
	int count = 0;

	gb_rounds_make(&rounds, survey, 0);
	for (; count < 8 && gb_rounds_next(&rounds, 1e9, &round) == GB_OK; count++) {
		fuzz_require(round.launches > 0 && round.kernels > 0, "a round without a launch");
		free(round.names);
	}
	gb_rounds_free(&rounds);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct gb_survey survey = { .kernels = 0 };
	struct gb_error error = { "" };
	char *text = fuzz_text(bytes, size);
	FILE *file = fmemopen(text, size + 1, "r");

	fuzz_require(file != NULL, "no file");
	if (gb_survey_read(&survey, file, "input", &error) != GB_OK)
		fuzz_one_line(&error);
	fclose(file);
	read_counts(text, size);
	if (size % 2 == 1)
		gb_survey_limit(&survey, 2e-6, 6e-6);
	gb_survey_end(&survey);
	check_sums(&survey);
	if (survey.launches > 0) {
		check_shown(&survey);
		check_rounds(&survey);
	}
	gb_survey_free(&survey);
	free(text);
	return 0;
}
