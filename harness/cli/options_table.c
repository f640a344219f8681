/* options_table.c: every option of every command, and what those do that no table can say. */
#include "cli/options_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	OPT_ALL = 256,
	OPT_QUICK,
	OPT_EVERY,
	OPT_NOISE,
	OPT_SAMPLES,
	OPT_MIN_TIME,
	OPT_TIMEOUT,
	OPT_DEADLINE,
	OPT_IDLE,
	OPT_MEMORY,
	OPT_WORK,
	OPT_PATIENCE,
	OPT_CONCURRENT,
	OPT_STRICT,
	OPT_SHUFFLE,
	OPT_JSON,
	OPT_RESUME,
	OPT_POINTS,
	OPT_LAUNCHES,
	OPT_SUSTAINED,
	OPT_PLUGIN,
	OPT_DEVICES,
	OPT_DESCRIBE,
	OPT_VERSION,
	OPT_MAN,
	OPT_COMPLETE,
	OPT_AS_CSV,
	OPT_AS_JSON,
	OPT_AS_MARKDOWN,
	OPT_EXPORT,
	OPT_GPU,
	OPT_BASELINE,
	OPT_RULES,
	OPT_MAX_DROP,
	OPT_MARGIN,
	OPT_MIN_OFF,
	OPT_MIN_Z,
	OPT_KERNELS,
	OPT_DATA,
	OPT_SCRIPT
};

#define TO(kind, field) kind, offsetof(struct gb_options, field)

