/* command_run_options.c: the options of a run, and checks that the table cannot express. */
#include "cli/command_run_options.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "device/rates.h"
#include "record/output.h"

#define TO(field, function) GB_OPTION_TO(struct gb_run_options, field, function)
/* For an option that sets several fields. */
#define WHOLE(function) .read = (function), .at = 0

/* `value` is an enum gb_run_action. */
static int read_action(const struct gb_option *option, void *to, const char *argument, struct gb_error *error)
{
	((struct gb_run_options *)to)->action = (enum gb_run_action)option->value;
	return GB_OK;
}

/* "90" or "9.0"; `value` is an enum gb_run_action. */
static int read_cc(const struct gb_option *option, void *to, const char *argument, struct gb_error *error)
{
	struct gb_run_options *options = to;
	char *end = NULL;
	long cc = argument != NULL ? strtol(argument, &end, 10) : 0;

	if (cc > 0 && cc < 100 && end[0] == '.' && isdigit((unsigned char)end[1])) {
		cc = 10 * cc + (end[1] - '0');
		end += 2;
	}
	if (argument != NULL && (*end != '\0' || cc < 10 || cc > 999 || gb_rates_cores((int)cc / 10, (int)cc % 10) < 0))
		return gb_error_set(error, "--%s=%s: not the compute capability of a GPU, such as 90 or 9.0",
				    option->name, argument);
	options->cc = (int)cc;
	return read_action(option, to, NULL, error);
}

static int read_described(const struct gb_option *option, void *to, const char *argument, struct gb_error *error)
{
	((struct gb_run_options *)to)->described = argument;
	return read_action(option, to, argument, error);
}

/* `value` is an enum gb_effort_level. */
static int read_effort(const struct gb_option *option, void *to, const char *argument, struct gb_error *error)
{
	enum gb_effort_level *effort = to;

	if (*effort != GB_FULL && *effort != (enum gb_effort_level)option->value)
		return gb_error_set(error, "--quick and --every-point are mutually exclusive");
	*effort = (enum gb_effort_level)option->value;
	return GB_OK;
}

static int read_shuffle(const struct gb_option *option, void *to, const char *argument, struct gb_error *error)
{
	struct gb_run_options *options = to;

	options->shuffle = true;
	options->seed = argument;
	return GB_OK;
}

static struct gb_effort usual_effort(enum gb_effort_level effort)
{
	return gb_effort_of_roof(effort, &(struct gb_wishes){ 0 });
}

static struct gb_measure_options usual_measuring(enum gb_effort_level effort)
{
	return usual_effort(effort).measure;
}

static void usual_max_noise(char *text, size_t size)
{
	snprintf(text, size, "%g; quick %g", usual_measuring(GB_FULL).max_noise, usual_measuring(GB_QUICK).max_noise);
}

static void usual_min_samples(char *text, size_t size)
{
	snprintf(text, size, "%zu; quick %zu", usual_measuring(GB_FULL).min_samples,
		 usual_measuring(GB_QUICK).min_samples);
}

static void usual_min_time(char *text, size_t size)
{
	snprintf(text, size, "roofs %g; others, and quick, %g", usual_measuring(GB_FULL).min_seconds,
		 usual_measuring(GB_QUICK).min_seconds);
}

static void usual_timeout(char *text, size_t size)
{
	snprintf(text, size, "%g; quick %g", usual_measuring(GB_FULL).budget_seconds,
		 usual_measuring(GB_QUICK).budget_seconds);
}

static void usual_watch(char *text, size_t size)
{
	const struct gb_effort full = usual_effort(GB_FULL);

	snprintf(text, size, "%g, at a held clock %g; quick %g", full.watch_seconds, full.held_watch_seconds,
		 usual_effort(GB_QUICK).watch_seconds);
}

static void usual_patience(char *text, size_t size)
{
	snprintf(text, size, "%d; quick %d", GB_PATIENCE_SECONDS, GB_PATIENCE_QUICK_SECONDS);
}

