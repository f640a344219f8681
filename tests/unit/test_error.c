#include "support.h"

TEST(first_error_wins)
{
	assert_int_equal(gb_error_set(&error, "first %d", 1), GB_FAILED);
	assert_fails_with(gb_error_set(&error, "second"), "first 1");
	gb_error_write(&error, "third");
	assert_string_equal(error.text, "third");
}

TEST(prefix_says_where)
{
	gb_error_write(&error, "cudaMalloc: out of memory");
	assert_fails_with(gb_error_prefix(&error, "device %d", 3), "device 3: cudaMalloc: out of memory");
}

TEST(long_texts_are_cut)
{
	char huge[2 * GB_ERROR_TEXT];

	memset(huge, 'x', sizeof huge);
	huge[sizeof huge - 1] = '\0';
	gb_error_write(&error, "cause %s", huge);
	assert_int_equal(strlen(error.text), GB_ERROR_TEXT - 1);
	gb_error_prefix(&error, "%s", huge);
	assert_true(strlen(error.text) < GB_ERROR_TEXT);
	assert_says(error.text, "x: cause x");
}

TEST(long_texts_keep_their_end)
{
	for (size_t more = 0; more < 3; more++) {
		char path[2 * GB_ERROR_TEXT] = "xx";
		gb_error_clear(&error);

		for (size_t at = more; at < sizeof path - 4; at += 3)
			memcpy(path + at, "\xe2\x82\xac", 4);
		gb_error_write(&error, "%s: cannot be read: no such file", path);
		assert_true(strlen(error.text) >= GB_ERROR_TEXT - 6);
		assert_says(error.text, "\xe2\x82\xac...\xe2\x82\xac");
		assert_string_equal(strrchr(error.text, 0xac) + 1, ": cannot be read: no such file");
	}
}
