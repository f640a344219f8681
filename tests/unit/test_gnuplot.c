/* Whatever text gnuplot evaluates, it must not start another program. */
#include "plot/gnuplot.h"

#include <dirent.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "support.h"

/* Each way in which gnuplot can start a program; each creates a file. */
static const char *const planted[] = {
	"x = system('touch system')",
	"x = `echo 1; touch quotes`",
	"x = \"`touch string`\"",
	"!touch shell",
	"set print '|touch print'; print 1",
	"set terminal svg; set output '|touch output'; plot x",
	"stats '<touch pipe; echo 1' nooutput",
	"load '<touch load'",
};
enum { PLANTED = sizeof planted / sizeof planted[0] };

struct folder {
	char path[32], home[4096];
};

static void enter(struct folder *f)
{
	*f = (struct folder){ .path = "/tmp/gpubench-test-XXXXXX" };
	assert_non_null(getcwd(f->home, sizeof f->home));
	assert_non_null(mkdtemp(f->path));
	assert_int_equal(chdir(f->path), 0);
}

static size_t count_files(bool remove)
{
	DIR *folder = opendir(".");
	size_t count = 0;

	assert_non_null(folder);
	for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
		if (entry->d_name[0] == '.')
			continue;
		count += strcmp(entry->d_name, "script") != 0;
		if (remove)
			unlink(entry->d_name);
	}
	closedir(folder);
	return count;
}

static size_t leave(const struct folder *f)
{
	const size_t count = count_files(true);

	assert_int_equal(chdir(f->home), 0);
	assert_int_equal(rmdir(f->path), 0);
	return count;
}

static void write_script(const char *text)
{
	FREED_BY(close_stream) FILE *script = fopen("script", "w");

	assert_non_null(script);
	fprintf(script, "%s\n", text);
}

/* gnuplot stops at its first error, so each has a run of its own. Returns how many made their file; those that gnuplot
 * does not wait for have half a second, and longer if they are `expected`. */
static size_t run_planted(bool confined, size_t expected)
{
	const char *const scripts[] = { "script", NULL };
	struct folder f;

	enter(&f);
	for (size_t i = 0; i < PLANTED; i++) {
		gb_error_clear(&error);
		write_script(planted[i]);
		(void)gb_gnuplot_run(scripts, ".", confined, &error);
	}
	for (int tenths = 0; tenths < 5 || (tenths < 100 && count_files(false) < expected); tenths++)
		usleep(100000);
	return leave(&f);
}

static bool no_gnuplot(void)
{
	const char *const none[] = { NULL, NULL };
	gb_error_clear(&error);

	assert_non_null(freopen("/dev/null", "r", stdin)); /* its input if there is no script */
	return gb_gnuplot_run(none, ".", true, &error) != GB_OK && strstr(error.text, "No such file") != NULL;
}

TEST(without_the_filter_they_act)
{
	if (no_gnuplot())
		skip();
	assert_int_equal(run_planted(false, PLANTED), PLANTED);
}

TEST(with_the_filter_none_does)
{
	if (no_gnuplot())
		skip();
	assert_int_equal(run_planted(true, 0), 0);
}

TEST(pictures_are_drawn)
{
	static const char *const terminals[] = { "svg", "pngcairo", "pdfcairo" };
	const char *const scripts[] = { "script", NULL };
	char text[128];

	if (no_gnuplot())
		skip();
	for (size_t i = 0; i < 3; i++) {
		gb_error_clear(&error);
		struct folder f;
		enter(&f);
		snprintf(text, sizeof text, "set terminal %s; set output 'picture'; plot x", terminals[i]);
		write_script(text);
		assert_ok(gb_gnuplot_run(scripts, ".", true, &error), error);
		assert_int_equal(leave(&f), 1);
	}
}

/* Each way in which gnuplot can write a file next to its folder: pictures, print, tables, fits and saved sessions. */
static const char *const written[] = {
	"set print '../beside'; print 1",
	"set print '../beside' append; print 1",
	"set terminal svg; set output '../beside'; plot x",
	"set table '../beside'; plot x; unset table",
	"save '../beside'",
	"f(x) = a * x; set fit logfile '../beside'; fit f(x) '+' using 1:1 via a",
};

/* The number of these scripts that changed a file next to the folder. */
static size_t run_written(bool confined)
{
	const char *const scripts[] = { "script", NULL };
	struct folder f;
	struct stat is;
	size_t changed = 0;

	enter(&f);
	assert_int_equal(mkdir("inner", 0700), 0);
	for (size_t i = 0; i < sizeof written / sizeof written[0]; i++) {
		gb_error_clear(&error);
		FILE *beside = fopen("beside", "w");
		assert_non_null(beside);
		assert_int_equal(fclose(beside), 0);
		assert_int_equal(chdir("inner"), 0);
		write_script(written[i]);
		(void)gb_gnuplot_run(scripts, ".", confined, &error);
		assert_int_equal(unlink("script"), 0);
		assert_int_equal(chdir(".."), 0);
		assert_int_equal(stat("beside", &is), 0);
		changed += is.st_size > 0;
	}
	assert_int_equal(rmdir("inner"), 0);
	leave(&f);
	return changed;
}

TEST(nothing_else_is_written)
{
	if (no_gnuplot())
		skip();
	assert_int_equal(run_written(false), sizeof written / sizeof written[0]);
	if (syscall(444, NULL, 0, 1) < 1) { /* landlock_create_ruleset() for its version */
		fprintf(stderr, "this kernel has no Landlock: what gnuplot writes is not bounded\n");
		skip();
	}
	assert_int_equal(run_written(true), 0);
}
