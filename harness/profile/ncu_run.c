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

#include "base/text.h"
#include "profile/counters.h"

enum { ARGUMENTS_MAX = 64, METRICS_TEXT = 16384 };

/* ---- where it is ------------------------------------------------------------------------------------------------- */

static bool is_program(const char *path)
{
	struct stat is;

	return stat(path, &is) == 0 && S_ISREG(is.st_mode) && access(path, X_OK) == 0;
}

/* As execvp() looks for it. */
static bool on_path(const char *name, char path[PATH_MAX])
{
	const char *at = getenv("PATH");

	if (strchr(name, '/') != NULL) {
		gb_text_copy(path, PATH_MAX, name);
		return is_program(path);
	}
	for (at = at != NULL ? at : "/bin:/usr/bin"; *at != '\0';) {
		const size_t length = strcspn(at, ":");
		path[0] = '\0';
		gb_text_add(path, PATH_MAX, "%.*s%s%s", (int)length, at, length > 0 ? "/" : "./", name);
		if (is_program(path))
			return true;
		at += length + (at[length] == ':');
	}
	return false;
}

bool gb_ncu_can_run(const char *program)
{
	char path[PATH_MAX];

	return on_path(program, path);
}

int gb_ncu_find(char path[PATH_MAX], const char *wanted, struct gb_error *error)
{
	static const char *const usual[] = { "/usr/local/cuda/bin/ncu", "/opt/nvidia/nsight-compute/ncu",
					     "/usr/lib/nsight-compute/ncu" };

	if (on_path(wanted != NULL ? wanted : "ncu", path))
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

/* ---- which metrics there are ------------------------------------------------------------------------------------- */

/* ncu lists names without what is counted of them: "dram__bytes_read" stands for "dram__bytes_read.sum". */
static void note_metric(bool *has, const char *line)
{
	const size_t length = strcspn(line, " \t\r\n");

	for (size_t i = 0; i < gb_ncu_metric_count && length > 0; i++)
		if (strncmp(gb_ncu_metric_table[i].name, line, length) == 0 &&
		    gb_ncu_metric_table[i].name[length] == '.')
			has[i] = true;
}

/* The lists of ncu, line by line; a line is cut where it is longer than any of ncu's. */
struct listing {
	bool *has;
	char said[GB_ERROR_TEXT / 2]; /* its first error */
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

/* Until it ends, or the user wants an end: a driver may keep ncu for ever. */
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

static int join_metrics(const bool *has, char **metrics, struct gb_error *error)
{
	char *text = calloc(1, METRICS_TEXT);

	if (text == NULL)
		return gb_error_set(error, "out of memory");
	for (size_t i = 0; i < gb_ncu_metric_count; i++)
		if (has[i])
			gb_text_add(text, METRICS_TEXT, "%s%s", text[0] != '\0' ? "," : "",
				    gb_ncu_metric_table[i].name);
	*metrics = text;
	return GB_OK;
}

/* Read what a child lists. */
static int query(const char *ncu, const int ends[2], bool *has, gb_child_stop_fn *stop, struct gb_error *error)
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
		kill(child.pid, SIGTERM); /* it has nothing to finish */
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
	bool *has = calloc(gb_ncu_metric_count, sizeof *has);
	int ends[2];

	if (has == NULL || pipe2(ends, O_CLOEXEC) != 0) {
		gb_error_write(error, "ncu: %s", strerror(errno));
		free(has);
		return GB_FAILED;
	}
	int status = query(ncu, ends, has, stop, error);
	close(ends[0]);
	if (status == GB_OK)
		status = join_metrics(has, metrics, error);
	free(has);
	return status;
}

/* ---- a job ------------------------------------------------------------------------------------------------------- */

struct arguments {
	const char **argv;
	size_t count;
};

static void add(struct arguments *a, const char *option, const char *value)
{
	if (value == NULL)
		return;
	a->argv[a->count++] = option;
	a->argv[a->count++] = value;
}

static size_t words_of(const struct gb_ncu_job *job)
{
	size_t count = 0;

	while (job->program != NULL && job->program[count] != NULL)
		count++;
	return count;
}

/* The clock is left alone: the roofs were measured at the clock the card chooses. */
static void add_all(struct arguments *a, const struct gb_ncu_job *job, const char *metrics)
{
	const size_t words = words_of(job);

	a->argv[a->count++] = job->ncu;
	a->argv[a->count++] = "--csv";
	add(a, "--page", "raw");
	add(a, "--print-units", "base");
	add(a, "--log-file", job->log);
	add(a, "--import", job->report);
	add(a, "--kernel-name", job->kernel);
	add(a, "--launch-skip", job->skip);
	add(a, "--launch-count", job->count);
	if (job->of_shapes) {
		add(a, "--kernel-name-base", "mangled");
		add(a, "--print-kernel-base", "mangled");
		add(a, "--filter-mode", "per-launch-config");
	}
	if (job->report == NULL) {
		add(a, "--clock-control", "none");
		add(a, "--cache-control", job->cache);
		add(a, "--target-processes", "all");
		add(a, "--profile-from-start", job->started ? "off" : NULL);
		if (job->nvtx != NULL)
			a->argv[a->count++] = "--nvtx";
		add(a, "--nvtx-include", job->nvtx);
		add(a, "--metrics", metrics);
	}
	for (size_t i = 0; i < words; i++)
		a->argv[a->count++] = job->program[i];
	a->argv[a->count] = NULL;
}

int gb_ncu_run(const struct gb_ncu_job *job, const char *metrics, int *status, struct gb_error *error)
{
	struct arguments a = { calloc(ARGUMENTS_MAX + words_of(job), sizeof *a.argv), 0 };
	const struct gb_child_streams ours = { -1, -1, -1 };
	struct gb_child_end end = { .status = 0 };
	struct gb_child child;

	if (a.argv == NULL)
		return gb_error_set(error, "out of memory");
	add_all(&a, job, metrics);
	/* execvp() takes what it does not change without const. */
	int outcome = gb_child_start(&child, (char *const *)(void *)a.argv, ours, error);
	if (outcome == GB_OK)
		outcome = gb_child_wait(&child, job->stop, &end, error);
	*status = end.status;
	free(a.argv);
	return outcome;
}
