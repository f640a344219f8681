#include "profile/ncu_run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/ending.h"
#include "base/text.h"
#include "profile/counters.h"

enum { ARGUMENTS_MAX = 64, METRICS_TEXT = 16384 };
/* A terminal's Ctrl-C has reached ncu too: it is given time to end by itself. */
static const double seconds_to_end = 2, seconds_to_die = 10;

/* ---- where it is ----------------------------------------------------------------------------------------------------- */

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

/* ---- a child --------------------------------------------------------------------------------------------------------- */

/* In the child: as if the user's shell had started it. */
_Noreturn static void become(char *const *argv, int out, int tell)
{
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (out >= 0 && dup2(out, STDOUT_FILENO) < 0)
		_exit(126);
	execvp(argv[0], argv);
	const int why = errno;
	if (write(tell, &why, sizeof why) < 0)
		_exit(126);
	_exit(127);
}

/* `out`: what it prints goes there; -1: where ours goes. */
static pid_t start(char *const *argv, int out, struct gb_error *error)
{
	int ends[2], why = 0;

	if (pipe2(ends, O_CLOEXEC) != 0) {
		gb_error_write(error, "%s: %s", argv[0], strerror(errno));
		return -1;
	}
	fflush(stdout);
	const pid_t pid = fork();
	if (pid == 0)
		become(argv, out, ends[1]);
	if (pid < 0)
		gb_error_write(error, "%s: %s", argv[0], strerror(errno));
	gb_ending_child(pid > 0 ? pid : 0);
	close(ends[1]);
	const bool failed = pid > 0 && read(ends[0], &why, sizeof why) == (ssize_t)sizeof why;
	close(ends[0]);
	if (!failed)
		return pid;
	gb_error_write(error, "%s: cannot be run: %s", argv[0], strerror(why));
	waitpid(pid, NULL, 0);
	gb_ending_child(0);
	return -1;
}

static void pause_shortly(void)
{
	const struct timespec pause = { .tv_nsec = 20000000 };

	nanosleep(&pause, NULL);
}

/* A signal to this program alone has not reached the child. */
static void hurry(pid_t pid, double since, bool *asked)
{
	const double waited = gb_clock_now() - since;

	if (waited > seconds_to_end && !*asked) {
		kill(pid, SIGTERM);
		*asked = true;
	}
	if (waited > seconds_to_die)
		kill(pid, SIGKILL);
}

static int wait_for(pid_t pid, gb_ncu_stop_fn *stop, int *status, struct gb_error *error)
{
	double stopped = 0;
	bool asked = false;
	pid_t gone;
	int how;

	while ((gone = waitpid(pid, &how, WNOHANG)) == 0 || (gone < 0 && errno == EINTR)) {
		if (stopped <= 0 && stop())
			stopped = gb_clock_now();
		if (stopped > 0)
			hurry(pid, stopped, &asked);
		pause_shortly();
	}
	gb_ending_child(0);
	if (stopped > 0)
		gb_ending_kill_left(); /* the program, should ncu have been killed */
	if (gone < 0)
		return gb_error_set(error, "what became of ncu is not known: %s", strerror(errno));
	*status = WIFSIGNALED(how) ? 128 + WTERMSIG(how) : WEXITSTATUS(how);
	return stop() ? GB_INTERRUPTED : GB_OK;
}

/* ---- which metrics there are ----------------------------------------------------------------------------------------- */

/* ncu lists names without what is counted of them: "dram__bytes_read" stands for "dram__bytes_read.sum". */
static void note_metric(bool *has, const char *line)
{
	const size_t length = strcspn(line, " \t\r\n");

	for (size_t i = 0; i < gb_ncu_metric_count && length > 0; i++)
		if (strncmp(gb_ncu_metric_table[i].name, line, length) == 0 &&
		    gb_ncu_metric_table[i].name[length] == '.')
			has[i] = true;
}

/* What ncu lists, line by line; a line is cut where it is longer than any of ncu's. */
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
static void read_list(int fd, struct listing *l, gb_ncu_stop_fn *stop)
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
static int query(const char *ncu, const int ends[2], bool *has, gb_ncu_stop_fn *stop, struct gb_error *error)
{
	char name[PATH_MAX], option[] = "--query-metrics", *argv[] = { name, option, NULL };
	struct listing listing = { .has = has };
	int status = 0;

	gb_text_copy(name, sizeof name, ncu);
	const pid_t pid = start(argv, ends[1], error);
	close(ends[1]);
	if (pid < 0)
		return GB_FAILED;
	read_list(ends[0], &listing, stop);
	if (stop())
		kill(pid, SIGTERM); /* it has nothing to finish */
	const int outcome = wait_for(pid, stop, &status, error);
	if (outcome != GB_OK)
		return outcome;
	gb_metrics_choose(has);
	if (status == 0 && has[0])
		return GB_OK;
	return gb_error_set(error, "ncu lists no metrics of a GPU here: %s",
			    listing.said[0] != '\0' ? listing.said : "see ncu --query-metrics");
}

int gb_ncu_metrics(char **metrics, const char *ncu, gb_ncu_stop_fn *stop, struct gb_error *error)
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

/* ---- a job ----------------------------------------------------------------------------------------------------------- */

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
	if (job->report == NULL) {
		add(a, "--clock-control", "none");
		add(a, "--cache-control", job->cache);
		add(a, "--target-processes", "all");
		add(a, "--metrics", metrics);
	}
	for (size_t i = 0; i < words; i++)
		a->argv[a->count++] = job->program[i];
	a->argv[a->count] = NULL;
}

int gb_ncu_run(const struct gb_ncu_job *job, const char *metrics, int *status, struct gb_error *error)
{
	struct arguments a = { calloc(ARGUMENTS_MAX + words_of(job), sizeof *a.argv), 0 };

	if (a.argv == NULL)
		return gb_error_set(error, "out of memory");
	add_all(&a, job, metrics);
	/* execvp() takes what it does not change without const. */
	const pid_t pid = start((char *const *)(void *)a.argv, -1, error);
	const int outcome = pid > 0 ? wait_for(pid, job->stop, status, error) : GB_FAILED;
	free(a.argv);
	return outcome;
}
