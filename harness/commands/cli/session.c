/* session.c: measures the selected benchmarks on the selected GPUs. */
#include "cli/session.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "base/wrap.h"
#include "cli/command_run.h"
#include "cli/commands.h"
#include "cli/signals.h"
#include "dry/dry.h"
#include "dry/estimate.h"
#include "engine/resume.h"
#include "plan/select.h"
#include "show/print.h"

/* ---- benchmarks and points --------------------------------------------------------------------------------------- */

/* Keeps the benchmarks of each -b together, in the order of the plug-ins. */
static int select_benches(struct gb_session *s, const struct gb_plugins *plugins, struct gb_error *error)
{
	const struct gb_texts *names = &s->options->benchmarks;
	const char *const *wanted = s->options->all ? NULL : names->text;
	bool is_wanted[GB_PLUGINS_MAX] = { false };

	GB_TRY(gb_select(plugins, (int)s->supervisor.place.ops->target, wanted, names->count, is_wanted, error));
	/* A watch of all units needs only benchmarks that declare units. */
	const bool declared = s->options->all && gb_session_is_watch(s);
	for (size_t i = 0; i < plugins->count; i++)
		if (is_wanted[i] && (!declared || plugins->plugin[i].bench->sdc != NULL))
			s->bench[s->benches++] = plugins->plugin[i].bench;
	if (s->benches == 0)
		return gb_error_set(error, "no benchmark declares points for --sdc here: name benchmarks with -b");
	return GB_OK;
}

/* Plans all rows. The selected axis values are checked against every benchmark before anything runs. */
static int make_tasks(struct gb_session *s, struct gb_error *error)
{
	const struct gb_run_options *o = s->options;
	struct gb_choice choice[GB_REPEATS_MAX];
	const size_t choices = o->axes.count;

	for (size_t i = 0; i < choices; i++)
		choice[i].text = o->axes.text[i];
	if (o->points != NULL)
		return gb_replay_tasks(&s->tasks, o->points, s->bench, s->benches, error);
	GB_TRY(gb_choices_check(choice, choices, s->bench, s->benches, error));
	GB_TRY(gb_tasks_make(&s->tasks, s->bench, s->benches, o->sweep.effort, choice, choices, error));
	if (o->all && !o->deep && o->sweep.effort != GB_EVERY && !gb_session_is_watch(s))
		gb_tasks_leave_deep(&s->tasks);
	if (o->sweep.launches > 0 && gb_tasks_close(&s->tasks, error) != GB_OK)
		return gb_error_prefix(error,
				       "--launches needs --points FILE, --every-point or one value of each axis (-a)");
	if (o->shuffle)
		gb_tasks_shuffle(&s->tasks, o->seed != NULL ? o->seed : s->host.run_id);
	return GB_OK;
}

/* ---- options of measuring ---------------------------------------------------------------------------------------- */

static struct gb_sweep_options sweep_options(const struct gb_run_options *options)
{
	struct gb_sweep_options sweep = options->sweep;

	sweep.roof = gb_effort_of_roof(sweep.effort, &options->wishes);
	sweep.curve = gb_effort_of_curve(sweep.effort, &options->wishes);
	sweep.roof.measure.interrupted = sweep.curve.measure.interrupted = sweep.interrupted = &gb_interrupted;
	return sweep;
}

/* A point may need further time for sampling, a search and a verification; creating a context may take seconds. */
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

/* ---- the complete run ------------------------------------------------------------------------------------------- */

/* In a pipeline, a table that was not requested is noise: it is printed only on a terminal or with a file. */
static bool wants_summary(const struct gb_session *s)
{
	struct stat st;

	if (s->options->quiet)
		return false;
	return s->options->csv != NULL || s->options->resume != NULL || isatty(STDOUT_FILENO) ||
	       (fstat(STDOUT_FILENO, &st) == 0 && S_ISREG(st.st_mode));
}

static int run_devices(struct gb_session *s, struct gb_error *error)
{
	int status = gb_supervisor_run(&s->supervisor, &s->devices, s->resume.done, error);

	return status == GB_OK && !gb_session_is_watch(s) && !s->resume.is_complete
		       ? gb_supervisor_conclude(&s->supervisor, &s->devices, error)
		       : status;
}

