/* command_run.c: measure the selected benchmarks on the selected GPUs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command_run.h"
#include "cli/commands.h"
#include "dry/estimate.h"
#include "options/manual.h"
#include "device/devices.h"
#include "record/output.h"
#include "cli/progress.h"
#include "cli/signals.h"
#include "cli/tally.h"
#include "plan/select.h"
#include "run/replay.h"
#include "run/resume.h"
#include "show/roofs_print.h"
#include "base/text.h"
#include "base/version.h"

/* A run under way. */
struct session {
	const struct gb_run_options *options;
	const struct gb_bench *bench[GB_PLUGINS_MAX];
	size_t benches;
	struct gb_tasks tasks;
	struct gb_devices devices;
	struct gb_host host;
	struct gb_sweep_options sweep;
	struct gb_supervisor supervisor;
	struct gb_resume resume;
	struct gb_output output;
	struct gb_progress progress;
	struct gb_tally tally;
	struct gb_roofs roofs, *found;  /* found: the caller's, NULL: nobody asks */
	struct gb_rows rows;            /* for conclusions */
	size_t failed, suspect;         /* rows */
	char skipped[GB_RECORD_REASON]; /* why the last one was */
};

/* ---- what to run ------------------------------------------------------------------------------------------------ */

/* Those of each -b together, in the order of the plug-ins. */
static int select_benches(struct session *s, const struct gb_plugins *plugins, struct gb_error *error)
{
	const struct gb_texts *names = &s->options->benchmarks;
	const char *const *wanted = s->options->all ? NULL : names->text;
	bool is_wanted[GB_PLUGINS_MAX] = { false };

	if (gb_select(plugins, (int)s->supervisor.place.ops->target, wanted, names->count, is_wanted, error) != GB_OK)
		return GB_FAILED;
	for (size_t i = 0; i < plugins->count; i++)
		if (is_wanted[i])
			s->bench[s->benches++] = plugins->plugin[i].bench;
	return GB_OK;
}

/* Lay out the rows to come; the axes chosen are checked against every benchmark before anything runs. */
static int make_tasks(struct session *s, struct gb_error *error)
{
	const struct gb_run_options *o = s->options;
	struct gb_choice choice[GB_REPEATS_MAX];
	const size_t choices = o->axes.count;

	for (size_t i = 0; i < choices; i++)
		choice[i].text = o->axes.text[i];
	if (o->points != NULL)
		return gb_replay_tasks(&s->tasks, o->points, s->bench, s->benches, error);
	if (gb_choices_check(choice, choices, s->bench, s->benches, error) != GB_OK)
		return GB_FAILED;
	if (gb_tasks_make(&s->tasks, s->bench, s->benches, o->sweep.effort, choice, choices, error) != GB_OK)
		return GB_FAILED;
	if (o->sweep.launches > 0 && gb_tasks_close(&s->tasks, error) != GB_OK)
		return gb_error_prefix(error,
				       "--launches wants --points FILE, --every-point or one value of each axis (-a)");
	if (o->shuffle)
		gb_tasks_shuffle(&s->tasks, o->seed != NULL ? o->seed : s->host.run_id);
	return GB_OK;
}

/* ---- how to measure --------------------------------------------------------------------------------------------- */

static struct gb_sweep_options sweep_options(const struct gb_run_options *options)
{
	struct gb_sweep_options sweep = options->sweep;

	sweep.roof = gb_care_of_roof(sweep.effort, &options->wishes);
	sweep.curve = gb_care_of_curve(sweep.effort, &options->wishes);
	sweep.roof.measure.interrupted = sweep.curve.measure.interrupted = sweep.interrupted = &gb_interrupted;
	return sweep;
}

/* A point may take its sampling, a search, a watch and a verification; a context may take seconds to come up. */
static struct gb_supervisor_options supervisor_options(const struct gb_run_options *options,
						       const struct gb_sweep_options *sweep)
{
	struct gb_supervisor_options supervisor = options->supervisor;
	const double patience = sweep->effort == GB_QUICK ? GB_PATIENCE_QUICK_SECONDS : GB_PATIENCE_SECONDS;

	supervisor.point_seconds =
		gb_sweep_task_seconds(sweep) + (options->patience_seconds > 0 ? options->patience_seconds : patience);
	supervisor.interrupted = &gb_interrupted;
	return supervisor;
}

/* ---- what the supervisor tells ---------------------------------------------------------------------------------- */