const struct gb_option gb_run_option_table[] = {
	{ .help = "Benchmarks to run" },
	{ "all", NULL, "every benchmark", TO(all, gb_option_flag), .often = true },
	{ "deep", NULL,
	  "with --all: also measure the studies, which set no roof; -b always includes the studies of its benchmarks",
	  TO(deep, gb_option_flag) },
	{ "benchmark", "REGEX", "benchmarks whose whole name matches; separate several by commas; repeatable",
	  TO(benchmarks, gb_option_texts), .letter = 'b', .often = true },
	{ "axis", "NAME=VALUES", "use these values: 1,2,4; also lo:hi[:step|:pow2|:pow4] or names; repeatable",
	  TO(axes, gb_option_texts), .letter = 'a', .often = true },
	GB_OPTION_DEVICES(struct gb_run_options, devices),
	{ "quick", NULL, "measure few values per axis; a health check in seconds", TO(sweep.effort, read_effort),
	  .value = GB_QUICK, .often = true },
	{ "every-point", NULL, "measure every value of every axis, with a row for each; slow",
	  TO(sweep.effort, read_effort), .value = GB_EVERY },
	{ "points", "FILE", "measure exactly the points of an earlier CSV, with its launch shapes",
	  TO(points, gb_option_text), .file = GB_FILE_READ },
	{ "plugin", "FILE", "load this plug-in too; repeatable", TO(plugins, gb_option_texts) },
	GB_OPTION_FOREIGN,
	{ "plan", "[=CC]",
	  "print what would be measured, and for how long; for the GPUs here, or for one of compute capability CC; "
	  "nothing is measured",
	  WHOLE(read_cc), .value = GB_ACTION_PLAN, .often = true },
	{ "dry-run", "[=CC]",
	  "call the hooks on a simulated GPU of compute capability CC and report faults; nothing is measured",
	  WHOLE(read_cc), .value = GB_ACTION_DRY_RUN },
	{ "model", "FILE", "with --dry-run: kernels in C for the verification; repeatable", TO(models, gb_option_texts),
	  .file = GB_FILE_READ },
	{ "allow-unverified", NULL, "with --dry-run: a kernel without a model is not a failure",
	  TO(allow_unverified, gb_option_flag) },

	{ .help = "How to measure" },
	{ "max-noise", "PART", "sample until half the 95 % interval is below this fraction",
	  TO(wishes.max_noise, gb_option_part), .value = 1, .usual = usual_max_noise },
	{ "min-samples", "N", "take at least N samples", TO(wishes.min_samples, gb_option_positive), .value = 10000,
	  .usual = usual_min_samples },
	{ "min-time", "SECONDS", "sample a point for at least this long", TO(wishes.min_seconds, gb_option_number),
	  .usual = usual_min_time },
	{ "timeout", "SECONDS", "sample a point for at most this long", TO(wishes.budget_seconds, gb_option_number),
	  .usual = usual_timeout },
	{ "watch", "SECONDS",
	  "keep the load of a point running this long after its samples, to read power, NVML's clock and energy",
	  TO(wishes.watch_seconds, gb_option_number), .usual = usual_watch },
	{ "patience", "SECONDS",
	  "fail a point that shows no progress for this long; waiting for a busy processor does not count",
	  TO(patience_seconds, gb_option_number), .usual = usual_patience },
	{ "deadline", "SECONDS", "end the whole run after this time; points not measured by then are failed rows",
	  TO(supervisor.deadline_seconds, gb_option_number) },
	{ "wait-idle", "SECONDS", "before each point, wait up to this long for other processes to leave the GPU",
	  TO(sweep.idle_seconds, gb_option_number) },
	{ "max-memory", "BYTES",
	  "use at most this much device memory, such as 2GiB; points whose working set becomes too small are suspect",
	  TO(sweep.memory_most, gb_option_bytes), .value = 1000000000000000 },
	{ "work", "PART",
	  "scale the work of launches by about this factor, for tools that slow kernels down; rows are suspect",
	  TO(sweep.work, gb_option_part) },
	{ "shuffle", "[=SEED]", "shuffle the points; the seed is the run_id, or that of an earlier run",
	  WHOLE(read_shuffle) },
	{ "concurrent", NULL, "measure all GPUs at once; the reason of each row mentions it",
	  TO(supervisor.concurrent, gb_option_flag) },
	{ "strict", NULL, "treat a suspect row as a failure: exit status 2", TO(strict, gb_option_flag) },
	{ "remember", NULL, "remember the roofs of these GPUs for programs that ask for peaks (gpubench peaks)",
	  TO(remember, gb_option_flag) },
	{ "sustained", "SECONDS", "keep each roof's load running for SECONDS and report the rate over time",
	  TO(sweep.sustain_seconds, gb_option_number) },
	{ "sdc", "SECONDS",
	  "watch for silent data corruption; loop over verified launches of all units, or of those in the "
	  "benchmarks of -b, for SECONDS per GPU; nothing is measured; exit status 3 if anything is found",
	  TO(sweep.sdc_seconds, gb_option_number), .often = true },
	{ "launches", "N", "launch each point N times and measure nothing: for profilers",
	  TO(sweep.launches, gb_option_positive), .value = 1000000000 },

	{ .help = "Output" },
	{ "output", "FILE",
	  "CSV into FILE instead of standard output; an existing FILE becomes FILE~; " GB_PATTERN_LETTERS,
	  TO(csv, gb_option_text), .file = GB_FILE_RESULT, .letter = 'o', .often = true },
	{ "csv", NULL,
	  "CSV on standard output, even on a terminal; by default a terminal gets tables, and the rows go into a "
	  "file in this folder",
	  TO(csv_shown, gb_option_flag) },
	{ "no-file", NULL, "do not save the rows of a run on a terminal", TO(no_file, gb_option_flag) },
	{ "resume", "FILE",
	  "complete the CSV of an interrupted run; it is created if absent; give the other options again; FILE as "
	  "for -o",
	  TO(resume, gb_option_text), .often = true },
	{ "json", "FILE", "also write JSON lines with raw samples", TO(json, gb_option_text), .file = GB_FILE_WRITTEN,
	  .often = true },
	{ "verbose", NULL, "also print a line for each suspect or skipped row", TO(verbose, gb_option_flag),
	  .letter = 'v' },

	{ .help = "Information" },
	{ "list", NULL, "the benchmarks", WHOLE(read_action), .value = GB_ACTION_LIST, .letter = 'l', .often = true },
	{ "list-devices", NULL, "the GPUs, or with -d host the processors", WHOLE(read_action),
	  .value = GB_ACTION_LIST_DEVICES },
	{ "describe", "NAME", "method, axes and metrics of a benchmark", WHOLE(read_described),
	  .value = GB_ACTION_DESCRIBE, .often = true },
	{ "version", NULL, "the version, and the GPUs that this build has kernels for", WHOLE(read_action),
	  .value = GB_ACTION_VERSION },
	{ "man", "[=COMMAND]", "the manual page, or that of a command: gpubench --man=compare | man -l -",
	  WHOLE(read_described), .value = GB_ACTION_MANUAL },
	{ "complete", NULL, "completions of the last word after a --, for shells", WHOLE(read_action),
	  .value = GB_ACTION_COMPLETE },
	GB_OPTIONS_OF_ALL,
	{ 0 },
};