static int exit_status(const struct gb_session *s)
{
	if (s->corrupt > 0)
		return GB_EXIT_CORRUPT;
	if (gb_interrupted)
		return GB_EXIT_INTERRUPTED;
	/* Failed rows of an earlier run are measured again, so no kept row has failed. */
	return s->failed > 0 || (s->options->strict && s->suspect + s->resume.suspect > 0) ? GB_EXIT_FAILED
											   : GB_EXIT_OK;
}

/* The width for output that is not a terminal. */
enum { COLUMNS_ELSEWHERE = 118 };

static size_t output_columns(FILE *out)
{
	const int columns = gb_wrap_columns(out);

	return columns > 0 ? (size_t)columns : COLUMNS_ELSEWHERE;
}

static size_t count_rows(const struct gb_session *s)
{
	size_t rows = 0;

	for (size_t d = 0; d < s->devices.count; d++)
		for (size_t t = 0; t < s->tasks.count; t++)
			rows += gb_task_is_of(&s->tasks.task[t], d);
	return rows;
}

static int measure_devices(struct gb_session *s, bool summary, struct gb_error *error)
{
	s->tally = (struct gb_tally){
		.out = stderr,
		.columns = output_columns(stderr),
		.terse = !summary,
		.timed = !s->options->supervisor.concurrent,
	};
	const bool is_watch = gb_session_is_watch(s);
	if (is_watch)
		gb_session_watch_begin(s);
	else if (!s->options->quiet)
		gb_tally_start(&s->tally, &s->tasks, &s->devices, s->resume.done);
	gb_progress_start(&s->progress, stderr, count_rows(s) - s->resume.kept);
	const int status = run_devices(s, error);
	gb_progress_clear(&s->progress);
	gb_session_tell_repeats(s);
	if (!s->options->quiet && !is_watch)
		gb_tally_end(&s->tally);
	return status;
}

/* Results from before an interruption are as good as others. */
static int remember_peaks(struct gb_session *s, struct gb_error *error)
{
	size_t files = 0;

	if (s->peaks.nameless > 0)
		gb_complain(0, "--remember: the board, driver or power limit of cards is unknown: not remembered");
	return gb_peak_cache_write(&s->peaks, &files, error);
}

/* The outputs must be open. */
static int measure_tasks(struct gb_session *s)
{
	const bool is_watch = gb_session_is_watch(s);
	const bool summary = !is_watch && wants_summary(s); /* checked now, because standard output is closed at the
	                                                     * end */
	struct gb_error error = { "" }, closing = { "" };
	gb_session_tell_begin(s);
	int status = measure_devices(s, summary, &error);

	const size_t delivered = s->output.rows;
	if (gb_output_close(&s->output, &closing) != GB_OK && status != GB_FAILED) {
		status = GB_FAILED;
		error = closing;
	}
	if (s->output.again > 0)
		gb_complain(0, "an output file was removed during the run: it was written again, with all rows");
	if (status == GB_FAILED)
		return gb_complain(GB_EXIT_FAILED, error.text);
	if (summary) {
		gb_roofs_sort(&s->roofs);
		if (s->shows_tables)
			gb_session_show(s);
		else
			gb_roofs_print(&s->roofs, output_columns(stderr), stderr);
		gb_session_tell_failed(s);
	}
	if (is_watch)
		gb_session_watch_tell(s);
	if (gb_interrupted)
		gb_session_tell_interrupted(delivered);
	gb_session_tell_end(s);
	if (s->options->remember && remember_peaks(s, &error) != GB_OK)
		return gb_complain(GB_EXIT_FAILED, error.text);
	return exit_status(s);
}

