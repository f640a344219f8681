#include "cli/command_run_options.h"
#include "cli/analysis_options.h"
#include "cli/commands.h"
#include "options/help.h"

#include "support.h"
#include "base/text.h"

enum { WORDS = 80 };

/* Split `line` at spaces and read it. */
static int read_line(const char *line, struct gb_line *out, struct gb_error *why)
{
	static char text[4096];
	static char *word[WORDS + 1];
	int count = 0;

	snprintf(text, sizeof text, "gpubench %s", line);
	for (char *at = strtok(text, " "); at != NULL && count < WORDS; at = strtok(NULL, " "))
		word[count++] = at;
	word[count] = NULL;
	return gb_line_read(out, gb_commands, count, word, why);
}

/* Good until the next. */
static struct gb_line good(const char *text)
{
	static struct gb_line line;

	gb_line_free(&line);
	assert_ok(read_line(text, &line, &error), error);
	return line;
}

static const struct gb_run_options *good_run(const char *text)
{
	const struct gb_line line = good(text);

	assert_ptr_equal(line.command, &gb_command_run);
	return line.options;
}

/* The place at which a line keeps the value of option `name`. */
static const void *given(const struct gb_line *line, const char *name)
{
	for (const struct gb_option *o = line->command->option; !gb_option_is_end(o); o++)
		if (o->name != NULL && strcmp(o->name, name) == 0)
			return (const char *)line->options + o->at;
	fail_msg("there is no --%s", name);
	return NULL;
}

static const char *text_of(const struct gb_line *line, const char *name)
{
	return *(const char *const *)given(line, name);
}

static double number_of(const struct gb_line *line, const char *name)
{
	return *(const double *)given(line, name);
}

static enum gb_format format_of(const struct gb_line *line)
{
	return *(const enum gb_format *)given(line, "csv");
}

TEST(defaults)
{
	const struct gb_run_options *o = good_run("--all");

	assert_true(o->all);
	assert_int_equal(o->action, GB_ACTION_MEASURE);
	assert_int_equal(o->sweep.effort, GB_FULL);
	assert_string_equal(o->devices, "all");
	assert_null(o->csv);
	assert_null(o->json);
	assert_same(o->wishes.budget_seconds, 0);
	assert_true(isinf(o->supervisor.deadline_seconds));
}

TEST(everything_given)
{
	const struct gb_run_options *o =
		good_run("run -b dram|ffma -b gemm -a op=read --axis=block=1:8 -d 0,1 --quick --max-noise 0.01 "
			 "--min-samples 7 --min-time 0.5 --timeout 2.5 --watch 0.02 -o x.csv --json x.json --plugin "
			 "a.so --plugin=b.so");

	assert_int_equal(o->benchmarks.count, 2);
	assert_string_equal(o->benchmarks.text[0], "dram|ffma");
	assert_string_equal(o->benchmarks.text[1], "gemm");
	assert_int_equal(o->axes.count, 2);
	assert_string_equal(o->axes.text[1], "block=1:8");
	assert_string_equal(o->devices, "0,1");
	assert_int_equal(o->sweep.effort, GB_QUICK);
	assert_same(o->wishes.max_noise, 0.01);
	assert_same(o->wishes.min_seconds, 0.5);
	assert_same(o->wishes.budget_seconds, 2.5);
	assert_same(gb_effort_of_roof(GB_FULL, &o->wishes).watch_seconds, 0.02);
	assert_same(gb_effort_of_curve(GB_FULL, &o->wishes).watch_seconds, 0.02);
	assert_int_equal(o->wishes.min_samples, 7);
	assert_string_equal(o->csv, "x.csv");
	assert_string_equal(o->json, "x.json");
	assert_int_equal(o->plugins.count, 2);
	assert_string_equal(o->plugins.text[1], "b.so");
	o = good_run("--all --launches 3 --patience 4 --deadline 5 --wait-idle 6 --work 70% --shuffle=8 --concurrent "
		     "--strict --sustained 9 --points p.csv");
	assert_int_equal(o->sweep.launches, 3);
	assert_same(o->patience_seconds, 4);
	assert_same(o->supervisor.deadline_seconds, 5);
	assert_same(o->sweep.idle_seconds, 6);
	assert_same(o->sweep.work, 0.7);
	assert_true(o->shuffle && o->supervisor.concurrent && o->strict);
	assert_string_equal(o->seed, "8");
	assert_same(o->sweep.sustain_seconds, 9);
	assert_string_equal(o->points, "p.csv");
}

