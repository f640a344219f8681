#include "profile/gather.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/open_input.h"
#include "base/text.h"

enum { NUMBER_TEXT = 24 };

bool gb_gather_is_report(const char *path)
{
	return gb_text_ends_in(path, ".ncu-rep");
}

static int make_log(struct gb_gathering *g, struct gb_error *error)
{
	GB_TRY(gb_scratch_make(&g->scratch, error));
	if (g->log[0] == '\0')
		gb_text_add(g->log, sizeof g->log, "%s/ncu.csv", g->scratch.folder);
	return GB_OK;
}

static const char *number_text(uint64_t value, char text[NUMBER_TEXT])
{
	snprintf(text, NUMBER_TEXT, "%llu", (unsigned long long)value);
	return value > 0 ? text : NULL;
}

static int run_ncu(struct gb_gathering *g, const struct gb_gather_wish *wish, const char *ncu, const char *metrics,
		   struct gb_error *error)
{
	char skip[NUMBER_TEXT], count[NUMBER_TEXT];
	const struct gb_ncu_job job = { .ncu = ncu,
					.log = g->log,
					.program = wish->program,
					.report = wish->program == NULL ? wish->report : NULL,
					.kernel = wish->kernel,
					.skip = number_text(wish->skip, skip),
					.count = number_text(wish->count, count),
					.cache = wish->cache,
					.nvtx = wish->nvtx,
					.started = wish->started,
					.of_shapes = wish->of_shapes,
					.stop = wish->stop };

	return gb_ncu_run(&job, metrics, &g->ended, error);
}

/* Lets ncu run the program or print a report. Its output goes to g->log. */
static int print_log(struct gb_gathering *g, const struct gb_gather_wish *wish, struct gb_error *error)
{
	char ncu[PATH_MAX];
	int status = GB_OK;

	if (wish->program != NULL && !gb_ncu_can_run(wish->program[0]))
		return gb_error_set(error, "'%s': no such program", wish->program[0]);
	GB_TRY(gb_ncu_find(ncu, wish->ncu, error));
	GB_TRY(make_log(g, error));
	if (wish->program != NULL && g->metrics == NULL)
		status = gb_ncu_metrics(&g->metrics, ncu, wish->stop, error);
	if (status == GB_OK)
		status = run_ncu(g, wish, ncu, g->metrics, error);
	g->interrupted = status == GB_INTERRUPTED;
	return g->interrupted ? GB_OK : status;
}

int gb_gather_measure(struct gb_gathering *gathering, const struct gb_gather_wish *wish, struct gb_error *error)
{
	if (wish->program == NULL && access(wish->report, R_OK) != 0)
		return gb_error_set(error, "%s: cannot be read: %s", wish->report, strerror(errno));
	const int status = print_log(gathering, wish, error);
	if (status != GB_OK || gathering->interrupted || gb_gather_has_log(gathering))
		return status;
	return gb_error_set(error, "ncu ended with status %d without any output; its messages are above",
			    gathering->ended);
}

bool gb_gather_has_log(const struct gb_gathering *gathering)
{
	return gathering->log[0] != '\0' && access(gathering->log, R_OK) == 0;
}

int gb_gather_copy_log(const struct gb_gathering *gathering, FILE *out, struct gb_error *error)
{
	char buffer[1 << 14];
	size_t got;
	FILE *log = gb_open_file(gathering->log, error);

	if (log == NULL)
		return gb_error_prefix(error, "ncu left no output to keep");
	while ((got = fread(buffer, 1, sizeof buffer, log)) > 0)
		fwrite(buffer, 1, got, out);
	fclose(log);
	return ferror(out) ? gb_error_set(error, "the output of ncu cannot be kept") : GB_OK;
}

static int add_launch(void *context, const struct gb_ncu_launch *launch, struct gb_error *error)
{
	gb_kernels_add(context, launch);
	return GB_OK;
}

/* Only the first fault of several runs is reported. */
static void add_said(struct gb_ncu_said *all, const struct gb_ncu_said *said)
{
	if (all->error[0] == '\0')
		gb_text_copy(all->error, sizeof all->error, said->error);
	if (all->wrong[0] == '\0')
		gb_text_copy(all->wrong, sizeof all->wrong, said->wrong);
	all->wrongs += said->wrongs;
	if (all->application == 0)
		all->application = said->application;
	all->no_permission |= said->no_permission;
	all->no_kernels |= said->no_kernels;
	all->is_nvprof |= said->is_nvprof;
	all->has_header |= said->has_header;
}

int gb_gather_read(struct gb_gathering *gathering, FILE *file, const char *path, struct gb_error *error)
{
	struct gb_ncu_said said;
	const int status = gb_ncu_csv_read(file, gb_text_input(path), add_launch, &gathering->kernels, &said, error);

	add_said(&gathering->said, &said);
	return status;
}

/* The program may have replaced the log by anything. */
int gb_gather_read_log(struct gb_gathering *gathering, struct gb_error *error)
{
	FILE *file = gb_open_file(gathering->log, error);

	if (file == NULL)
		return GB_FAILED;
	const int status = gb_gather_read(gathering, file, gathering->log, error);
	fclose(file);
	return status;
}

void gb_gathering_free(struct gb_gathering *gathering)
{
	gb_scratch_remove(&gathering->scratch);
	gb_kernels_free(&gathering->kernels);
	free(gathering->metrics);
	*gathering = (struct gb_gathering){ .ended = 0 };
}
