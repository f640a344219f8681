#include "profile/gather.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/text.h"

enum { NUMBER_TEXT = 24 };

bool gb_gather_is_report(const char *path)
{
	static const char end[] = ".ncu-rep";
	const size_t length = strlen(path);

	return length > strlen(end) && strcmp(path + length - strlen(end), end) == 0;
}

/* ---- running ncu ------------------------------------------------------------------------------------------------- */

/* A signal that ends this program removes what is noted, and a folder alone is not enough: it must be empty. */
static int make_log(struct gb_gathering *g, struct gb_error *error)
{
	if (gb_scratch_make(&g->scratch, error) != GB_OK)
		return GB_FAILED;
	if (g->log[0] == '\0') {
		gb_text_add(g->log, sizeof g->log, "%s/ncu.csv", g->scratch.folder);
		gb_cleanup_note(g->log);
	}
	return GB_OK;
}

static const char *number(uint64_t value, char text[NUMBER_TEXT])
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
					.skip = number(wish->skip, skip),
					.count = number(wish->count, count),
					.cache = wish->cache,
					.nvtx = wish->nvtx,
					.started = wish->started,
					.of_shapes = wish->of_shapes,
					.stop = wish->stop };

	return gb_ncu_run(&job, metrics, &g->ended, error);
}

/* Have ncu run the program, or print a report, into g->log. */
static int print_log(struct gb_gathering *g, const struct gb_gather_wish *wish, struct gb_error *error)
{
	char ncu[PATH_MAX];
	int status = GB_OK;

	if (wish->program != NULL && !gb_ncu_can_run(wish->program[0]))
		return gb_error_set(error, "'%s': no such program", wish->program[0]);
	if (gb_ncu_find(ncu, wish->ncu, error) != GB_OK || make_log(g, error) != GB_OK)
		return GB_FAILED;
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
	return gb_error_set(error, "ncu ended with status %d and left nothing; its own words are above",
			    gathering->ended);
}

bool gb_gather_has_log(const struct gb_gathering *gathering)
{
	return gathering->log[0] != '\0' && access(gathering->log, R_OK) == 0;
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

static int take(void *context, const struct gb_ncu_launch *launch, struct gb_error *error)
{
	return gb_kernels_add(context, launch, error);
}

/* The first fault of several runs is reported. */
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
	all->has_header |= said->has_header;
}

int gb_gather_read(struct gb_gathering *gathering, const char *path, struct gb_error *error)
{
	const bool is_input = strcmp(path, "-") == 0;
	FILE *file = is_input ? stdin : fopen(path, "r");

	if (file == NULL)
		return gb_error_set(error, "%s: cannot be read: %s", path, strerror(errno));
	struct gb_ncu_said said;
	const int status =
		gb_ncu_csv_read(file, is_input ? "standard input" : path, take, &gathering->kernels, &said, error);
	if (!is_input)
		fclose(file);
	add_said(&gathering->said, &said);
	return status;
}

void gb_gather_end(struct gb_gathering *gathering)
{
	gb_kernels_sort(&gathering->kernels);
}

void gb_gathering_free(struct gb_gathering *gathering)
{
	if (gathering->log[0] != '\0')
		gb_cleanup_forget(gathering->log);
	gb_scratch_remove(&gathering->scratch);
	gb_kernels_free(&gathering->kernels);
	free(gathering->metrics);
	*gathering = (struct gb_gathering){ .ended = 0 };
}