const struct gb_run_options gb_run_defaults = {
	.devices = "all",
	.sweep.effort = GB_FULL,
	.supervisor.deadline_seconds = INFINITY,
};

static int check_selected(const struct gb_run_options *o, struct gb_error *error)
{
	if (!o->all && o->benchmarks.count == 0)
		return gb_error_set(error,
				    "nothing to run: name benchmarks with -b, or use --all; see gpubench --help");
	if (o->all && o->benchmarks.count > 0)
		return gb_error_set(error, "--all and -b are mutually exclusive");
	if (o->deep && !o->all)
		return gb_error_set(error, "--deep needs --all: -b always measures all points of its benchmarks");
	return GB_OK;
}

/* A dry run writes no rows and uses no GPU. */
static int check_dry_run(const struct gb_run_options *o, struct gb_error *error)
{
	const struct {
		const char *name;
		bool given;
	} not_with_it[] = {
		{ "-o", o->csv != NULL },
		{ "--json", o->json != NULL },
		{ "--resume", o->resume != NULL },
		{ "--points", o->points != NULL },
		{ "--launches", o->sweep.launches > 0 },
		{ "--sustained", o->sweep.sustain_seconds > 0 },
		{ "--sdc", o->sweep.sdc_seconds > 0 },
		{ "--device", strcmp(o->devices, gb_run_defaults.devices) != 0 },
	};

	for (size_t i = 0; i < sizeof not_with_it / sizeof not_with_it[0]; i++)
		if (not_with_it[i].given)
			return gb_error_set(error, "a dry run measures nothing: %s cannot be combined with --dry-run",
					    not_with_it[i].name);
	return check_selected(o, error);
}

