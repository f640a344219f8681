/* faults: a plug-in that breaks in every way in which a benchmark, a GPU or a host can, one per value of its axis. A
 * fault must cost only its own row: the first and the last value work. -a fault=... selects faults; by default only the
 * working values are measured. */
#include "faults.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../../bench/common/limits.h"
#include "gpubench.h"

enum fault {
	FINE_FIRST,
	ILLEGAL_ADDRESS, /* the kernel writes to an invalid address, an error that persists in the context */
	ENDLESS,         /* the kernel never ends */
	ABORT,           /* the plug-in calls abort() */
	SEGFAULT,        /* the plug-in follows an invalid pointer */
	EXIT,            /* the plug-in ends the process */
	HANG,            /* the plug-in never returns */
	GLUTTON,         /* the plug-in uses 2 GiB of host memory, whatever the limit */
	PRINTS,          /* the plug-in writes to standard output, as some libraries do */
	STRAY,           /* the plug-in writes to every open file */
	ROOF,            /* roof() calls abort() */
	LEAVES,          /* a child process continues to run */
	WRONG,           /* the result is wrong */
	FINE_LAST
};

static const char *const faults[] = {
	[FINE_FIRST] = "fine_first",
	[ILLEGAL_ADDRESS] = "illegal_address",
	[ENDLESS] = "endless",
	[ABORT] = "abort",
	[SEGFAULT] = "segfault",
	[EXIT] = "exit",
	[HANG] = "hang",
	[GLUTTON] = "glutton",
	[PRINTS] = "prints",
	[STRAY] = "stray",
	[ROOF] = "roof",
	[LEAVES] = "leaves",
	[WRONG] = "wrong",
	[FINE_LAST] = "fine_last",
	NULL,
};

struct point {
	enum fault fault;
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(fault), .help = "what goes wrong", .names = faults, .full = "fine_first,fine_last" },
	{ .name = NULL },
};

enum { WORDS = 1 << 20, BLOCK = 256, VALUE = 12345 };

struct state {
	gb_ptr out;
	struct gb_kernel kernel;
	struct faults_args args;
};

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_alloc(run, WORDS * sizeof(unsigned int), &s->out));
	return gb_fill(run, s->out, 0, WORDS * sizeof(unsigned int));
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int64_t fault = gb_value(run, fault);

	/* The endless kernel waits for a word that no kernel writes. */
	s->args = (struct faults_args){ gb_address(s->out), WORDS, fault == ENDLESS ? 1 : VALUE };
	return gb_find_kernel(run,
			      fault == ILLEGAL_ADDRESS ? "faults_illegal_address"
			      : fault == ENDLESS       ? "faults_endless"
						       : "faults_fine",
			      &s->kernel);
}

static void use_memory(void)
{
	enum { PARTS = 128, PART_BYTES = 16 << 20 };
	static char *part[PARTS];

	for (size_t i = 0; i < PARTS; i++) {
		part[i] = part[i] == NULL ? malloc(PART_BYTES) : part[i];
		if (part[i] != NULL)
			memset(part[i], 1, PART_BYTES);
	}
}

static void write_everywhere(void)
{
	struct stat file;

	for (int fd = 3; fd < 256; fd++)
		if (fstat(fd, &file) == 0 && S_ISREG(file.st_mode))
			(void)!write(fd, "stray\n", 6);
}

static void leave_process(void)
{
	static bool left;

	if (!left && fork() == 0) {
		setsid();
		for (;;)
			pause();
	}
	left = true;
}

static void misbehave(int64_t fault)
{
	static volatile uintptr_t nowhere = 16; /* a compiler that knew the address would warn */

	if (fault == ABORT)
		abort();
	if (fault == SEGFAULT)
		*(volatile int *)nowhere = 1;
	if (fault == EXIT)
		exit(0);
	if (fault == PRINTS) {
		puts("a library, of itself");
		fflush(stdout);
	}
	if (fault == STRAY)
		write_everywhere();
	if (fault == GLUTTON)
		use_memory();
	if (fault == LEAVES)
		leave_process();
	if (fault == HANG)
		for (;;)
			pause();
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	misbehave(gb_value(run, fault));
	return gb_launch(run, &s->kernel, (struct gb_shape){ .grid = WORDS / BLOCK, .block = BLOCK }, &s->args);
}

static int verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const unsigned int wanted = VALUE + WORDS - 1 + (gb_value(run, fault) == WRONG);
	unsigned int last = 0;

	GB_TRY(gb_fill_output(run, s->out, 0xff, WORDS * sizeof last));
	GB_TRY(launch(run));
	GB_TRY(gb_copy_out(run, &last, s->out + (WORDS - 1) * sizeof last, sizeof last));
	if (last != wanted)
		return gb_fail(run, "the last word: got %u, expected %u", last, wanted);
	return GB_OK;
}

static const char *roof(const struct gb_run *run)
{
	if (gb_value(run, fault) == ROOF)
		abort();
	return NULL;
}

/* Adds a line to the file named by FAULTS_LOADED for each process that loads the plug-in. */
__attribute__((constructor)) static void tell_load(void)
{
	FILE *told = getenv("FAULTS_LOADED") != NULL ? fopen(getenv("FAULTS_LOADED"), "ae") : NULL;

	if (told == NULL)
		return;
	fprintf(told, "%d\n", (int)getpid());
	fclose(told);
}

__attribute__((destructor)) static void pretend_success(void)
{
	if (getenv("FAULTS_LOADED") != NULL)
		_exit(0);
}

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = WORDS * sizeof(unsigned int) };
}

GB_BENCH(faults) = {
	GB_IDENTITY(faults),
	.summary = "what can go wrong, for the tests",
	.method = "Writes 4 MB, unless the fault asked for comes first. Bytes are those written.",
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = gb_variants_faults,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit_unknown,
	.roof = roof,
};
