/* command_run.c: measure the selected benchmarks on the selected GPUs, one after another. */
#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock.h"
#include "commands.h"
#include "devices.h"
#include "host.h"
#include "output.h"
#include "progress.h"
#include "roofs.h"
#include "search.h"
#include "sweep.h"
#include "text.h"
#include "topology.h"
#include "version.h"

/* A run under way. */
struct session {
	const struct gb_options *options;
	const struct gpu_ops *ops;
	const struct gb_bench **bench;
	size_t benches;
	struct gb_devices devices;
	struct gb_host host;
	struct gb_sweep_options sweep;
	struct gb_output output;
	struct gb_progress progress;
	struct gb_roofs roofs;
	size_t failed; /* rows */
	size_t at;     /* of the device being measured */
};

/* ---- what to run ------------------------------------------------------------------------------------------------ */

static int no_benchmark(const struct gb_plugins *plugins, const char *wanted, struct gb_error *error)
{
	char there[256] = "";

	for (size_t i = 0; i < plugins->count; i++)
		gb_text_add(there, sizeof there, "%s %s", i ? "," : "", plugins->plugin[i].bench->name);
	if (plugins->count == 0)
		return gb_error_set(error, "no plug-ins were found: GPUBENCH_PLUGIN_PATH or --plugin name more places");
	return gb_error_set(error, "no benchmark '%s'; there are%s", wanted, there);
}

static int select_benches(struct session *s, const struct gb_plugins *plugins, struct gb_error *error)
{
	const char *wanted = s->options->all ? ".*" : s->options->benchmarks;
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
	for (size_t i = 0; s->bench != NULL && i < plugins->count; i++)
		if (regexec(&regex, plugins->plugin[i].bench->name, 0, NULL, 0) == 0)
			s->bench[s->benches++] = plugins->plugin[i].bench;
	regfree(&regex);
	if (s->bench == NULL)
		return gb_error_set(error, "out of memory");
	return s->benches > 0 ? GB_OK : no_benchmark(plugins, wanted, error);
}

/* Check the axes chosen against every benchmark before anything runs, and count the rows to come. */
static int count_rows(const struct session *s, size_t *rows, struct gb_error *error)
{
	*rows = 0;
	int status = gb_choices_check(s->options->choice, s->options->choices, s->bench, s->benches, error);
	for (size_t i = 0; i < s->benches && status == GB_OK; i++) {
		struct gb_plan plan;
		status = gb_plan_make(s->bench[i], s->options->effort, s->options->choice, s->options->choices, &plan,
				      error);
		if (status != GB_OK)
			break;
		for (const struct gb_variant *v = s->bench[i]->variants; v->name != NULL; v++)
			*rows += gb_plan_rows(&plan);
		gb_plan_free(&plan);
	}
	return status;
}

/* ---- how to measure --------------------------------------------------------------------------------------------- */

static struct gb_sweep_options sweep_options(const struct gb_options *options)
{
	const bool quick = options->effort == GB_QUICK;
	struct gb_sweep_options sweep = {
		.effort = options->effort,
		.choices = options->choice,
		.choice_count = options->choices,
		/* Events tick in half microseconds: 0.05 % of the shortest batch. */
		.judge_seconds = quick ? 0.001 : 0.003,
		.watch_seconds = options->effort == GB_FULL ? 0.5 : 0.02,
		.search_most = quick ? 24 : 96,
		.finalists = quick ? 1 : GB_SEARCH_KEEP,
		.measure = {
			.batch_seconds = quick ? 0.002 : 0.005,
			.warmup_seconds = quick ? 0.1 : 1,
			.budget_seconds = options->timeout > 0 ? options->timeout : quick ? 0.1 : 1,
			.max_noise = options->max_noise > 0 ? options->max_noise : quick ? 0.002 : 0.001,
			.min_samples = options->min_samples > 0 ? options->min_samples : quick ? 8 : 20,
			.interrupted = &gb_interrupted,
		},
	};

	sweep.measure.max_samples = sweep.measure.min_samples + 1000;
	return sweep;
}

/* ---- one GPU ---------------------------------------------------------------------------------------------------- */

static int deliver(void *context, const struct gb_record *record, const struct gb_measurement *measurement,
		   struct gb_error *error)
{
	struct session *s = context;

	if (strcmp(record->status, "ok") != 0) {
		gb_progress_clear(&s->progress);
		fprintf(stderr, "gpubench: GPU %s: %s %s: %s: %s\n", record->device, record->benchmark, record->point,
			record->status, record->reason);
	}
	if (gb_output_row(&s->output, record, measurement, error) != GB_OK)
		return GB_FAILED;
	return gb_roofs_add(&s->roofs, record, error);
}

static void announce(void *context, const struct gb_bench *bench, const char *point)
{
	struct session *s = context;

	gb_progress_row(&s->progress, s->devices.device[s->at].index, bench->name, point);
}

/* The texts behind a record's device columns. */
struct device_text {
	char index[16], capability[16];
};