/* A watch measures nothing and chooses its own points. */
static int check_watch(struct gb_run_options *o, struct gb_error *error)
{
	const struct {
		const char *name;
		bool given;
	} not_with_it[] = {
		{ "--quick", o->sweep.effort == GB_QUICK },
		{ "--every-point", o->sweep.effort == GB_EVERY },
		{ "--points", o->points != NULL },
		{ "--plan", o->action == GB_ACTION_PLAN },
		{ "--deep", o->deep },
		{ "--launches", o->sweep.launches > 0 },
		{ "--sustained", o->sweep.sustain_seconds > 0 },
		{ "--remember", o->remember },
		{ "--resume", o->resume != NULL },
		{ "--wait-idle", o->sweep.idle_seconds > 0 },
	};

	if (!(o->sweep.sdc_seconds > 0))
		return GB_OK;
	for (size_t i = 0; i < sizeof not_with_it / sizeof not_with_it[0]; i++)
		if (not_with_it[i].given)
			return gb_error_set(error, "--sdc measures nothing: %s cannot be combined with it",
					    not_with_it[i].name);
	o->sweep.effort = GB_SDC;
	o->all |= o->benchmarks.count == 0;
	return GB_OK;
}

static int check_measuring(struct gb_run_options *o, struct gb_error *error)
{
	GB_TRY(check_watch(o, error));
	GB_TRY(check_selected(o, error));
	if (o->models.count > 0 || o->allow_unverified)
		return gb_error_set(error, "%s needs --dry-run: a measurement runs the real kernels",
				    o->models.count > 0 ? "--model" : "--allow-unverified");
	if (o->resume != NULL && strcmp(o->resume, "-") == 0)
		return gb_error_set(error, "--resume -: expected a file, not standard output");
	if (o->resume != NULL && (o->csv != NULL || o->json != NULL))
		return gb_error_set(error, "--resume appends to its own file: -o and --json cannot be combined "
					   "with it");
	if ((o->csv_shown || o->no_file) && (o->csv != NULL || o->resume != NULL))
		return gb_error_set(error, "--%s cannot be combined with a file of rows: -o and --resume name one",
				    o->csv_shown ? "csv" : "no-file");
	if (o->csv_shown && o->no_file)
		return gb_error_set(error, "--csv keeps no file anyway: --no-file cannot be combined with it");
	if (o->action == GB_ACTION_PLAN && o->cc > 0 && strcmp(o->devices, gb_run_defaults.devices) != 0)
		return gb_error_set(error, "--plan=CC needs no GPU: --device cannot be combined with it");
	if (o->points != NULL && (o->axes.count > 0 || o->sweep.effort == GB_EVERY))
		return gb_error_set(error, "--points chooses the points: -a and --every-point cannot be combined "
					   "with it");
	return GB_OK;
}

int gb_run_options_check(const struct gb_line *line, struct gb_error *error)
{
	struct gb_run_options *o = line->options;
	const char *const last = line->operands > 0 ? line->operand[line->operands - 1] : NULL;

	if (o->action == GB_ACTION_COMPLETE)
		return last != NULL ? GB_OK : gb_error_set(error, "no words: gpubench --complete -- WORD...");
	/* These commands may also follow the options. */
	if (line->operands == 1 && strcmp(last, gb_command_info.word) == 0)
		o->action = GB_ACTION_INFO;
	else if (last != NULL && (line->operands > 1 || strcmp(last, gb_command_run.word) != 0))
		return gb_line_no_command(gb_commands, last, error);
	if (o->action == GB_ACTION_DRY_RUN)
		return check_dry_run(o, error);
	return o->action == GB_ACTION_MEASURE || o->action == GB_ACTION_PLAN ? check_measuring(o, error) : GB_OK;
}
