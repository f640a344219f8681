/* clock.h: the host's clocks. */
#pragma once

enum { GB_CLOCK_UTC = 32, GB_CLOCK_DAY = 24 }; /* bytes for gb_clock_utc() and gb_clock_day() */

/* Monotonic seconds. */
double gb_clock_now(void);

/* "2026-01-31T23:59:59.123Z" */
void gb_clock_utc(char text[GB_CLOCK_UTC]);
/* Convert such a text to seconds since 1970, without the fraction; NAN: the text has another form. */
double gb_clock_read(const char *text);
/* "2026-01-31" for seconds since 1970; "": not a valid year. Returns `text`. */
const char *gb_clock_day(double seconds, char text[GB_CLOCK_DAY]);
