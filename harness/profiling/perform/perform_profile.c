/* perform_profile.c: gpubench profile -- PROGRAM ARGS...: shows a program's kernels under the roofs of its GPU. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/signals.h"
#include "perform/perform.h"
#include "perform/profiling.h"
#include "plot/plot.h"
#include "profile/ncu.h"

/* Finds a fault now that would otherwise surface only after hours. */
static int check_before(const struct gb_profiling *p, struct gb_error *error)
{
	char ncu[PATH_MAX];

	if (p->program == NULL)
		return GB_OK;
	if (!gb_ncu_can_run(p->program[0]))
		return gb_error_set(error, "'%s': no such program", p->program[0]);
	return p->options->survey || p->options->no_counters ? GB_OK : gb_ncu_find(ncu, p->options->ncu, error);
}

/* A file of Nsight Systems has no counts and may come from another machine, so only roofs that the user names apply. */
static int find_file_roofs(struct gb_profiling *p, struct gb_error *error)
{
	const struct gb_profiling_options *o = p->options;

	if (o->explain || o->plot != NULL)
		return gb_error_set(error, "%s: --explain and --plot need counters, and Nsight Systems counts nothing",
				    o->from);
	if (o->roofs.count > 0 && gb_profiling_read_roofs(p, error) != GB_OK)
		return GB_FAILED;
	gb_survey_roofs_find(&p->survey_roofs, &p->survey, &p->roofs, o->gpu);
	return GB_OK;
}

static int profile_file(struct gb_profiling *p)
{
	struct gb_error error = { "" };

	if (gb_profiling_read_file(p, &error) != GB_OK)
		return gb_complain(GB_EXIT_FAILED, error.text);
	/* A file without launches is reported first. */
	const bool is_empty = !p->surveyed && p->gathered.kernels.count == 0;
	if (!is_empty && (p->surveyed ? find_file_roofs(p, &error) : gb_profiling_read_roofs(p, &error)) != GB_OK)
		return gb_complain(GB_EXIT_FAILED, error.text);
	if (p->surveyed)
		return gb_profiling_finish_survey(p);
	gb_kernels_sort(&p->gathered.kernels);
	return gb_profiling_finish(p);
}

static int profile_program(struct gb_profiling *p)
{
	struct gb_error error = { "" };

	/* A survey does not need roofs. */
	if (gb_profiling_read_roofs(p, &error) != GB_OK && (!p->options->survey || p->options->roofs.count > 0))
		return gb_complain(GB_EXIT_FAILED, error.text);
	gb_error_clear(&error);
	gb_signals_ask();
	if (check_before(p, &error) != GB_OK ||
	    (gb_profiling_wants_survey(p) && gb_profiling_survey(p, &error) != GB_OK))
		return gb_complain(GB_EXIT_FAILED, error.text);
	if (p->surveyed && (p->options->survey || gb_profiling_stop()))
		return gb_profiling_finish_survey(p);
	if (gb_profiling_stop())
		return gb_profiling_finish_nothing("traced");
	if (p->surveyed)
		gb_profiling_tell_survey(p);
	if (gb_profiling_gather(p, &error) != GB_OK)
		return gb_complain(GB_EXIT_FAILED, error.text);
	gb_kernels_sort(&p->gathered.kernels);
	return gb_profiling_finish(p);
}

int gb_perform_profile(const struct gb_line *line)
{
	static struct gb_profiling p;

	p = (struct gb_profiling){ .options = line->options };
	p.program = line->operands > 0 ? line->operand : NULL;
	if (p.options->total > 0)
		gb_profiling_limit(p.options->total);
	const bool is_file = p.program == NULL && !gb_gather_is_report(p.options->from);
	const int status = (is_file ? profile_file : profile_program)(&p);
	free(p.explained);
	gb_curves_free(&p.curves);
	gb_bindings_free(&p.bindings);
	gb_gathering_free(&p.gathered);
	gb_survey_roofs_free(&p.survey_roofs);
	gb_survey_free(&p.survey);
	gb_devices_free(&p.devices);
	gb_roofs_free(&p.roofs);
	return status;
}

static int check_from(const struct gb_line *line, struct gb_error *error)
{
	const struct gb_profiling_options *o = line->options;

	if (o->from == NULL && line->operands == 0)
		return gb_error_set(error, "no program: gpubench profile -- PROGRAM ARGUMENTS..., or --from FILE");
	if (line->operands > 0)
		return GB_OK;
	if (o->to > 0 || o->total > 0)
		return gb_error_set(error, "--to and --total need a program, and --from FILE runs none");
	if ((o->cache != NULL || o->keep != NULL || o->nvtx != NULL || o->started))
		return gb_error_set(error,
				    "--cache-control, --nvtx, --profiler-start and --keep need a program: they cannot "
				    "be combined with --from");
	if (!gb_gather_is_report(o->from) && (gb_profiling_has_filter(o) || o->ncu != NULL))
		return gb_error_set(error,
				    "--kernel, --launch-skip, --launch-count and --ncu are for ncu, which does not "
				    "run for a CSV");
	return GB_OK;
}

static int check_times(const struct gb_profiling_options *o, const char *program, struct gb_error *error)
{
	const double from = o->from != NULL ? gb_text_number(o->from) : 0;

	if (isnan(from))
		return gb_error_set(error,
				    "'%s': --from reads an earlier profile, and runs no program; of a program it is "
				    "a number of seconds",
				    program);
	if (from < 0 || (o->to > 0 && o->to <= from))
		return gb_error_set(error, "--from and --to: expected seconds, the first below the second");
	if ((o->from != NULL || o->to > 0) && (o->no_survey || gb_profiling_has_filter(o)))
		return gb_error_set(
			error, "--from and --to need the survey, which knows the times of launches: they cannot be "
			       "combined with --no-survey, --kernel, --launch-skip, --launch-count and --nvtx");
	return GB_OK;
}

int gb_check_profile(const struct gb_line *line, struct gb_error *error)
{
	const struct gb_profiling_options *o = line->options;

	if (check_from(line, error) != GB_OK ||
	    (line->operands > 0 && check_times(o, line->operand[0], error) != GB_OK))
		return GB_FAILED;
	if (o->cache != NULL && strcmp(o->cache, "all") != 0 && strcmp(o->cache, "none") != 0)
		return gb_error_set(error, "--cache-control '%s': expected all or none", o->cache);
	if (o->survey &&
	    (o->no_survey || gb_profiling_has_filter(o) || line->operands == 0 || o->plot != NULL || o->keep != NULL))
		return gb_error_set(error, "--survey shows the whole program, and runs no ncu");
	if (o->explain && o->survey)
		return gb_error_set(error, "--explain needs counters, and --survey takes none");
	if (o->no_counters &&
	    (o->no_survey || o->survey || gb_profiling_has_filter(o) || line->operands == 0 || o->keep != NULL))
		return gb_error_set(error, "--no-counters needs a whole program and its survey, and runs no ncu");
	if (o->budget > 0 && (o->no_survey || o->survey || gb_profiling_has_filter(o) || line->operands == 0))
		return gb_error_set(error, "--budget needs a survey, from which gpubench chooses the launches");
	return o->plot != NULL ? gb_plot_check_output(o->plot, error) : GB_OK;
}
