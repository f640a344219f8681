/* command_run.c: measure the selected benchmarks on the selected GPUs. */
#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/commands.h"
#include "device/devices.h"
#include "record/output.h"
#include "cli/progress.h"
#include "run/replay.h"
#include "run/resume.h"
#include "plan/search.h"
#include "run/supervisor.h"
#include "show/roofs_print.h"
#include "base/text.h"

/* A run under way. */
struct session {
	const struct gb_options *options;
	const struct gb_bench **bench;
	size_t benches;
	struct gb_tasks tasks;
	struct gb_devices devices;
	struct gb_host host;
	struct gb_sweep_options sweep;
	struct gb_supervisor supervisor;
	struct gb_resume resume;
	struct gb_output output;
	struct gb_progress progress;
	struct gb_roofs roofs;
	struct gb_rows rows;            /* for conclusions */
	size_t failed, suspect;         /* rows */
	char skipped[GB_RECORD_REASON]; /* why the last one was */
};

/* ---- what to run ------------------------------------------------------------------------------------------------ */

static int no_benchmark(const struct gb_plugins *plugins, enum gb_target target, const char *wanted, bool of_others,
			struct gb_error *error)
{
	char there[256] = "";

	if (plugins->count == 0)
		return gb_error_set(error, "no plug-ins were found: GPUBENCH_PLUGIN_PATH or --plugin name more places");
	for (size_t i = 0; i < plugins->count; i++)
		if (plugins->plugin[i].bench->target == target)
			gb_text_add(there, sizeof there, "%s %s", there[0] ? "," : "", plugins->plugin[i].bench->name);
	if (of_others && target == GB_HOST)
		return gb_error_set(error, "'%s' measures GPUs; of the host's processors there are%s", wanted, there);
	if (of_others)
		return gb_error_set(error, "'%s' measures the host's processors: add --device host", wanted);
	return gb_error_set(error, "no benchmark '%s'; there are%s", wanted, there);
}

static int select_benches(struct session *s, const struct gb_plugins *plugins, struct gb_error *error)
{
	const char *wanted = s->options->all ? ".*" : s->options->benchmarks;
	const enum gb_target target = s->supervisor.place.ops->target;
	bool of_others = false;
	char pattern[GB_ERROR_TEXT] = "";
	regex_t regex;

	/* Whole names: `-b dram` does not mean dram_latency. */
	gb_text_add(pattern, sizeof pattern, "^(%s)$", wanted);
	int code = regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB);
	if (code != 0) {
		char why[128];
		regerror(code, &regex, why, sizeof why);
		return gb_error_set(error, "-b '%s' is not a regular expression: %s", wanted, why);
	}
	s->bench = calloc(plugins->count + 1, sizeof(*s->bench));
	for (size_t i = 0; s->bench != NULL && i < plugins->count; i++) {
		const struct gb_bench *bench = plugins->plugin[i].bench;
		if (regexec(&regex, bench->name, 0, NULL, 0) != 0)
			continue;
		if (bench->target == target)
			s->bench[s->benches++] = bench;
		else
			of_others = true;
	}
	regfree(&regex);
	if (s->bench == NULL)
		return gb_error_set(error, "out of memory");
	return s->benches > 0 ? GB_OK : no_benchmark(plugins, target, wanted, of_others, error);
}

/* Lay out the rows to come; the axes chosen are checked against every benchmark before anything runs. */
static int make_tasks(struct session *s, struct gb_error *error)
{
	const struct gb_options *o = s->options;

	if (o->points != NULL)
		return gb_replay_tasks(&s->tasks, o->points, s->bench, s->benches, error);
	if (gb_choices_check(o->choice, o->choices, s->bench, s->benches, error) != GB_OK)
		return GB_FAILED;
	if (gb_tasks_make(&s->tasks, s->bench, s->benches, o->effort, o->choice, o->choices, error) != GB_OK)
		return GB_FAILED;
	if (o->launches > 0 && gb_tasks_close(&s->tasks, error) != GB_OK)
		return gb_error_prefix(error,
				       "--launches wants --points FILE, --every-point or one value of each axis (-a)");
	if (o->shuffle)
		gb_tasks_shuffle(&s->tasks, o->seed != NULL ? o->seed : s->host.run_id);
	return GB_OK;
}

