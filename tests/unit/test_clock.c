#include "base/clock.h"

#include <time.h>

#include "support.h"

TEST(now_counts_seconds)
{
	const struct timespec pause = { 0, 20000000 };
	const double start = gb_clock_now();

	nanosleep(&pause, NULL);
	const double elapsed = gb_clock_now() - start;
	assert_true(elapsed >= 0.02 && elapsed < 5);
}

TEST(utc_is_iso_8601)
{
	char text[GB_CLOCK_UTC];
	struct tm tm = { 0 };

	/* The host's time zone must not matter. */
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

TEST(a_day_is_that_of_utc)
{
	char day[GB_CLOCK_DAY];

	setenv("TZ", "Asia/Kathmandu", 1);
	tzset();
	assert_string_equal(gb_clock_day(gb_clock_read("2026-01-31T23:59:59.123Z"), day), "2026-01-31");
}
