#include "base/heap.h"

#include "support.h"

TEST(equal_texts_are_one)
{
	FREED_BY(gb_strings_free) struct gb_strings strings = { 0 };
	char text[] = "dram.read";

	assert_null(gb_strings_find(&strings, "dram.read"));
	const char *kept = gb_strings_keep(&strings, text);
	text[0] = 'x';
	assert_string_equal(kept, "dram.read");
	assert_ptr_equal(gb_strings_keep(&strings, "dram.read"), kept);
	assert_ptr_equal(gb_strings_find(&strings, "dram.read"), kept);
	assert_ptr_not_equal(gb_strings_keep(&strings, text), kept);
	assert_string_equal(gb_strings_keep(&strings, NULL), "");
	assert_ptr_equal(gb_strings_keep(&strings, ""), gb_strings_keep(&strings, NULL));
	assert_null(gb_strings_find(&strings, "fp32"));
}

/* The table and its memory grow many times, and one text is larger than a memory block. */
TEST(many_texts)
{
	enum { MANY = 20000, LARGE = 200000 };
	static const char *kept[MANY];
	FREED_BY(gb_strings_free) struct gb_strings strings = { 0 };
	char text[32], *large = malloc(LARGE);

	assert_non_null(large);
	memset(large, 'a', LARGE - 1);
	large[LARGE - 1] = '\0';
	for (int i = 0; i < MANY; i++) {
		snprintf(text, sizeof text, "text %d", i);
		kept[i] = gb_strings_keep(&strings, text);
		assert_non_null(kept[i]);
		if (i == MANY / 2)
			assert_string_equal(gb_strings_keep(&strings, large), large);
	}
	for (int i = 0; i < MANY; i++) {
		snprintf(text, sizeof text, "text %d", i);
		assert_string_equal(kept[i], text);
		assert_ptr_equal(gb_strings_keep(&strings, text), kept[i]);
	}
	assert_int_equal(strings.count, MANY + 1);
	free(large);
}
