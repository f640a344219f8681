/* command_check.c: gpubench check: checks whether the GPUs of this host are as fast as they should be. The result is
 * one line and an exit status for a scheduler.
 *
 * The benchmarks that set roofs in the reference are measured quickly, on all GPUs at once. If a roof seems too low,
 * its benchmark is measured again: a drop must appear in both runs, because one run may have been disturbed. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "base/wrap.h"
#include "cli/analysis_options.h"
#include "cli/command_run.h"
#include "cli/commands.h"
#include "cli/signals.h"
#include "cli/verdict.h"
#include "export/export.h"
#include "record/output.h"
#include "record/publish.h"
#include "show/print.h"

struct options {
	const char *files_from;
	const char *baseline; /* NULL: the reference */
	const char *devices;
	double max_drop, seconds;                             /* max_drop 0: depends on the roof */
	uint64_t gpus;                                        /* number of GPUs that must be present; 0: any number */
	const char *nodes;                                    /* node names; NULL: none */
	const char *output;                                   /* NULL: measured rows are discarded */
	const char *prometheus;                               /* file for metrics; NULL: none */
	struct gb_texts plugins, only, without, also, expect; /* only to also: roofs */
};

/* Below 60 s, after which Slurm kills a HealthCheckProgram. */
#define USUAL_SECONDS 45
/* Time reserved for the steps after the measurement. */
#define SECONDS_TO_JUDGE 1.0
/* A measurement is not repeated in less time than this. */
#define SECONDS_AGAIN 3.0

struct check {
	const struct options *options;
	struct gb_host host;
	struct gb_plugins plugins;
	struct gb_roofs now, then;
	struct gb_baseline baseline;
	struct gb_comparison comparison;
	struct gb_inputs nodes;
	struct gb_verdict result;
	size_t wrong; /* messages about files that could not be read completely */
	double end;   /* host time */
};

static const char *baseline_word(const struct options *options)
{
	return options->baseline == NULL || gb_baseline_is_reference(options->baseline) ? GB_REFERENCE_WORD
											: "baseline";
}

/* ---- measuring --------------------------------------------------------------------------------------------------- */

static bool has_text(const struct gb_texts *texts, const char *text)
{
	for (size_t i = 0; i < texts->count; i++)
		if (strcmp(texts->text[i], text) == 0)
			return true;
	return false;
}

static void add_text(struct gb_texts *texts, const char *text)
{
	if (texts->count < GB_REPEATS_MAX && !has_text(texts, text))
		texts->text[texts->count++] = text;
}

/* The benchmarks of the reference that this program has and that measure a single GPU: all GPUs are measured at once,
 * and benchmarks of several GPUs need exclusive use. */
static void wanted_benchmarks(const struct check *c, struct gb_texts *wanted)
{
	const bool host = gb_devices_mean_host(c->options->devices);

	*wanted = (struct gb_texts){ .count = 0 };
	for (size_t g = 0; g < c->then.count; g++)
		for (size_t i = 0; i < c->then.gpu[g].roofs; i++) {
			const char *name = c->then.gpu[g].roof[i].row->benchmark;
			const struct gb_bench *bench = gb_plugins_find(&c->plugins, name);
			if (bench != NULL && bench->gpus == GB_ONE_GPU && (bench->target == GB_HOST) == host)
				add_text(wanted, bench->name);
		}
}

/* True if the finding is about the roof, its work per clock ("ROOF/clock"), or its joint group. */
static bool is_finding_about(const struct gb_verdict_finding *finding, const char *roof)
{
	const enum gb_joint joint = gb_joint_named(finding->roof);

	return joint != GB_NOT_JOINT
		       ? gb_joint_of(roof) == joint
		       : strlen(roof) == strcspn(finding->roof, "/") && strncmp(finding->roof, roof, strlen(roof)) == 0;
}

