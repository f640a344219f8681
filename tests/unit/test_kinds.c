/* Kinds of pictures, read from files next to plug-ins. */
#include "plot/kinds.h"

#include "support.h"

static char folder[32];

static const char *path_of(const char *name)
{
	static char path[64];

	snprintf(path, sizeof path, "%s/%s", folder, name);
	return path;
}

static void write_file(const char *name, const char *text)
{
	FREED_BY(close_stream) FILE *file = fopen(path_of(name), "w");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
}

static int make_folder(void)
{
	strcpy(folder, "/tmp/gpubench-test-XXXXXX");
	return mkdtemp(folder) == NULL;
}

static int remove_folder(void)
{
	static const char *const names[] = { "mine.plot", "compare.plot", "Bad-name.plot", "mine.gp" };

	for (size_t i = 0; i < 4; i++)
		unlink(path_of(names[i]));
	return rmdir(folder);
}

static struct gb_plot_kinds loaded(void)
{
	struct gb_plot_kinds kinds;

	gb_plot_kinds_load(&kinds, folder);
	return kinds;
}

TEST(a_plug_in_brings_its_picture)
{
	write_file("mine.plot", "# mine\n\nsummary mine over yours\n"
				"values few read|copy\n"
				"panel a_1 bandwidth {op}{>acc} op={few},word!=4 {word} B, {build-}\n"
				"panel b\tcycles  degree -  all of it \r\n"
				"finding {b first / a_1[4 B, x] at 1 as %} of it\n");
	write_file("Bad-name.plot", "summary of a name that no benchmark has\n");
	write_file("compare.plot", "summary of a name that is taken\npanel a b c - d\n");
	FREED_BY(gb_plot_kinds_free) struct gb_plot_kinds kinds = loaded();
	const struct gb_plot_kind *mine = gb_plot_kinds_find(&kinds, "mine");
	assert_non_null(mine);
	assert_null(mine->wrong);
	assert_null(mine->write);
	assert_string_equal(mine->help, "mine over yours");
	assert_string_equal(mine->folder, folder);
	assert_int_equal(mine->panels, 2);
	assert_string_equal(mine->panel[0].name, "a_1");
	assert_string_equal(mine->panel[0].metric, "bandwidth");
	assert_string_equal(mine->panel[0].x, "{op}{>acc}");
	assert_string_equal(mine->panel[0].points, "op=read|copy,word!=4");
	assert_string_equal(mine->panel[0].lines, "{word} B, {build-}");
	assert_string_equal(mine->panel[1].points, "");
	assert_string_equal(mine->panel[1].lines, "all of it");
	assert_int_equal(mine->findings, 1);
	assert_string_equal(mine->finding[0], "{b first / a_1[4 B, x] at 1 as %} of it");
	assert_non_null(gb_plot_kinds_find(&kinds, "compare")->write);
	assert_non_null(gb_plot_kinds_find(&kinds, "roofline"));
	assert_null(gb_plot_kinds_find(&kinds, "Bad-name"));
}

/* The kind exists, and reports its fault. */
static void expect_wrong(const char *text, const char *said)
{
	write_file("mine.plot", text);
	FREED_BY(gb_plot_kinds_free) struct gb_plot_kinds kinds = loaded();
	const struct gb_plot_kind *mine = gb_plot_kinds_find(&kinds, "mine");

	assert_non_null(mine);
	assert_non_null(mine->wrong);
	assert_non_null(mine->help);
	assert_says(mine->wrong, path_of("mine.plot"));
	assert_says(mine->wrong, said);
}

