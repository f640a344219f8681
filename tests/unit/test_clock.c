#include "base/clock.h"

#include <time.h>

#include "support.h"

static void now_counts_seconds(void **state)
{
	const struct timespec pause = { 0, 20000000 };
	const double start = gb_clock_now();

	(void)state;
	nanosleep(&pause, NULL);
	const double elapsed = gb_clock_now() - start;
	assert_true(elapsed >= 0.02 && elapsed < 5);
}

static void utc_is_iso_8601(void **state)
{
	char text[GB_CLOCK_UTC];
	struct tm tm = { 0 };

	(void)state;
	/* A time zone of the host must not show. */
	setenv("TZ", "Asia/Kathmandu", 1);
	tzset();
	const time_t now = time(NULL);
	gb_clock_utc(text);
	const char *rest = strptime(text, "%Y-%m-%dT%H:%M:%S", &tm);
	assert_non_null(rest);
	assert_int_equal(rest - text, 19);
	assert_true(rest[0] == '.' && strspn(rest + 1, "0123456789") == 3);
	assert_string_equal(rest + 4, "Z");
	const double off = difftime(timegm(&tm), now);
	assert_true(off >= 0 && off <= 2);
}

static void a_day_is_that_of_utc(void **state)
{
	char day[GB_CLOCK_DAY];

	(void)state;
	setenv("TZ", "Asia/Kathmandu", 1);
	tzset();
	assert_string_equal(gb_clock_day(gb_clock_read("2026-01-31T23:59:59.123Z"), day), "2026-01-31");
}

int main(void)
{
	RUN(T(now_counts_seconds), T(utc_is_iso_8601), T(a_day_is_that_of_utc));
}
