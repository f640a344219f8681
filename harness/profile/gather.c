#include "profile/gather.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/ending.h"
#include "base/folders.h"
#include "base/text.h"

enum { NUMBER_TEXT = 24 };

bool gb_gather_is_report(const char *path)
{
	static const char end[] = ".ncu-rep";
	const size_t length = strlen(path);

	return length > strlen(end) && strcmp(path + length - strlen(end), end) == 0;
}

/* ---- running ncu ----------------------------------------------------------------------------------------------------- */

static int make_folder(struct gb_gathering *g, struct gb_error *error)
{
	gb_folders_temporary("gpubench-profile-XXXXXX", g->folder, sizeof g->folder);
	if (mkdtemp(g->folder) == NULL) {
		gb_error_write(error, "%s: cannot be made: %s", g->folder, strerror(errno));
		g->folder[0] = '\0';
		return GB_FAILED;
	}
	gb_text_add(g->log, sizeof g->log, "%s/ncu.csv", g->folder);
	gb_ending_note(g->folder);
	gb_ending_note(g->log);
	return GB_OK;
}

static int remove_one(const char *path, const struct stat *is, int type, struct FTW *at)
{
	(void)is;
	(void)type;
	(void)at;
	remove(path);
	return 0;
}

/* With whatever else ncu left in it. */
static void remove_folder(struct gb_gathering *g)
{
	if (g->folder[0] == '\0')
		return;
	nftw(g->folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	gb_ending_forget(g->log);
	gb_ending_forget(g->folder);
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
					.stop = wish->stop };

	return gb_ncu_run(&job, metrics, &g->ended, error);
}

/* Have ncu run the program, or print a report, into g->log. */
static int print_log(struct gb_gathering *g, const struct gb_gather_wish *wish, struct gb_error *error)
{
	char ncu[PATH_MAX], *metrics = NULL;
	int status = GB_OK;

	if (wish->program != NULL && !gb_ncu_can_run(wish->program[0]))
		return gb_error_set(error, "'%s': no such program", wish->program[0]);
	if (gb_ncu_find(ncu, wish->ncu, error) != GB_OK || make_folder(g, error) != GB_OK)
		return GB_FAILED;
	if (wish->program != NULL)
		status = gb_ncu_metrics(&metrics, ncu, wish->stop, error);
	if (status == GB_OK)
		status = run_ncu(g, wish, ncu, metrics, error);
	free(metrics);
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

/* ---- reading --------------------------------------------------------------------------------------------------------- */

static int take(void *context, const struct gb_ncu_launch *launch, struct gb_error *error)
{
	return gb_kernels_add(context, launch, error);
}

int gb_gather_read(struct gb_gathering *gathering, const char *path, struct gb_error *error)
{
	const bool is_input = strcmp(path, "-") == 0;
	FILE *file = is_input ? stdin : fopen(path, "r");

	if (file == NULL)
		return gb_error_set(error, "%s: cannot be read: %s", path, strerror(errno));
	const int status = gb_ncu_csv_read(file, is_input ? "standard input" : path, take, &gathering->kernels,
					   &gathering->said, error);
	if (!is_input)
		fclose(file);
	gb_kernels_sort(&gathering->kernels);
	return status;
}

void gb_gathering_free(struct gb_gathering *gathering)
{
	remove_folder(gathering);
	gb_kernels_free(&gathering->kernels);
	*gathering = (struct gb_gathering){ .ended = 0 };
}
