#include "plan/library.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/folders.h"
#include "base/owner.h"
#include "base/text.h"
#include "plan/object.h"
#include "plan/seal.h"

/* Resolve all symbols now: a missing one is the file's fault and must not show in the middle of a run. A loaded file
 * stays: the destructors of one that goes could end the program, or change its exit status. */
static void *load_library(const char *path)
{
	return dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
}

/* ---- a process's own state, which a constructor must leave alone ------------------------------------------------- */

enum { SIGNALS = 6, STREAMS = 3 };
static const int own_signals[SIGNALS] = { SIGHUP, SIGINT, SIGTERM, SIGALRM, SIGPIPE, SIGXFSZ };

struct process_state {
	struct stat folder, stream[STREAMS];
	struct rlimit files, memory, stack;
	struct sigaction action[SIGNALS];
	mode_t mask;
	int exceptions; /* of floating-point arithmetic that raise signals */
};

static void read_state(struct process_state *state)
{
	memset(state, 0, sizeof *state);
	stat(".", &state->folder);
	for (int fd = 0; fd < STREAMS; fd++)
		fstat(fd, &state->stream[fd]);
	getrlimit(RLIMIT_NOFILE, &state->files);
	getrlimit(RLIMIT_AS, &state->memory);
	getrlimit(RLIMIT_STACK, &state->stack);
	for (int i = 0; i < SIGNALS; i++)
		sigaction(own_signals[i], NULL, &state->action[i]);
	state->mask = umask(0);
	umask(state->mask);
	state->exceptions = fegetexcept();
}

static bool is_same_limit(const struct rlimit *a, const struct rlimit *b)
{
	return a->rlim_cur == b->rlim_cur && a->rlim_max == b->rlim_max;
}

/* The name of what differs; NULL: nothing. */
static const char *find_change(const struct process_state *a, const struct process_state *b)
{
	if (!gb_folders_is_same(&a->folder, &b->folder))
		return "working folder";
	for (int fd = 0; fd < STREAMS; fd++)
		if (!gb_folders_is_same(&a->stream[fd], &b->stream[fd]))
			return "standard streams";
	if (!is_same_limit(&a->files, &b->files) || !is_same_limit(&a->memory, &b->memory) ||
	    !is_same_limit(&a->stack, &b->stack))
		return "resource limits";
	for (int i = 0; i < SIGNALS; i++)
		if (a->action[i].sa_handler != b->action[i].sa_handler)
			return "signal handlers";
	if (a->mask != b->mask)
		return "file mode mask";
	return a->exceptions != b->exceptions ? "floating-point exceptions" : NULL;
}

/* ---- in a child first -------------------------------------------------------------------------------------------- */

/* The child sends this when it has loaded the file and looked at it, so a constructor that ends the process
 * with status 0 is not mistaken for success. */
struct trial {
	char changed[32]; /* "": nothing */
};

/* The child's output is printed again in the parent. Signals are reset: the parent's handlers would clean up its
 * files. */
static bool isolate_child(void)
{
	const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
	sigset_t none;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (int i = 0; i < SIGNALS; i++)
		signal(own_signals[i], SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
	alarm(GB_LIBRARY_SECONDS);
	return nowhere >= 0 && dup2(nowhere, STDOUT_FILENO) >= 0 && dup2(nowhere, STDERR_FILENO) >= 0;
}

_Noreturn static void load_in_child(int report, const char *path, gb_library_fn *look, void *context)
{
	struct trial trial = { "" };

	if (isolate_child()) { /* else only the parent tries */
		struct process_state before, after;
		read_state(&before);
		void *library = load_library(path);
		read_state(&after);
		const char *changed = find_change(&before, &after);
		if (changed != NULL)
			gb_text_add(trial.changed, sizeof trial.changed, "%s", changed);
		if (library != NULL)
			look(library, context);
	}
	(void)!write(report, &trial, sizeof trial);
	_exit(0);
}

static int check_child_end(int end, struct gb_error *error)
{
	if (WIFSTOPPED(end))
		return gb_error_set(error, "loading it stopped a process by signal %d (%s)", WSTOPSIG(end),
				    strsignal(WSTOPSIG(end)));
	if (WIFSIGNALED(end) && (WTERMSIG(end) == SIGALRM || WTERMSIG(end) == SIGKILL))
		return gb_error_set(error, "loading it takes more than %d s", GB_LIBRARY_SECONDS);
	if (WIFSIGNALED(end))
		return gb_error_set(error, "loading it ended a process by signal %d (%s)", WTERMSIG(end),
				    strsignal(WTERMSIG(end)));
	return gb_error_set(error, "loading it ended a process with status %d", WEXITSTATUS(end));
}

/* Wait for the report or the end of the child, which may have stopped itself or its alarm. */
static int await_trial(pid_t pid, int report, struct trial *trial, struct gb_error *error)
{
	const double until = gb_clock_now() + GB_LIBRARY_SECONDS + 1;
	struct pollfd p = { report, POLLIN, 0 };
	bool reported = false;
	int end = 0;
	pid_t gone = 0;

	while (!reported && gone == 0) {
		if (gb_clock_now() > until)
			kill(pid, SIGKILL);
		if (poll(&p, 1, 50) > 0)
			reported = read(report, trial, sizeof *trial) == (ssize_t)sizeof *trial;
		gone = reported ? 0 : waitpid(pid, &end, WNOHANG | WUNTRACED);
	}
	kill(pid, SIGKILL);
	if (gone == 0 || WIFSTOPPED(end))
		while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
			;
	return reported ? GB_OK : check_child_end(end, error);
}

/* If dlopen() refuses with a message, the parent gets the same one. */
static int try_in_child(const char *path, gb_library_fn *look, void *context, struct gb_error *error)
{
	struct trial trial = { "" };
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) != 0)
		return gb_error_set(error, "no pipe to test-load it: %s", strerror(errno));
	const pid_t pid = fork();
	if (pid == 0)
		load_in_child(ends[1], path, look, context);
	close(ends[1]);
	int status = pid > 0 ? await_trial(pid, ends[0], &trial, error)
			     : gb_error_set(error, "no process to test-load it in: %s", strerror(errno));
	close(ends[0]);
	if (status == GB_OK && trial.changed[0] != '\0')
		status = gb_error_set(error, "loading it changes the %s of the process", trial.changed);
	return status;
}

/* ---- a file ------------------------------------------------------------------------------------------------------ */

/* The checked file is the one that is loaded: nobody else can replace the file at a path from gb_owner_path(). */
int gb_library_open(const char *file, gb_library_fn *look, void *context, void **library, bool *absent,
		    struct gb_error *error)
{
	char *path = gb_owner_path(file, absent, error);
	bool has_seal = false;
	int status = path != NULL ? gb_object_check(path, absent, error) : GB_FAILED;

	if (status == GB_OK)
		status = gb_seal_check(path, &has_seal, error);
	if (status == GB_OK && !has_seal)
		status = try_in_child(path, look, context, error);
	if (status == GB_OK && (*library = load_library(path)) == NULL)
		status = gb_error_set(error, "%s", dlerror());
	free(path);
	return status;
}
