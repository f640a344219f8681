/* Conclusions of `clocks`: the clock under matrix instructions relative to that under FFMA. */
#include <stdio.h>
#include <string.h>

#include "state.h"

/* The clock of a load, with everything else as in a point that sets a roof; NULL: there is no such row. */
static const struct gb_row *find(const struct gb_row *rows, size_t count, enum load load)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(rows[i].metric, "sm_clock") == 0 && gb_row_value(&rows[i], "load") == (int64_t)load &&
		    gb_row_value(&rows[i], "sms") == ROOF_SMS && gb_row_value(&rows[i], "data") == ZEROS &&
		    gb_row_value(&rows[i], "duty") == DUTY_ALL)
			return &rows[i];
	return NULL;
}

size_t clocks_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	const struct gb_row *plain = find(rows, count, LOAD_FFMA);
	size_t findings = 0;

	(void)device;
	for (int load = 0; plain != NULL && clocks_loads[load] != NULL; load++) {
		const struct gb_row *row = find(rows, count, (enum load)load);
		if (load == LOAD_FFMA || row == NULL)
			continue;
		struct gb_finding *finding = &out[findings++];
		*finding = units_ratio("matrix_over_plain", row, plain);
		finding->from = row;
		snprintf(finding->point, sizeof finding->point, "load=%s", clocks_loads[load]);
		snprintf(finding->remark, sizeof finding->remark, "%.3f GHz, FFMA %.3f GHz, on %d SMs and zeros",
			 1e-9 * row->value, 1e-9 * plain->value, ROOF_SMS);
	}
	return findings;
}
