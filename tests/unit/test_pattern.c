/* Names of result files: the inserted values are data. */
#include "record/output.h"

#include "support.h"

static const struct gb_host node = { .name = "n1", .job_id = "42", .rank = "3" };

static void expect(const char *pattern, const struct gb_host *host, const char *path)
{
	char text[GB_PATH_TEXT];

	assert_ok(gb_pattern_fill(pattern, host, "GPU-a", text, &error), error);
	assert_string_equal(text, path);
}

static void refuse(const char *pattern, const struct gb_host *host, const char *says)
{
	gb_error_clear(&error);
	char text[GB_PATH_TEXT];

	assert_fails(gb_pattern_fill(pattern, host, "GPU-a", text, &error), says);
}

TEST(letters_are_filled_in)
{
	expect("/a/%h-%u.%j.%t.csv", &node, "/a/n1-GPU-a.42.3.csv");
	expect("100%%-%%h", &node, "100%-%h");
	expect("plain.csv", &node, "plain.csv");
}

TEST(no_text_leads_into_another_folder)
{
	const struct gb_host hostile = { .name = "../../etc/x", .job_id = "..", .rank = "a\n\033\177b/" };

	expect("/a/%h.csv", &hostile, "/a/_._.._etc_x.csv");
	expect("/a/%j/%t.csv", &hostile, "/a/_./a___b_.csv");
	expect("%h", &(struct gb_host){ .name = "/etc/passwd" }, "_etc_passwd");
	expect("%h%%", &(struct gb_host){ .name = "%u" }, "%u%"); /* and is not expanded again */
	expect("%h", &(struct gb_host){ .name = "n1.example.org" }, "n1.example.org");
}

TEST(what_stands_for_nothing_is_refused)
{
	const struct gb_host none = { .name = "n1", .job_id = "", .rank = "" };

	refuse("%j.csv", &none, "'%j.csv': %j is the batch job, which is not known here");
	refuse("%t.csv", &none, "'%t.csv': %t is the task's rank in the job, which is not known here");
	refuse("x%y.csv", &node, "'x%y.csv': %y is not known; %h is the host, %u the GPU's UUID, %j");
	refuse("x%", &node, "is not known");
}
