/* profiling_show.c: prints what is missing, the origin of the roofs, and the tables. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/commands.h"
#include "perform/profiling.h"
#include "tables/profile_plot.h"
#include "profile/diagnosis.h"
#include "record/publish.h"
#include "tables/tables.h"

/* ---- problems ---------------------------------------------------------------------------------------------------- */

static struct gb_profile_outcome profile_outcome(const struct gb_profiling *p)
{
	return (struct gb_profile_outcome){ .said = &p->gathered.said,
					    .program = p->program != NULL ? p->program[0] : NULL,
					    .from = p->program == NULL ? p->options->from : NULL,
					    .filtered = gb_profiling_has_filter(p->options) || p->options->started,
					    .ended = p->gathered.interrupted ? 0 : p->gathered.ended };
}

/* Called if there are kernels. Reports what is missing; returns the number of messages. */
static int tell_problems(const struct gb_profiling *p)
{
	const struct gb_profile_outcome outcome = profile_outcome(p);
	char text[2 * GB_ERROR_TEXT];
	int told = 0;

	if (gb_diagnose_lines(&outcome, text, sizeof text))
		told += 1 + gb_complain(0, text);
	if (gb_diagnose_program(&outcome, text, sizeof text))
		told += 1 + gb_complain(0, text);
	return told;
}

/* ---- origin of the roofs ----------------------------------------------------------------------------------------- */

/* A GPU has the same number in the program and here, because both see the GPUs of CUDA_VISIBLE_DEVICES. */
static void fill_gpu_wish(const void *context, const struct gb_profiled *kernel, struct gb_match_wish *out)
{
	const struct gb_profiling *p = context;
	char *end;
	const unsigned long number = strtoul(kernel->device, &end, 10);

	out->text = p->options->gpu;
	out->model = kernel->gpu;
	for (size_t i = 0; i < p->survey.gpus; i++)
		if (p->survey.gpu[i].uuid[0] != '\0' && strcmp(p->survey.gpu[i].device, kernel->device) == 0) {
			out->uuid = p->survey.gpu[i].uuid;
			return;
		}
	if (end == kernel->device || number >= p->devices.count)
		return;
	const struct gb_found_device *found = &p->devices.found[number];
	if (kernel->gpu[0] != '\0' && strcmp(found->device.name, kernel->gpu) != 0)
		return;
	out->model = found->device.name;
	out->uuid = found->device.uuid;
	out->board = found->identity.board;
}

static void find_bindings(struct gb_profiling *p)
{
	struct gb_error none = { "" };

	if (p->program != NULL && gb_devices_read(&p->devices, gpu_backend, &none) != GB_OK)
		p->devices = (struct gb_devices){ .count = 0 };
	gb_bindings_make(&p->bindings, &p->gathered.kernels, &p->roofs, fill_gpu_wish, p);
	p->explained = gb_explaining_make(&p->bindings, p->gathered.kernels.count, &p->curves);
}

/* The same card may serve for several GPUs. */
static bool is_said_before(const struct gb_bindings *bindings, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (strcmp(bindings->gpu[k].text, bindings->gpu[i].text) == 0 &&
		    bindings->gpu[k].match.is_itself == bindings->gpu[i].match.is_itself)
			return true;
	return false;
}

/* True if the roofs come from another card. A message says so. */
static bool is_of_other(const struct gb_profiling *p, const struct gb_bindings_gpu *g)
{
	return g->found && !g->match.is_itself && p->options->gpu == NULL;
}

/* If the roofs are not from the same GPU, a prominent message says so. Returns the number of GPUs without roofs. */
static int tell_roofs(const struct gb_profiling *p)
{
	char text[2 * GB_ERROR_TEXT];
	int without = 0;

	for (size_t i = 0; i < p->bindings.gpus; i++) {
		const struct gb_bindings_gpu *g = &p->bindings.gpu[i];
		text[0] = '\0';
		if (!g->found)
			gb_text_add(text, sizeof text, "%s", g->text);
		else if (is_of_other(p, g))
			gb_text_add(text, sizeof text,
				    "%s: these roofs %s of another card of the model, which may differ: %s",
				    p->program != NULL ? "WARNING" : "note", p->program != NULL ? "are" : "may be",
				    g->text);
		if (text[0] != '\0' && !is_said_before(&p->bindings, i))
			gb_complain(0, text);
		without += !g->found;
	}
	return without;
}

/* ---- showing ----------------------------------------------------------------------------------------------------- */

/* A screen does not repeat the roofs that a message has named. */
static void name_roofs(const struct gb_profiling *p, FILE *out, char *text, size_t size)
{
	const bool is_screen = gb_wrap_rows(out, 0) != SIZE_MAX && gb_wrap_window(stderr) > 0;

	text[0] = '\0';
	for (size_t i = 0; i < p->bindings.gpus; i++) {
		const struct gb_bindings_gpu *g = &p->bindings.gpu[i];
		if (!g->found || is_said_before(&p->bindings, i) || (is_screen && is_of_other(p, g)))
			continue;
		gb_text_add(text, size, "%s%s%s", text[0] != '\0' ? "; " : "", g->text,
			    g->match.is_itself ? " (this GPU)" : "");
	}
}