TEST(descriptions_that_are_wrong)
{
	char many[1024] = "summary s\n";

	expect_wrong("", "expected a summary and a panel");
	expect_wrong("summary s\n", "expected a summary and a panel");
	expect_wrong(
		"summary s\nplot a\n",
		"line 2: found 'plot', expected summary, size, columns, name, values, panel, a setting of one, finding "
		"or #");
	expect_wrong("summary s\nsummary t\n", "line 2: found 't', expected one summary in words");
	expect_wrong("summary\n", "line 1: found '', expected one summary in words");
	expect_wrong("panel a b c -\n", "expected panel PANEL METRIC X POINTS LINES");
	expect_wrong("panel A b c - d\n", "line 1: found 'A', expected a new name for the panel");
	expect_wrong("panel a;system('x') b c - d\n", "expected a new name for the panel");
	expect_wrong("panel a b c - d\npanel a b c - d\n", "line 2: found 'a', expected a new name for the panel");
	expect_wrong("panel a b {c - d\n", "found '{c', expected axes as {axis}");
	expect_wrong("panel a b c - {}\n", "found '{}', expected axes as {axis}");
	expect_wrong("panel a b c - d}\n", "found 'd}', expected axes as {axis}");
	expect_wrong("panel a b c - {>}\n", "found '{>}', expected axes as {axis}");
	expect_wrong("panel a b c op d\n", "found 'op', expected axis=value|value,axis!=value,... or -");
	expect_wrong("panel a b c op=x, d\n", "expected axis=value|value,axis!=value,... or -");
	expect_wrong("panel a b c op!x d\n", "found 'op!x', expected axis=value|value");
	expect_wrong("panel a b c op={bits} d\n", "line 1: found '{bits}', expected {NAME} of a line 'values NAME");
	expect_wrong("values bits popc|clz\npanel a b c op={bits d\n", "line 2: found '{bits', expected {NAME}");
	expect_wrong("values bits\n", "line 1: found '', expected values NAME VALUE|VALUE");
	expect_wrong("values bits a|b c\n", "found 'a|b', expected values NAME VALUE|VALUE");
	expect_wrong("values bits a\nvalues bits b\n", "line 2: found 'bits', expected a new name for the list");
	expect_wrong("panel a b c - d\nfinding\n", "line 2: found '', expected finding TEXT");
	expect_wrong("finding {a first}\npanel a b c - d\n", "line 1: found '{a first}', expected a panel above");
	expect_wrong("panel a b c - d\nfinding x {a first\n", "found '{a first', expected values as {VALUE}");
	expect_wrong("panel a b c - d\nfinding a first}\n", "found '}', expected values as {VALUE}");
	expect_wrong("panel a b c - d\nfinding {a}\n", "found '{a}', expected PANEL[LINE] PLACE");
	expect_wrong("panel a b c - d\nfinding {a[x first}\n", "expected PANEL[LINE]");
	expect_wrong("panel a b c - d\nfinding {a best}\n",
		     "expected at X, first, last, max, min, from N% or until N%");
	expect_wrong("panel a b c - d\nfinding {a first 2}\n", "expected nothing after the place");
	expect_wrong("panel a b c - d\nfinding {a from most}\n", "expected from N% or until N%");
	expect_wrong("panel a b c - d\nfinding {a at }\n", "expected at X");
	expect_wrong("panel a b c - d\nfinding {a first / z last}\n", "expected a panel above");
	expect_wrong("panel a b c - d\nfinding {a first as m}\n", "expected as %, KiB, MiB, GiB or number");
	expect_wrong("panel a b c - d\nfinding {line of a first / a last}\n", "expected numbers");
	expect_wrong("panel a b c - d\nfinding a\nfinding b\nfinding c\nfinding d\nfinding e\n",
		     "line 6: found 'e', expected at most 4 findings");
	for (int i = 0; i < 33; i++)
		snprintf(many + strlen(many), 32, "panel a%d b c - d\n", i);
	expect_wrong(many, "line 34: found 'a32', expected at most 32 panels");
}

/* The line is below the second panel. */
static void expect_setting(const char *line, const char *said)
{
	char text[256];

	snprintf(text, sizeof text, "panel a b c - d\npanel e b c - d\n    %s\n", line);
	expect_wrong(text, said);
}

