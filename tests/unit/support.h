/* support.h: declarations shared by the unit programs. Includes cmocka and the headers that it needs first. */
#pragma once

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/error.h"

/* A set-up or tear-down; a result other than 0 is a failure. */
typedef int fixture_fn(void);

struct registered_test {
	const char *name;
	void (*body)(void);
	fixture_fn *open, *close; /* NULL: none */
	struct gb_error *error;
	int line;
};

/* The error of a test's calls; empty when the test begins. */
static __attribute__((unused)) struct gb_error error;

/* TEST(name) { ... } defines a test, which run_all_tests() finds. */
#define TEST(name) TEST_WITH(name, NULL, NULL)
#define TEST_WITH(name, open, close) \
	static void name(void);      \
	TEST_OF(name, open, close);  \
	static void name(void)
/* Here a header defines the function of the test. aligned: the section is an array, without padding. */
#define TEST_OF(name, open, close)                                                                      \
	static struct registered_test name##_test                                                       \
		__attribute__((used, section("registered_tests"), aligned(8))) = { #name, name,   open, \
										   close, &error, __LINE__ }

/* Runs the tests of this program in order; returns the number of failures. A program without its own main() uses
 * this. */
int run_all_tests(void);
int run_all_tests_within(fixture_fn *open, fixture_fn *close);

/* Equal up to `part` of the expected value, or both unknown. */
#define assert_near(found, expected, part)                                                            \
	do {                                                                                          \
		const double near_found = (found), near_expected = (expected);                        \
		if (!(isnan(near_found) && isnan(near_expected)) &&                                   \
		    !(fabs(near_found - near_expected) <= (part)*fabs(near_expected)))                \
			fail_msg("%s: got %.17g, expected %.17g", #found, near_found, near_expected); \
	} while (0)
#define assert_same(found, expected) assert_near(found, expected, 1e-12)
#define assert_unknown(found)        assert_true(isnan(found))

#define assert_says(text, part)                                         \
	do {                                                            \
		if (strstr((text), (part)) == NULL)                     \
			fail_msg("'%s' is not in: %s", (part), (text)); \
	} while (0)

/* A call that must succeed; otherwise prints the text of the error. */
#define assert_ok(call, error)                                                    \
	do {                                                                      \
		const int ok_status = (call);                                     \
		if (ok_status != 0)                                               \
			fail_msg("%s is %d: %s", #call, ok_status, (error).text); \
	} while (0)

static inline void expect_failure(const char *call, int status, int expected, const char *text, bool whole)
{
	if (status != expected || (whole ? strcmp(error.text, text) != 0 : strstr(error.text, text) == NULL))
		fail_msg("%s is %d, not %d with '%s': %s", call, status, expected, text, error.text);
	gb_error_clear(&error);
}

/* A call that must fail, or skip, and whose reason has this part, or is this text; clears the reason. */
#define assert_fails(call, part)      expect_failure(#call, call, GB_FAILED, part, false)
#define assert_fails_with(call, text) expect_failure(#call, call, GB_FAILED, text, true)
#define assert_skips(call, part)      expect_failure(#call, call, GB_SKIPPED, part, false)
#define assert_skips_with(call, text) expect_failure(#call, call, GB_SKIPPED, text, true)

/* Declares a variable that function(&variable) frees when the enclosing function returns. */
#define FREED_BY(function) __attribute__((cleanup(function)))

static inline void free_text(char **text)
{
	free(*text);
}

static inline void close_stream(FILE **file)
{
	assert_int_equal(fclose(*file), 0);
}

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

/* The content of a temporary file; the caller frees it. */
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