/* What many points in a row lack is said once; each of their rows has it. For --verbose. */
static bool is_told(struct session *s, const struct gb_record *record)
{
	if (record->status != GB_ROW_SKIPPED)
		return false;
	const bool told = strcmp(record->reason, s->skipped) == 0;
	gb_text_copy(s->skipped, sizeof s->skipped, record->reason);
	return told;
}

/* Failures are said one by one, and with --verbose all that is not ok: doubts are summed up by benchmark, and in the rows. */
static void note_outcome(struct session *s, const struct gb_record *record)
{
	const bool failed = record->status == GB_ROW_FAILED;

	s->failed += failed;
	s->suspect += record->status == GB_ROW_SUSPECT;
	/* Nobody wonders that a launch for a profiler was not measured. */
	const bool expected = record->status == GB_ROW_OK || !s->options->verbose || s->options->sweep.launches > 0 ||
			      record->variant[0] == '\0';
	if ((expected && !failed) || is_told(s, record))
		return;
	char text[4 * GB_ERROR_TEXT] = "";
	gb_progress_clear(&s->progress);
	gb_text_add(text, sizeof text, "%s%s: %s %s: %s: %s", gb_device_word(record->device), record->device,
		    record->benchmark, record->point, gb_row_status_word(record->status), record->reason);
	gb_complain(0, text);
}

/* What others make of a record. */
static int note(struct session *s, const struct gb_record *record, struct gb_error *error)
{
	for (size_t i = 0; i < s->benches; i++)
		if (strcmp(s->bench[i]->name, record->benchmark) == 0 &&
		    gb_rows_keep(&s->rows, s->bench[i], record, error) != GB_OK)
			return GB_FAILED;
	if (s->found != NULL && gb_roofs_add(s->found, record, error) != GB_OK)
		return GB_FAILED;
	return gb_roofs_add(&s->roofs, record, error);
}

static int deliver(void *context, const struct gb_record *records, size_t count,
		   const struct gb_measurement *measurement, struct gb_error *error)
{
	struct session *s = context;

	/* Rows may go to the same terminal. */
	gb_progress_clear(&s->progress);
	int status = gb_output_rows(&s->output, records, count, measurement, error);

	/* Metrics share the outcome of their point, unless they pass a limit of their own; conclusions have each their own. */
	for (size_t i = 0; i < count; i++)
		if (i == 0 || records[i].status != records[0].status)
			note_outcome(s, &records[i]);
	for (size_t i = 0; i < count && status == GB_OK; i++)
		status = note(s, &records[i], error);
	if (s->options->sweep.launches == 0 && !s->options->quiet)
		gb_tally_take(&s->tally, records, count);
	return status;
}

static void announce(void *context, const struct gb_found *on, const struct gb_task *task)
{
	struct session *s = context;
	const struct gb_bench *bench = task->plan->bench;
	char point[GB_POINT_TEXT], title[GB_DEVICE_LABEL];

	if (!s->options->quiet)
		gb_tally_begin(&s->tally, on, bench);
	gb_point_text(bench->axes, &task->point, -1, point, sizeof point);
	gb_progress_begin(&s->progress, s->supervisor.rows, gb_device_title(&on->device, title), bench->name, point);
}

/* ---- the whole run ---------------------------------------------------------------------------------------------- */

