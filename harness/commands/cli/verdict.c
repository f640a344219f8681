#include "cli/verdict.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/commands.h"
#include "judge/judge_settings.h"

enum { TOLD_MAX = 20 };

void gb_verdict_usual_set(char *text, size_t size)
{
	snprintf(text, size, "the steady ones that do not depend on the host");
}

struct gb_judge_set gb_verdict_set(const struct gb_texts *only, const struct gb_texts *without,
				   const struct gb_texts *also)
{
	return (struct gb_judge_set){ .only = only->text,
				      .onlys = only->count,
				      .without = without->text,
				      .withouts = without->count,
				      .also = also->text,
				      .alsos = also->count };
}

bool gb_verdict_options_fit(const struct gb_texts *only, const struct gb_texts *also, const struct gb_texts *expect)
{
	char text[GB_ERROR_TEXT];

	if (only->count > 0 && also->count > 0) {
		gb_complain(GB_EXIT_USAGE, "--also adds to the default roofs: name all roofs with --roof instead");
		return false;
	}
	for (size_t i = 0; i < expect->count; i++)
		if (!gb_settings_can_expect(expect->text[i])) {
			snprintf(text, sizeof text,
				 "--expect %.200s: expected driver= or vbios=, ecc= or mig= with on or off, or power=, "
				 "sms= or lanes= with a number",
				 expect->text[i]);
			gb_complain(GB_EXIT_USAGE, text);
			return false;
		}
	return true;
}

bool gb_verdict_read_nodes(const char *list, struct gb_inputs *nodes)
{
	struct gb_error error = { "" };

	*nodes = (struct gb_inputs){ .only_names = true };
	if (list == NULL || gb_inputs_add_list(nodes, list, &error) == GB_OK)
		return true;
	gb_complain(GB_EXIT_USAGE, error.text);
	return false;
}

struct gb_wrap_mark gb_verdict_mark(const struct gb_verdict *verdict)
{
	if (verdict->slow > 0)
		return (struct gb_wrap_mark){ "slow:", "slow" };
	if (verdict->throttled > 0)
		return (struct gb_wrap_mark){ "throttled:", "slow" };
	if (verdict->wrong > 0)
		return (struct gb_wrap_mark){ verdict->finding[0].kind == GB_FOUND_LINK ? "link:" : "not as expected:",
					      "slow" };
	if (verdict->open > 0)
		return (struct gb_wrap_mark){ "no verdict:", "no verdict" };
	return (struct gb_wrap_mark){ "OK:", "ok" };
}

void gb_verdict_tell(const struct gb_verdict *verdict, const char *against)
{
	const bool told_first = verdict->slow + verdict->throttled + verdict->wrong + verdict->open > 0;
	static const struct gb_wrap_mark mark[GB_FOUND_KINDS] = { [GB_FOUND_SLOW] = { "below", "slow" },
								  [GB_FOUND_THROTTLED] = { "throttled:", "slow" },
								  [GB_FOUND_LINK] = { "link:", "slow" },
								  [GB_FOUND_UNEXPECTED] = { "not as expected:",
											    "slow" },
								  [GB_FOUND_OPEN] = { "no verdict:", "no verdict" } };
	size_t told[GB_FOUND_KINDS] = { 0 };
	char text[2 * GB_ERROR_TEXT], finding[2 * GB_ERROR_TEXT - 32];

	gb_wrap_begin_notes();
	const size_t lead = told_first ? verdict->leading : verdict->fleet->cohorts > 0;
	for (size_t i = 0; i < verdict->fleet->cohorts; i++) {
		if (i + 1 == lead)
			continue;
		gb_cohort_tell(&verdict->fleet->cohort[i], finding, sizeof finding);
		snprintf(text, sizeof text, "differs: %s", finding);
		gb_remark(text);
	}
	const bool skips = told_first && lead == 0;
	told[GB_FOUND_SLOW] = skips;
	for (size_t i = skips; i < verdict->findings; i++) {
		const enum gb_verdict_finding_kind kind = verdict->finding[i].kind;
		if (verdict->finding[i].cohort > 0)
			continue;
		if (told[kind]++ == TOLD_MAX) {
			snprintf(text, sizeof text, "%s: ...", gb_verdict_kind_word(kind));
			gb_remark(text);
		}
		if (told[kind] > TOLD_MAX)
			continue;
		gb_verdict_tell_finding(&verdict->finding[i], against, finding, sizeof finding);
		snprintf(text, sizeof text, "%s%s%s", kind == GB_FOUND_SLOW ? "" : gb_verdict_kind_word(kind),
			 kind == GB_FOUND_SLOW ? "" : ": ", finding);
		gb_remark_marked(text, mark[kind]);
	}
}

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
	const struct gb_gpu_roofs *gpu = &roofs->gpu[at];

	return at > 0 && strcmp(gpu[-1].name, gpu->name) == 0 && strcmp(gpu[-1].board, gpu->board) == 0;
}

void gb_baseline_tell(const struct gb_baseline *baseline, const struct gb_roofs *now, const char *what,
		      gb_files_tell_fn *tell)
{
	char stands[GB_ERROR_TEXT], text[2 * GB_ERROR_TEXT];

	for (size_t i = 0; i < now->count; i++) {
		const struct gb_gpu_roofs *gpu = &now->gpu[i];
		gb_baseline_describe(baseline, gpu, stands, sizeof stands);
		if (is_like_the_last(now, i) || stands[0] == '\0')
			continue;
		gb_text_write(text, sizeof text, "%s of %s%s%s: %s", what, gpu->name,
			      gpu->board[0] != '\0' ? ", board " : "", gpu->board, stands);
		tell(text);
	}
}