static void refuse(const char *line, const char *says)
{
	struct gb_line read;
	gb_error_clear(&error);

	if (read_line(line, &read, &error) != GB_FAILED)
		fail_msg("'%s' was taken", line);
	assert_says(error.text, says);
	assert_null(strchr(error.text, '\n'));
}

static uint64_t bytes(const char *text)
{
	char line[64];

	snprintf(line, sizeof line, "--all --max-memory %s", text);
	return good_run(line)->sweep.memory_most;
}

TEST(parts_and_bytes)
{
	assert_same(good_run("--all --max-noise 1%")->wishes.max_noise, 0.01);
	assert_same(good_run("--all --max-noise 1e-2")->wishes.max_noise, 0.01);
	assert_same(good_run("--all --max-noise 1")->wishes.max_noise, 1); /* without sampling */
	refuse("--all --work 1", "'1': expected a part such as 5% or 0.05");
	assert_int_equal(bytes("1.5e9"), 1500000000);
	assert_int_equal(bytes("7"), 7);
	assert_int_equal(bytes("7B"), 7);
	assert_int_equal(bytes("1GB"), 1000000000);
	assert_int_equal(bytes("1g"), 1000000000);
	assert_int_equal(bytes("1.5GiB"), 1610612736);
	assert_int_equal(bytes("2kB"), 2000);
	assert_int_equal(bytes("2Ki"), 2048);
	assert_int_equal(bytes("3mib"), 3145728);
	assert_int_equal(bytes("0.1TB"), 100000000000);
}

TEST(actions)
{
	assert_int_equal(good_run("--list")->action, GB_ACTION_LIST);
	assert_int_equal(good_run("-l")->action, GB_ACTION_LIST);
	assert_int_equal(good_run("--list-devices")->action, GB_ACTION_LIST_DEVICES);
	assert_ptr_equal(good("info -d 1").command, &gb_command_info);
	assert_int_equal(good_run("-d 1 info")->action, GB_ACTION_INFO);
	assert_int_equal(good_run("--version")->action, GB_ACTION_VERSION);
	assert_true(good("-h").help);
	assert_int_equal(good_run("--describe dram")->action, GB_ACTION_DESCRIBE);
	assert_string_equal(good_run("--describe dram")->described, "dram");
	assert_int_equal(good_run("--every-point -b x")->sweep.effort, GB_EVERY);
	assert_true(good_run("--all --deep")->deep);
}