/* A table nobody asked for would be noise in a pipeline: only with a terminal or a file. */
static bool wants_summary(const struct session *s)
{
	struct stat st;

	if (s->options->quiet)
		return false;
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

static void tell_interrupted(size_t rows)
{
	char text[64] = "";

	gb_text_add(text, sizeof text, "interrupted; %zu whole row%s", rows, rows == 1 ? "" : "s");
	gb_complain(0, text);
}

/* Columns for what is not on a terminal. */
enum { COLUMNS_ELSEWHERE = 118 };

static size_t columns_of(FILE *out)
{
	const int columns = gb_progress_columns(out);

	return columns > 0 ? (size_t)columns : COLUMNS_ELSEWHERE;
}

static size_t count_rows(const struct session *s)
{
	size_t rows = 0;

	for (size_t d = 0; d < s->devices.count; d++)
		for (size_t t = 0; t < s->tasks.count; t++)
			rows += gb_task_is_of(&s->tasks.task[t], d);
	return rows;
}

static int measure_devices(struct session *s, bool summary, struct gb_error *error)
{
	s->tally = (struct gb_tally){
		.out = stderr,
		.columns = columns_of(stderr),
		.terse = !summary,
		.timed = !s->options->supervisor.concurrent,
	};
	if (!s->options->quiet && gb_tally_start(&s->tally, &s->tasks, &s->devices, s->resume.done, error) != GB_OK)
		return GB_FAILED;
	gb_progress_start(&s->progress, stderr, count_rows(s) - s->resume.kept);
	const int status = run_devices(s, error);
	gb_progress_clear(&s->progress);
	if (!s->options->quiet)
		gb_tally_end(&s->tally);
	return status;
}

/* Measure, with the outputs open. */
static int measure(struct session *s)
{
	const bool summary = wants_summary(s); /* asks standard output, which is closed at the end */
	struct gb_error error = { "" }, closing = { "" };
	int status = measure_devices(s, summary, &error);

	const size_t delivered = s->output.rows;
	if (gb_output_close(&s->output, &closing) != GB_OK && status != GB_FAILED) {
		status = GB_FAILED;
		error = closing;
	}
	if (status == GB_FAILED)
		return gb_complain(GB_EXIT_FAILED, error.text);
	if (summary) {
		gb_roofs_sort(&s->roofs);
		gb_roofs_print(&s->roofs, columns_of(stderr), stderr);
	}
	if (gb_interrupted)
		tell_interrupted(delivered);
	return exit_status(s);
}

/* What the first worker finds, as far as -d wants it. */
static int find_devices(struct session *s, struct gb_error *error)
{
	if (gb_supervisor_find(&s->supervisor, &s->devices, error) != GB_OK)
		return GB_EXIT_FAILED;
	return gb_devices_select(&s->devices, s->options->devices, error) == GB_OK ? GB_EXIT_OK : GB_EXIT_USAGE;
}

/* What is kept of each file, and what of it is of another version or mode. */
static void tell_resumed(const struct session *s)
{
	char text[2 * GB_ERROR_TEXT];

	for (size_t i = 0; i < s->resume.files; i++) {
		const struct gb_resume_file *file = &s->resume.file[i];
		text[0] = '\0';
		if (file->is_new)
			gb_text_add(text, sizeof text, "%s: is not there yet: begun, with %zu points to measure",
				    file->path, file->points);
		else
			gb_text_add(text, sizeof text, "%s: %zu points are kept, %zu measured anew", file->path,
				    file->kept, file->points - file->kept);
		gb_complain(0, text);
	}
	if (s->resume.differs[0] == '\0')
		return;
	text[0] = '\0';
	gb_text_add(text, sizeof text, "%s: %s", s->options->resume, s->resume.differs);
	gb_complain(0, text);
}

static int resume(struct session *s, struct gb_error *error)
{
	int status = gb_resume_read(&s->resume, s->options->resume, &s->host, gb_worker_mode(&s->sweep), &s->devices,
				    &s->tasks, &s->rows, error);

	if (status == GB_OK)
		tell_resumed(s);
	return status;
}

/* Of which points not every pair is measured is said: it is a sample. */
static void tell_sample(const struct gb_tasks *tasks, const struct gb_plan *plan)
{
	const size_t gpus = tasks->gpus;
	size_t all = 0, next = 0;
	char text[GB_ERROR_TEXT] = "";

	for (size_t t = 0; t < tasks->count; t++)
		if (tasks->task[t].plan == plan && tasks->task[t].peer > 0) {
			all += tasks->task[t].peer == 2;
			next += tasks->task[t].peer == 1;
		}
	if (next == all || gpus < 3)
		return;
	gb_text_add(
		text, sizeof text,
		"%s: %zu of %zu points are measured for all %zu ordered pairs of GPUs, the others from each GPU to the "
		"next; --every-point measures all for all",
		plan->bench->name, all, next, gpus * (gpus - 1));
	gb_complain(0, text);
}

static int make_pairs(struct session *s, struct gb_error *error)
{
	int status = gb_tasks_pair(&s->tasks, s->devices.count, error);

	for (size_t i = 0; i < s->tasks.plans && status == GB_OK; i++)
		if (s->tasks.plan[i].bench->gpus == GB_GPU_PAIRS)
			tell_sample(&s->tasks, &s->tasks.plan[i]);
	return status;
}

static int start(struct session *s, const struct gb_plugins *plugins)
{
	struct gb_error error = { "" };

	if (select_benches(s, plugins, &error) != GB_OK || make_tasks(s, &error) != GB_OK)
		return gb_complain(GB_EXIT_USAGE, error.text);
	gb_signals_ask();
	int status = find_devices(s, &error);
	if (status != GB_EXIT_OK)
		return gb_interrupted ? GB_EXIT_INTERRUPTED : gb_complain(status, error.text);
	if (make_pairs(s, &error) != GB_OK)
		return gb_complain(GB_EXIT_FAILED, error.text);
	if (s->options->action == GB_ACTION_PLAN)
		return gb_estimate_print(&s->tasks, &s->devices, &s->sweep, &s->supervisor.options, stdout, &error) ==
				       GB_OK
			       ? gb_flushed(GB_EXIT_OK)
			       : gb_complain(GB_EXIT_FAILED, error.text);
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

int gb_run_measure(const struct gb_run_options *options, const struct gb_host *host, const struct gb_plugins *plugins,
		   struct gb_roofs *found)
{
	const struct gpu_ops *ops = gb_devices_mean_host(options->devices) ? &gpu_host : gpu_backend;
	struct session s = { .options = options, .sweep = sweep_options(options), .host = *host, .found = found };

	gb_output_init(&s.output, options->resume != NULL ? options->resume : options->csv, options->json, &s.host,
		       options->resume != NULL || options->append);
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
	gb_tally_free(&s.tally);
	gb_tasks_free(&s.tasks);
	gb_devices_free(&s.devices);
	gb_roofs_free(&s.roofs);
	gb_rows_free(&s.rows);
	return status;
}

/* ---- the command ------------------------------------------------------------------------------------------------ */

static int act(const struct gb_run_options *options, const struct gb_host *host, const struct gb_plugins *plugins)
{
	switch (options->action) {
	case GB_ACTION_LIST:
		return gb_flushed(gb_list_benchmarks(plugins));
	case GB_ACTION_DESCRIBE:
		return gb_flushed(gb_describe(plugins, options->described));
	case GB_ACTION_LIST_DEVICES:
		return gb_flushed(gb_list_devices(options->devices));
	case GB_ACTION_INFO:
		return gb_flushed(gb_list_peaks(options->devices));
	case GB_ACTION_DRY_RUN:
		return gb_flushed(gb_dry_run_benchmarks(options, plugins));
	case GB_ACTION_VERSION:
		printf("gpubench %s\n", gb_version);
		return gb_flushed(GB_EXIT_OK);
	case GB_ACTION_MANUAL:
		gb_manual_print(gb_commands, plugins, stdout);
		return gb_flushed(GB_EXIT_OK);
	default: /* measuring closes what it writes to */
		return gb_run_measure(options, host, plugins, NULL);
	}
}

static int perform(const struct gb_line *line)
{
	const struct gb_run_options *options = line->options;
	struct gb_plugins plugins = { 0 };
	static struct gb_host host;

	/* Messages of many nodes may come to one place. */
	gb_host_describe(&host);
	if (gb_host_is_one_of_many())
		gb_complain_as(host.name);
	/* Completion loads plug-ins in its own way. */
	if (options->action == GB_ACTION_COMPLETE)
		return gb_flushed(gb_complete_words(line->operand, line->operands));
	const int status =
		gb_commands_load(&plugins, &options->plugins) == GB_OK ? act(options, &host, &plugins) : GB_EXIT_USAGE;
	gb_plugins_free(&plugins);
	return status;
}

static const struct gb_example examples[] = {
	{ "gpubench --all > gpu.csv", "measure everything on every GPU" },
	{ "gpubench -b dram -a op=copy -d 0", "one benchmark, one axis, one GPU" },
	{ "gpubench --all --device host", "measure the processors of this host" },
	{ "gpubench --plugin build/plugins/mine.so --dry-run -b mine", "try a plug-in without a GPU" },
	{ NULL, NULL },
};

const struct gb_command gb_command_run = {
	.word = "run",
	.intro = "gpubench measures what a GPU really does. Each command has --help of its own.\n",
	.option = gb_run_option_table,
	.example = examples,
	.exit = { { 2, "no device, a measurement or a dry run failed, or output was lost" }, { 130, "interrupted" } },
	.outro = "Plug-ins are also looked for in the folders of GPUBENCH_PLUGIN_PATH.\n",
	.options_size = sizeof(struct gb_run_options),
	.defaults = &gb_run_defaults,
	.check = gb_run_options_check,
	.perform = perform,
};
