#include "base/child.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"

/* Ctrl-C on a terminal reaches the child too, which gets this much time to end by itself. */
static const double seconds_to_end = 2, seconds_to_die = 10;

/* SIGCHLD is blocked except during the wait, so that none is missed. The empty handler lets it interrupt the wait. */
static void on_child_end(int signal)
{
}

static void listen_for_ends(sigset_t *before)
{
	const struct sigaction action = { .sa_handler = on_child_end, .sa_flags = SA_RESTART };
	sigset_t ends;

	sigaction(SIGCHLD, &action, NULL);
	sigemptyset(&ends);
	sigaddset(&ends, SIGCHLD);
	sigprocmask(SIG_BLOCK, &ends, before);
}

static bool put_streams(struct gb_child_streams s)
{
	return (s.in < 0 || dup2(s.in, STDIN_FILENO) >= 0) && (s.out < 0 || dup2(s.out, STDOUT_FILENO) >= 0) &&
	       (s.err < 0 || dup2(s.err, STDERR_FILENO) >= 0);
}

_Noreturn static void become_program(char *const *argv, struct gb_child_streams streams, const sigset_t *mask, int tell,
				     pid_t parent)
{
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	sigprocmask(SIG_SETMASK, mask, NULL);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent || !put_streams(streams))
		_exit(126);
	execvp(argv[0], argv);
	const int why = errno;
	if (write(tell, &why, sizeof why) < 0)
		_exit(126);
	_exit(127);
}

int gb_child_start(struct gb_child *child, char *const *argv, struct gb_child_streams streams, struct gb_error *error)
{
	const pid_t parent = getpid();
	int ends[2], why = 0;

	if (pipe2(ends, O_CLOEXEC) != 0)
		return gb_error_set(error, "%s: %s", argv[0], strerror(errno));
	fflush(stdout);
	listen_for_ends(&child->mask);
	child->began = gb_clock_now();
	child->pid = fork();
	if (child->pid == 0)
		become_program(argv, streams, &child->mask, ends[1], parent);
	if (child->pid < 0)
		gb_error_write(error, "%s: %s", argv[0], strerror(errno));
	gb_cleanup_child(child->pid > 0 ? child->pid : 0);
	close(ends[1]);
	const bool failed = child->pid > 0 && read(ends[0], &why, sizeof why) == (ssize_t)sizeof why;
	close(ends[0]);
	if (child->pid > 0 && !failed)
		return GB_OK;
	if (failed) {
		gb_error_write(error, "%s: cannot be run: %s", argv[0], strerror(why));
		waitpid(child->pid, NULL, 0);
		gb_cleanup_child(0);
	}
	sigprocmask(SIG_SETMASK, &child->mask, NULL);
	return GB_FAILED;
}

/* A signal sent only to this program has not reached the child. */
static void hurry_child(pid_t pid, double since, bool *asked)
{
	const double waited = gb_clock_now() - since;

	if (waited > seconds_to_end && !*asked) {
		kill(pid, SIGTERM);
		*asked = true;
	}
	if (waited > seconds_to_die)
		kill(pid, SIGKILL);
}

static double processor_seconds(const struct rusage *used)
{
	return (double)(used->ru_utime.tv_sec + used->ru_stime.tv_sec) +
	       1e-6 * (double)(used->ru_utime.tv_usec + used->ru_stime.tv_usec);
}

int gb_child_wait(struct gb_child *child, gb_child_stop_fn *stop, struct gb_child_end *end, struct gb_error *error)
{
	const struct timespec moment = { .tv_nsec = 20000000 };
	double stopped = 0;
	bool asked = false;
	struct rusage used;
	pid_t gone;
	int how;

	while ((gone = wait4(child->pid, &how, WNOHANG, &used)) == 0 || (gone < 0 && errno == EINTR)) {
		if (stopped <= 0 && stop())
			stopped = gb_clock_now();
		if (stopped > 0)
			hurry_child(child->pid, stopped, &asked);
		ppoll(NULL, 0, &moment, &child->mask); /* the end of a child, or another signal, interrupts it */
	}
	const double seconds = gb_clock_now() - child->began;
	const int why = errno;
	sigprocmask(SIG_SETMASK, &child->mask, NULL);
	gb_cleanup_child(0);
	if (stopped > 0)
		gb_cleanup_kill_left(); /* processes that a killed child left */
	if (gone < 0)
		return gb_error_set(error, "the program's exit status is not known: %s", strerror(why));
	*end = (struct gb_child_end){ .status = WIFSIGNALED(how) ? 128 + WTERMSIG(how) : WEXITSTATUS(how),
				      .killed = WIFSIGNALED(how),
				      .seconds = seconds,
				      .processor_seconds = processor_seconds(&used) };
	return stop() ? GB_INTERRUPTED : GB_OK;
}

void gb_child_close_others(int keep)
{
	DIR *open_files = opendir("/proc/self/fd");

	for (struct dirent *entry; open_files != NULL && (entry = readdir(open_files)) != NULL;) {
		const int fd = (int)strtol(entry->d_name, NULL, 10);
		if (fd > STDERR_FILENO && fd != keep && fd != dirfd(open_files))
			close(fd);
	}
	if (open_files != NULL)
		closedir(open_files);
}
