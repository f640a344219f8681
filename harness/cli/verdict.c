#include "cli/verdict.h"

#include <stdio.h>

#include "base/text.h"
#include "cli/commands.h"

enum { TOLD_MAX = 20 };

void gb_verdict_usual_set(char *text, size_t size)
{
	snprintf(text, size, "the steady ones that do not depend on the host");
}

struct gb_gate_set gb_verdict_set(const struct gb_texts *only, const struct gb_texts *without)
{
	return (struct gb_gate_set){
		.only = only->text, .onlys = only->count, .without = without->text, .withouts = without->count
	};
}

struct gb_wrap_mark gb_verdict_mark(const struct gb_gate *gate)
{
	if (gate->slow > 0)
		return (struct gb_wrap_mark){ "slow:", "slow" };
	if (gate->throttled > 0)
		return (struct gb_wrap_mark){ "throttled:", "slow" };
	if (gate->open > 0)
		return (struct gb_wrap_mark){ "no verdict:", "no verdict" };
	return (struct gb_wrap_mark){ "as fast as", "ok" };
}

void gb_verdict_tell(const struct gb_gate *gate, const char *against, bool but_first)
{
	static const char *const before[GB_FOUND_KINDS] = { [GB_FOUND_SLOW] = "",
							    [GB_FOUND_THROTTLED] = "throttled: ",
							    [GB_FOUND_OPEN] = "no verdict: ",
							    [GB_FOUND_NOTE] = "note: " };
	static const struct gb_wrap_mark mark[GB_FOUND_KINDS] = { [GB_FOUND_SLOW] = { "below", "slow" },
								  [GB_FOUND_THROTTLED] = { "throttled:", "slow" },
								  [GB_FOUND_OPEN] = { "no verdict:", "no verdict" } };
	size_t told[GB_FOUND_KINDS] = { 0 };
	char text[2 * GB_ERROR_TEXT], finding[2 * GB_ERROR_TEXT - 32];

	for (size_t i = but_first; i < gate->causes; i++) {
		gb_gate_tell_cause(&gate->cause[i], text, sizeof text);
		gb_complain_marked(0, text, mark[GB_FOUND_SLOW]);
	}
	told[GB_FOUND_SLOW] = but_first && gate->causes == 0;
	for (size_t i = but_first && gate->causes == 0; i < gate->findings; i++) {
		const enum gb_gate_what kind = gate->finding[i].kind;
		if (gate->finding[i].cause > 0)
			continue;
		if (told[kind]++ == TOLD_MAX) {
			snprintf(text, sizeof text, "%s...", before[kind]);
			gb_complain(0, text);
		}
		if (told[kind] > TOLD_MAX)
			continue;
		gb_gate_tell(&gate->finding[i], against, finding, sizeof finding);
		snprintf(text, sizeof text, "%s%s", before[kind], finding);
		gb_complain_marked(0, text, mark[kind]);
	}
}
