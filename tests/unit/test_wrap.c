#include "base/wrap.h"

#include "support.h"

static FILE *file;

static int open_file(void)
{
	file = tmpfile();
	return file != NULL ? 0 : -1;
}

static int close_file(void)
{
	return fclose(file);
}

static void expect(const char *expected)
{
	FREED_BY(free_text) char *found = contents(file);

	assert_string_equal(found, expected);
}

TEST_WITH(phrases_that_fit_share_a_line, open_file, close_file)
{
	struct gb_wrap wrap = { .out = file, .columns = 20, .indent = 4 };

	gb_wrap_phrase(&wrap, "one two");
	gb_wrap_to(&wrap, 9);
	gb_wrap_phrase(&wrap, "three");
	gb_wrap_phrase(&wrap, "four");
	gb_wrap_end(&wrap);
	gb_wrap_phrase(&wrap, "five");
	gb_wrap_end(&wrap);
	expect("one two     three\n    four\nfive\n");
}

TEST_WITH(a_phrase_that_does_not_fit_is_broken_between_words, open_file, close_file)
{
	struct gb_wrap wrap = { .out = file, .columns = 20, .indent = 4 };

	gb_wrap_phrase(&wrap, "a processor with a long name  and two blanks");
	gb_wrap_end(&wrap);
	gb_wrap_words(&wrap, "a_word_that_is_longer_than_a_line is one");
	gb_wrap_end(&wrap);
	expect("a processor with a\n    long name  and\n    two "
	       "blanks\na_word_that_is_longer_than_a_line\n    is one\n");
}

/* Only the first one, however the line is broken, and nothing after it. */
TEST_WITH(marked_words_have_the_colour_of_a_status, open_file, close_file)
{
	struct gb_wrap wrap = { .out = file, .columns = 14, .indent = 2 };

	gb_wrap_choose_colour(GB_COLOUR_ALWAYS);
	gb_wrap_set_mark(&wrap, "3 failed", "failed");
	gb_wrap_phrase(&wrap, "of 12, 3 failed: 3 failed");
	gb_wrap_words(&wrap, " 3 failed");
	gb_wrap_end(&wrap);
	gb_wrap_set_mark(&wrap, "elsewhere", "failed");
	gb_wrap_phrase(&wrap, "here");
	gb_wrap_end(&wrap);
	gb_wrap_set_mark(&wrap, "here ", "failed");
	gb_wrap_phrase(&wrap, "here ");
	gb_wrap_end(&wrap);
	gb_wrap_set_mark(&wrap, "here", "no status");
	gb_wrap_phrase(&wrap, "here");
	gb_wrap_end(&wrap);
	gb_wrap_choose_colour(GB_COLOUR_NEVER);
	gb_wrap_set_mark(&wrap, "here", "failed");
	gb_wrap_phrase(&wrap, "here");
	gb_wrap_end(&wrap);
	gb_wrap_choose_colour(GB_COLOUR_AUTO);
	expect("of 12, \033[31m3\n  failed:\033[0m 3\n  failed 3\n  failed\nhere\n\033[31mhere\033[0m\nhere\nhere\n");
}

TEST_WITH(without_a_width_no_line_is_broken, open_file, close_file)
{
	const char *const text =
		"a processor with a name that is longer than any terminal that is in use today is wide";
	char line[128];

	assert_int_equal(gb_wrap_columns(file), 0);
	gb_wrap_line(file, text);
	snprintf(line, sizeof line, "%s\n", text);
	expect(line);
}

TEST_WITH(what_does_not_show_is_written_visibly, open_file, close_file)
{
	gb_wrap_line(file, "a\nb\033[2J");
	expect("a\\nb\\x1b[2J\n");
}
