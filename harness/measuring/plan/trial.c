#include "plan/trial.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"
#include "base/clock.h"
#include "base/patience.h"

/* ---- the child --------------------------------------------------------------------------------------------------- */

/* The parent's signal handlers would clean up its files. */
static void reset_signals(void)
{
	static const int handled[] = { SIGHUP, SIGINT, SIGTERM, SIGALRM, SIGPIPE, SIGXFSZ };
	sigset_t none;

	for (size_t i = 0; i < sizeof handled / sizeof handled[0]; i++)
		signal(handled[i], SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static void isolate_child(int report)
{
	const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setpgid(0, 0);
	reset_signals();
	setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		dup2(nowhere, fd);
	gb_child_close_others(report);
}

static bool write_all(int fd, const void *bytes, size_t size)
{
	for (size_t done = 0; done < size;) {
		const ssize_t wrote = write(fd, (const char *)bytes + done, size - done);
		if (wrote < 0 && errno != EINTR)
			return false;
		done += wrote > 0 ? (size_t)wrote : 0;
	}
	return true;
}

_Noreturn static void work_in_child(const struct gb_trial *trial, int report)
{
	isolate_child(report);
	const pid_t own = getpid();
	const size_t size = trial->work(trial->context);
	if (getpid() != own)
		_exit(EXIT_FAILURE); /* a process that `work` has forked has no answer */
	_exit(write_all(report, &size, sizeof size) && write_all(report, trial->answer, size) ? EXIT_SUCCESS
											      : EXIT_FAILURE);
}

/* ---- its parent -------------------------------------------------------------------------------------------------- */

struct arrival {
	size_t size; /* as announced */
	size_t got;  /* bytes received of the announcement, and of the answer */
	bool is_over;
};

static void read_some(const struct gb_trial *trial, int report, struct arrival *a)
{
	const bool has_size = a->got >= sizeof a->size;
	char *to = has_size ? (char *)trial->answer + (a->got - sizeof a->size) : (char *)&a->size + a->got;
	const size_t wanted = (has_size ? sizeof a->size + a->size : sizeof a->size) - a->got;
	const ssize_t got = read(report, to, wanted);

	a->got += got > 0 ? (size_t)got : 0;
	a->is_over = got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN) ||
		     (a->got >= sizeof a->size && a->size > trial->most);
}

static bool has_arrived(const struct arrival *a)
{
	return a->got >= sizeof a->size && a->got == sizeof a->size + a->size;
}

static int describe_end(const struct gb_trial *trial, const siginfo_t *end, struct gb_error *error)
{
	if (end->si_code == CLD_EXITED)
		return gb_error_set(error, "%s ended a process with status %d", trial->what, end->si_status);
	return gb_error_set(error, "%s %s a process by signal %d (%s)", trial->what,
			    end->si_code == CLD_STOPPED ? "stopped" : "ended", end->si_status,
			    strsignal(end->si_status));
}

enum { LOOK_MILLISECONDS = 50 };
/* The seconds for which a process that cannot answer any more may continue. */
#define MUTE_SECONDS 1.0

/* Wait for the answer, or for the end of the child. The child may have closed its end of the pipe, or stopped. */
static int await_answer(const struct gb_trial *trial, pid_t pid, int report, struct gb_error *error)
{
	struct gb_patience patience = gb_patience_begin(NULL, trial->seconds, gb_clock_now());
	struct pollfd p = { report, POLLIN, 0 };
	struct arrival arrival = { 0 };
	siginfo_t end = { 0 };
	double mute_since = HUGE_VAL;

	while (!has_arrived(&arrival)) {
		if (poll(&p, !arrival.is_over, arrival.is_over ? 1 : LOOK_MILLISECONDS) > 0)
			read_some(trial, report, &arrival);
		else if (waitid(P_PID, (id_t)pid, &end, WEXITED | WSTOPPED | WNOHANG | WNOWAIT) == 0 &&
			 end.si_pid == pid)
			return describe_end(trial, &end, error);
		if (trial->interrupted != NULL && *trial->interrupted)
			return GB_INTERRUPTED;
		const double now = gb_clock_now();
		mute_since = arrival.is_over && now < mute_since ? now : mute_since;
		if (now - mute_since > MUTE_SECONDS)
			return gb_error_set(error, "%s closed all files of a process", trial->what);
		if (gb_patience_is_over(&patience, pid, now))
			return gb_error_set(error, "%s takes more than %g s", trial->what, trial->seconds);
	}
	return GB_OK;
}

int gb_trial_run(const struct gb_trial *trial, struct gb_error *error)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) != 0)
		return gb_error_set(error, "no pipe for a process: %s", strerror(errno));
	const pid_t pid = fork();
	if (pid == 0)
		work_in_child(trial, ends[1]);
	close(ends[1]);
	const int status = pid > 0 ? await_answer(trial, pid, ends[0], error)
				   : gb_error_set(error, "no process for %s: %s", trial->what, strerror(errno));
	close(ends[0]);
	if (pid > 0) {
		kill(-pid, SIGKILL);
		kill(pid, SIGKILL);
		while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
			;
	}
	return status;
}
