/* command_profile.c: gpubench profile -- PROGRAM ARGS...: the kernels of a user's program under the roofs of its
 * GPU. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/files.h"
#include "base/text.h"
#include "cli/analysis_options.h"
#include "cli/commands.h"
#include "cli/signals.h"
#include "device/devices.h"
#include "plot/plot.h"
#include "plot/profile.h"
#include "profile/doubts.h"
#include "profile/gather.h"
#include "profile/ncu_run.h"
#include "profile/placing.h"
#include "profile/results.h"
#include "record/publish.h"
#include "show/profile_print.h"

struct options {
	struct gb_texts roofs;
	const char *gpu; /* whose roofs; NULL: those of the GPU that was used */
	const char *from, *ncu, *kernel, *nvtx, *cache, *keep;
	bool started;
	uint64_t skip, count; /* 0: not given */
	enum gb_format format;
	const char *output, *plot;
};

struct profile {
	const struct options *options;
	const char *const *program; /* NULL: --from */
	struct gb_gathering gathered;
	struct gb_roofs roofs;
	struct gb_devices devices;
	struct gb_placing placing;
};

/* Where results are looked for there are other files too. */
static void say_nothing(const char *text)
{
	(void)text;
}

/* ---- roofs ----------------------------------------------------------------------------------------------------------- */

/* A folder of results that nobody named: what is no file of results in it is passed over. */
static int read_usual_roofs(struct profile *p, struct gb_error *error)
{
	const char *named = getenv("GPUBENCH_RESULTS"), *path = named != NULL && named[0] != '\0' ? named : "results";
	struct gb_results results = { .count = 0 };
	int status = gb_results_add(&results, path, error);

	if (status == GB_OK)
		gb_files_read(&p->roofs, (const char *const *)results.file, results.count, say_nothing);
	gb_results_free(&results);
	if (status == GB_OK && p->roofs.count > 0)
		return GB_OK;
	gb_error_clear(error);
	return gb_error_set(error,
			    "no roofs in '%s': measure them with gpubench --all -o %s/gpu.csv, or name results with "
			    "--roofs FILE",
			    path, path);
}

static int read_roofs(struct profile *p, struct gb_error *error)
{
	const struct gb_texts *files = &p->options->roofs;

	if (files->count == 0)
		return read_usual_roofs(p, error);
	gb_files_read(&p->roofs, files->text, files->count, gb_remark);
	return p->roofs.count > 0 ? GB_OK : gb_error_set(error, "no roofs in the files that --roofs names");
}

/* ---- kernels --------------------------------------------------------------------------------------------------------- */

/* The first signal asks; the next one ends the program and what it started (signals.h). */
static bool stop(void)
{
	return gb_interrupted != 0;
}

static int keep_log(const struct profile *p, struct gb_error *error)
{
	struct gb_publish publish;
	char buffer[1 << 16];
	size_t got;
	FILE *log = fopen(p->gathered.log, "r");

	if (log == NULL)
		return gb_error_set(error, "ncu left nothing to keep: %s", strerror(errno));
	int status = gb_publish_open(&publish, p->options->keep, error);
	if (status == GB_OK) {
		while ((got = fread(buffer, 1, sizeof buffer, log)) > 0)
			fwrite(buffer, 1, got, publish.out);
		status = gb_publish_close(&publish, GB_OK, error);
	}
	fclose(log);
	return status;
}

/* Before the program runs, which may take hours. Whoever is told may have the right by other ways. */
static void tell_rights(void)
{
	if (gb_ncu_is_for_others(GB_NCU_PARAMETERS, geteuid()))
		gb_remark(
			"the driver lets administrators alone read counters (RmProfilingAdminOnly is 1), and this user is "
			"not root: ncu will most likely be refused");
}

static int gather(struct profile *p, struct gb_error *error)
{
	const struct options *o = p->options;
	const struct gb_gather_wish wish = { .program = p->program,
					     .report = o->from,
					     .ncu = o->ncu,
					     .kernel = o->kernel,
					     .cache = o->cache,
					     .nvtx = o->nvtx,
					     .started = o->started,
					     .skip = o->skip,
					     .count = o->count,
					     .stop = stop };

	if (o->from != NULL && !gb_gather_is_report(o->from))
		return gb_gather_read(&p->gathered, o->from, error);
	if (p->program != NULL)
		tell_rights();
	gb_signals_ask();
	int status = gb_gather_measure(&p->gathered, &wish, error);
	if (status != GB_OK || !gb_gather_has_log(&p->gathered))
		return status;
	if (o->keep != NULL)
		status = keep_log(p, error);
	return status == GB_OK ? gb_gather_read(&p->gathered, p->gathered.log, error) : status;
}