TEST(settings_that_are_wrong)
{
	expect_wrong("size 900\n", "line 1: found '', expected size WIDTH HEIGHT");
	expect_wrong("size 900 440 1\n", "line 1: found '1', expected size WIDTH HEIGHT");
	expect_wrong("columns 0\n", "expected columns NUMBER");
	expect_wrong("name l1\n", "line 1: found 'l1', expected name LINE = TEXT");
	expect_wrong("title\n", "line 1: found '', expected a text of at most 158 bytes");
	expect_wrong("over a\n", "line 1: found 'a', expected a panel above");
	expect_setting("tittle x", "line 3: found 'tittle', expected summary, size");
	expect_setting("xlog 1", "line 3: found '1', expected a base above 1, or off");
	expect_setting("xscale 0", "found '0', expected a number above 0");
	expect_setting("xscale limit", "found 'limit', expected a number above 0");
	expect_setting("yscale 1e9;system('x')", "expected a number above 0, or for yscale: limit");
	expect_setting("xrange 1", "found '1', expected A:B, each a number, *, NUMBER<*, low*NUMBER or top*NUMBER");
	expect_setting("yrange 0:top", "found '0:top', expected A:B");
	expect_setting("yrange 0:system('x')", "expected A:B");
	expect_setting("xtics 1 2", "found '1 2', expected NUMBER, LABEL=NUMBER");
	expect_setting("xtics '=1", "found ''=1', expected NUMBER, LABEL=NUMBER");
	expect_setting("xtics every", "found 'every', expected NUMBER, LABEL=NUMBER");
	expect_setting("xwords up", "found 'up', expected ANGLE [SIZE]");
	expect_setting("room -1", "found '-1', expected a number above 0");
	expect_setting("key top lft", "found 'top lft', expected off, or words of gnuplot's set key");
	expect_setting("key font big", "found 'font big', expected off, or words");
	expect_setting("ends", "found '', expected a text");
	expect_setting("ends wide", "found 'wide', expected WIDTH [X]");
	expect_setting("draw pies", "found 'pies', expected lines, rings, points, bars, dashes, steady or level");
	expect_setting("draw bars most", "found 'bars most', expected lines, rings");
	expect_setting("line 9", "found '9', expected line 1 to 8, and a name");
	expect_setting("over e", "found 'e', expected a panel above");
	expect_setting("over f", "found 'f', expected a panel above");
	expect_setting("ends 5\nends 6", "line 4: found '6', expected one such line for a panel");
}

TEST(settings_of_all_panels_and_of_one)
{
	write_file("mine.plot", "summary s\nsize 900 440\ncolumns 2\nname l1 = L1, a set\nyscale 1e9\n"
				"panel a b c - d\n\t# a remark\n\txtics 8, 1 KiB=1024\n\tyrange 2<*:top*1.5\n"
				"panel e b c - d{?op}\n\tover a\n\txtics every 4\n\tline 2 all of them\n");
	FREED_BY(gb_plot_kinds_free) struct gb_plot_kinds kinds = loaded();
	const struct gb_plot_kind *mine = gb_plot_kinds_find(&kinds, "mine");
	assert_null(mine->wrong);
	assert_int_equal(mine->width, 900);
	assert_int_equal(mine->height, 440);
	assert_int_equal(mine->columns, 2);
	assert_int_equal(mine->aliases, 1);
	assert_string_equal(mine->alias[0].line, "l1");
	assert_string_equal(mine->alias[0].text, "L1, a set");
	assert_string_equal(mine->setting[GB_PANEL_YSCALE], "1e9");
	assert_string_equal(mine->panel[0].setting[GB_PANEL_XTICS], "(8, '1 KiB' 1024)");
	assert_string_equal(mine->panel[0].setting[GB_PANEL_YRANGE], "2<*:top*1.5");
	assert_null(mine->panel[0].setting[GB_PANEL_OVER]);
	assert_string_equal(mine->panel[1].setting[GB_PANEL_OVER], "a");
	assert_string_equal(mine->panel[1].setting[GB_PANEL_XTICS], "4");
	assert_string_equal(mine->panel[1].setting[GB_PANEL_LINE], "2 all of them");
}

int main(void)
{
	return run_all_tests_within(make_folder, remove_folder);
}
