/* Kinds of pictures, read from files next to plug-ins. tests/cli/transcripts/kinds.t has wrong ones. */
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
