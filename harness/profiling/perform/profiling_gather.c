/* profiling_gather.c: obtains the roofs, the survey and the kernels. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "analysis/files.h"
#include "base/clock.h"
#include "base/open_input.h"
#include "base/text.h"
#include "cli/commands.h"
#include "perform/profiling.h"
#include "cli/signals.h"
#include "profile/counted.h"
#include "profile/ncu.h"
#include "profile/matching_roofs.h"
#include "record/csv.h"
#include "record/publish.h"
#include "record/store.h"
#include "survey/nsys.h"

/* Ignores messages about the other files in the folder of results. */
static void say_nothing(const char *text)
{
}

/* ---- roofs ------------------------------------------------------------------------------------------------------- */

static int take_row(void *context, const struct gb_record *record, struct gb_error *error)
{
	gb_curves_add(context, record);
	return GB_OK;
}

/* Reads the default folder of results. Files without results are skipped. */
static int read_usual_roofs(struct gb_profiling *p, struct gb_error *error)
{
	const char *named = getenv("GPUBENCH_RESULTS"), *path = named != NULL && named[0] != '\0' ? named : "results";
	struct gb_results results = { .count = 0 };
	int status = gb_results_add(&results, path, error);

	if (status == GB_OK)
		gb_files_read_rows(&p->roofs, (const char *const *)results.file, results.count, say_nothing, take_row,
				   &p->curves);
	gb_results_free(&results);
	if (status == GB_OK && p->roofs.count > 0)
		return GB_OK;
	gb_error_clear(error);
	return gb_error_set(error,
			    "no roofs in '%s': measure them with gpubench --all -o %s/gpu.csv, or name results with "
			    "--roofs FILE",
			    path, path);
}

int gb_profiling_read_roofs(struct gb_profiling *p, struct gb_error *error)
{
	const struct gb_texts *files = &p->options->roofs;

	if (files->count == 0)
		return read_usual_roofs(p, error);
	p->wrong = gb_files_read_rows(&p->roofs, files->text, files->count, gb_remark, take_row, &p->curves);
	return p->roofs.count > 0 ? GB_OK : gb_error_set(error, "no roofs in the files that --roofs names");
}

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

static double end_of_all = HUGE_VAL;

/* A child has two seconds to end by itself (child.h), or half of a short limit. */
void gb_profiling_limit(double seconds)
{
	end_of_all = gb_clock_now() + seconds - fmin(2, seconds / 2);
}

bool gb_profiling_stop(void)
{
	return gb_interrupted != 0 || gb_clock_now() > end_of_all;
}

const char *gb_profiling_stop_text(void)
{
	return gb_interrupted != 0 ? "interrupted" : "the time of --total is over";
}

int gb_profiling_stop_status(void)
{
	return gb_interrupted != 0 ? GB_EXIT_INTERRUPTED : GB_EXIT_OK;
}

/* A terminal also shows when the run ends at the latest. */
static void say_run(const char *text, double end)
{
	char line[GB_ERROR_TEXT] = "", until[16];
	const time_t then = time(NULL) + (time_t)fmin(end - gb_clock_now(), 1e9);
	struct tm local;

	gb_text_add(line, sizeof line, "%s", text);
	if (isatty(STDERR_FILENO) && isfinite(end) && localtime_r(&then, &local) != NULL &&
	    strftime(until, sizeof until, "%H:%M:%S", &local) > 0)
		gb_text_add(line, sizeof line, "; until %s at the latest", until);
	gb_remark(line);
}

/* Checked before the program, which may run for hours. The user may have the right by other means. */
static void tell_rights(void)
{
	if (gb_ncu_is_for_others(GB_NCU_PARAMETERS, geteuid()))
		gb_remark(
			"the driver lets only administrators read counters (RmProfilingAdminOnly is 1), and this user "
			"is not root: ncu will most likely be refused");
}

bool gb_profiling_has_filter(const struct gb_profiling_options *o)
{
	return o->kernel != NULL || o->skip > 0 || o->count > 0 || o->nvtx != NULL;
}

static struct gb_gather_wish gather_wish(const struct gb_profiling *p)
{
	const struct gb_profiling_options *o = p->options;

	return (struct gb_gather_wish){ .program = p->program,
					.report = p->program == NULL ? o->from : NULL,
					.ncu = o->ncu,
					.kernel = o->kernel,
					.cache = o->cache,
					.nvtx = o->nvtx,
					.started = o->started,
					.skip = o->skip,
					.count = o->count,
					.stop = gb_profiling_stop };
}

static int gather_all(struct gb_profiling *p, FILE *kept, struct gb_error *error)
{
	const struct gb_gather_wish wish = gather_wish(p);
	int status = gb_gather_measure(&p->gathered, &wish, error);

	if (status != GB_OK || !gb_gather_has_log(&p->gathered))
		return status;
	if (kept != NULL)
		status = gb_gather_copy_log(&p->gathered, kept, error);
	return status == GB_OK ? gb_gather_read_log(&p->gathered, error) : status;
}

static double budget_seconds(const struct gb_profiling *p)
{
	return p->options->budget > 0 ? p->options->budget : GB_PROFILING_BUDGET;
}

static int gather_some(struct gb_profiling *p, FILE *kept, struct gb_error *error)
{
	const struct gb_sample_wish wish = { .gather = gather_wish(p),
					     .budget = budget_seconds(p),
					     .seconds = p->alone.seconds,
					     .end = end_of_all,
					     .keep = kept,
					     .tell = say_run };

	return gb_sample_profile(&p->gathered, &p->survey, &wish, error);
}