static const struct gb_option run_options[] = {
	{ 0, NULL, NULL, "What to run", GB_OPTION_SPECIAL, 0 },
	{ OPT_ALL, "all", NULL, "every benchmark", TO(GB_OPTION_FLAG, all) },
	{ 'b', "benchmark", "REGEX", "the benchmarks whose whole name matches", TO(GB_OPTION_TEXT, benchmarks) },
	{ 'a', "axis", "NAME=VALUES", "take these values: 1,2,4  lo:hi[:step|:pow2]  or names; repeatable",
	  GB_OPTION_SPECIAL, 0 },
	{ 'd', "device", "LIST",
	  "indices, UUID prefixes or PCI ids of GPUs, all (the default), or host: its processors",
	  TO(GB_OPTION_TEXT, devices) },
	{ OPT_QUICK, "quick", NULL, "the short sets: seconds, for a health check", GB_OPTION_SPECIAL, 0 },
	{ OPT_EVERY, "every-point", NULL, "every value of every axis, each a row; takes its time", GB_OPTION_SPECIAL,
	  0 },
	{ OPT_POINTS, "points", "FILE", "exactly the points of an earlier CSV, with the shapes it found",
	  TO(GB_OPTION_TEXT, points) },
	{ OPT_PLUGIN, "plugin", "FILE", "load this plug-in too; repeatable", GB_OPTION_SPECIAL, 0 },
	{ 0, NULL, NULL, "How to measure", GB_OPTION_SPECIAL, 0 },
	{ OPT_NOISE, "max-noise", "PART", "sample until half the 95 % interval is below this part (0.001; quick 0.002)",
	  TO(GB_OPTION_NUMBER, max_noise) },
	{ OPT_SAMPLES, "min-samples", "N", "take at least N samples (20; quick 8)", GB_OPTION_SPECIAL, 0 },
	{ OPT_MIN_TIME, "min-time", "SECONDS",
	  "sample a point for at least this long (roofs 0.4; others, and quick, 0)", TO(GB_OPTION_NUMBER, min_time) },
	{ OPT_TIMEOUT, "timeout", "SECONDS", "sample a point for no longer than this (1; quick 0.1)",
	  TO(GB_OPTION_NUMBER, timeout) },
	{ OPT_PATIENCE, "patience", "SECONDS",
	  "a point that gives no sign of life for longer has failed (60; quick 20)", TO(GB_OPTION_NUMBER, patience) },
	{ OPT_DEADLINE, "deadline", "SECONDS", "the whole run ends by then; what is not measured is a failed row",
	  TO(GB_OPTION_NUMBER, deadline) },
	{ OPT_IDLE, "wait-idle", "SECONDS", "before each point wait this long for other processes to leave the GPU",
	  TO(GB_OPTION_NUMBER, wait_idle) },
	{ OPT_MEMORY, "max-memory", "BYTES", "use no more device memory; working sets too small for it are suspect",
	  GB_OPTION_SPECIAL, 0 },
	{ OPT_WORK, "work", "PART",
	  "launches do about this part of their usual work, for tools that slow kernels down; rows are suspect",
	  TO(GB_OPTION_PART, work) },
	{ OPT_SHUFFLE, "shuffle", "[=SEED]",
	  "mix the order of points; the seed is the run_id, or that of an earlier run", GB_OPTION_SPECIAL, 0 },
	{ OPT_CONCURRENT, "concurrent", NULL, "all GPUs at once; the rows say so", TO(GB_OPTION_FLAG, concurrent) },
	{ OPT_STRICT, "strict", NULL, "a suspect row is a failure: exit status 2", TO(GB_OPTION_FLAG, strict) },
	{ OPT_SUSTAINED, "sustained", "SECONDS",
	  "then keep each point that sets a roof running for so long, and tell how it fares",
	  TO(GB_OPTION_NUMBER, sustained) },
	{ OPT_LAUNCHES, "launches", "N", "launch each point N times and measure nothing: for profilers",
	  GB_OPTION_SPECIAL, 0 },
	{ 0, NULL, NULL, "Where results go", GB_OPTION_SPECIAL, 0 },
	{ 'o', "output", "FILE", "CSV into FILE instead of standard output; %h is the host, %u the GPU's UUID",
	  TO(GB_OPTION_TEXT, csv) },
	{ OPT_RESUME, "resume", "FILE", "complete the CSV of an interrupted run, with the same other options",
	  TO(GB_OPTION_TEXT, resume) },
	{ OPT_JSON, "json", "FILE", "JSON with raw samples as well", TO(GB_OPTION_TEXT, json) },
	{ 0, NULL, NULL, "What there is", GB_OPTION_SPECIAL, 0 },
	{ 'l', "list", NULL, "the benchmarks", GB_OPTION_SPECIAL, 0 },
	{ OPT_DEVICES, "list-devices", NULL, "the GPUs, or with -d host the processors", GB_OPTION_SPECIAL, 0 },
	{ OPT_DESCRIBE, "describe", "NAME", "what a benchmark does, its axes, how it counts", GB_OPTION_SPECIAL, 0 },
	{ OPT_VERSION, "version", NULL, "the version", GB_OPTION_SPECIAL, 0 },
	{ OPT_MAN, "man", NULL, "the manual page: gpubench --man | man -l -", GB_OPTION_SPECIAL, 0 },
	{ OPT_COMPLETE, "complete", NULL,
	  "what the last of the words behind a -- may become, for completion in a shell", GB_OPTION_SPECIAL, 0 },
	{ 'h', "help", NULL, "this text", GB_OPTION_SPECIAL, 0 },
	{ 0, NULL, NULL, NULL, GB_OPTION_SPECIAL, 0 },
};

static const struct gb_option info_options[] = {
	{ 0, NULL, NULL, "Options", GB_OPTION_SPECIAL, 0 },
	{ 'd', "device", "LIST",
	  "indices, UUID prefixes or PCI ids of GPUs, all (the default), or host: its processors",
	  TO(GB_OPTION_TEXT, devices) },
	{ 'h', "help", NULL, "this text", GB_OPTION_SPECIAL, 0 },
	{ 0, NULL, NULL, NULL, GB_OPTION_SPECIAL, 0 },
};

/* What roofs and compare share. */
#define GPU_OPTION                                                                                           \
	{                                                                                                    \
		OPT_GPU, "gpu", "TEXT",                                                                      \
			"only GPUs whose UUID, host or PCI id begins so, or whose model has it in its name", \
			TO(GB_OPTION_TEXT, gpu)                                                              \
	}
#define SHOWN_OPTIONS                                                                                                 \
	{ 0, NULL, NULL, "How to show it", GB_OPTION_SPECIAL, 0 },                                                    \
		{ OPT_AS_CSV, "csv", NULL, "CSV", GB_OPTION_SPECIAL, 0 },                                             \
		{ OPT_AS_JSON, "json", NULL, "JSON", GB_OPTION_SPECIAL, 0 },                                          \
		{ OPT_AS_MARKDOWN, "markdown", NULL, "Markdown", GB_OPTION_SPECIAL, 0 },                              \
	{                                                                                                             \
		'o', "output", "FILE", "into FILE, which is replaced when all is written", TO(GB_OPTION_TEXT, output) \
	}