/* ---- how to measure --------------------------------------------------------------------------------------------- */

/* Events tick in half microseconds: 0.05 % of the shortest batch. A card may change its clocks every tenth of a second: a
 * roof is sampled over several of these. docs/how-we-measure.md has these numbers too. */
static const struct gb_care full_roof = {
	{ .batch_seconds = 0.005,
	  .warmup_seconds = 1,
	  .budget_seconds = 1,
	  .steady_within = 0.005,
	  .settle_seconds = 0.3,
	  .max_noise = 0.001,
	  .min_seconds = 0.4,
	  .min_samples = 20 },
	0.003,
	0.9,
	0.7,
	96,
	GB_SEARCH_KEEP,
};
/* With --every-point there are far too many roofs to watch each for long, or to sample it. */
#define EVERY_WATCH_SECONDS 0.02
static const struct gb_care quick_roof = {
	{ .batch_seconds = 0.002,
	  .warmup_seconds = 0.1,
	  .budget_seconds = 0.1,
	  .steady_within = 0.005,
	  .settle_seconds = 0.15,
	  .max_noise = 0.002,
	  .min_samples = 8 },
	0.001,
	0,
	0.02,
	32,
	1,
};
static const struct gb_care full_curve = {
	{ .batch_seconds = 0.001,
	  .warmup_seconds = 0.03,
	  .budget_seconds = 0.02,
	  .steady_within = 0.02,
	  .settle_seconds = 0.15,
	  .max_noise = 0.003,
	  .min_samples = 8 },
	0.001,
	0,
	0.001,
	24,
	1,
};
static const struct gb_care quick_curve = {
	{ .batch_seconds = 0.001,
	  .warmup_seconds = 0.01,
	  .budget_seconds = 0.006,
	  .steady_within = 0.02,
	  .settle_seconds = 0.1,
	  .max_noise = 0.01,
	  .min_samples = 6 },
	0.001,
	0,
	0.0005,
	8,
	1,
};

/* For a least time of sampling, however long it is. */
#define SAMPLES_MOST 10000

/* What the command line says in place of it. */
static void wish(struct gb_measure_options *measure, const struct gb_options *options)
{
	if (options->timeout > 0)
		measure->budget_seconds = options->timeout;
	if (options->max_noise > 0)
		measure->max_noise = options->max_noise;
	if (options->min_samples > 0)
		measure->min_samples = options->min_samples;
	if (options->min_time > 0)
		measure->min_seconds = options->min_time;
	measure->max_samples =
		1000 + measure->min_samples + (size_t)fmin(measure->min_seconds / measure->batch_seconds, SAMPLES_MOST);
	measure->interrupted = &gb_interrupted;
}

static struct gb_sweep_options sweep_options(const struct gb_options *options)
{
	const bool quick = options->effort == GB_QUICK;
	struct gb_sweep_options sweep = {
		.effort = options->effort,
		.roof = quick ? quick_roof : full_roof,
		.curve = quick ? quick_curve : full_curve,
		.memory_most = (uint64_t)options->max_memory,
		.work = options->work,
		.idle_seconds = options->wait_idle,
		.sustain_seconds = options->sustained,
		.launches = (uint64_t)options->launches,
		.interrupted = &gb_interrupted,
	};

	if (options->effort == GB_EVERY) {
		sweep.roof.watch_seconds = EVERY_WATCH_SECONDS;
		sweep.roof.measure.min_seconds = 0;
	}
	wish(&sweep.roof.measure, options);
	wish(&sweep.curve.measure, options);
	return sweep;
}

