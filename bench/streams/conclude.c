/* conclude.c: conclusions from the rows of `streams`. */
#include "state.h"

static const struct gb_row *best_of(const struct gb_row *rows, size_t count, int64_t op, const char *metric, int most)
{
	const struct gb_row *best = NULL;

	for (size_t i = 0; i < count; i++)
		if (strcmp(rows[i].metric, metric) == 0 && gb_row_value(&rows[i], op) == op &&
		    (best == NULL || (most ? rows[i].value > best->value : rows[i].value < best->value)))
			best = &rows[i];
	return best;
}

size_t streams_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			struct gb_finding out[GB_FINDINGS_MAX])
{
	const struct gb_row *at_once = best_of(rows, count, OP_CONCURRENT, "at_once", 1);
	const struct gb_row *longest = best_of(rows, count, OP_PART, "time", 1);
	const struct gb_row *together = best_of(rows, count, OP_OVERLAP, "time", 0);
	size_t found = 0;

	if (at_once != NULL) {
		out[found] = (struct gb_finding){ .point = "op=concurrent",
						  .metric = "kernels_at_once",
						  .unit = "1",
						  .value = at_once->value,
						  .lo = NAN,
						  .hi = NAN,
						  .from = at_once };
		snprintf(out[found].remark, sizeof out[found].remark, "kernels of one block, each in its own stream");
		found++;
	}
	if (longest != NULL && together != NULL) {
		out[found] = (struct gb_finding){ .point = "op=overlap",
						  .metric = "of_longest_part",
						  .unit = "1",
						  .value = together->value / longest->value,
						  .lo = NAN,
						  .hi = NAN,
						  .from = together };
		snprintf(out[found].remark, sizeof out[found].remark,
			 "time of all parts over that of the longest one; simultaneous copies both ways are "
			 "slower than one");
		found++;
	}
	return found;
}
