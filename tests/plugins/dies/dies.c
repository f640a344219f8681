/* dies: must be refused, because loading it ends or changes a process, in the way named by GPUBENCH_DIES. */
#define _GNU_SOURCE /* feenableexcept() */
#include <fenv.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "gpubench.h"

GB_BENCH(dies) = { .abi = GB_ABI, .size = sizeof(struct gb_bench), .name = "dies" };

static bool is_asked(const char *how)
{
	const char *asked = getenv("GPUBENCH_DIES");

	return asked != NULL && strcmp(asked, how) == 0;
}

__attribute__((constructor)) static void die(void)
{
	if (is_asked("exit"))
		exit(3);
	if (is_asked("leave"))
		_exit(0);
	if (is_asked("stop"))
		raise(SIGSTOP);
	if (is_asked("folder") && chdir("/") == 0)
		return;
	if (is_asked("streams") && close(STDOUT_FILENO) == 0)
		return;
	if (is_asked("traps") && feenableexcept(FE_DIVBYZERO) >= 0)
		return;
	if (is_asked("fork") && fork() >= 0)
		return;
	if (is_asked("files") && setrlimit(RLIMIT_NOFILE, &(struct rlimit){ 8, 8 }) == 0)
		return;
	/* By now the worker would have been ended. */
	if (is_asked("hang") && alarm(0) > 0)
		raise(SIGALRM);
	abort();
}
