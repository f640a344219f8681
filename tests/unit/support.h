/* support.h: what the unit programs share. Includes cmocka in the order it wants. */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/error.h"

#define RUN(...)                                                                 \
	do {                                                                     \
		const struct CMUnitTest tests[] = { __VA_ARGS__ };               \
		return cmocka_run_group_tests_name(__FILE__, tests, NULL, NULL); \
	} while (0)
#define T(name) cmocka_unit_test(name)

/* Equal but for `part` of the value expected, or both not known. */
#define assert_near(found, expected, part)                                                     \
	do {                                                                                   \
		const double near_found = (found), near_expected = (expected);                 \
		if (!(isnan(near_found) && isnan(near_expected)) &&                            \
		    !(fabs(near_found - near_expected) <= (part)*fabs(near_expected)))         \
			fail_msg("%s is %.17g, not %.17g", #found, near_found, near_expected); \
	} while (0)
#define assert_same(found, expected) assert_near(found, expected, 1e-12)
#define assert_unknown(found)        assert_true(isnan(found))

/* `part` is somewhere in `text`. */
#define assert_says(text, part)                                         \
	do {                                                            \
		if (strstr((text), (part)) == NULL)                     \
			fail_msg("'%s' is not in: %s", (part), (text)); \
	} while (0)

/* A call that must go well, with the error's text if it does not. */
#define assert_ok(call, error)                                                    \
	do {                                                                      \
		const int ok_status = (call);                                     \
		if (ok_status != 0)                                               \
			fail_msg("%s is %d: %s", #call, ok_status, (error).text); \
	} while (0)

/* The file `relative` to the folder of this program, build/tests/unit. */
static inline const char *next_to_program(const char *relative)
{
	static char path[4096];
	ssize_t length = readlink("/proc/self/exe", path, sizeof path - 256);

	assert_true(length > 0);
	path[length] = '\0';
	snprintf(strrchr(path, '/') + 1, 200, "%s", relative);
	return path;
}

/* What was written into a temporary file; the caller frees it. */
static inline char *contents(FILE *file)
{
	assert_int_equal(fflush(file), 0);
	const long size = ftell(file);
	char *text = calloc(1, (size_t)size + 1);

	assert_non_null(text);
	rewind(file);
	assert_int_equal(fread(text, 1, (size_t)size, file), (size_t)size);
	return text;
}

#endif
