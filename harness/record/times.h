/* times.h: the times of rows, to the millisecond, and the order of runs. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Times are milliseconds since 1970. */
#define GB_NO_TIME INT64_MIN

/* The value of "2026-01-31T23:59:59.123Z"; GB_NO_TIME: the text has another form. */
int64_t gb_time_read(const char *text);
/* The reverse; "": not a valid year. Returns `text`. */
enum { GB_TIME_TEXT = 32 };
const char *gb_time_text(int64_t time, char text[GB_TIME_TEXT]);

/* The key that orders the runs of a GPU: the start of a run by its own clock. If that is missing or impossible, the
 * time when its rows were stored, or their file was written. */
int64_t gb_time_of_run(int64_t begun, int64_t stored);
/* True if a run repeated a part of another one right afterwards, as `check` does: it planned fewer points, and began
 * within a minute of the other's end. If they are in one file, both runs then count. */
bool gb_time_is_again(int64_t ended, int64_t planned, int64_t begun_again, int64_t planned_again);
/* The reason why the time is impossible: "in the future", "before gpubench existed". NULL: it is possible. */
const char *gb_time_is_odd(int64_t begun, int64_t stored);