/* A point may take its sampling, a search, a watch and a verification; a context may take seconds to come up. */
static struct gb_supervisor_options supervisor_options(const struct gb_options *options,
						       const struct gb_sweep_options *sweep)
{
	return (struct gb_supervisor_options){
		.point_seconds = sweep->roof.measure.budget_seconds + sweep->roof.measure.min_seconds +
				 sweep->idle_seconds + sweep->sustain_seconds +
				 (options->patience > 0         ? options->patience
				  : options->effort == GB_QUICK ? 20
								: 60),
		.deadline_seconds = options->deadline > 0 ? options->deadline : (double)INFINITY,
		.concurrent = options->concurrent,
		.interrupted = &gb_interrupted,
	};
}

/* ---- what the supervisor tells ---------------------------------------------------------------------------------- */

/* What many points in a row lack is said once; each of their rows has it. */
static bool is_told(struct session *s, const struct gb_record *record)
{
	if (strcmp(record->status, "skipped") != 0)
		return false;
	const bool told = strcmp(record->reason, s->skipped) == 0;
	gb_text_copy(s->skipped, sizeof s->skipped, record->reason);
	return told;
}

/* The outcome of a row. */
static void note_outcome(struct session *s, const struct gb_record *record)
{
	const bool failed = strcmp(record->status, "failed") == 0;

	s->failed += failed;
	s->suspect += strcmp(record->status, "suspect") == 0;
	/* Nobody wonders that a launch for a profiler was not measured. */
	const bool expected =
		strcmp(record->status, "ok") == 0 || s->options->launches > 0 || record->variant[0] == '\0';
	if ((expected && !failed) || is_told(s, record))
		return;
	char text[4 * GB_ERROR_TEXT] = "";
	gb_progress_clear(&s->progress);
	gb_text_add(text, sizeof text, "%s%s: %s %s: %s: %s", gb_device_word(record->device), record->device,
		    record->benchmark, record->point, record->status, record->reason);
	gb_complain(0, text);
}

/* What others make of a record. */
static int note(struct session *s, const struct gb_record *record, struct gb_error *error)
{
	for (size_t i = 0; i < s->benches; i++)
		if (strcmp(s->bench[i]->name, record->benchmark) == 0 &&
		    gb_rows_keep(&s->rows, s->bench[i], record, error) != GB_OK)
			return GB_FAILED;
	return gb_roofs_add(&s->roofs, record, error);
}

static int deliver(void *context, const struct gb_record *records, size_t count,
		   const struct gb_measurement *measurement, struct gb_error *error)
{
	struct session *s = context;
	int status = gb_output_rows(&s->output, records, count, measurement, error);

	/* Metrics share the outcome of their point, unless they pass a limit of their own; conclusions have each their own. */
	for (size_t i = 0; i < count; i++)
		if (i == 0 || strcmp(records[i].status, records[0].status) != 0)
			note_outcome(s, &records[i]);
	for (size_t i = 0; i < count && status == GB_OK; i++)
		status = note(s, &records[i], error);
	return status;
}

static void announce(void *context, const struct gb_found *on, const struct gb_task *task)
{
	struct session *s = context;
	const struct gb_bench *bench = task->plan->bench;
	char point[GB_POINT_TEXT], title[GB_DEVICE_LABEL];

	gb_point_text(bench->axes, &task->point, -1, point, sizeof point);
	gb_progress_begin(&s->progress, s->supervisor.rows, gb_device_title(&on->device, title), bench->name, point);
}

/* ---- the whole run ---------------------------------------------------------------------------------------------- */

/* A table nobody asked for would be noise in a pipeline: only beside a terminal or a file. */
static bool wants_summary(const struct session *s)
{
	struct stat st;

	return s->options->csv != NULL || s->options->resume != NULL || isatty(STDOUT_FILENO) ||
	       (fstat(STDOUT_FILENO, &st) == 0 && S_ISREG(st.st_mode));
}

static int run_devices(struct session *s, struct gb_error *error)
{
	int status = gb_supervisor_run(&s->supervisor, &s->devices, s->resume.done, error);

	return status == GB_OK ? gb_supervisor_conclude(&s->supervisor, &s->devices, error) : status;
}