static void doubtful_benchmarks(const struct check *c, struct gb_texts *wanted)
{
	*wanted = (struct gb_texts){ .count = 0 };
	for (size_t i = 0; i < c->result.slow; i++) {
		const struct gb_verdict_finding *slow = &c->result.finding[i];
		for (size_t k = 0; k < slow->gpu->roofs; k++) {
			const struct gb_roof_row *row = slow->gpu->roof[k].row;
			const struct gb_bench *bench = gb_plugins_find(&c->plugins, row->benchmark);
			if (bench != NULL && is_finding_about(slow, row->name))
				add_text(wanted, bench->name);
		}
	}
}

static int measure_benchmarks(struct check *c, const struct gb_texts *benchmarks, bool again)
{
	struct gb_run_options run = gb_run_defaults;

	run.quiet = true;
	run.append = again;
	run.benchmarks = *benchmarks;
	run.devices = c->options->devices;
	run.csv = c->options->output != NULL ? c->options->output : gb_output_none;
	run.sweep.effort = GB_QUICK;
	run.supervisor.concurrent = true;
	run.supervisor.deadline_seconds = c->end - SECONDS_TO_JUDGE - gb_clock_now();
	gb_host_describe(&c->host); /* each run has its own id */
	const int status = gb_run_measure(&run, &c->host, &c->plugins, &c->now);
	gb_roofs_sort(&c->now);
	return status;
}

/* ---- judging ----------------------------------------------------------------------------------------------------- */

static void judge_roofs(struct check *c)
{
	const struct gb_judge_set set = gb_verdict_set(&c->options->only, &c->options->without, &c->options->also);
	const struct gb_verdict_options options = { &set,
						    c->options->max_drop,
						    c->options->gpus,
						    baseline_word(c->options),
						    c->options->expect.text,
						    c->options->expect.count };

	gb_verdict_free(&c->result);
	gb_fleet_free(&c->comparison.fleet);
	c->comparison = (struct gb_comparison){ .roofs = &c->now,
						.baseline = &c->baseline,
						.margin = GB_MARGIN,
						.node = (const char *const *)c->nodes.file,
						.nodes = c->nodes.count };
	gb_fleet_of(&c->comparison.fleet, &c->now);
	gb_cohorts_find(&c->comparison.fleet, &c->baseline, &set);
	gb_verdict_of(&c->result, &c->comparison, &options);
}

/* The scheduler reads this single line; all other findings go to standard error. */
static int tell_result(const struct check *c)
{
	const int status = gb_verdict_status(&c->result);
	const bool is_partial = status == GB_EXIT_OK && c->wrong > 0;
	struct gb_wrap line = { .out = stdout,
				.columns = (size_t)gb_wrap_columns(stdout),
				.indent = GB_WRAP_INDENT,
				.mark = is_partial ? (struct gb_wrap_mark){ "no verdict:", "no verdict" }
						   : gb_verdict_mark(&c->result) };
	char text[2 * GB_ERROR_TEXT] = "";

	gb_verdict_tell(&c->result, baseline_word(c->options));
	if (is_partial)
		gb_text_add(text, sizeof text, "no verdict: not all of the input could be read; of the rest, ");
	gb_verdict_line(&c->result, baseline_word(c->options), text + strlen(text), sizeof text - strlen(text));
	gb_wrap_words(&line, text);
	gb_wrap_end(&line);
	return gb_flushed(is_partial ? GB_EXIT_FAILED : status);
}

static int write_metrics(const struct check *c)
{
	struct gb_error error = { "" };
	struct gb_publish publish;

	if (c->options->prometheus == NULL)
		return GB_EXIT_OK;
	int status = gb_publish_open(&publish, c->options->prometheus, &error);
	if (status == GB_OK) {
		gb_export_findings(&c->result, publish.out);
		status = gb_publish_close(&publish, GB_OK, &error);
	}
	return status == GB_OK ? GB_EXIT_OK : gb_complain(GB_EXIT_FAILED, error.text);
}

/* ---- the complete check ------------------------------------------------------------------------------------------ */