static int gather_under_ncu(struct gb_profiling *p, struct gb_error *error)
{
	struct gb_publish publish = { .out = NULL };

	if (p->program != NULL)
		tell_rights();
	if (p->options->keep != NULL && gb_publish_open(&publish, p->options->keep, error) != GB_OK)
		return GB_FAILED;
	const int status = p->surveyed ? gather_some(p, publish.out, error) : gather_all(p, publish.out, error);
	return p->options->keep != NULL ? gb_publish_close(&publish, status, error) : status;
}

static int gather_counted(struct gb_profiling *p, struct gb_error *error)
{
	const struct gb_counted_wish wish = { p->program, budget_seconds(p), p->alone.seconds,
					      end_of_all, gb_profiling_stop, say_run };
	char text[2 * GB_ERROR_TEXT] = "";
	struct gb_counted_said said;

	const int status = gb_counted_run(&p->gathered.kernels, &said, &p->survey, &wish, error);
	if (said.refused[0] != '\0')
		gb_text_add(text, sizeof text, "instructions could not be counted: %s", said.refused);
	else if (said.wrong.count > 0)
		gb_text_add(text, sizeof text, "%s", said.wrong.first);
	else if (said.no_bound[0] != '\0')
		gb_text_add(text, sizeof text, "DRAM bytes have no lower bound: %s", said.no_bound);
	if (text[0] != '\0')
		gb_remark(text);
	p->gathered.interrupted = gb_profiling_stop();
	return status;
}

/* Why ncu profiled nothing, if instructions can be counted instead; NULL otherwise. */
static const char *why_nothing(const struct gb_gathering *g)
{
	if (g->kernels.launches > 0 || g->interrupted)
		return NULL;
	return g->said.no_permission ? "this user may not read the GPU's counters (ERR_NVGPUCTRPERM)"
	       : g->late             ? "ncu profiled no kernel within the budget"
				     : NULL;
}

/* Counts instructions if the counters cannot be read. */
static int gather_after_survey(struct gb_profiling *p, struct gb_error *error)
{
	if (!p->options->no_counters) {
		const int status = gather_under_ncu(p, error);
		const char *why = why_nothing(&p->gathered);
		if (status != GB_OK || why == NULL)
			return status;
		gb_remark_format("%s: instructions are counted instead", why);
		p->gathered.said = (struct gb_ncu_said){ .application = 0 };
		p->gathered.ended = 0;
	}
	return gather_counted(p, error);
}

static int read_csv(struct gb_profiling *p, struct gb_error *error)
{
	const char *path = p->options->from;
	FILE *file = gb_open_seekable(path, error);
	char bytes[16];

	if (file == NULL)
		return GB_FAILED;
	const char *other = gb_csv_name_other(bytes, fread(bytes, 1, sizeof bytes, file));
	rewind(file);
	p->surveyed = other == NULL && gb_nsys_is_csv(file);
	const int status = other != NULL ? gb_error_set(error, "%s: %s", gb_text_input(path), other)
			   : p->surveyed ? gb_nsys_read_csv(&p->survey, file, gb_text_input(path), error)
					 : gb_gather_read(&p->gathered, file, path, error);
	gb_close_input(file);
	return status;
}

int gb_profiling_read_file(struct gb_profiling *p, struct gb_error *error)
{
	const char *path = p->options->from;

	if (gb_text_ends_in(path, ".nsys-rep") || gb_text_ends_in(path, ".qdrep"))
		return gb_error_set(error,
				    "%s: found a report of Nsight Systems, expected what it exports: nsys export "
				    "--type sqlite %s",
				    path, path);
	if (!gb_store_is(path))
		return read_csv(p, error);
	p->surveyed = true;
	return gb_nsys_read_database(&p->survey, path, error);
}

int gb_profiling_gather(struct gb_profiling *p, struct gb_error *error)
{
	return p->surveyed ? gather_after_survey(p, error) : gather_under_ncu(p, error);
}

/* ---- the survey -------------------------------------------------------------------------------------------------- */

bool gb_profiling_wants_survey(const struct gb_profiling *p)
{
	return p->program != NULL && !p->options->no_survey && !gb_profiling_has_filter(p->options);
}

int gb_profiling_survey(struct gb_profiling *p, struct gb_error *error)
{
	struct gb_error why = { "" };

	const struct gb_sample_range range = { p->options->from != NULL ? gb_text_number(p->options->from) : 0,
					       p->options->to > 0 ? p->options->to : HUGE_VAL, p->options->started };

	if (isatty(STDERR_FILENO))
		say_run("running the program to see where its time goes", end_of_all);
	const int status = gb_sample_survey(&p->survey, &p->alone, p->program, &range, gb_profiling_stop, &why);
	p->surveyed = p->survey.launches > 0 && status != GB_FAILED;
	if (p->surveyed) {
		gb_survey_roofs_find(&p->survey_roofs, &p->survey, &p->roofs, p->options->gpu);
		return GB_OK;
	}
	if (status == GB_INTERRUPTED)
		return GB_OK;
	(void)gb_error_prefix(&why, "%s could not be surveyed", p->program[0]);
	if (status == GB_FAILED || p->options->survey || p->options->no_counters || p->options->from != NULL ||
	    p->options->to > 0)
		return gb_error_set(error, "%s", why.text);
	gb_remark(why.text);
	return GB_OK;
}
