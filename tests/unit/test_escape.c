#include "base/escape.h"
#include "support.h"

static void assert_escaped(enum gb_escape format, const char *text, const char *expected)
{
	FREED_BY(free_text) char *copy = gb_escape_copy(format, text);

	assert_non_null(copy);
	assert_string_equal(copy, expected);
}

TEST(what_does_not_show_is_shown)
{
	static const struct {
		const char *text, *shown;
	} cases[] = {
		{ "plain \xc3\xa9t\xc3\xa9 \xf0\x9f\x98\x80 80\\GB",
		  "plain \xc3\xa9t\xc3\xa9 \xf0\x9f\x98\x80 80\\GB" },
		{ "two\nlines\r\n\tand", "two\\nlines\\r\\n\\tand" },
		{ "\033]0;title\a\x7f", "\\x1b]0;title\\x07\\x7f" },
		{ "\xc2\x9b"
		  "31m \xc2\x85 \xc2\xa0",
		  "\\x9b31m \\x85 \xc2\xa0" },                             /* two-byte controls, and one that is not */
		{ "\xff\xc3", "\\xff\\xc3" },                              /* no UTF-8, and cut */
		{ "\xc0\xbc \xed\xa0\x80", "\\xc0\\xbc \\xed\\xa0\\x80" }, /* '<' too long, a surrogate */
		// NOLINTNEXTLINE(misc-misleading-bidirectional)
		{ "a\xe2\x80\xae"
		  "b\xe2\x81\xa6\xe2\x80\xa8\xef\xbb\xbf",
		  "a\\u202eb\\u2066\\u2028\\ufeff" },
		{ "\xf3\xa0\x81\x81\xef\xbf\xbf", "\\U000e0041\\uffff" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		assert_escaped(GB_ESCAPE_LINE, cases[i].text, cases[i].shown);
	assert_escaped(GB_ESCAPE_LINE, NULL, "");
}

TEST(each_format_has_its_own)
{
	const char *text = "<a b='c' d=\"e\">&\\\n|x_y _z_ *[l](u)";

	assert_escaped(GB_ESCAPE_HTML, text, "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;\\\\n|x_y _z_ *[l](u)");
	assert_escaped(GB_ESCAPE_MARKDOWN, text, "\\<a b='c' d=\"e\"\\>\\&\\\\\\\\n\\|x_y \\_z\\_ \\*\\[l\\](u)");
	assert_escaped(GB_ESCAPE_PROTOBUF, text, "<a b='c' d=\\\"e\\\">&\\\\\\\\n|x_y _z_ *[l](u)");
	assert_escaped(GB_ESCAPE_PROMETHEUS, text, "<a b='c' d=\\\"e\\\">&\\\\\\\\n|x_y _z_ *[l](u)");
	assert_escaped(GB_ESCAPE_NERSC, text, "<a b=\"c\" d=\"e\">&\\\\n|x_y _z_ *[l](u)");
}

TEST(data_keep_what_is_text)
{
	// NOLINTNEXTLINE(misc-misleading-bidirectional)
	FREED_BY(free_text) char *data = gb_escape_data("a\tb\r\nc\033[1m\xff\xc2\x9b\xe2\x80\xae \xc3\xa9\xc3");

	// NOLINTNEXTLINE(misc-misleading-bidirectional)
	assert_string_equal(data, "a\tb\r\nc?[1m??\xe2\x80\xae \xc3\xa9?");
}

TEST(formulas_are_known)
{
	static const char *const formulas[] = { "=1+1", "@SUM(1)", "+cmd|' /C calc'!A0", "-1+1", "-", "\t=1", "\r=1" };
	static const char *const others[] = { "", "-1", "+2.5e-3", "a=1", "'=1", "op=read,vec=16" };

	for (size_t i = 0; i < sizeof formulas / sizeof formulas[0]; i++)
		assert_true(gb_escape_is_formula(formulas[i]));
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		assert_false(gb_escape_is_formula(others[i]));
}