#define HELP_OPTION                                                  \
	{                                                            \
		'h', "help", NULL, "this text", GB_OPTION_SPECIAL, 0 \
	}

static const struct gb_option roofs_options[] = {
	{ 0, NULL, NULL, "Which", GB_OPTION_SPECIAL, 0 },
	GPU_OPTION,
	SHOWN_OPTIONS,
	{ OPT_EXPORT, "export", "TOOL", "as TOOL reads it:", TO(GB_OPTION_TEXT, export_to) },
	{ OPT_BASELINE, "baseline", "FILE",
	  "of superbench: also write its baseline, the median of every roof, into FILE", TO(GB_OPTION_TEXT, baseline) },
	{ OPT_RULES, "rules", "FILE", "of superbench: also write its rules into FILE", TO(GB_OPTION_TEXT, rules) },
	HELP_OPTION,
	{ 0, NULL, NULL, NULL, GB_OPTION_SPECIAL, 0 },
};

static const struct gb_option compare_options[] = {
	{ 0, NULL, NULL, "With what", GB_OPTION_SPECIAL, 0 },
	{ OPT_BASELINE, "baseline", "FILE", "with an earlier result of the same GPUs, or else of their model",
	  TO(GB_OPTION_TEXT, baseline) },
	GPU_OPTION,
	{ 0, NULL, NULL, "When it matters", GB_OPTION_SPECIAL, 0 },
	{ OPT_MIN_OFF, "min-off", "PART", "an outlier is at least this far from the median of its peers (2.5%)",
	  TO(GB_OPTION_PART, min_off) },
	{ OPT_MIN_Z, "min-z", "NUMBER", "and as many robust standard deviations (3.5)", TO(GB_OPTION_NUMBER, min_z) },
	{ OPT_MARGIN, "margin", "PART", "a change from the baseline up to this is none (1%)",
	  TO(GB_OPTION_PART, margin) },
	{ OPT_MAX_DROP, "max-drop", "PART", "exit status 3 when any roof is further below its peers or the baseline",
	  TO(GB_OPTION_PART, max_drop) },
	SHOWN_OPTIONS,
	HELP_OPTION,
	{ 0, NULL, NULL, NULL, GB_OPTION_SPECIAL, 0 },
};

static const struct gb_option plot_options[] = {
	{ 0, NULL, NULL, "Which", GB_OPTION_SPECIAL, 0 },
	GPU_OPTION,
	{ OPT_KERNELS, "kernels", "FILE", "of roofline: also the kernels in FILE: name,flop,byte,seconds",
	  TO(GB_OPTION_TEXT, kernels) },
	{ 0, NULL, NULL, "Where it goes", GB_OPTION_SPECIAL, 0 },
	{ 'o', "output", "FILE", "the picture: FILE.svg, FILE.png or FILE.pdf", TO(GB_OPTION_TEXT, output) },
	{ OPT_DATA, "data", "FILE", "keep what gnuplot is given in FILE", TO(GB_OPTION_TEXT, data) },
	{ OPT_SCRIPT, "script", "FILE", "draw with this gnuplot script: a changed copy of plots/KIND.gp",
	  TO(GB_OPTION_TEXT, script) },
	HELP_OPTION,
	{ 0, NULL, NULL, NULL, GB_OPTION_SPECIAL, 0 },
};

static const struct gb_option report_options[] = {
	{ 0, NULL, NULL, "Which, and where it goes", GB_OPTION_SPECIAL, 0 },
	GPU_OPTION,
	{ 'o', "output", "FILE", "the page, into FILE instead of standard output", TO(GB_OPTION_TEXT, output) },
	HELP_OPTION,
	{ 0, NULL, NULL, NULL, GB_OPTION_SPECIAL, 0 },
};

static const struct gb_example run_examples[] = {
	{ "gpubench --all > gpu.csv", "measure everything on every GPU" },
	{ "gpubench -b dram -a op=copy -d 0", "one benchmark, one axis, one GPU" },
	{ "gpubench --all --device host", "measure the processors of this host" },
	{ NULL, NULL },
};