TEST(mistakes_are_named)
{
	refuse("", "nothing to run");
	refuse("--quick", "nothing to run");
	refuse("--al1", "'--al1' is not an option; did you mean '--all'?");
	refuse("-x", "'-x' is not an option");
	refuse("--all -b", "'-b' lacks its value");
	refuse("--all --json", "'--json' lacks its value");
	refuse("--deep -b x", "--deep needs --all");
	refuse("--all --quick --every-point", "are mutually exclusive");
	refuse("--every-point --all --quick", "are mutually exclusive");
	refuse("--all -b dram", "--all and -b are mutually exclusive");
	refuse("--all --max-noise 0", "--max-noise '0': expected a part such as 5% or 0.05");
	refuse("--all --max-noise 2", "'2'");
	refuse("--all --max-noise 1x", "'1x'");
	refuse("--all --timeout nan", "--timeout 'nan'");
	refuse("--all --timeout inf", "--timeout 'inf'");
	refuse("--all --timeout -3", "'-3'");
	refuse("--all --min-time 0", "--min-time '0'");
	refuse("--all --watch 0", "--watch '0'");
	refuse("--all --min-samples 1.5", "expected a whole number");
	refuse("--all --min-samples 100000", "up to 10000");
	refuse("--all --launches 0.5", "--launches '0.5': expected a whole number up to 1000000000");
	refuse("--all --launches 1e30", "expected a whole number");
	refuse("--all --max-memory 0.5", "--max-memory '0.5': expected bytes, such as 1500000, 1.5MB or 2GiB");
	refuse("--all --max-memory 1e30", "expected bytes");
	refuse("--all --max-memory 1XB", "'1XB'");
	refuse("--all --max-memory 1iB", "'1iB'");
	refuse("--all --max-memory 1GBB", "'1GBB'");
	refuse("--all --max-memory GB", "'GB'");
	refuse("--all --max-memory 0.3KiB", "'0.3KiB'");
	refuse("--all --points a.csv -o a.csv", "'a.csv' is an input and would be overwritten");
	refuse("--all --points a.csv --json a.csv", "'a.csv' is an input and would be overwritten");
	refuse("roofs a.csv b.csv -o b.csv", "'b.csv' is an input and would be overwritten");
	refuse("roofs a.csv --export superbench --baseline a.csv", "'a.csv' is an input and would be overwritten");
	refuse("compare a.csv --baseline b.csv -o b.csv", "'b.csv' is an input and would be overwritten");
	refuse("plot cache a.csv --data a.csv", "'a.csv' is an input and would be overwritten");
	good("report - -o -");
	refuse("--all -o a.csv --json a.csv", "-o and --json name the same file: 'a.csv'");
	refuse("--all --json -", "-o and --json would both go to standard output: name a file for one");
	refuse("--all --json - -o -", "-o and --json would both go to standard output");
	assert_string_equal(good_run("--all --json - -o a.csv")->json, "-");
	refuse("--all --resume -", "--resume -");
	refuse("roofs a.csv --export superbench --rules -", "-o and --rules would both go to standard output");
	refuse("roofs a.csv --export superbench -o x --baseline y --rules y", "--baseline and --rules name the same");
	good("roofs a.csv --export superbench -o x --rules -");
	refuse("plot roofline a.csv -o x.svg --data x.svg", "-o and --data name the same file");
	refuse("measure", "'measure' is not a command");
	refuse("info extra", "'extra' is not a command");
}

/* The message names the wrong letter of a group. */
TEST(a_bad_letter_in_a_group_is_named)
{
	refuse("-xl", "x");
	refuse("--all -zq", "z");
}

TEST(too_many_are_refused)
{
	char line[2048] = "";

	for (int i = 0; i < GB_REPEATS_MAX; i++)
		gb_text_add(line, sizeof line, "-ax=1 ");
	gb_text_add(line, sizeof line, "--all");
	assert_int_equal(good_run(line)->axes.count, GB_REPEATS_MAX);
	gb_text_add(line, sizeof line, " -ax=1");
	refuse(line, "more than 64 times");
}

/* Every option in the help of a command is accepted by that command. */
static int options_of_help(const char *word)
{
	char line[128];
	FILE *file = tmpfile();
	int options = 0;

	snprintf(line, sizeof line, "%s --help", word);
	const struct gb_line asked = good(line);
	assert_true(asked.help);
	gb_help_print(asked.command, gb_commands, &(struct gb_plugins){ .count = 0 }, file);
	FREED_BY(free_text) char *text = contents(file);
	fclose(file);
	for (const char *at = strstr(text, "--"); at != NULL; at = strstr(at + 2, "--")) {
		char name[32] = "";
		struct gb_line o;
		gb_error_clear(&error);
		sscanf(at, "%31[-a-z]", name);
		if (strlen(name) < 4)
			continue;
		snprintf(line, sizeof line, "%s %s 1 -h", word, name);
		if (read_line(line, &o, &error) == GB_OK)
			gb_line_free(&o);
		else if (strstr(error.text, "is not an option") != NULL)
			fail_msg("%s: %s", line, error.text);
		options++;
	}
	assert_says(text, "Exit status");
	return options;
}