/* ---- what went wrong ------------------------------------------------------------------------------------------------- */

static bool has_filter(const struct options *o)
{
	return o->kernel != NULL || o->skip > 0 || o->count > 0 || o->nvtx != NULL || o->started;
}

static struct gb_doubts doubts_of(const struct profile *p)
{
	return (struct gb_doubts){ .said = &p->gathered.said,
				   .program = p->program != NULL ? p->program[0] : NULL,
				   .from = p->options->from,
				   .filtered = has_filter(p->options),
				   .ended = p->gathered.interrupted ? 0 : p->gathered.ended };
}

/* With some kernels: what is missing. Returns how much was told. */
static int tell_doubts(const struct profile *p)
{
	const struct gb_doubts doubts = doubts_of(p);
	char text[2 * GB_ERROR_TEXT];
	int told = 0;

	if (gb_doubts_of_lines(&doubts, text, sizeof text))
		told += 1 + gb_complain(0, text);
	if (gb_doubts_of_program(&doubts, text, sizeof text))
		told += 1 + gb_complain(0, text);
	return told;
}

/* ---- whose roofs ----------------------------------------------------------------------------------------------------- */

/* The GPU of this number in the program is that of the same number here: both see what CUDA_VISIBLE_DEVICES lets
 * them. */
static void wish(const void *context, const struct gb_profiled *kernel, struct gb_match_wish *out)
{
	const struct profile *p = context;
	char *end;
	const unsigned long number_of = strtoul(kernel->device, &end, 10);

	out->text = p->options->gpu;
	out->model = kernel->gpu;
	if (end == kernel->device || number_of >= p->devices.count)
		return;
	const struct gb_found *found = &p->devices.found[number_of];
	if (kernel->gpu[0] != '\0' && strcmp(found->device.name, kernel->gpu) != 0)
		return;
	out->model = found->device.name;
	out->uuid = found->device.uuid;
	out->board = found->identity.board;
}

static int place(struct profile *p, struct gb_error *error)
{
	struct gb_error none = { "" };

	if (p->program != NULL && gb_devices_read(&p->devices, gpu_backend, &none) != GB_OK)
		p->devices = (struct gb_devices){ .count = 0 };
	return gb_placing_make(&p->placing, &p->gathered.kernels, &p->roofs, wish, p, error);
}

/* Roofs that are not of the very GPU are said so, loudly. Returns how many GPUs have none. */
static int tell_roofs(const struct profile *p)
{
	char text[2 * GB_ERROR_TEXT];
	int without = 0;

	for (size_t i = 0; i < p->placing.gpus; i++) {
		const struct gb_placing_gpu *g = &p->placing.gpu[i];
		text[0] = '\0';
		if (!g->found)
			gb_text_add(text, sizeof text, "%s", g->text);
		else if (!g->match.is_itself && p->options->gpu == NULL)
			gb_text_add(text, sizeof text,
				    "%s: the roofs are those of %s, not %s GPU: another card of the model may differ",
				    p->program != NULL ? "WARNING" : "note", g->text,
				    p->program != NULL ? "of this" : "known to be of this");
		if (text[0] != '\0')
			gb_complain(0, text);
		without += !g->found;
	}
	return without;
}

/* ---- showing --------------------------------------------------------------------------------------------------------- */

static void name_roofs(const struct profile *p, char *text, size_t size)
{
	text[0] = '\0';
	for (size_t i = 0; i < p->placing.gpus; i++) {
		const struct gb_placing_gpu *g = &p->placing.gpu[i];
		if (!g->found)
			continue;
		gb_text_add(text, size, "%s%s%s", text[0] != '\0' ? "; " : "", g->text,
			    g->match.is_itself ? " (this GPU)" : "");
	}
}

static int show(const struct profile *p, struct gb_error *error)
{
	char roofs[2 * GB_ERROR_TEXT];
	const struct gb_profile profile = { &p->gathered.kernels, p->placing.place, roofs };
	struct gb_publish publish;
	int status = GB_OK;

	name_roofs(p, roofs, sizeof roofs);
	if (gb_publish_open(&publish, p->options->output, error) != GB_OK)
		return GB_FAILED;
	switch (p->options->format) {
	case GB_FORMAT_CSV:
		status = gb_profile_write_csv(&profile, publish.out, error);
		break;
	case GB_FORMAT_JSON:
		status = gb_profile_write_json(&profile, publish.out, error);
		break;
	case GB_FORMAT_MARKDOWN:
		gb_profile_print(&profile, GB_TABLE_MARKDOWN, publish.out);
		break;
	case GB_FORMAT_TABLE:
		gb_profile_print(&profile, GB_TABLE_TEXT, publish.out);
		break;
	}
	return gb_publish_close(&publish, status, error);
}