static int read_baseline(struct check *c)
{
	const char *file = c->options->baseline != NULL ? c->options->baseline : GB_REFERENCE_WORD;

	gb_baseline_read(&c->then, file, NULL, gb_remark);
	if (c->then.count > 0)
		return GB_EXIT_OK;
	return gb_complain(GB_EXIT_FAILED,
			   gb_baseline_is_reference(file)
				   ? "this program was installed without references: use --baseline, or name a folder "
				     "in GPUBENCH_REFERENCE"
				   : "no GPU in the baseline");
}

/* Selects the part of the reference that applies to the GPUs, which must be known. */
static void choose_baseline(struct check *c)
{
	const bool is_reference = gb_baseline_is_reference(baseline_word(c->options));
	char mixture[512];

	if (is_reference)
		gb_reference_select(&c->then, &c->now);
	gb_baseline_of(&c->baseline, &c->then);
	/* On a screen, the last line of the verdict already reports its basis. */
	if (gb_wrap_rows(stderr, 0) == SIZE_MAX)
		gb_baseline_tell(&c->baseline, &c->now, baseline_word(c->options), gb_remark);
	gb_mixture(&c->now.runs, is_reference ? NULL : &c->then.runs, false, mixture, sizeof mixture);
	if (mixture[0] != '\0')
		gb_remark(mixture);
	judge_roofs(c);
}

static int measure_and_judge(struct check *c)
{
	struct gb_texts benchmarks;

	wanted_benchmarks(c, &benchmarks);
	if (benchmarks.count == 0)
		return gb_complain(GB_EXIT_FAILED, "the baseline has no roof that this program can measure");
	int status = measure_benchmarks(c, &benchmarks, false);
	if (c->now.count == 0 || (status != GB_EXIT_OK && status != GB_EXIT_FAILED))
		return status == GB_EXIT_OK ? GB_EXIT_FAILED : status;
	choose_baseline(c);
	if (c->result.slow == 0 || gb_interrupted)
		return GB_EXIT_OK;
	if (c->end - SECONDS_TO_JUDGE - gb_clock_now() < SECONDS_AGAIN)
		gb_remark("out of time: roofs that seem slow were measured only once");
	else {
		doubtful_benchmarks(c, &benchmarks);
		measure_benchmarks(c, &benchmarks, true);
		judge_roofs(c);
	}
	return GB_EXIT_OK;
}

static int read_and_judge(struct check *c, const struct gb_line *line)
{
	c->wrong = gb_files_read(&c->now, line->operand, line->operands, gb_remark);
	if (c->now.count == 0)
		return gb_complain(GB_EXIT_FAILED, "no GPU in these files");
	choose_baseline(c);
	return GB_EXIT_OK;
}

