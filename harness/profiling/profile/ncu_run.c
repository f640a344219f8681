/* ncu_run.c: finds ncu, queries its metrics, and runs it. */
#include "profile/ncu.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/heap.h"
#include "base/text.h"
#include "profile/counters.h"

enum { ARGUMENTS_MAX = 64, METRICS_TEXT = 16384 };

/* ---- finding ncu ------------------------------------------------------------------------------------------------- */

static bool is_program(const char *path)
{
	struct stat is;

	return stat(path, &is) == 0 && S_ISREG(is.st_mode) && access(path, X_OK) == 0;
}

/* Searches the PATH as execvp() does. */
static bool find_on_path(const char *name, char path[PATH_MAX])
{
	const char *at = getenv("PATH");

	if (strchr(name, '/') != NULL) {
		gb_text_copy(path, PATH_MAX, name);
		return is_program(path);
	}
	for (at = at != NULL ? at : "/bin:/usr/bin"; *at != '\0';) {
		const size_t length = strcspn(at, ":");
		gb_text_write(path, PATH_MAX, "%.*s%s%s", (int)length, at, length > 0 ? "/" : "./", name);
		if (is_program(path))
			return true;
		at += length + (at[length] == ':');
	}
	return false;
}

bool gb_ncu_can_run(const char *program)
{
	char path[PATH_MAX];

	return find_on_path(program, path);
}

int gb_ncu_find(char path[PATH_MAX], const char *wanted, struct gb_error *error)
{
	static const char *const usual[] = { "/usr/local/cuda/bin/ncu", "/opt/nvidia/nsight-compute/ncu",
					     "/usr/lib/nsight-compute/ncu" };

	if (find_on_path(wanted != NULL ? wanted : "ncu", path))
		return GB_OK;
	if (wanted != NULL)
		return gb_error_set(error, "--ncu '%s': no such program", wanted);
	for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
		if (is_program(usual[i])) {
			gb_text_copy(path, PATH_MAX, usual[i]);
			return GB_OK;
		}
	return gb_error_set(error,
			    "ncu (Nsight Compute) is not on the PATH: it comes with the CUDA Toolkit; name it with "
			    "--ncu FILE");
}

bool gb_ncu_is_for_others(const char *parameters, uid_t user)
{
	static const char name[] = "RmProfilingAdminOnly:";
	char line[256];
	bool is = false;
	FILE *file = user != 0 ? fopen(parameters, "r") : NULL;

	while (file != NULL && !is && fgets(line, sizeof line, file) != NULL)
		is = strncmp(line, name, strlen(name)) == 0 && strtol(line + strlen(name), NULL, 10) == 1;
	if (file != NULL)
		fclose(file);
	return is;
}

/* ---- metrics ----------------------------------------------------------------------------------------------------- */

/* ncu lists names without a suffix: "dram__bytes_read" for "dram__bytes_read.sum". */
static void note_metric(bool *has, const char *line)
{
	const size_t length = strcspn(line, " \t\r\n");

	for (size_t i = 0; i < gb_ncu_metric_count && length > 0; i++)
		if (gb_ncu_metric_table[i].rank < GB_RANK_READ &&
		    strncmp(gb_ncu_metric_table[i].name, line, length) == 0 &&
		    gb_ncu_metric_table[i].name[length] == '.')
			has[i] = true;
}

/* Reads the lists of ncu line by line. Long lines are truncated. */
struct listing {
	bool *has;
	char said[GB_ERROR_TEXT / 2]; /* the first error of ncu */
	char line[1024];
	size_t used;
};

static void take_line(struct listing *l)
{
	l->line[l->used] = '\0';
	l->used = 0;
	if (strncmp(l->line, "==ERROR== ", 10) == 0 && l->said[0] == '\0')
		gb_text_copy(l->said, sizeof l->said, l->line + 10);
	note_metric(l->has, l->line);
}

static void take_bytes(struct listing *l, const char *bytes, ssize_t size)
{
	for (ssize_t i = 0; i < size; i++)
		if (bytes[i] == '\n')
			take_line(l);
		else if (bytes[i] != '\r' && l->used + 1 < sizeof l->line)
			l->line[l->used++] = bytes[i];
}

/* Waits until ncu ends or the user stops: a driver may block ncu forever. */
static void read_list(int fd, struct listing *l, gb_child_stop_fn *stop)
{
	char bytes[4096];
	ssize_t got = 1;

	while (got != 0 && !stop()) {
		struct pollfd p = { fd, POLLIN, 0 };
		if (poll(&p, 1, 20) <= 0)
			continue;
		got = read(fd, bytes, sizeof bytes);
		if (got < 0 && errno != EINTR)
			break;
		take_bytes(l, bytes, got);
	}
	if (l->used > 0)
		take_line(l);
}

static char *join_metrics(const bool *has)
{
	char *text = gb_heap_array(1, METRICS_TEXT);

	for (size_t i = 0; i < gb_ncu_metric_count; i++)
		if (has[i])
			gb_text_add(text, METRICS_TEXT, "%s%s", text[0] != '\0' ? "," : "",
				    gb_ncu_metric_table[i].name);
	return text;
}