static int draw(const struct profile *p, struct gb_error *error)
{
	char text[128] = "";
	size_t left_out;

	if (gb_plot_profile_draw(&p->placing, p->gathered.kernels.count, &p->roofs, p->options->plot, &left_out,
				 error) != GB_OK)
		return GB_FAILED;
	if (left_out > 0) {
		gb_text_add(text, sizeof text, "%zu kernel%s without floating-point arithmetic %s not in the picture",
			    left_out, left_out == 1 ? "" : "s", left_out == 1 ? "is" : "are");
		gb_remark(text);
	}
	return GB_OK;
}

/* ---- the whole ------------------------------------------------------------------------------------------------------- */

static int finish(struct profile *p)
{
	struct gb_error error = { "" };
	char text[2 * GB_ERROR_TEXT] = "";

	if (p->gathered.kernels.count == 0) {
		if (p->gathered.interrupted)
			return gb_complain(GB_EXIT_INTERRUPTED, "interrupted before a kernel was profiled");
		const struct gb_doubts without = doubts_of(p);
		gb_doubts_without_kernels(&without, text, sizeof text);
		return gb_complain(GB_EXIT_FAILED, text);
	}
	int doubts = tell_doubts(p);
	if (p->gathered.interrupted)
		gb_remark("interrupted: here is what was profiled before");
	if (place(p, &error) != GB_OK)
		return gb_complain(GB_EXIT_FAILED, error.text);
	const int without = tell_roofs(p);
	doubts += without;
	if (show(p, &error) != GB_OK ||
	    (p->options->plot != NULL && (size_t)without < p->placing.gpus && draw(p, &error) != GB_OK))
		return gb_complain(GB_EXIT_FAILED, error.text);
	return p->gathered.interrupted ? GB_EXIT_INTERRUPTED : doubts > 0 ? GB_EXIT_FAILED : GB_EXIT_OK;
}

static int perform(const struct gb_line *line)
{
	static struct profile p;
	struct gb_error error = { "" };
	int status = GB_EXIT_FAILED;

	p = (struct profile){ .options = line->options };
	p.program = line->operands > 0 ? line->operand : NULL;
	if (read_roofs(&p, &error) != GB_OK || gather(&p, &error) != GB_OK)
		gb_complain(0, error.text);
	else
		status = finish(&p);
	gb_placing_free(&p.placing);
	gb_gathering_free(&p.gathered);
	gb_devices_free(&p.devices);
	gb_roofs_free(&p.roofs);
	return status;
}

/* ---- the command ----------------------------------------------------------------------------------------------------- */

#define TO(field, function) GB_OPTION_TO(struct options, field, function)

static void name_caches(const struct gb_plugins *plugins, gb_name_fn *each, void *context)
{
	(void)plugins;
	each(context, "all", "flushed before each pass, as ncu does");
	each(context, "none", "left as the program has them");
}