TEST(help_and_options_agree)
{
	assert_true(options_of_help("") >= 16);
	assert_true(options_of_help("run") >= 16);
	assert_true(options_of_help("info") >= 2);
	assert_true(options_of_help("roofs") >= 8);
	assert_true(options_of_help("compare") >= 9);
	assert_true(options_of_help("plot") >= 6);
	assert_true(options_of_help("profile") >= 15);
	assert_true(options_of_help("report") >= 3);
}

TEST(analysis)
{
	struct gb_line line =
		good("roofs a.csv --export superbench b.csv --baseline b.json --rules r.yaml -o x --gpu GPU-1");

	assert_ptr_equal(line.command, &gb_command_roofs);
	assert_int_equal(line.operands, 2);
	assert_string_equal(line.operand[0], "a.csv");
	assert_string_equal(line.operand[1], "b.csv");
	assert_string_equal(text_of(&line, "export"), "superbench");
	assert_string_equal(text_of(&line, "baseline"), "b.json");
	assert_string_equal(text_of(&line, "rules"), "r.yaml");
	assert_string_equal(text_of(&line, "output"), "x");
	assert_string_equal(text_of(&line, "gpu"), "GPU-1");
	line = good("roofs --json -");
	assert_int_equal(format_of(&line), GB_FORMAT_JSON);
	assert_string_equal(good("roofs -").operand[0], "-");
	line = good("compare --baseline old.csv --max-drop 5% --margin 0.02 --min-off 4% --markdown new.csv");
	assert_ptr_equal(line.command, &gb_command_compare);
	assert_string_equal(text_of(&line, "baseline"), "old.csv");
	assert_same(number_of(&line, "max-drop"), 0.05);
	assert_same(number_of(&line, "margin"), 0.02);
	assert_same(number_of(&line, "min-off"), 0.04);
	assert_int_equal(format_of(&line), GB_FORMAT_MARKDOWN);
	assert_int_equal(line.operands, 1);
}

TEST(pictures)
{
	struct gb_line line = good("plot roofline a.csv b.csv -o x.svg --kernels k.csv --data d --script s.gp");

	assert_ptr_equal(line.command, &gb_command_plot);
	assert_string_equal(line.kind, "roofline");
	assert_int_equal(line.operands, 2);
	assert_string_equal(line.operand[1], "b.csv");
	assert_string_equal(text_of(&line, "kernels"), "k.csv");
	assert_string_equal(text_of(&line, "data"), "d");
	assert_string_equal(text_of(&line, "script"), "s.gp");
	line = good("report -o x.html a.csv");
	assert_ptr_equal(line.command, &gb_command_report);
	assert_string_equal(text_of(&line, "output"), "x.html");
	assert_int_equal(line.operands, 1);
	line = good("plot"); /* lists them */
	assert_null(line.kind);
	gb_line_free(&line);
	refuse("plot roofline", "no file");
	refuse("plot pie x.csv -o x.svg", "'pie' is not a plot; gpubench plot lists them");
	refuse("plot limts x.csv -o x.svg", "'limts' is not a plot; did you mean 'limits'?");
	refuse("plot roofline x.csv", "no output file");
	refuse("plot roofline x.csv -o -", "-o -: expected a file whose name ends in .svg");
	refuse("plot offset x.csv -o x.svg --kernels k", "--kernels cannot be combined with the plot offset");
	refuse("report", "no file");
}

TEST(mistakes_in_analysis_are_named)
{
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
	refuse("roofs x.csv --csv --json", "--csv, --json and --markdown are mutually exclusive");
	refuse("roofs x.csv --csv --export ncu", "--export cannot be combined with");
	refuse("roofs x.csv --export excel",
	       "--export 'excel': expected ncu, ert, nersc, superbench, aiconfigurator or prometheus");
	refuse("roofs x.csv --export ncu --rules y", "--rules needs --export superbench or --export prometheus");
	refuse("roofs x.csv --rules y", "--rules needs --export superbench or --export prometheus");
	refuse("roofs x.csv --export prometheus --baseline y", "--baseline needs --export superbench");
	refuse("-d 0 roofs", "'roofs' is not a command here: put it first");
}

int main(void)
{
	setenv("GPUBENCH_PLUGIN_PATH", next_to_program("../../plugins"), 1); /* which bring plots */
	return run_all_tests();
}
