#include "analysis/breaks.h"

#include <string.h>

#include "analysis/roof_kinds.h"

/* results/breaks.py also reads this table. */
const struct gb_break gb_breaks[] = {
	{ "l2.read", "", "0.1.0", "2026-11-22T19:08:45", "9f26a067", "one size of the set" },
	{ "l2.write", "", "0.1.0", "2026-11-22T19:08:45", "9f26a067", "one size of the set" },
	{ "l1", "", "0.1.0", "2026-11-23T08:03:08", "0cf4d814", "loads of 8 or 16 bytes" },
	{ "dram.read", "NVIDIA H100", "0.2.0", "2026-11-27T04:39:27", "7c085aa7", "a search past equal values" },
	{ "dram.write", "NVIDIA H100", "0.2.0", "2026-11-27T04:39:27", "7c085aa7", "a search past equal values" },
	{ "dram.copy", "NVIDIA H100", "0.2.0", "2026-11-27T04:39:27", "7c085aa7", "a search past equal values" },
	{ "dram.triad", "NVIDIA H100", "0.2.0", "2026-11-27T04:39:27", "7c085aa7", "a search past equal values" },
	{ "l2.write", "NVIDIA H100", "0.2.0", "2026-11-27T16:57:27", "b4b847be", "sets near half of L2" },
	{ "l2.read", "NVIDIA H100", "0.2.0", "2026-11-27T18:02:54", "c51f2d4e", "more shapes" },
	{ .roofs = NULL },
};

static bool is_before(const struct gb_break *change, const char *version, const char *time)
{
	const char *const digits = version + strcspn(version, "0123456789");

	if (digits[0] == '\0' && time[0] == '\0')
		return true;
	return (digits[0] != '\0' && strverscmp(digits, change->release) < 0) ||
	       (time[0] != '\0' && strncmp(time, change->time, strlen(change->time)) < 0);
}

const struct gb_break *gb_breaks_find(const struct gb_record *record)
{
	const char *roof = gb_record_text(record->roof), *gpu = gb_record_text(record->gpu_name);

	for (const struct gb_break *b = gb_breaks; b->roofs != NULL; b++)
		if (gb_roof_match(b->roofs, roof) > 0 && strncmp(gpu, b->gpu, strlen(b->gpu)) == 0 &&
		    is_before(b, gb_record_text(record->version), gb_record_text(record->time_utc)))
			return b;
	return NULL;
}
