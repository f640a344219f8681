/* command_profile.c: gpubench profile -- PROGRAM ARGS...: places the kernels of a user's program under the roofs of its
 * GPU. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/profiling.h"
#include "cli/signals.h"
#include "plot/plot.h"
#include "profile/ncu.h"

/* Check beforehand for a fault that would show only after hours of the program. */
static int check_before(const struct gb_profiling *p, struct gb_error *error)
{
	char ncu[PATH_MAX];

	if (p->program == NULL)
		return GB_OK;
	if (!gb_ncu_can_run(p->program[0]))
		return gb_error_set(error, "'%s': no such program", p->program[0]);
	return p->options->survey || p->options->no_counters ? GB_OK : gb_ncu_find(ncu, p->options->ncu, error);
}

static int work(struct gb_profiling *p)
{
	struct gb_error error = { "" };

	/* A survey needs no roof. */
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
		return gb_complain(GB_EXIT_INTERRUPTED, "interrupted before a kernel was traced");
	if (p->surveyed)
		gb_profiling_tell_survey(p);
	if (gb_profiling_gather(p, &error) != GB_OK)
		return gb_complain(GB_EXIT_FAILED, error.text);
	gb_gather_end(&p->gathered);
	return gb_profiling_finish(p);
}

static int perform(const struct gb_line *line)
{
	static struct gb_profiling p;

	p = (struct gb_profiling){ .options = line->options };
	p.program = line->operands > 0 ? line->operand : NULL;
	const int status = work(&p);
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

/* ---- the command ------------------------------------------------------------------------------------------------- */

#define TO(field, function) GB_OPTION_TO(struct gb_profiling_options, field, function)

static void name_caches(const struct gb_plugins *plugins, gb_name_fn *each, void *context)
{
	(void)plugins;
	each(context, "all", "flushed before each pass, as ncu does");
	each(context, "none", "left as the program has them");
}

static const struct gb_option option_table[] = {
	{ .help = "Kernels to profile" },
	{ .name = "from",
	  .argument = "FILE|SECONDS",
	  .help = "read a CSV of ncu's raw page (-: standard input) or a report .ncu-rep instead of running a program; "
		  "with a program: profile it from this second on",
	  TO(from, gb_option_text),
	  .file = GB_FILE_READ },
	{ .name = "to",
	  .argument = "SECONDS",
	  .help = "profile the program only up to this second",
	  TO(to, gb_option_number) },
	{ .name = "kernel",
	  .argument = "TEXT",
	  .help = "only kernels with this name, or regex:EXPRESSION, as in ncu",
	  TO(kernel, gb_option_text) },
	{ .name = "launch-skip",
	  .argument = "N",
	  .help = "skip this many launches first, as in ncu",
	  TO(skip, gb_option_positive),
	  .value = INT64_C(1000000000000) },
	{ .name = "launch-count",
	  .argument = "N",
	  .help = "profile at most this many launches, as in ncu",
	  TO(count, gb_option_positive),
	  .value = INT64_C(1000000000000) },
	{ .name = "nvtx",
	  .argument = "TEXT",
	  .help = "only launches within NVTX ranges, in the syntax of ncu: 'step/' is a range pushed as step",
	  TO(nvtx, gb_option_text) },
	{ .name = "profiler-start",
	  .help = "only what happens between cudaProfilerStart and cudaProfilerStop",
	  TO(started, gb_option_flag) },
	{ .name = "survey",
	  .help = "show only where the time goes, without counters: kernels, copies, gaps, launches",
	  TO(survey, gb_option_flag) },
	{ .name = "no-survey",
	  .help = "profile every launch under ncu, without running the program first",
	  TO(no_survey, gb_option_flag) },
	{ .name = "no-counters",
	  .help = "count executed instructions instead: FLOP and L1 exactly, DRAM bytes within bounds",
	  TO(no_counters, gb_option_flag) },
	{ .name = "budget",
	  .argument = "SECONDS",
	  .help = "time to spend on counters, in addition to the program's own (120); other launches are extrapolated",
	  TO(budget, gb_option_number) },
	{ .name = "cache-control",
	  .argument = "WORD",
	  .help = "GPU caches between passes, as in ncu:",
	  TO(cache, gb_option_text),
	  .names = name_caches },
	{ .name = "ncu",
	  .argument = "FILE",
	  .help = "use this Nsight Compute instead of the one in PATH",
	  TO(ncu, gb_option_text),
	  .file = GB_FILE_READ },
	{ .help = "Under which roofs" },
	{ .name = "roofs",
	  .argument = "FILE",
	  .help = "roofs in these result files; repeatable (default: $GPUBENCH_RESULTS, else the folder results)",
	  TO(roofs, gb_option_texts) },
	{ .name = "gpu",
	  .argument = "TEXT",
	  .help = "roofs of the GPU whose UUID, host or PCI id begins with this, or whose model or board contains it",
	  TO(gpu, gb_option_text) },
	{ .name = "explain",
	  .help = "also why each kernel takes as long as it does, what would help, and the measured rows "
		  "that this rests on",
	  TO(explain, gb_option_flag) },
	GB_OPTIONS_SHOW(struct gb_profiling_options, format, output),
	{ .name = "plot",
	  .argument = "FILE",
	  .help = "also draw the roofline with the kernels; their area shows their time: FILE.svg, FILE.png or "
		  "FILE.pdf",
	  TO(plot, gb_option_text),
	  .file = GB_FILE_WRITTEN },
	GB_OPTION_FOREIGN,
	{ .name = "keep",
	  .argument = "FILE",
	  .help = "also save the output of ncu, for --from",
	  TO(keep, gb_option_text),
	  .file = GB_FILE_WRITTEN },
	GB_OPTIONS_OF_ALL,
	{ 0 },
};

static int check_from(const struct gb_line *line, struct gb_error *error)
{
	const struct gb_profiling_options *o = line->options;

	if (o->from == NULL && line->operands == 0)
		return gb_error_set(error, "no program: gpubench profile -- PROGRAM ARGUMENTS..., or --from FILE");
	if (line->operands > 0)
		return GB_OK;
	if (o->to > 0)
		return gb_error_set(error, "--to counts seconds of a program, and --from FILE runs none");
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

/* For a program that is run. */
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

static int check(const struct gb_line *line, struct gb_error *error)
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
		return gb_error_set(error, "--budget is for launches that gpubench chooses itself, after a survey");
	return o->plot != NULL ? gb_plot_check_output(o->plot, error) : GB_OK;
}

static const struct gb_example examples[] = {
	{ "gpubench profile -- ./app -n 1000", "every kernel of ./app under the roofs in results/" },
	{ "gpubench profile --survey -- python3 train.py", "where its time goes, without counters" },
	{ "gpubench profile --from 30 --to 40 -- python3 train.py", "ten seconds of it, after it has warmed up" },
	{ "gpubench profile --plot app.svg -o app.txt -- python3 train.py", "with a picture; the table in a file" },
	{ "gpubench profile --kernel regex:gemm --launch-count 20 -- ./app", "some launches only" },
	{ "gpubench profile --explain -- ./app", "also what limits each kernel, and what would help" },
	{ "gpubench profile --from ncu.csv --roofs gpu.csv --csv", "a profile from another machine, without a GPU" },
	{ NULL, NULL },
};

const struct gb_command gb_command_profile = {
	.word = "profile",
	.operands = "-- PROGRAM ARGS...",
	.summary = "the kernels of a program under the measured roofs of its GPU",
	.intro =
		"gpubench profile -- PROGRAM ARGS...: runs a program and traces where its time goes, then runs it "
		"under Nsight Compute,\n"
		"at the clock the GPU chooses, to count a few launches of each kernel that matters. For each kernel it "
		"names the measured\n"
		"roof that binds it, the distance to that roof, the time that could be saved, and the reason.\n",
	.option = option_table,
	.example = examples,
	.exit = { { 2, "the program or ncu failed, no kernel or no roof of its GPU, or output was lost" },
		  { 130, "interrupted" } },
	.outro = "A kernel's work takes at least work / roof on each roof; the roof with the longest time binds it. "
		 "\"far from every\n"
		 "roof\" means latency: see what its warps wait for. The program's own output is not changed; -o "
		 "writes the table to a file.\n",
	.program = true,
	.options_size = sizeof(struct gb_profiling_options),
	.check = check,
	.perform = perform,
};
