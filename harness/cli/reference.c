#include "cli/reference.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

bool gb_baseline_is_reference(const char *argument)
{
	return argument != NULL && strcmp(argument, GB_REFERENCE_WORD) == 0;
}

size_t gb_baseline_read(struct gb_roofs *into, const char *argument, const struct gb_roofs *now, gb_files_tell_fn *tell)
{
	if (!gb_baseline_is_reference(argument))
		return gb_files_read(into, &argument, 1, tell);
	const size_t wrong = gb_reference_read(into, getenv("GPUBENCH_REFERENCE"), tell);
	if (now != NULL)
		gb_reference_select(into, now);
	return wrong;
}

/* GPUs are sorted by model and board. */
static bool is_like_the_last(const struct gb_roofs *roofs, size_t at)
{
	const struct gb_gpu *gpu = &roofs->gpu[at];

	return at > 0 && strcmp(gpu[-1].name, gpu->name) == 0 && strcmp(gpu[-1].board, gpu->board) == 0;
}

void gb_baseline_tell(const struct gb_baseline *baseline, const struct gb_roofs *now, const char *what,
		      gb_files_tell_fn *tell)
{
	char stands[GB_ERROR_TEXT], text[2 * GB_ERROR_TEXT];

	for (size_t i = 0; i < now->count; i++) {
		const struct gb_gpu *gpu = &now->gpu[i];
		gb_baseline_describe(baseline, gpu, stands, sizeof stands);
		if (is_like_the_last(now, i) || stands[0] == '\0')
			continue;
		text[0] = '\0';
		gb_text_add(text, sizeof text, "%s of %s%s%s: %s", what, gpu->name,
			    gpu->board[0] != '\0' ? ", board " : "", gpu->board, stands);
		tell(text);
	}
}
