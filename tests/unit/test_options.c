#include "cli/options.h"

#include "support.h"
#include "base/text.h"

enum { WORDS = 80 };

/* Split `line` at blanks and read it. */
static int read_line(const char *line, struct gb_options *options, struct gb_error *error)
{
	static char text[4096];
	char *word[WORDS + 1];
	int count = 0;

	snprintf(text, sizeof text, "gpubench %s", line);
	for (char *at = strtok(text, " "); at != NULL && count < WORDS; at = strtok(NULL, " "))
		word[count++] = at;
	word[count] = NULL;
	return gb_options_read(options, count, word, error);
}

static struct gb_options good(const char *line)
{
	struct gb_options options;
	struct gb_error error = { "" };

	assert_ok(read_line(line, &options, &error), error);
	return options;
}

static void defaults(void **state)
{
	const struct gb_options o = good("--all");

	(void)state;
	assert_true(o.all);
	assert_int_equal(o.command, GB_RUN);
	assert_int_equal(o.effort, GB_FULL);
	assert_string_equal(o.devices, "all");
	assert_null(o.csv);
	assert_null(o.json);
	assert_same(o.timeout, 0);
}

static void everything_given(void **state)
{
	const struct gb_options o =
		good("run -b dram|ffma -a op=read --axis=block=1:8 -d 0,1 --quick --max-noise 0.01 "
		     "--min-samples 7 --min-time 0.5 --timeout 2.5 -o x.csv --json x.json --plugin a.so --plugin=b.so");

	(void)state;
	assert_string_equal(o.benchmarks, "dram|ffma");
	assert_int_equal(o.choices, 2);
	assert_same(good("--all --max-memory 1.5e9").max_memory, 1.5e9);
	assert_same(good("--all --launches 3").launches, 3);
	assert_string_equal(o.choice[1].text, "block=1:8");
	assert_string_equal(o.devices, "0,1");
	assert_int_equal(o.effort, GB_QUICK);
	assert_same(o.max_noise, 0.01);
	assert_same(o.min_time, 0.5);
	assert_same(o.timeout, 2.5);
	assert_int_equal(o.min_samples, 7);
	assert_string_equal(o.csv, "x.csv");
	assert_string_equal(o.json, "x.json");
	assert_int_equal(o.plugins, 2);
	assert_string_equal(o.plugin[1], "b.so");
}

static void commands(void **state)
{
	(void)state;
	assert_int_equal(good("--list").command, GB_LIST);
	assert_int_equal(good("-l").command, GB_LIST);
	assert_int_equal(good("--list-devices").command, GB_LIST_DEVICES);
	assert_int_equal(good("info -d 1").command, GB_INFO);
	assert_int_equal(good("--version").command, GB_VERSION_OF);
	assert_int_equal(good("-h").command, GB_HELP);
	assert_string_equal(good("--describe dram").describe, "dram");
	assert_int_equal(good("--every-point -b x").effort, GB_EVERY);
}

static void refuse(const char *line, const char *says)
{
	struct gb_options options;
	struct gb_error error = { "" };

	if (read_line(line, &options, &error) != GB_FAILED)
		fail_msg("'%s' was taken", line);
	assert_says(error.text, says);
	assert_null(strchr(error.text, '\n'));
}

