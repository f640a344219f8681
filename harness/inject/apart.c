/* apart.c: under ncu, a folder for temporary files for each process, in the one that GPUBENCH_APART names.
 *
 * ncu profiles in one process at a time: each first takes the lock of a file in $TMPDIR, whichever GPU it uses. A
 * process that holds the lock while it waits for another one, as the ranks of NCCL do, waits for ever. With a folder
 * each, there is a lock each. ncu leaves LD_PRELOAD as it is, which is how this library gets into its processes. */
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inject/trace.h"

/* A part of the environment. */
static char entry[PATH_MAX] = "TMPDIR=";
enum { NAME = sizeof "TMPDIR=" - 1 };
static const char *all;

/* Also in a child of fork(), which may not allocate. */
static void move(void)
{
	snprintf(entry + NAME, sizeof entry - NAME, "%s/%ld", all, (long)getpid());
	mkdir(entry + NAME, S_IRWXU);
}

__attribute__((constructor)) static void begin(void)
{
	all = getenv(GB_TRACE_APART_VARIABLE);
	if (all == NULL || access(all, W_OK) != 0)
		return;
	move();
	putenv(entry);
	pthread_atfork(NULL, NULL, move);
}
