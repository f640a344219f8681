/* fuzz_ncu: gb_ncu_csv_read() on any bytes, and the results: kernels, places and the CSV of a profile. Every
 * resulting launch has a time, and the sums include all launches. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"
#include "tables/tables.h"

static int on_launch(void *context, const struct gb_ncu_launch *launch, struct gb_error *error)
{
	fuzz_require(launch->value[GB_COUNTED_SECONDS] > 0, "a launch without a time");
	for (size_t c = 0; c < GB_COUNTERS; c++)
		fuzz_require(isnan(launch->value[c]) || launch->value[c] >= 0, "counter %zu is %g", c,
			     launch->value[c]);
	gb_kernels_add(context, launch);
	return GB_OK;
}

static void check_sums(const struct gb_kernels *kernels)
{
	double seconds = 0;
	size_t launches = 0;

	for (size_t i = 0; i < kernels->count; i++) {
		seconds += kernels->kernel[i].value[GB_COUNTED_SECONDS];
		launches += kernels->kernel[i].launches;
		fuzz_require(i == 0 || kernels->kernel[i].value[GB_COUNTED_SECONDS] <=
					       kernels->kernel[i - 1].value[GB_COUNTED_SECONDS],
			     "kernel %zu is longer than the one before it", i);
	}
	fuzz_require(launches == kernels->launches, "%zu launches of %zu", launches, kernels->launches);
	fuzz_require(isinf(seconds) || fabs(seconds - kernels->seconds) <= 1e-9 * seconds, "%g s of %g", seconds,
		     kernels->seconds);
}

static void check_shown(const struct gb_kernels *kernels)
{
	struct gb_binding *binding = calloc(kernels->count + 1, sizeof *binding);
	const struct gb_profile profile = { .kernels = kernels, .binding = binding, .roofs = "" };
	struct gb_error error = { "" };
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	fuzz_require(binding != NULL && out != NULL, "out of memory");
	for (size_t i = 0; i < kernels->count; i++)
		gb_binding_find(&binding[i], &kernels->kernel[i], NULL);
	fuzz_require(gb_profile_write_csv(&profile, out, &error) == GB_OK, "cannot be written: %s", error.text);
	gb_profile_print(&profile, GB_TABLE_MARKDOWN, out);
	fclose(out);
	for (size_t i = 0; i < size; i++)
		fuzz_require((unsigned char)text[i] >= ' ' || text[i] == '\n' || text[i] == '\r' || text[i] == '\t',
			     "the control %d is shown", text[i]);
	free(text);
	free(binding);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct gb_kernels kernels = { .count = 0 };
	struct gb_ncu_said said;
	struct gb_error error = { "" };
	char *text = fuzz_text(bytes, size);
	FILE *file = fmemopen(text, size + 1, "r");

	fuzz_require(file != NULL, "no file");
	if (gb_ncu_csv_read(file, "input", on_launch, &kernels, &said, &error) != GB_OK)
		fuzz_one_line(&error);
	fclose(file);
	gb_kernels_sort(&kernels);
	check_sums(&kernels);
	if (kernels.count > 0)
		check_shown(&kernels);
	gb_kernels_free(&kernels);
	free(text);
	return 0;
}