static void mistakes_are_named(void **state)
{
	(void)state;
	refuse("", "nothing to run");
	refuse("--quick", "nothing to run");
	refuse("--al1", "'--al1' is not an option");
	refuse("-x", "'-x' is not an option");
	refuse("--all -b", "'-b' lacks its value");
	refuse("--all --json", "'--json' lacks its value");
	refuse("--all --quick --every-point", "exclude each other");
	refuse("--every-point --all --quick", "exclude each other");
	refuse("--all -b dram", "--all and -b exclude each other");
	refuse("--all --max-noise 0", "--max-noise '0': expected a number above 0");
	refuse("--all --max-noise 1x", "'1x'");
	refuse("--all --timeout nan", "--timeout 'nan'");
	refuse("--all --timeout inf", "--timeout 'inf'");
	refuse("--all --timeout -3", "'-3'");
	refuse("--all --min-time 0", "--min-time '0'");
	refuse("--all --min-samples 1.5", "expected a whole number");
	refuse("--all --min-samples 100000", "up to 10000");
	refuse("--all --launches 0.5", "--launches '0.5': expected a whole number up to 1000000000");
	refuse("--all --launches 1e30", "expected a whole number");
	refuse("--all --max-memory 0.5", "--max-memory '0.5': expected a whole number up to 1000000000000000");
	refuse("--all --max-memory 1e30", "expected a whole number");
	refuse("--all --points a.csv -o a.csv", "'a.csv' is read here, and would be written over");
	refuse("--all --points a.csv --json a.csv", "'a.csv' is read here");
	refuse("roofs a.csv b.csv -o b.csv", "'b.csv' is read here");
	refuse("roofs a.csv --export superbench --baseline a.csv", "'a.csv' is read here");
	refuse("compare a.csv --baseline b.csv -o b.csv", "'b.csv' is read here");
	refuse("plot cache a.csv --data a.csv", "'a.csv' is read here");
	good("report - -o -");
	refuse("measure", "'measure' is not a command");
	refuse("info extra", "'extra' is not a command");
}

/* Of letters in one word, the word is what the user has typed. */
static void a_bad_letter_in_a_group_is_named(void **state)
{
	(void)state;
	refuse("-xl", "x");
	refuse("--all -zq", "z");
}

static void too_many_are_refused(void **state)
{
	char line[2048] = "";

	(void)state;
	for (int i = 0; i < GB_REPEATS_MAX; i++)
		gb_text_add(line, sizeof line, "-ax=1 ");
	gb_text_add(line, sizeof line, "--all");
	assert_int_equal(good(line).choices, GB_REPEATS_MAX);
	gb_text_add(line, sizeof line, " -ax=1");
	refuse(line, "more than 64 times");
}

/* Every option in the help of a command is taken by it. */
static int options_of_help(const char *word)
{
	char line[128];
	FILE *file = tmpfile();
	int options = 0;

	snprintf(line, sizeof line, "%s --help", word);
	const struct gb_options asked = good(line);
	assert_int_equal(asked.command, GB_HELP);
	gb_options_help(asked.syntax, file);
	char *text = contents(file);
	fclose(file);
	for (const char *at = strstr(text, "--"); at != NULL; at = strstr(at + 2, "--")) {
		char name[32] = "";
		struct gb_options o;
		struct gb_error error = { "" };
		sscanf(at, "%31[-a-z]", name);
		if (strlen(name) < 4)
			continue;
		snprintf(line, sizeof line, "%s %s 1 -h", word, name);
		if (read_line(line, &o, &error) != GB_OK && strstr(error.text, "is not an option") != NULL)
			fail_msg("%s: %s", line, error.text);
		options++;
	}
	assert_says(text, "Exit status");
	free(text);
	return options;
}

static void help_and_options_agree(void **state)
{
	(void)state;
	assert_true(options_of_help("") >= 16);
	assert_true(options_of_help("run") >= 16);
	assert_true(options_of_help("info") >= 2);
	assert_true(options_of_help("roofs") >= 8);
	assert_true(options_of_help("compare") >= 9);
	assert_true(options_of_help("plot") >= 6);
	assert_true(options_of_help("report") >= 3);
}