static int perform_check(const struct gb_line *line)
{
	static struct check c;
	struct options *options = line->options;

	c = (struct check){ .options = options, .now.current = true, .then.current = true };
	if (!gb_verdict_options_fit(&options->only, &options->also, &options->expect) ||
	    !gb_verdict_read_nodes(options->nodes, &c.nodes))
		return GB_EXIT_USAGE;
	if (options->output != NULL && line->operands > 0)
		return gb_complain(GB_EXIT_USAGE, "-o saves measured rows: it cannot be combined with FILE");
	c.end = gb_clock_now() + (options->seconds > 0 ? options->seconds : USUAL_SECONDS);
	if (options->devices == NULL)
		options->devices = gb_run_defaults.devices;
	gb_host_describe(&c.host);
	if (gb_host_is_one_of_many())
		gb_complain_as(c.host.name);
	int status = read_baseline(&c);
	if (status == GB_EXIT_OK && line->operands > 0)
		status = read_and_judge(&c, line);
	else if (status == GB_EXIT_OK && gb_commands_load(&c.plugins, &options->plugins) == GB_OK)
		status = measure_and_judge(&c);
	else if (status == GB_EXIT_OK)
		status = GB_EXIT_USAGE;
	if (gb_interrupted)
		status = GB_EXIT_INTERRUPTED;
	if (status == GB_EXIT_OK)
		status = write_metrics(&c);
	if (status == GB_EXIT_OK)
		status = tell_result(&c);
	gb_verdict_free(&c.result);
	gb_fleet_free(&c.comparison.fleet);
	gb_inputs_free(&c.nodes);
	gb_baseline_free(&c.baseline);
	gb_roofs_free(&c.now);
	gb_roofs_free(&c.then);
	gb_plugins_free(&c.plugins);
	return status;
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

#define TO(field, function) GB_OPTION_TO(struct options, field, function)

static void usual_seconds(char *text, size_t size)
{
	snprintf(text, size, "%d", USUAL_SECONDS);
}

static void usual_max_drop(char *text, size_t size)
{
	snprintf(text, size, "at least %g%%, depending on the scatter of the roof", 100 * GB_MIN_OFF_LEAST);
}

static void usual_baseline(char *text, size_t size)
{
	snprintf(text, size, "%s", GB_REFERENCE_WORD);
}

static const struct gb_option option_table[] = {
	{ .help = "Which" },
	GB_OPTION_FILES_FROM(struct options, files_from),
	{ .help = "With what" },
	{ "baseline", "FILE",
	  "with these results of healthy GPUs; the word " GB_REFERENCE_WORD
	  ": with the references shipped with the program",
	  TO(baseline, gb_option_text), .usual = usual_baseline, .often = true },
	{ "max-drop", "PART", "drop at which a roof counts as slow", TO(max_drop, gb_option_part),
	  .usual = usual_max_drop, .often = true },
	GB_OPTIONS_GATE(struct options, only, without, also, expect),
	{ .help = "GPUs to check" },
	GB_OPTION_DEVICES(struct options, devices),
	{ "gpus", "N", "number of GPUs that must be present", TO(gpus, gb_option_positive), .value = 1000000,
	  .often = true },
	GB_OPTION_NODES(struct options, nodes),
	{ "seconds", "SECONDS", "end the whole check after this time", TO(seconds, gb_option_number),
	  .usual = usual_seconds, .often = true },
	{ "plugin", "FILE", "load this plug-in too; repeatable", TO(plugins, gb_option_texts) },
	GB_OPTION_FOREIGN,
	{ .help = "Output" },
	{ "output", "FILE", "save the measured rows as CSV", TO(output, gb_option_text), .file = GB_FILE_WRITTEN,
	  .letter = 'o', .often = true },
	{ "prometheus", "FILE", "write the findings as metrics for node_exporter's textfile collector",
	  TO(prometheus, gb_option_text), .file = GB_FILE_WRITTEN },
	GB_OPTIONS_OF_ALL,
	{ 0 },
};

static const struct gb_example examples[] = {
	{ "gpubench check", "the GPUs of this host against those of their model and board" },
	{ "gpubench check --baseline site.csv --gpus 8", "against the site's own reference; all GPUs must be present" },
	{ "gpubench check gpu.csv", "an earlier run" },
	{ NULL, NULL },
};

const struct gb_command gb_command_check = {
	.word = "check",
	.operands = "[FILE...]",
	.summary = "check that the GPUs of this host are as fast as they should be",
	.intro = "gpubench check [FILE...]: measures the GPUs of this host quickly, or reads earlier results (-: "
		 "standard input), and compares them with a reference. One line on standard output reports how "
		 "many roofs were judged, and what is wrong.\n",
	.option = option_table,
	.example = examples,
	.exit = { { 2,
		    "none is slow or throttled, but a GPU is missing, a roof has no verdict, or a measurement failed" },
		  { 3, "a GPU is slower than it should be, or was throttled" },
		  { 130, "interrupted" } },
	.outro = GB_HELP_NEWEST,
	.options_size = sizeof(struct options),
	.perform = perform_check,
};
