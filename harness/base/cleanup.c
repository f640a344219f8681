#include "base/cleanup.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"

enum { NOTED_MAX = 24 };

static struct {
	char path[PATH_MAX];
	atomic_bool used;
} noted[NOTED_MAX];
static atomic_int child;
static atomic_int owner; /* the owner of the list: a worker inherits the list, but must not remove the owner's files */

void gb_cleanup_note(const char *path)
{
	owner = getpid();
	for (size_t i = 0; i < NOTED_MAX && strlen(path) < PATH_MAX; i++) {
		if (noted[i].used)
			continue;
		gb_text_copy(noted[i].path, sizeof noted[i].path, path);
		noted[i].used = true;
		return;
	}
}

void gb_cleanup_forget(const char *path)
{
	for (size_t i = 0; i < NOTED_MAX; i++)
		if (noted[i].used && strcmp(noted[i].path, path) == 0)
			noted[i].used = false;
}

void gb_cleanup_adopt(void)
{
	prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void gb_cleanup_child(pid_t pid)
{
	owner = getpid();
	child = pid;
}

/* "/proc/self/task/PID/children", without functions that a signal handler may not call. */
static int open_children(void)
{
	static const char before[] = "/proc/self/task/", after[] = "/children";
	char path[64], digits[16];
	size_t used = sizeof before - 1, count = 0;

	for (int pid = getpid(); pid > 0; pid /= 10)
		digits[count++] = (char)('0' + pid % 10);
	memcpy(path, before, used);
	while (count > 0)
		path[used++] = digits[--count];
	memcpy(path + used, after, sizeof after);
	return open(path, O_RDONLY | O_CLOEXEC);
}

/* Kill each process in "12 345 "; returns how many. */
static int kill_listed(const char *list, ssize_t size)
{
	pid_t pid = 0;
	int killed = 0;

	for (ssize_t i = 0; i < size; i++)
		if (list[i] >= '0' && list[i] <= '9') {
			pid = 10 * pid + (list[i] - '0');
		} else if (pid > 0) {
			killed += kill(pid, SIGKILL) == 0;
			waitpid(pid, NULL, 0);
			pid = 0;
		}
	return killed;
}

/* The children of a killed process become ours in turn. The number of passes is bounded, in case processes are created
 * faster than they are killed. */
enum { ROUNDS_MAX = 64 };

void gb_cleanup_kill_left(void)
{
	char list[4096];

	for (int round = 0; round < ROUNDS_MAX; round++) {
		const int file = open_children();
		const ssize_t size = file >= 0 ? read(file, list, sizeof list) : 0;
		if (file >= 0)
			close(file);
		if (kill_listed(list, size) == 0)
			return;
	}
}

void gb_cleanup_now(int status)
{
	const pid_t pid = child;

	if (owner != getpid())
		_exit(status);
	if (pid > 0 && kill(pid, SIGKILL) == 0) {
		waitpid(pid, NULL, 0);
		gb_cleanup_kill_left();
	}
	/* The contents of a folder go before the folder. */
	for (size_t i = NOTED_MAX; i-- > 0;)
		if (noted[i].used && unlink(noted[i].path) != 0)
			rmdir(noted[i].path);
	_exit(status);
}