/* Keeps the devices found by the first worker that -d selects. A plan may be for a device that is absent. */
static int find_devices(struct gb_session *s, struct gb_error *error)
{
	const bool plans = s->options->action == GB_ACTION_PLAN;

	if (plans && s->options->cc > 0)
		return gb_dry_devices(s->options->cc, &s->devices, error) == GB_OK ? GB_EXIT_OK : GB_EXIT_FAILED;
	if (gb_supervisor_find(&s->supervisor, &s->devices, error) != GB_OK) {
		if (plans)
			gb_text_add(error->text, sizeof error->text,
				    "; --plan=90 plans for a GPU of compute capability 9.0");
		return GB_EXIT_FAILED;
	}
	return gb_devices_select(&s->devices, s->options->devices, error) == GB_OK ? GB_EXIT_OK : GB_EXIT_USAGE;
}

static int resume_rows(struct gb_session *s, struct gb_error *error)
{
	int status = gb_resume_read(&s->resume, s->options->resume, &s->host, gb_worker_mode(&s->sweep), &s->devices,
				    &s->tasks, &s->rows, error);

	if (status == GB_OK)
		gb_session_tell_resumed(s);
	return status;
}

static int make_pairs(struct gb_session *s, struct gb_error *error)
{
	int status = gb_tasks_pair(&s->tasks, s->devices.count, error);

	for (size_t i = 0; i < s->tasks.plans && status == GB_OK; i++)
		if (s->tasks.plan[i].bench->gpus == GB_GPU_PAIRS)
			gb_session_tell_sample(&s->tasks, &s->tasks.plan[i]);
	return status;
}

static int tell_plan(const struct gb_session *s)
{
	const int cc = s->options->cc;
	struct gb_error error = { "" };

	const int status = gb_estimate_print(&s->tasks, &s->devices, &s->sweep, &s->supervisor.options, stdout, &error);
	if (status != GB_OK)
		return status == GB_INTERRUPTED ? GB_EXIT_INTERRUPTED : gb_complain(GB_EXIT_FAILED, error.text);
	if (cc > 0)
		gb_wrap_format(stdout, "for one GPU of compute capability %d.%d, with assumed memory and caches",
			       cc / 10, cc % 10);
	return gb_flushed(GB_EXIT_OK);
}

static int start_session(struct gb_session *s, const struct gb_plugins *plugins)
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
		return tell_plan(s);
	if (s->options->resume != NULL && resume_rows(s, &error) != GB_OK)
		return gb_complain(GB_EXIT_USAGE, error.text);
	for (size_t i = 0; i < s->devices.count; i++)
		if (gb_output_open(&s->output, s->devices.found[i].device.uuid, &error) != GB_OK) {
			gb_output_close(&s->output, &(struct gb_error){ "" });
			if (s->pattern[0] != '\0')
				gb_text_add(error.text, sizeof error.text, "; -o names another file, --no-file none");
			/* A path that cannot be written is a usage error; a full disk is not. */
			return gb_complain(s->output.lost ? GB_EXIT_FAILED : GB_EXIT_USAGE, error.text);
		}
	return measure_tasks(s);
}

int gb_run_measure(const struct gb_run_options *options, const struct gb_host *host, const struct gb_plugins *plugins,
		   struct gb_roofs *found)
{
	const struct gpu_ops *ops = gb_devices_mean_host(options->devices) ? &gpu_host : gpu_backend;
	struct gb_session s = { .options = options, .sweep = sweep_options(options), .host = *host, .found = found };

	gb_output_init(&s.output, gb_session_csv(&s), options->json, &s.host,
		       options->resume != NULL || options->append);
	s.supervisor = (struct gb_supervisor){
		.place = { ops, &s.tasks, &s.sweep, &s.host, &s.rows },
		.options = supervisor_options(options, &s.sweep),
		.begin = gb_session_begin,
		.deliver = gb_session_deliver,
		.context = &s,
	};
	int status = start_session(&s, plugins);
	gb_supervisor_dismiss(&s.supervisor);
	gb_resume_free(&s.resume);
	gb_tally_free(&s.tally);
	gb_tasks_free(&s.tasks);
	gb_devices_free(&s.devices);
	gb_session_free_points(&s);
	gb_table_free(&s.watch);
	free(s.watched);
	gb_roofs_free(&s.roofs);
	gb_rows_free(&s.rows);
	gb_peak_cache_free(&s.peaks);
	return status;
}
