/* fuzz_plan: any text after -a, with the axes of dram. The first byte is the effort, each line a choice ('~' in it
 * stands for a new line). Accepted choices make a plan whose points lie in the benchmark's domain. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "options/options.h"
#include "plan/plan.h"

extern const struct gb_bench gb_bench_dram;

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	const struct gb_bench *const bench = &gb_bench_dram;
	struct gb_choice choices[GB_REPEATS_MAX];
	struct gb_error error = { "" };
	struct gb_plan plan;
	size_t count = 0;

	if (size == 0)
		return 0;
	const enum gb_effort_level effort = (enum gb_effort_level)(bytes[0] % (GB_EVERY + 1));
	char *text = fuzz_text(bytes + 1, size - 1), *rest = text;
	while (rest != NULL && count < GB_REPEATS_MAX)
		choices[count++].text = fuzz_next(&rest, '\n');
	if (gb_choices_check(choices, count, &bench, 1, &error) == GB_OK &&
	    gb_plan_make(bench, effort, choices, count, &plan, &error) == GB_OK) {
		fuzz_check_plan(&plan);
		gb_plan_free(&plan);
	} else
		fuzz_one_line(&error);
	free(text);
	return 0;
}
