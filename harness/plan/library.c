#include "plan/library.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "files/owner.h"
#include "plan/object.h"
#include "plan/seal.h"

/* Resolve all symbols now: a missing one is the file's fault and must not show in the middle of a run. */
static void *load(const char *path)
{
	return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

/* ---- in a child first -------------------------------------------------------------------------------------------- */

/* Its output is printed again in the parent. Signals are reset: the parent's handlers would clean up its files. */
_Noreturn static void load_in_child(const char *path, gb_library_fn *look, void *context)
{
	static const int by_default[] = { SIGHUP, SIGINT, SIGTERM, SIGALRM, SIGPIPE, SIGXFSZ };
	const int nowhere = open("/dev/null", O_RDWR);
	sigset_t none;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (size_t i = 0; i < sizeof by_default / sizeof by_default[0]; i++)
		signal(by_default[i], SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
	if (nowhere >= 0 && (dup2(nowhere, STDOUT_FILENO) < 0 || dup2(nowhere, STDERR_FILENO) < 0))
		_exit(0); /* then only the parent tries */
	alarm(GB_LIBRARY_SECONDS);
	void *library = load(path);
	if (library != NULL)
		look(library, context);
	_exit(0);
}

static int read_end(int end, struct gb_error *error)
{
	if (WIFSIGNALED(end) && WTERMSIG(end) == SIGALRM)
		return gb_error_set(error, "loading it takes more than %d s", GB_LIBRARY_SECONDS);
	if (WIFSIGNALED(end))
		return gb_error_set(error, "loading it ended a process by signal %d (%s)", WTERMSIG(end),
				    strsignal(WTERMSIG(end)));
	if (WEXITSTATUS(end) != 0)
		return gb_error_set(error, "loading it ended a process with status %d", WEXITSTATUS(end));
	return GB_OK;
}

/* If dlopen() refuses with a message, the parent gets the same one. */
static int try_in_child(const char *path, gb_library_fn *look, void *context, struct gb_error *error)
{
	int end = 0;
	const pid_t pid = fork();

	if (pid == 0)
		load_in_child(path, look, context);
	while (pid > 0 && waitpid(pid, &end, 0) < 0)
		if (errno != EINTR)
			return gb_error_set(error, "the result of test-loading it is unknown: %s", strerror(errno));
	return pid > 0 ? read_end(end, error)
		       : gb_error_set(error, "no process to test-load it in: %s", strerror(errno));
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
	if (status == GB_OK && (*library = load(path)) == NULL)
		status = gb_error_set(error, "%s", dlerror());
	free(path);
	return status;
}