static int show_kernels(const struct gb_profiling *p, struct gb_error *error)
{
	char roofs[2 * GB_ERROR_TEXT];
	const struct gb_survey_view view = { &p->survey, &p->survey_roofs };
	const struct gb_profile profile = { .kernels = &p->gathered.kernels,
					    .binding = p->bindings.binding,
					    .roofs = roofs,
					    .survey = p->surveyed ? &view : NULL,
					    .explained = p->explained,
					    .explain = p->options->explain };
	struct gb_publish publish;
	int status = GB_OK;

	GB_TRY(gb_publish_open(&publish, p->options->output, error));
	name_roofs(p, publish.out, roofs, sizeof roofs);
	if (p->options->format == GB_FORMAT_CSV)
		status = gb_profile_write_csv(&profile, publish.out, error);
	else if (p->options->format == GB_FORMAT_JSON)
		status = gb_profile_write_json(&profile, publish.out, error);
	else
		gb_profile_print(&profile, gb_format_style(p->options->format), publish.out);
	return gb_publish_close(&publish, status, error);
}

static int show_survey(const struct gb_profiling *p, struct gb_error *error)
{
	const struct gb_survey_view view = { &p->survey, &p->survey_roofs };
	struct gb_publish publish;
	int status = GB_OK;

	GB_TRY(gb_publish_open(&publish, p->options->output, error));
	if (p->options->format == GB_FORMAT_CSV)
		status = gb_survey_write_csv(&view, publish.out, error);
	else if (p->options->format == GB_FORMAT_JSON)
		status = gb_survey_write_json(&view, publish.out, error);
	else
		gb_survey_print(&view, false, gb_format_style(p->options->format), publish.out);
	return gb_publish_close(&publish, status, error);
}

static int draw_roofline(const struct gb_profiling *p, struct gb_error *error)
{
	size_t left_out;

	GB_TRY(gb_plot_profile_draw(&p->bindings, p->gathered.kernels.count, &p->roofs, p->options->plot, &left_out,
				    error));
	if (left_out > 0) {
		gb_remark_format("%zu kernel%s without floating-point arithmetic %s not in the picture", left_out,
				 left_out == 1 ? "" : "s", left_out == 1 ? "is" : "are");
	}
	return GB_OK;
}

int gb_profiling_tell_survey(const struct gb_profiling *p)
{
	char text[2 * GB_ERROR_TEXT];
	int told = 0;

	for (size_t n = 0; gb_diagnose_survey(&p->survey, n, text, sizeof text); n++)
		told += 1 + gb_complain(0, text);
	return told;
}

/* ---- the complete profile ---------------------------------------------------------------------------------------- */

static void remark_stop(const char *done)
{
	gb_remark_format("%s: here is what was %s before", gb_profiling_stop_text(), done);
}

int gb_profiling_finish_nothing(const char *done)
{
	char text[128] = "";

	gb_text_add(text, sizeof text, "%s before a kernel was %s", gb_profiling_stop_text(), done);
	return gb_complain(gb_profiling_stop_status() != GB_EXIT_OK ? gb_profiling_stop_status() : GB_EXIT_FAILED,
			   text);
}

/* The survey shows where the time goes even if no kernel has a roof. */
static int finish_without_kernels(const struct gb_profiling *p)
{
	struct gb_error error = { "" };
	char text[2 * GB_ERROR_TEXT] = "";
	int status = gb_profiling_stop_status();

	if (p->gathered.interrupted && !p->surveyed)
		return gb_profiling_finish_nothing("profiled");
	if (p->gathered.interrupted) {
		remark_stop("traced");
	} else {
		const struct gb_profile_outcome without = profile_outcome(p);
		gb_diagnose_no_kernels(&without, text, sizeof text);
		status = gb_complain(GB_EXIT_FAILED, text);
	}
	if (p->surveyed && show_survey(p, &error) != GB_OK)
		return gb_complain(GB_EXIT_FAILED, error.text);
	return status;
}

int gb_profiling_finish(struct gb_profiling *p)
{
	struct gb_error error = { "" };

	if (p->gathered.kernels.count == 0)
		return finish_without_kernels(p);
	int problems = tell_problems(p) + (p->wrong > 0);
	if (p->gathered.interrupted)
		remark_stop("profiled");
	find_bindings(p);
	const int without = tell_roofs(p);
	problems += without;
	if (show_kernels(p, &error) != GB_OK ||
	    (p->options->plot != NULL && (size_t)without < p->bindings.gpus && draw_roofline(p, &error) != GB_OK))
		return gb_complain(GB_EXIT_FAILED, error.text);
	return p->gathered.interrupted ? gb_profiling_stop_status() : problems > 0 ? GB_EXIT_FAILED : GB_EXIT_OK;
}

/* The status of the program's last run is reported. */
int gb_profiling_finish_survey(const struct gb_profiling *p)
{
	struct gb_error error = { "" }, end = { "" };
	int problems = gb_profiling_tell_survey(p) + (p->wrong > 0);

	if (p->alone.status != 0 && !gb_profiling_stop()) {
		gb_error_write(&end, "%s ended with status %d: here is what it did before", p->program[0],
			       p->alone.status);
		problems += 1 + gb_complain(0, end.text);
	}
	const bool stopped = gb_profiling_stop();
	if (stopped)
		remark_stop("traced");
	if (show_survey(p, &error) != GB_OK)
		return gb_complain(GB_EXIT_FAILED, error.text);
	return stopped ? gb_profiling_stop_status() : problems > 0 ? GB_EXIT_FAILED : GB_EXIT_OK;
}