static int query_metrics(const char *ncu, const int ends[2], bool *has, gb_child_stop_fn *stop, struct gb_error *error)
{
	char name[PATH_MAX], option[] = "--query-metrics", *argv[] = { name, option, NULL };
	struct listing listing = { .has = has };
	struct gb_child_end end;
	struct gb_child child;

	gb_text_copy(name, sizeof name, ncu);
	const int started = gb_child_start(&child, argv, (struct gb_child_streams){ -1, ends[1], -1 }, error);
	close(ends[1]);
	if (started != GB_OK)
		return GB_FAILED;
	read_list(ends[0], &listing, stop);
	if (stop())
		kill(child.pid, SIGTERM); /* there is nothing left to finish */
	const int outcome = gb_child_wait(&child, stop, &end, error);
	if (outcome != GB_OK)
		return outcome;
	for (size_t i = 0; i < gb_ncu_metric_count; i++)
		has[i] |= gb_metric_is_of_launch(gb_ncu_metric_table[i].name);
	gb_metrics_choose(has);
	if (end.status == 0 && has[0])
		return GB_OK;
	return gb_error_set(error, "ncu lists no metrics of a GPU here: %s",
			    listing.said[0] != '\0' ? listing.said : "see ncu --query-metrics");
}

int gb_ncu_metrics(char **metrics, const char *ncu, gb_child_stop_fn *stop, struct gb_error *error)
{
	bool *has = gb_heap_array(gb_ncu_metric_count, sizeof *has);
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) != 0) {
		gb_error_write(error, "ncu: %s", strerror(errno));
		free(has);
		return GB_FAILED;
	}
	int status = query_metrics(ncu, ends, has, stop, error);
	close(ends[0]);
	if (status == GB_OK)
		*metrics = join_metrics(has);
	free(has);
	return status;
}

/* ---- a job ------------------------------------------------------------------------------------------------------- */

struct arguments {
	const char **argv;
	size_t count;
	char locale[NAME_MAX]; /* the program's, such as "LC_ALL=de_DE.UTF-8" */
};

static void add_option(struct arguments *a, const char *option, const char *value)
{
	if (value == NULL)
		return;
	a->argv[a->count++] = option;
	a->argv[a->count++] = value;
}

static size_t count_words(const struct gb_ncu_job *job)
{
	size_t count = 0;

	while (job->program != NULL && job->program[count] != NULL)
		count++;
	return count;
}

/* The locale in which ncu would print numbers; NULL: its numbers would look as in C. */
static const char *find_foreign_locale(void)
{
	static const char *const names[] = { "LC_ALL", "LC_NUMERIC", "LANG" };
	const char *locale = NULL;

	for (size_t i = 0; i < sizeof names / sizeof names[0] && (locale == NULL || locale[0] == '\0'); i++)
		locale = getenv(names[i]);
	if (locale == NULL || locale[0] == '\0' || strcmp(locale, "C") == 0 || strncmp(locale, "C.", 2) == 0 ||
	    strcmp(locale, "POSIX") == 0 || strncmp(locale, "en_US", strlen("en_US")) == 0)
		return NULL;
	return locale;
}

/* ncu prints numbers in its own locale, but the program must keep the user's locale, so env sets both. */
static void add_locale_of_ncu(struct arguments *a)
{
	a->argv[a->count++] = "env";
	a->argv[a->count++] = "LC_ALL=C";
}

static void add_locale_of_program(struct arguments *a)
{
	const char *all = getenv("LC_ALL");

	a->argv[a->count++] = "env";
	if (all == NULL) {
		add_option(a, "-u", "LC_ALL");
		return;
	}
	gb_text_add(a->locale, sizeof a->locale, "LC_ALL=%s", all);
	a->argv[a->count++] = a->locale;
}

/* The clock is not locked, because the roofs were measured at the clock that the card chooses. */
static void add_arguments(struct arguments *a, const struct gb_ncu_job *job, const char *metrics)
{
	const size_t words = count_words(job);
	const bool is_foreign = find_foreign_locale() != NULL;

	if (is_foreign)
		add_locale_of_ncu(a);
	a->argv[a->count++] = job->ncu;
	a->argv[a->count++] = "--csv";
	add_option(a, "--page", "raw");
	add_option(a, "--print-units", "base");
	add_option(a, "--log-file", job->log);
	add_option(a, "--import", job->report);
	add_option(a, "--kernel-name", job->kernel);
	add_option(a, "--launch-skip", job->skip);
	add_option(a, "--launch-count", job->count);
	if (job->of_shapes) {
		add_option(a, "--kernel-name-base", "mangled");
		add_option(a, "--print-kernel-base", "mangled");
		add_option(a, "--filter-mode", "per-launch-config");
	}
	if (job->report == NULL) {
		add_option(a, "--clock-control", "none");
		add_option(a, "--cache-control", job->cache);
		add_option(a, "--target-processes", "all");
		add_option(a, "--profile-from-start", job->started ? "off" : NULL);
		if (job->nvtx != NULL)
			a->argv[a->count++] = "--nvtx";
		add_option(a, "--nvtx-include", job->nvtx);
		add_option(a, "--metrics", metrics);
	}
	if (is_foreign && words > 0)
		add_locale_of_program(a);
	for (size_t i = 0; i < words; i++)
		a->argv[a->count++] = job->program[i];
	a->argv[a->count] = NULL;
}

int gb_ncu_run(const struct gb_ncu_job *job, const char *metrics, int *status, struct gb_error *error)
{
	struct arguments a = { .argv = gb_heap_array(ARGUMENTS_MAX + count_words(job), sizeof *a.argv) };
	const struct gb_child_streams ours = { -1, -1, -1 };
	struct gb_child_end end = { .status = 0 };
	struct gb_child child;

	add_arguments(&a, job, metrics);
	/* execvp() takes pointers without const but does not change the arguments. */
	int outcome = gb_child_start(&child, (char *const *)(void *)a.argv, ours, error);
	if (outcome == GB_OK)
		outcome = gb_child_wait(&child, job->stop, &end, error);
	*status = end.status;
	free(a.argv);
	return outcome;
}
