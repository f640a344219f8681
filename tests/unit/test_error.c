#include "support.h"

static void first_error_wins(void **state)
{
	struct gb_error error = { "" };

	(void)state;
	assert_int_equal(gb_error_set(&error, "first %d", 1), GB_FAILED);
	assert_int_equal(gb_error_set(&error, "second"), GB_FAILED);
	assert_string_equal(error.text, "first 1");
	gb_error_clear(&error);
	gb_error_write(&error, "third");
	assert_string_equal(error.text, "third");
}

static void prefix_says_where(void **state)
{
	struct gb_error error = { "" };

	(void)state;
	gb_error_write(&error, "cudaMalloc: out of memory");
	assert_int_equal(gb_error_prefix(&error, "device %d", 3), GB_FAILED);
	assert_string_equal(error.text, "device 3: cudaMalloc: out of memory");
}

/* What does not fit is cut at the end; the prefix must not push the whole cause out. */
static void long_texts_are_cut(void **state)
{
	struct gb_error error = { "" };
	char huge[2 * GB_ERROR_TEXT];

	(void)state;
	memset(huge, 'x', sizeof huge);
	huge[sizeof huge - 1] = '\0';
	gb_error_write(&error, "cause %s", huge);
	assert_int_equal(strlen(error.text), GB_ERROR_TEXT - 1);
	gb_error_prefix(&error, "%s", huge);
	assert_true(strlen(error.text) < GB_ERROR_TEXT);
	assert_says(error.text, "x: cause x");
}

int main(void)
{
	RUN(T(first_error_wins), T(prefix_says_where), T(long_texts_are_cut));
}
