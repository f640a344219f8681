#include "record/times.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

/* No run began before this program existed. If a run was stored this long before its start, a clock is wrong. */
#define FIRST_OF_ALL  INT64_C(1735689600000) /* 2025-01-01 */
#define CLOCKS_DIFFER INT64_C(3600000)
#define AT_ONCE       INT64_C(60000)

int64_t gb_time_read(const char *text)
{
	const double seconds = gb_clock_read(text);
	const char *point = strchr(text, '.');

	if (!isfinite(seconds))
		return GB_NO_TIME;
	const long thousandths = point != NULL ? strtol(point + 1, NULL, 10) : 0;
	return (int64_t)seconds * 1000 + (thousandths >= 0 && thousandths < 1000 ? thousandths : 0);
}

static char *put_digits(char *to, int64_t number, int digits)
{
	for (int i = digits; i-- > 0; number /= 10)
		to[i] = (char)('0' + number % 10);
	return to + digits;
}

/* Called for every row that is read: strftime() alone would take longer than all other work on a row. The conversion of
 * days to dates follows Howard Hinnant, chrono-Compatible Low-Level Date Algorithms: eras of four centuries begin in
 * March. */
const char *gb_time_text(int64_t time, char text[GB_TIME_TEXT])
{
	enum { DAY = 86400000, ERA = 146097 };
	const int64_t day = (time >= 0 ? time : time - DAY + 1) / DAY + 719468, in_day = time - (day - 719468) * DAY;
	const int64_t era = day / ERA, of_era = day - era * ERA;
	const int64_t year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
	const int64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
	const int64_t month = (5 * of_year + 2) / 153, year = year_of_era + era * 400 + (month >= 10);

	text[0] = '\0';
	if (day < 0 || year > 9999)
		return text;
	char *to = put_digits(text, year, 4);
	*to++ = '-';
	to = put_digits(to, month < 10 ? month + 3 : month - 9, 2);
	*to++ = '-';
	to = put_digits(to, of_year - (153 * month + 2) / 5 + 1, 2);
	*to++ = 'T';
	to = put_digits(to, in_day / 3600000, 2);
	*to++ = ':';
	to = put_digits(to, in_day / 60000 % 60, 2);
	*to++ = ':';
	to = put_digits(to, in_day / 1000 % 60, 2);
	*to++ = '.';
	to = put_digits(to, in_day % 1000, 3);
	*to++ = 'Z';
	*to = '\0';
	return text;
}

int64_t gb_time_of_run(int64_t begun, int64_t stored)
{
	return begun == GB_NO_TIME || begun > stored || begun < FIRST_OF_ALL ? stored : begun;
}

const char *gb_time_is_odd(int64_t begun, int64_t stored)
{
	if (begun == GB_NO_TIME)
		return NULL;
	if (begun < FIRST_OF_ALL)
		return "before gpubench existed";
	return begun > stored + CLOCKS_DIFFER ? "in the future" : NULL;
}

bool gb_time_is_again(int64_t ended, int64_t planned, int64_t begun_again, int64_t planned_again)
{
	if (ended == GB_NO_TIME || begun_again == GB_NO_TIME || planned_again <= 0 || planned_again >= planned)
		return false;
	return begun_again >= ended && begun_again - ended <= AT_ONCE;
}
