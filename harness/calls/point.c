/* point.c: the functions with which plug-ins query their run, its point and device, and rows. */
#include <string.h>

#include "run/run.h"

int64_t gb_value(const struct gb_run *run, const char *axis)
{
	const int i = gb_axes_find(run->bench->axes, axis, strlen(axis));

	if (i >= 0 && run->point.has[i])
		return run->point.value[i];
	gb_error_write(gb_run_error(run), "the plug-in asks for axis '%s', which this point does not have", axis);
	return 0;
}

/* The index of an axis that exists in the row's point, or -1. */
static int place_of(const struct gb_row *row, const char *axis)
{
	const int i = gb_axes_find(row->bench->axes, axis, strlen(axis));

	return i >= 0 && row->has[i] ? i : -1;
}

int gb_row_has(const struct gb_row *row, const char *axis)
{
	return place_of(row, axis) >= 0;
}

int64_t gb_row_value(const struct gb_row *row, const char *axis)
{
	const int i = place_of(row, axis);

	return i >= 0 ? row->value_of[i] : 0;
}

const struct gb_device *gb_device(const struct gb_run *run)
{
	return &run->card->device;
}

const struct gb_variant *gb_variant(const struct gb_run *run)
{
	return run->variant;
}

void *gb_state(const struct gb_run *run)
{
	return run->state;
}

uint64_t gb_launches(const struct gb_run *run)
{
	return run->launches;
}

double gb_work(const struct gb_run *run)
{
	return run->card->work > 0 ? run->card->work : 1;
}