static const struct gb_example info_examples[] = {
	{ "gpubench info -d 0", "of the first GPU alone" },
	{ NULL, NULL },
};

static const struct gb_example roofs_examples[] = {
	{ "gpubench roofs gpu.csv", "roofs, their limits, and ridge points" },
	{ "gpubench roofs gpu.csv --export ncu -o roofs.section", "for Nsight Compute" },
	{ NULL, NULL },
};

static const struct gb_example compare_examples[] = {
	{ "gpubench compare *.csv", "the GPUs of a fleet" },
	{ "gpubench compare new.csv --baseline old.csv --max-drop 5%", "fails when a roof has sunk" },
	{ NULL, NULL },
};

static const struct gb_example plot_examples[] = {
	{ "gpubench plot roofline gpu.csv -o roofline.svg", "the roofline" },
	{ "gpubench plot roofline gpu.csv --kernels k.csv -o r.png", "with kernels under it" },
	{ NULL, NULL },
};

static const struct gb_example report_examples[] = {
	{ "gpubench report *.csv -o report.html", "of every GPU there" },
	{ NULL, NULL },
};

#define INPUT_OR_OUTPUT "a file or a part of it could not be read, or output was lost"

const struct gb_syntax gb_syntaxes[] = {
	{ .word = "run",
	  .command = GB_RUN,
	  .option = run_options,
	  .files = false,
	  .intro = "gpubench measures what a GPU really does. Each command has --help of its own.\n",
	  .example = run_examples,
	  .exit = { { 2, "no device, a measurement failed or output was lost" }, { 130, "interrupted" } },
	  .outro = "Plug-ins are also looked for in the folders of GPUBENCH_PLUGIN_PATH.\n" },
	{ .word = "info",
	  .operands = "",
	  .summary = "the GPUs and their theoretical peaks",
	  .command = GB_INFO,
	  .option = info_options,
	  .files = false,
	  .intro = "gpubench info: the GPUs here, what the driver says of them, and their theoretical peaks.\n",
	  .example = info_examples,
	  .exit = { { 2, "no device" } } },
	{ .word = "roofs",
	  .operands = "FILE...",
	  .summary = "roofs and ridge points from results; for other tools too",
	  .command = GB_ROOFS,
	  .option = roofs_options,
	  .files = true,
	  .intro =
		  "gpubench roofs FILE...: the measured roofs of each GPU in result files (-: standard input), and where those of\n"
		  "arithmetic meet those of memory.\n",
	  .example = roofs_examples,
	  .exit = { { 2, INPUT_OR_OUTPUT } },
	  .outro =
		  "Of several rows for one roof the best counts. A suspect row counts if it is surely better than all that are ok.\n" },
	{ .word = "compare",
	  .operands = "FILE...",
	  .summary = "which GPU is slow, against its peers or a baseline",
	  .command = GB_COMPARE,
	  .option = compare_options,
	  .files = true,
	  .intro =
		  "gpubench compare FILE...: the GPUs in result files (-: standard input) against their peers, which are the GPUs of\n"
		  "the same model, against an earlier result, and model against model.\n",
	  .example = compare_examples,
	  .exit = { { 2, INPUT_OR_OUTPUT }, { 3, "--max-drop is exceeded" } } },
	{ .word = "plot",
	  .operands = "KIND FILE... -o X",
	  .summary = "a picture: roofline, offset, cache, ...",
	  .command = GB_PLOT,
	  .option = plot_options,
	  .files = true,
	  .intro =
		  "gpubench plot KIND FILE... -o PICTURE: a picture of what is in result files (-: standard input), drawn by\n"
		  "gnuplot with a script of plots/. KIND is one of\n",
	  .example = plot_examples,
	  .exit = { { 2, "a file or a part of it could not be read, or nothing could be drawn" } } },
	{ .word = "report",
	  .operands = "FILE... -o X.html",
	  .summary = "all of it on one page",
	  .command = GB_REPORT,
	  .option = report_options,
	  .files = true,
	  .intro =
		  "gpubench report FILE... -o report.html: what is in result files (-: standard input) on one page that needs no\n"
		  "network: roofs, GPUs against their peers, pictures (with gnuplot), every row.\n",
	  .example = report_examples,
	  .exit = { { 2, "a file or a part of it could not be read, or something could not be drawn" } } },
	{ .word = NULL },
};

