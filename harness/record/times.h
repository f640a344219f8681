/* times.h: measurement times of rows, to the millisecond, and the order of several runs. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Times are milliseconds since 1970. */
#define GB_NO_TIME INT64_MIN

/* The value of "2026-01-31T23:59:59.123Z"; GB_NO_TIME if the text is not such a time. */
int64_t gb_time_read(const char *text);
/* The reverse; "" if the year is not valid. Returns `text`. */
enum { GB_TIME_TEXT = 32 };
const char *gb_time_text(int64_t time, char text[GB_TIME_TEXT]);

/* The key for the place of a run among those of its GPU: its start by its own clock. If that is missing or
 * impossible, the time when its rows were stored, or their file was written, is used. */
int64_t gb_time_of_run(int64_t begun, int64_t stored);
/* True if a run repeated part of another right afterwards, as `check` does: it planned fewer points, and began
 * within a minute of the other's end. Both runs count in that case, if they are in one file. */
bool gb_time_is_again(int64_t ended, int64_t planned, int64_t begun_again, int64_t planned_again);
/* Why the time is impossible: "in the future", "before gpubench existed". NULL: it is possible. */
const char *gb_time_is_odd(int64_t begun, int64_t stored);