static const struct gb_option option_table[] = {
	{ .help = "Kernels to profile" },
	{ .name = "from",
	  .argument = "FILE",
	  .help = "no program: the CSV that ncu printed of its page raw (-: standard input), or a report .ncu-rep",
	  TO(from, gb_option_text),
	  .file = GB_FILE_READ },
	{ .name = "kernel",
	  .argument = "TEXT",
	  .help = "only kernels of this name, or of regex:EXPRESSION, as ncu has it",
	  TO(kernel, gb_option_text) },
	{ .name = "launch-skip",
	  .argument = "N",
	  .help = "pass over so many launches first, as ncu",
	  TO(skip, gb_option_positive),
	  .value = INT64_C(1000000000000) },
	{ .name = "launch-count",
	  .argument = "N",
	  .help = "profile so many launches at most, as ncu",
	  TO(count, gb_option_positive),
	  .value = INT64_C(1000000000000) },
	{ .name = "nvtx",
	  .argument = "TEXT",
	  .help = "only what is launched within ranges of NVTX, as ncu's filter has them: 'step/' is one pushed as step",
	  TO(nvtx, gb_option_text) },
	{ .name = "profiler-start",
	  .help = "only what is launched between cudaProfilerStart and cudaProfilerStop",
	  TO(started, gb_option_flag) },
	{ .name = "cache-control",
	  .argument = "WORD",
	  .help = "the GPU's caches between passes, as ncu:",
	  TO(cache, gb_option_text),
	  .names = name_caches },
	{ .name = "ncu",
	  .argument = "FILE",
	  .help = "this Nsight Compute, not that of the PATH",
	  TO(ncu, gb_option_text),
	  .file = GB_FILE_READ },
	{ .help = "Under which roofs" },
	{ .name = "roofs",
	  .argument = "FILE",
	  .help = "those of these results; repeatable (what $GPUBENCH_RESULTS names, else the folder results)",
	  TO(roofs, gb_option_texts) },
	{ .name = "gpu",
	  .argument = "TEXT",
	  .help = "those of this GPU: its UUID, host or PCI id begins so, or its model or board has it in its name",
	  TO(gpu, gb_option_text) },
	GB_OPTIONS_SHOW(struct options, format, output),
	{ .name = "plot",
	  .argument = "FILE",
	  .help = "also the roofline with the kernels, their area their time: FILE.svg, FILE.png or FILE.pdf",
	  TO(plot, gb_option_text),
	  .file = GB_FILE_WRITTEN },
	GB_OPTION_FOREIGN,
	{ .name = "keep",
	  .argument = "FILE",
	  .help = "also keep the output of ncu, for --from",
	  TO(keep, gb_option_text),
	  .file = GB_FILE_WRITTEN },
	GB_OPTIONS_OF_ALL,
	{ 0 },
};

static int check_from(const struct gb_line *line, struct gb_error *error)
{
	const struct options *o = line->options;

	if (o->from != NULL && line->operands > 0)
		return gb_error_set(error, "'%s': --from reads what was profiled before, and runs no program",
				    line->operand[0]);
	if (o->from == NULL && line->operands == 0)
		return gb_error_set(error, "no program: gpubench profile -- PROGRAM ARGUMENTS..., or --from FILE");
	if (o->from != NULL && (o->cache != NULL || o->keep != NULL || o->nvtx != NULL || o->started))
		return gb_error_set(error,
				    "--cache-control, --nvtx, --profiler-start and --keep go with a program, not with "
				    "--from");
	if (o->from != NULL && !gb_gather_is_report(o->from) && (has_filter(o) || o->ncu != NULL))
		return gb_error_set(error,
				    "--kernel, --launch-skip, --launch-count and --ncu are for ncu, which does not "
				    "run for a CSV");
	return GB_OK;
}

static int check(const struct gb_line *line, struct gb_error *error)
{
	const struct options *o = line->options;

	if (check_from(line, error) != GB_OK)
		return GB_FAILED;
	if (o->cache != NULL && strcmp(o->cache, "all") != 0 && strcmp(o->cache, "none") != 0)
		return gb_error_set(error, "--cache-control '%s': expected all or none", o->cache);
	return o->plot != NULL ? gb_plot_check_output(o->plot, error) : GB_OK;
}

static const struct gb_example examples[] = {
	{ "gpubench profile -- ./app -n 1000", "every kernel of ./app under the roofs in results/" },
	{ "gpubench profile --plot app.svg -o app.txt -- python3 train.py", "with a picture; the table in a file" },
	{ "gpubench profile --kernel regex:gemm --launch-count 20 -- ./app", "some launches only" },
	{ "gpubench profile --from ncu.csv --roofs gpu.csv --csv", "a profile from another machine, without a GPU" },
	{ NULL, NULL },
};

const struct gb_command gb_command_profile = {
	.word = "profile",
	.operands = "-- PROGRAM ARGS...",
	.summary = "the kernels of a program under the measured roofs of its GPU",
	.intro =
		"gpubench profile -- PROGRAM ARGS...: runs a program under Nsight Compute, at the clock the GPU chooses, and says of\n"
		"each kernel which measured roof binds it, how far it is from it, what could be saved, and why.\n",
	.option = option_table,
	.example = examples,
	.exit = { { 2, "the program or ncu failed, no kernel or no roof of its GPU, or output was lost" },
		  { 130, "interrupted" } },
	.outro =
		"On each roof a kernel's work takes at least work / roof; the roof where that is longest binds it. \"far from every\n"
		"roof\" means latency: see what its warps wait for. The program's own output is left alone; -o keeps the table apart.\n",
	.program = true,
	.options_size = sizeof(struct options),
	.check = check,
	.perform = perform,
};