const struct gb_syntax *gb_syntax_find(const char *word)
{
	for (const struct gb_syntax *syntax = gb_syntaxes; syntax->word != NULL; syntax++)
		if (strcmp(syntax->word, word) == 0)
			return syntax;
	return NULL;
}

bool gb_option_is_end(const struct gb_option *option)
{
	return option->name == NULL && option->help == NULL;
}

/* A number above 0, all of the text. */
int gb_option_positive(const char *option, const char *text, double *out, struct gb_error *error)
{
	char *end;
	double value = strtod(text, &end);

	if (end == text || *end != '\0' || !isfinite(value) || value <= 0)
		return gb_error_set(error, "--%s '%s': expected a number above 0", option, text);
	*out = value;
	return GB_OK;
}

static int repeat(const char *option, size_t count, struct gb_error *error)
{
	if (count == GB_REPEATS_MAX)
		return gb_error_set(error, "--%s is given more than %d times", option, GB_REPEATS_MAX);
	return GB_OK;
}

static int set_effort(struct gb_options *options, enum gb_effort effort, struct gb_error *error)
{
	if (options->effort != GB_FULL && options->effort != effort)
		return gb_error_set(error, "--quick and --every-point exclude each other");
	options->effort = effort;
	return GB_OK;
}

/* A count, which 0.5 or more than any machine has would turn into something else. */
static int set_whole(const char *option, const char *argument, double most, double *out, struct gb_error *error)
{
	double number;

	if (gb_option_positive(option, argument, &number, error) != GB_OK)
		return GB_FAILED;
	if (number != floor(number) || number > most)
		return gb_error_set(error, "--%s '%s': expected a whole number up to %.0f", option, argument, most);
	*out = number;
	return GB_OK;
}

static int set_samples(struct gb_options *options, const char *argument, struct gb_error *error)
{
	double number;

	if (set_whole("min-samples", argument, 10000, &number, error) != GB_OK)
		return GB_FAILED;
	options->min_samples = (size_t)number;
	return GB_OK;
}

static int set_format(struct gb_options *options, enum gb_format format, struct gb_error *error)
{
	if (options->format != GB_FORMAT_TABLE && options->format != format)
		return gb_error_set(error, "--csv, --json and --markdown exclude each other");
	options->format = format;
	return GB_OK;
}

static enum gb_command command_of(int code)
{
	switch (code) {
	case 'l':
		return GB_LIST;
	case OPT_DEVICES:
		return GB_LIST_DEVICES;
	case OPT_DESCRIBE:
		return GB_DESCRIBE;
	case OPT_VERSION:
		return GB_VERSION_OF;
	case OPT_MAN:
		return GB_MANUAL;
	case OPT_COMPLETE:
		return GB_COMPLETE;
	default:
		return GB_HELP;
	}
}

int gb_option_special(struct gb_options *options, int code, const char *argument, struct gb_error *error)
{
	switch (code) {
	case OPT_SHUFFLE:
		options->shuffle = true;
		options->seed = argument;
		return GB_OK;
	case 'a':
		if (repeat("axis", options->choices, error) != GB_OK)
			return GB_FAILED;
		options->choice[options->choices++].text = argument;
		return GB_OK;
	case OPT_PLUGIN:
		if (repeat("plugin", options->plugins, error) != GB_OK)
			return GB_FAILED;
		options->plugin[options->plugins++] = argument;
		return GB_OK;
	case OPT_QUICK:
		return set_effort(options, GB_QUICK, error);
	case OPT_EVERY:
		return set_effort(options, GB_EVERY, error);
	case OPT_SAMPLES:
		return set_samples(options, argument, error);
	case OPT_MEMORY:
		return set_whole("max-memory", argument, 1e15, &options->max_memory, error);
	case OPT_LAUNCHES:
		return set_whole("launches", argument, 1e9, &options->launches, error);
	case OPT_AS_CSV:
		return set_format(options, GB_FORMAT_CSV, error);
	case OPT_AS_JSON:
		return set_format(options, GB_FORMAT_JSON, error);
	case OPT_AS_MARKDOWN:
		return set_format(options, GB_FORMAT_MARKDOWN, error);
	default:
		options->command = command_of(code);
		options->describe = code == OPT_DESCRIBE ? argument : options->describe;
		return GB_OK;
	}
}
