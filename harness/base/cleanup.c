#include "base/cleanup.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"

enum { NOTED_MAX = 24 };

static struct {
	char path[PATH_MAX];
	atomic_bool used;
} noted[NOTED_MAX];
static atomic_int child;
static atomic_int owner; /* the owner of the list: a worker inherits the list, but must not remove the files in it */

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

void gb_cleanup_remove(const char *path)
{
	unlink(path);
	gb_cleanup_forget(path);
}

void gb_cleanup_child(pid_t pid)
{
	owner = getpid();
	child = pid;
}

/* Writes "/proc/self/task/PID/children" without functions that a signal handler may not call. */
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

struct children {
	char list[4096]; /* "12 345 " */
	ssize_t size;
};
static struct children kept;

static void list_children(struct children *c)
{
	const int file = open_children();

	c->size = file >= 0 ? read(file, c->list, sizeof c->list) : 0;
	if (file >= 0)
		close(file);
}

/* The next process of a list; 0: none. A chunk of the list may end within a number. */
static pid_t next_listed(const struct children *c, ssize_t *at)
{
	pid_t pid = 0;

	for (; *at < c->size; ++*at)
		if (c->list[*at] >= '0' && c->list[*at] <= '9')
			pid = 10 * pid + (c->list[*at] - '0');
		else if (pid > 0)
			return pid;
	return 0;
}

static bool is_kept(pid_t pid)
{
	pid_t one;

	for (ssize_t at = 0; (one = next_listed(&kept, &at)) > 0;)
		if (one == pid)
			return true;
	return false;
}

void gb_cleanup_begin(void)
{
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	list_children(&kept);
}

/* Waits at most a second, because the process may hang in a driver. */
static int end_process(pid_t pid)
{
	pid_t ended = 0;

	if (kill(pid, SIGKILL) != 0)
		return 0;
	for (int i = 0; i < 500 && (ended = waitpid(pid, NULL, WNOHANG)) == 0; i++)
		poll(NULL, 0, 2);
	return ended == pid;
}

/* The children of a killed process become ours. The number of passes is limited, in case processes are created faster
 * than they are killed. */
enum { ROUNDS_MAX = 64 };

void gb_cleanup_kill_left(void)
{
	struct children left;
	int killed = 1;

	for (int round = 0; round < ROUNDS_MAX && killed > 0; round++) {
		killed = 0;
		list_children(&left);
		for (ssize_t at = 0, pid; (pid = next_listed(&left, &at)) > 0;)
			killed += is_kept((pid_t)pid) ? 0 : end_process((pid_t)pid);
	}
}

/* Removes a file, or a folder with its files, without functions that a signal handler may not call, such as
 * readdir(). */
static void remove_noted(const char *path)
{
	_Alignas(struct dirent64) char list[4096];
	long size;

	if (unlink(path) == 0)
		return;
	const int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	while (folder >= 0 && (size = syscall(SYS_getdents64, folder, list, sizeof list)) > 0)
		for (long at = 0; at < size;) {
			const struct dirent64 *entry = (const void *)(list + at);
			unlinkat(folder, entry->d_name, 0);
			at += entry->d_reclen;
		}
	rmdir(path);
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
	for (size_t i = 0; i < NOTED_MAX; i++)
		if (noted[i].used)
			remove_noted(noted[i].path);
	_exit(status);
}
