#include "roofs.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

static struct gb_roof *find(const struct gb_roofs *roofs, const struct gb_record *record)
{
	for (size_t i = 0; i < roofs->count; i++)
		if (strcmp(roofs->roof[i].name, record->roof) == 0 &&
		    strcmp(roofs->roof[i].device, record->device) == 0)
			return &roofs->roof[i];
	return NULL;
}

/* Whether less is better of a unit. */
static bool lower_is_better(const char *unit)
{
	return strcmp(unit, "s") == 0 || strcmp(unit, "cycles") == 0;
}

int gb_roofs_add(struct gb_roofs *roofs, const struct gb_record *record, struct gb_error *error)
{
	if (record->roof == NULL || record->roof[0] == '\0' || !isfinite(record->value))
		return GB_OK;
	struct gb_roof *roof = find(roofs, record);
	if (roof != NULL &&
	    (lower_is_better(record->unit) ? roof->value <= record->value : roof->value >= record->value))
		return GB_OK;
	if (roof == NULL) {
		struct gb_roof *grown = realloc(roofs->roof, (roofs->count + 1) * sizeof *grown);
		if (grown == NULL)
			return gb_error_set(error, "out of memory");
		roofs->roof = grown;
		roof = &roofs->roof[roofs->count++];
	}
	gb_text_copy(roof->device, sizeof roof->device, record->device);
	gb_text_copy(roof->gpu_name, sizeof roof->gpu_name, record->gpu_name);
	gb_text_copy(roof->name, sizeof roof->name, record->roof);
	gb_text_copy(roof->unit, sizeof roof->unit, record->unit);
	gb_text_copy(roof->point, sizeof roof->point, record->point);
	gb_text_copy(roof->status, sizeof roof->status, record->status);
	roof->value = record->value;
	roof->lo = record->lo;
	roof->hi = record->hi;
	roof->limit = record->limit;
	roof->fraction = record->fraction;
	roof->sm_clock_hz = record->sm_clock_hz;
	return GB_OK;
}

static void print_one(const struct gb_roof *roof, FILE *out)
{
	char value[32], limit[32] = "?", clock[32] = "?", part[16] = "?", noise[16] = "?";

	gb_text_si(value, sizeof value, roof->value, roof->unit);
	if (isfinite(roof->limit)) {
		gb_text_si(limit, sizeof limit, roof->limit, roof->unit);
		snprintf(part, sizeof part, "%.1f %%", 100 * roof->fraction);
	}
	if (isfinite(roof->sm_clock_hz))
		gb_text_si(clock, sizeof clock, roof->sm_clock_hz, "Hz");
	if (isfinite(roof->lo))
		snprintf(noise, sizeof noise, "%.2f %%", 50 * (roof->hi - roof->lo) / roof->value);
	fprintf(out, "  %-12s %15s %9s %15s %8s %10s  %-7s %s\n", roof->name, value, noise, limit, part, clock,
		roof->status, roof->point);
}

void gb_roofs_print(const struct gb_roofs *roofs, FILE *out)
{
	const char *device = "";

	for (size_t i = 0; i < roofs->count; i++) {
		const struct gb_roof *roof = &roofs->roof[i];
		if (strcmp(device, roof->device) != 0) {
			fprintf(out, "GPU %s, %s: measured roofs\n", roof->device, roof->gpu_name);
			fprintf(out, "  %-12s %15s %9s %15s %8s %10s  %-7s %s\n", "roof", "value", "+-", "limit",
				"of it", "SM clock", "status", "point");
		}
		device = roof->device;
		print_one(roof, out);
	}
}

void gb_roofs_free(struct gb_roofs *roofs)
{
	free(roofs->roof);
	*roofs = (struct gb_roofs){ 0 };
}
