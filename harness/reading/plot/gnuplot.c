#include "plot/gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/heap.h"

enum { SCRIPTS_MAX = 4 };

/* Why the child could not execute gnuplot, as it reports to its parent. */
struct failure {
	bool in_filter;
	int why; /* errno */
};

/* Forbids new processes but allows threads, which libraries may use to draw. clone3 is made to look missing, because a
 * filter cannot read its flags in memory; glibc then falls back to clone. NULL: no filter could be created. */
static scmp_filter_ctx make_filter(void)
{
	const uint32_t refused = SCMP_ACT_ERRNO(EPERM);
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);

	if (filter == NULL)
		return NULL;
	if (seccomp_rule_add(filter, refused, SCMP_SYS(fork), 0) == 0 &&
	    seccomp_rule_add(filter, refused, SCMP_SYS(vfork), 0) == 0 &&
	    seccomp_rule_add(filter, refused, SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0)) == 0 &&
	    seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0)
		return filter;
	seccomp_release(filter);
	return NULL;
}

/* libseccomp 2.5 loops forever if its own malloc() fails. A signal ends the loop. */
enum { CONFINE_SECONDS = 10 };

static struct failure confine_child(const char *folder, scmp_filter_ctx filter)
{
	if (filter == NULL)
		return (struct failure){ false, 0 };
	const int kept_out = gb_gnuplot_rules(folder);
	alarm(CONFINE_SECONDS);
	const int refused = kept_out == 0 ? -seccomp_load(filter) : kept_out;
	alarm(0);
	return (struct failure){ refused != 0, refused };
}

/* `words` receives gnuplot's standard error. */
_Noreturn static void become_gnuplot(char *const *argv, const char *folder, scmp_filter_ctx filter, int words, int tell)
{
	struct failure failure = { false, 0 };

	if (words >= 0)
		dup2(words, STDERR_FILENO);

	/* Scripts and their texts are UTF-8, whatever the locale of a fresh machine or a batch job. */
	if (chdir(folder) != 0)
		failure.why = errno;
	else if (setenv("LC_ALL", "C.UTF-8", 1) == 0)
		failure = confine_child(folder, filter);
	if (failure.why == 0) {
		execvp(argv[0], argv);
		failure.why = errno;
	}
	if (write(tell, &failure, sizeof failure) < 0)
		_exit(126);
	_exit(127);
}

static int wait_for(pid_t pid, struct gb_error *error)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return gb_error_set(error, "gnuplot: %s", strerror(errno));
	gb_cleanup_child(0);
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
		return gb_error_set(error,
				    "gnuplot is not run: the filter that keeps it from starting programs was not "
				    "ready in %d s",
				    CONFINE_SECONDS);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		return gb_error_set(error, "gnuplot failed; its messages are above");
	return GB_OK;
}

/* Warnings of gnuplot are about its scripts. They matter to authors of scripts, and if there is no picture. */
static void pass_on(int words)
{
	char text[4096];
	ssize_t length;

	lseek(words, 0, SEEK_SET);
	while ((length = read(words, text, sizeof text)) > 0)
		fwrite(text, 1, (size_t)length, stderr);
}

static int start_gnuplot(char *const *argv, const char *folder, scmp_filter_ctx filter, struct gb_error *error)
{
	struct failure failure;
	int ends[2];
	const int words = memfd_create("gnuplot", MFD_CLOEXEC);

	if (pipe2(ends, O_CLOEXEC) != 0) {
		gb_error_write(error, "gnuplot: %s", strerror(errno));
		close(words);
		return GB_FAILED;
	}
	const pid_t pid = fork();
	if (pid == 0)
		become_gnuplot(argv, folder, filter, words, ends[1]);
	if (pid < 0)
		gb_error_write(error, "gnuplot: %s", strerror(errno));
	gb_cleanup_child(pid > 0 ? pid : 0);
	close(ends[1]);
	const bool failed = pid > 0 && read(ends[0], &failure, sizeof failure) == (ssize_t)sizeof failure;
	close(ends[0]);
	if (pid < 0) {
		close(words);
		return GB_FAILED;
	}
	if (failed && failure.in_filter)
		gb_error_write(
			error,
			"gnuplot is not run: the kernel refuses the filter that keeps it from starting programs and "
			"writing files: %s",
			strerror(failure.why));
	else if (failed)
		gb_error_write(error, "gnuplot cannot be run: %s (Debian: apt-get install gnuplot-nox)",
			       strerror(failure.why));
	const int status = wait_for(pid, error);
	if (words >= 0 && (status != GB_OK || getenv("GPUBENCH_PLOTS") != NULL))
		pass_on(words);
	if (words >= 0)
		close(words);
	return status;
}

int gb_gnuplot_run(const char *const *script, const char *folder, bool confined, struct gb_error *error)
{
	char name[] = "gnuplot", plain[] = "-d", *argv[SCRIPTS_MAX + 3] = { name, plain };
	scmp_filter_ctx filter = confined ? make_filter() : NULL;

	if (confined && filter == NULL)
		return gb_error_set(error,
				    "gnuplot is not run: no filter that keeps it from starting programs can be made");
	for (size_t i = 0; i < SCRIPTS_MAX && script[i] != NULL; i++)
		argv[i + 2] = gb_heap_text(script[i]);
	const int status = start_gnuplot(argv, folder, filter, error);
	for (size_t i = 0; i < SCRIPTS_MAX; i++)
		free(argv[i + 2]);
	if (filter != NULL)
		seccomp_release(filter);
	return status;
}

/* ---- Landlock ---------------------------------------------------------------------------------------------------- */

/* Rules that let gnuplot write only to its own folder. They are set with direct system calls, because glibc has no
 * functions for them and a build may have headers of an older kernel. */

/* Numbers of the kernel's interface (linux/landlock.h, since Linux 5.13), which are the same on every architecture. */
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446, ONLY_VERSION = 1, PATH_BENEATH = 1 };

#define WRITE_FILE UINT64_C(1 << 1)
/* Removing files (4, 5) and creating files of any kind (6 to 12). Later kernels add moving (13) and truncating (14). */
#define CHANGE_FOLDERS UINT64_C(0x1ff0)
#define MOVE           UINT64_C(1 << 13)
#define TRUNCATE       UINT64_C(1 << 14)

struct __attribute__((packed)) beneath {
	uint64_t allowed;
	int32_t folder;
};

static int allow_path(int rules, const char *path, uint64_t what)
{
	const struct beneath rule = { what, open(path, O_PATH | O_CLOEXEC) };
	const int status = rule.folder < 0 || syscall(ADD_RULE, rules, PATH_BENEATH, &rule, 0) != 0 ? errno : 0;

	if (rule.folder >= 0)
		close(rule.folder);
	return status;
}

int gb_gnuplot_rules(const char *folder)
{
	const long version = syscall(CREATE_RULESET, NULL, 0, ONLY_VERSION);

	if (version < 1)
		return 0; /* the kernel lacks Landlock, or it is disabled */
	uint64_t handled = WRITE_FILE | CHANGE_FOLDERS;
	handled |= version >= 2 ? MOVE : 0;
	handled |= version >= 3 ? TRUNCATE : 0;
	const int rules = (int)syscall(CREATE_RULESET, &handled, sizeof handled, 0);
	if (rules < 0)
		return errno;
	int status = allow_path(rules, folder, handled);
	if (status == 0)
		status = allow_path(rules, "/dev/null", handled & (WRITE_FILE | TRUNCATE));
	if (status == 0 && (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || syscall(RESTRICT_SELF, rules, 0) != 0))
		status = errno;
	close(rules);
	return status;
}