static void analysis(void **state)
{
	struct gb_options o =
		good("roofs a.csv --export superbench b.csv --baseline b.json --rules r.yaml -o x --gpu GPU-1");

	(void)state;
	assert_int_equal(o.command, GB_ROOFS);
	assert_int_equal(o.files, 2);
	assert_string_equal(o.file[0], "a.csv");
	assert_string_equal(o.file[1], "b.csv");
	assert_string_equal(o.export_to, "superbench");
	assert_string_equal(o.baseline, "b.json");
	assert_string_equal(o.rules, "r.yaml");
	assert_string_equal(o.output, "x");
	assert_string_equal(o.gpu, "GPU-1");
	assert_int_equal(good("roofs --json -").format, GB_FORMAT_JSON);
	assert_string_equal(good("roofs -").file[0], "-");
	o = good("compare --baseline old.csv --max-drop 5% --margin 0.02 --min-z 3 --min-off 4% --markdown new.csv");
	assert_int_equal(o.command, GB_COMPARE);
	assert_string_equal(o.baseline, "old.csv");
	assert_same(o.max_drop, 0.05);
	assert_same(o.margin, 0.02);
	assert_same(o.min_z, 3);
	assert_same(o.min_off, 0.04);
	assert_int_equal(o.format, GB_FORMAT_MARKDOWN);
	assert_int_equal(o.files, 1);
}

static void pictures(void **state)
{
	struct gb_options o = good("plot roofline a.csv b.csv -o x.svg --kernels k.csv --data d --script s.gp");

	(void)state;
	assert_int_equal(o.command, GB_PLOT);
	assert_string_equal(o.plot, "roofline");
	assert_int_equal(o.files, 2);
	assert_string_equal(o.file[1], "b.csv");
	assert_string_equal(o.kernels, "k.csv");
	assert_string_equal(o.data, "d");
	assert_string_equal(o.script, "s.gp");
	o = good("report -o x.html a.csv");
	assert_int_equal(o.command, GB_REPORT);
	assert_string_equal(o.output, "x.html");
	assert_int_equal(o.files, 1);
	refuse("plot", "no file");
	refuse("plot roofline", "no file");
	refuse("plot pie x.csv -o x.svg", "'pie' is not a plot; there are roofline, compare, offset");
	refuse("plot roofline x.csv", "no picture");
	refuse("plot offset x.csv -o x.svg --kernels k", "--kernels go with the plot roofline");
	refuse("report", "no file");
}

static void mistakes_in_analysis_are_named(void **state)
{
	(void)state;
	refuse("roofs", "no file: name result files, or - for standard input; see gpubench roofs --help");
	refuse("compare --csv", "no file");
	refuse("roofs --all x.csv", "'--all' is not an option; see gpubench roofs --help");
	refuse("compare x.csv --max-drop", "'--max-drop' lacks its value; see gpubench compare --help");
	refuse("compare x.csv --max-drop 5", "--max-drop '5': expected a part such as 5% or 0.05");
	refuse("compare x.csv --max-drop 5%%", "'5%%'");
	refuse("compare x.csv --max-drop %", "'%'");
	refuse("compare x.csv --margin 0", "'0'");
	refuse("compare x.csv --margin 100%", "'100%'");
	refuse("compare x.csv --margin nan", "'nan'");
	refuse("roofs x.csv --csv --json", "--csv, --json and --markdown exclude each other");
	refuse("roofs x.csv --csv --export ncu", "--export does not go with");
	refuse("roofs x.csv --export excel",
	       "--export 'excel': expected ncu, ert, nersc, superbench, aiconfigurator or prometheus");
	refuse("roofs x.csv --export ncu --rules y", "--baseline and --rules go with --export superbench");
	refuse("roofs x.csv --rules y", "--baseline and --rules go with --export superbench");
	refuse("-d 0 roofs", "'roofs' is not a command here: put it first");
}

int main(void)
{
	RUN(T(defaults), T(everything_given), T(commands), T(mistakes_are_named), T(a_bad_letter_in_a_group_is_named),
	    T(too_many_are_refused), T(help_and_options_agree), T(analysis), T(pictures),
	    T(mistakes_in_analysis_are_named));
}
