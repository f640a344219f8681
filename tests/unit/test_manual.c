#include "cli/commands.h"
#include "options/manual.h"

#include "support.h"

static void shows(const char *text, const char *expected)
{
	FILE *file = tmpfile();

	gb_manual_text(text, file);
	FREED_BY(free_text) char *found = contents(file);
	fclose(file);
	assert_string_equal(found, expected);
}

TEST(signs_are_escaped)
{
	shows("plain text, 5 %", "plain text, 5 %");
	shows("--max-drop", "\\-\\-max\\-drop");
	shows("C:\\x", "C:\\ex");
	shows("GPU's \"x\" ^~", "GPU\\(aqs \\(dqx\\(dq \\(ha\\(ti");
	shows("see `cat`", "see \\fBcat\\fR");
}

TEST(no_line_is_a_request)
{
	shows(".br", "\\&.br");
	shows("a\n.br\n'x", "a\n\\&.br\n\\(aqx");
	/* A line that becomes too long is broken before a word that would look like a request. */
	shows("aaaaaaaaa bbbbbbbbb ccccccccc ddddddddd eeeeeeeee ffffffff .so x",
	      "aaaaaaaaa bbbbbbbbb ccccccccc ddddddddd eeeeeeeee ffffffff\n\\&.so x");
}

/* The page without plug-ins is complete; its lines are known requests, or text. */
TEST(the_page_has_its_sections)
{
	static const struct gb_plugins none;
	static const char *const sections[] = { "NAME",        "SYNOPSIS",    "DESCRIPTION", "COMMANDS",
						"OPTIONS",     "AXES",        "BENCHMARKS",  "EXAMPLES",
						"EXIT STATUS", "ENVIRONMENT", "FILES",       "SEE ALSO" };
	char heading[64];
	FILE *file = tmpfile();
	const char *at;

	gb_manual_print(gb_commands, &none, file);
	FREED_BY(free_text) char *text = contents(file);
	fclose(file);
	at = text;
	for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
		snprintf(heading, sizeof heading, "\n.SH \"%s\"\n", sections[i]);
		const char *found = strstr(at, heading);
		if (found != NULL)
			at = found;
		else
			fail_msg("no section %s, or not there", sections[i]);
	}
	assert_says(text, "\n.TP\n\\fB130\\fR\ninterrupted\n");
	/* Every part of the text is known, and every paragraph is separated from the previous one. */
	assert_null(strchr(text, '{'));
	assert_says(
		text,
		"\n.SH \"NAME\"\ngpubench \\- measure the real performance of GPUs\n.SH \"SYNOPSIS\"\n\\fBgpubench");
	assert_says(text, "\\fBcat\\fR.\n.PP\nWith ");
	assert_says(text, "\n.TP\n\\fBvec=1,2,4\\fR\na list\n.TP\n");
	assert_says(text, "\n\\fB\\-a\\fR, \\fB\\-\\-axis\\fR \\fINAME=VALUES\\fR\n");
	assert_says(text, "\n\\fB\\-\\-shuffle\\fR\\fI[=SEED]\\fR\n");
}

TEST(a_command_has_its_own_page)
{
	static const struct gb_plugins none;
	FILE *file = tmpfile();

	gb_manual_print_command(&gb_command_compare, &none, file);
	FREED_BY(free_text) char *text = contents(file);
	fclose(file);
	assert_says(text, ".TH GPUBENCH-COMPARE 1 ");
	assert_says(text, "\n.SH \"NAME\"\ngpubench\\-compare \\- find slow GPUs, ");
	assert_says(text, "\n.SH \"SYNOPSIS\"\n\\fBgpubench compare\\fR [\\fIOPTION\\fR]... FILE...\n");
	assert_says(text, "\n\\fB\\-\\-baseline\\fR \\fIFILE\\fR\n");
	assert_says(text, "\n.TP\n\\fB3\\fR\nwith \\-\\-judge or \\-\\-max\\-drop: a roof is slow");
}
