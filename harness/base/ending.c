#include "base/ending.h"

#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"

enum { NOTED_MAX = 24 };

static struct {
	char path[PATH_MAX];
	atomic_bool used;
} noted[NOTED_MAX];
static atomic_int child;

void gb_ending_note(const char *path)
{
	for (size_t i = 0; i < NOTED_MAX && strlen(path) < PATH_MAX; i++) {
		if (noted[i].used)
			continue;
		gb_text_copy(noted[i].path, sizeof noted[i].path, path);
		noted[i].used = true;
		return;
	}
}

void gb_ending_forget(const char *path)
{
	for (size_t i = 0; i < NOTED_MAX; i++)
		if (noted[i].used && strcmp(noted[i].path, path) == 0)
			noted[i].used = false;
}

void gb_ending_child(pid_t pid)
{
	child = pid;
}

void gb_ending_now(int status)
{
	const pid_t pid = child;

	if (pid > 0 && kill(pid, SIGKILL) == 0)
		waitpid(pid, NULL, 0);
	/* What is in a folder goes before the folder. */
	for (size_t i = NOTED_MAX; i-- > 0;)
		if (noted[i].used && unlink(noted[i].path) != 0)
			rmdir(noted[i].path);
	_exit(status);
}
