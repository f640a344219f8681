#include "base/clock.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

double gb_clock_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void gb_clock_utc(char text[GB_CLOCK_UTC])
{
	struct timespec now;
	struct tm utc;

	clock_gettime(CLOCK_REALTIME, &now);
	gmtime_r(&now.tv_sec, &utc);
	strftime(text, GB_CLOCK_UTC, "%Y-%m-%dT%H:%M:%S", &utc);
	size_t used = strlen(text);
	snprintf(text + used, GB_CLOCK_UTC - used, ".%03dZ", (int)(now.tv_nsec / 1000000));
}

double gb_clock_read(const char *text)
{
	struct tm tm = { 0 };

	if (strptime(text, "%Y-%m-%dT%H:%M:%S", &tm) == NULL)
		return NAN;
	return (double)timegm(&tm);
}

const char *gb_clock_day(double seconds, char text[GB_CLOCK_DAY])
{
	const time_t when = (time_t)seconds;
	struct tm tm;

	if (gmtime_r(&when, &tm) == NULL || strftime(text, GB_CLOCK_DAY, "%Y-%m-%d", &tm) == 0)
		text[0] = '\0';
	return text;
}