static struct gb_record base_record(const struct session *s, const struct gb_device *device,
				    const struct gpu_identity *id, struct device_text *text)
{
	struct gb_record r = gb_record_empty();

	snprintf(text->index, sizeof text->index, "%d", device->index);
	snprintf(text->capability, sizeof text->capability, "%d.%d", device->cc_major, device->cc_minor);
	r.version = gb_version;
	r.run_id = s->host.run_id;
	r.host = s->host.name;
	r.job_id = s->host.job_id;
	r.rank = s->host.rank;
	r.device = text->index;
	r.gpu_name = device->name;
	r.gpu_uuid = device->uuid;
	r.pci_bus_id = device->pci_bus_id;
	r.compute_capability = text->capability;
	r.driver = id->driver;
	r.cuda = id->cuda;
	r.vbios = id->vbios;
	r.ecc = id->ecc;
	r.mig = id->mig;
	r.power_limit_w = id->power_limit_w;
	r.numa_node = id->numa_node >= 0 ? id->numa_node : (double)NAN;
	return r;
}

/* A GPU that cannot be opened: every benchmark says so in a row. */
static int refuse_device(struct session *s, struct gb_record record, const char *why, struct gb_error *error)
{
	char time[GB_CLOCK_UTC];
	int status = GB_OK;

	for (size_t i = 0; i < s->benches && status == GB_OK; i++) {
		gb_clock_utc(time);
		record.time_utc = time;
		record.benchmark = s->bench[i]->name;
		record.point = "";
		record.status = "failed";
		record.reason = why;
		s->failed++;
		status = deliver(s, &record, NULL, error);
	}
	return status;
}

static int run_device(struct session *s, size_t i, struct gb_error *error)
{
	struct gpu_identity identity = s->devices.identity[i];
	const int node = gb_topology_bind(s->devices.device[i].pci_bus_id);
	struct gb_error why = { "" };
	struct device_text text;
	struct gb_card card;

	if (node >= 0)
		identity.numa_node = node;
	const struct gb_record base = base_record(s, &s->devices.device[i], &identity, &text);
	s->at = i;
	if (gb_card_open(&card, s->ops, s->devices.device[i].index, &why) != GB_OK)
		return refuse_device(s, base, why.text, error);

	struct gb_sweep sweep = { &card, &s->sweep, base, deliver, announce, s, 0, 0 };
	int status = GB_OK;
	for (size_t b = 0; b < s->benches && status == GB_OK; b++)
		status = gb_sweep_bench(&sweep, s->bench[b], error);
	s->failed += sweep.failed;
	gb_card_close(&card);
	return status;
}

/* ---- the whole run ---------------------------------------------------------------------------------------------- */

/* A table nobody asked for would be noise in a pipeline: only beside a terminal or a file. */
static bool wants_summary(const struct session *s)
{
	struct stat st;

	return s->options->csv != NULL || isatty(STDOUT_FILENO) ||
	       (fstat(STDOUT_FILENO, &st) == 0 && S_ISREG(st.st_mode));
}

static int run_devices(struct session *s, size_t rows)
{
	struct gb_error error = { "" }, closing = { "" };
	int status = GB_OK;

	for (size_t i = 0; i < s->devices.count && status == GB_OK; i++)
		status = gb_output_open(&s->output, s->devices.device[i].uuid, &error);
	const bool opened = status == GB_OK;
	gb_progress_start(&s->progress, stderr, rows * s->devices.count);
	for (size_t i = 0; i < s->devices.count && status == GB_OK; i++)
		status = gb_interrupted ? GB_SKIPPED : run_device(s, i, &error);
	gb_progress_clear(&s->progress);

	const size_t delivered = s->output.rows;
	const bool summary = wants_summary(s); /* asks standard output, which is closed next */
	if (gb_output_close(&s->output, &closing) != GB_OK && status != GB_FAILED) {
		status = GB_FAILED;
		error = closing;
	}
	if (status == GB_FAILED)
		return gb_complain(opened ? GB_EXIT_FAILED : GB_EXIT_USAGE, error.text);
	if (summary)
		gb_roofs_print(&s->roofs, stderr);
	if (gb_interrupted) {
		fprintf(stderr, "gpubench: interrupted; %zu rows are whole\n", delivered);
		return GB_EXIT_INTERRUPTED;
	}
	return s->failed > 0 ? GB_EXIT_FAILED : GB_EXIT_OK;
}

static int start(struct session *s, const struct gb_plugins *plugins)
{
	struct gb_error error = { "" };
	size_t rows;

	if (select_benches(s, plugins, &error) != GB_OK || count_rows(s, &rows, &error) != GB_OK)
		return gb_complain(GB_EXIT_USAGE, error.text);
	if (gb_devices_read(&s->devices, s->ops, &error) != GB_OK)
		return gb_complain(GB_EXIT_FAILED, error.text);
	if (gb_devices_select(&s->devices, s->options->devices, &error) != GB_OK)
		return gb_complain(GB_EXIT_USAGE, error.text);
	return run_devices(s, rows);
}

int gb_command_run(const struct gb_options *options, const struct gb_plugins *plugins, const struct gpu_ops *ops)
{
	struct session s = { .options = options, .ops = ops, .sweep = sweep_options(options) };

	gb_host_describe(&s.host);
	gb_output_init(&s.output, options->csv, options->json, s.host.name);
	int status = start(&s, plugins);
	gb_devices_free(&s.devices);
	gb_roofs_free(&s.roofs);
	free(s.bench);
	return status;
}
