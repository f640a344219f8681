#include "cli/command_run_options.h"
#include "cli/analysis_options.h"
#include "cli/commands.h"

#include "support.h"

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
}
