#include "base/suggest.h"
#include "support.h"

static const char *const names[] = { "dram", "random", "stride", "stream", "host_dram", "l1", "l2" };

static const char *suggested(const char *word)
{
	struct gb_suggestion s = gb_suggest_for(word);

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		gb_suggest_offer(&s, names[i]);
	return s.name != NULL ? s.name : "";
}

TEST(one_letter_off)
{
	assert_string_equal(suggested("drmm"), "dram");
	assert_string_equal(suggested("dam"), "dram");
	assert_string_equal(suggested("draam"), "dram");
	assert_string_equal(suggested("darm"), "dram"); /* a swap is one edit */
	assert_string_equal(suggested("hostdram"), "host_dram");
	assert_string_equal(suggested("strdie"), "stride");
	assert_string_equal(suggested("radnmo"), "random"); /* two of six letters */
}

TEST(what_is_too_far)
{
	char longest[200];

	memset(longest, 'd', sizeof longest);
	longest[sizeof longest - 1] = '\0';
	assert_string_equal(suggested(""), "");
	assert_string_equal(suggested("l3"), ""); /* half of its letters */
	assert_string_equal(suggested("dr"), "");
	assert_string_equal(suggested("nonsense"), "");
	assert_string_equal(suggested(longest), "");
}

TEST(it_is_said_when_there_is_one)
{
	char text[64] = "no 'darm'";
	struct gb_suggestion s = gb_suggest_for("darm");

	gb_suggest_say(&s, text, sizeof text);
	assert_string_equal(text, "no 'darm'");
	gb_suggest_offer(&s, "dram");
	gb_suggest_say(&s, text, sizeof text);
	assert_string_equal(text, "no 'darm'; did you mean 'dram'?");
}