static int exit_status(const struct session *s)
{
	if (gb_interrupted)
		return GB_EXIT_INTERRUPTED;
	/* What was kept of an earlier run has none that failed. */
	return s->failed > 0 || (s->options->strict && s->suspect + s->resume.suspect > 0) ? GB_EXIT_FAILED
											   : GB_EXIT_OK;
}

/* Measure, with the outputs open. */
static int measure(struct session *s)
{
	struct gb_error error = { "" }, closing = { "" };

	gb_progress_start(&s->progress, stderr, s->tasks.count * s->devices.count - s->resume.kept);
	int status = run_devices(s, &error);
	gb_progress_clear(&s->progress);

	const size_t delivered = s->output.rows;
	const bool summary = wants_summary(s); /* asks standard output, which is closed next */
	if (gb_output_close(&s->output, &closing) != GB_OK && status != GB_FAILED) {
		status = GB_FAILED;
		error = closing;
	}
	if (status == GB_FAILED)
		return gb_complain(GB_EXIT_FAILED, error.text);
	if (summary) {
		gb_roofs_sort(&s->roofs);
		gb_roofs_print(&s->roofs, stderr);
	}
	if (gb_interrupted)
		fprintf(stderr, "gpubench: interrupted; %zu whole row%s\n", delivered, delivered == 1 ? "" : "s");
	return exit_status(s);
}

/* What the first worker finds, as far as -d wants it. */
static int find_devices(struct session *s, struct gb_error *error)
{
	if (gb_supervisor_find(&s->supervisor, &s->devices, error) != GB_OK)
		return GB_EXIT_FAILED;
	return gb_devices_select(&s->devices, s->options->devices, error) == GB_OK ? GB_EXIT_OK : GB_EXIT_USAGE;
}

static int resume(struct session *s, struct gb_error *error)
{
	int status = gb_resume_read(&s->resume, s->options->resume, &s->devices, &s->tasks, &s->rows, error);

	if (status == GB_OK)
		fprintf(stderr, "gpubench: %s: %zu points are kept, %zu measured anew\n", s->options->resume,
			s->resume.kept, s->tasks.count * s->devices.count - s->resume.kept);
	return status;
}

static int start(struct session *s, const struct gb_plugins *plugins)
{
	struct gb_error error = { "" };

	if (select_benches(s, plugins, &error) != GB_OK || make_tasks(s, &error) != GB_OK)
		return gb_complain(GB_EXIT_USAGE, error.text);
	int status = find_devices(s, &error);
	if (status != GB_EXIT_OK)
		return gb_interrupted ? GB_EXIT_INTERRUPTED : gb_complain(status, error.text);
	if (s->options->resume != NULL && resume(s, &error) != GB_OK)
		return gb_complain(GB_EXIT_USAGE, error.text);
	for (size_t i = 0; i < s->devices.count; i++)
		if (gb_output_open(&s->output, s->devices.found[i].device.uuid, &error) != GB_OK) {
			gb_output_close(&s->output, &(struct gb_error){ "" });
			/* A path that cannot be written is the user's mistake; a full disk is not. */
			return gb_complain(s->output.lost ? GB_EXIT_FAILED : GB_EXIT_USAGE, error.text);
		}
	return measure(s);
}

int gb_command_run(const struct gb_options *options, const struct gb_plugins *plugins, const struct gpu_ops *ops)
{
	struct session s = { .options = options, .sweep = sweep_options(options) };

	gb_host_describe(&s.host);
	gb_output_init(&s.output, options->resume != NULL ? options->resume : options->csv, options->json, s.host.name,
		       options->resume != NULL);
	s.supervisor = (struct gb_supervisor){
		.place = { ops, &s.tasks, &s.sweep, &s.host, &s.rows },
		.options = supervisor_options(options, &s.sweep),
		.begin = announce,
		.deliver = deliver,
		.context = &s,
	};
	int status = start(&s, plugins);
	gb_supervisor_dismiss(&s.supervisor);
	gb_resume_free(&s.resume);
	gb_tasks_free(&s.tasks);
	gb_devices_free(&s.devices);
	gb_roofs_free(&s.roofs);
	gb_rows_free(&s.rows);
	free(s.bench);
	return status;
}
