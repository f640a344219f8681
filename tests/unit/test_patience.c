/* How long a process is waited for: its own time counts, but not time in which others had the processors. The clock
 * and the kernel's numbers are simulated here. */
#include "base/patience.h"

#include <sys/stat.h>

#include "support.h"

#define PID 4711

static char root[64];

static int make_root(void)
{
	char path[128];

	strcpy(root, "/tmp/gpubench-patience-XXXXXX");
	if (mkdtemp(root) == NULL)
		return -1;
	const char *const folders[] = { "proc", "proc/4711", "proc/4711/task" };
	for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
		snprintf(path, sizeof path, "%s/%s", root, folders[i]);
		if (mkdir(path, 0700) != 0)
			return -1;
	}
	return 0;
}

static int remove_root(void)
{
	char command[128];

	snprintf(command, sizeof command, "rm -r %s", root);
	return system(command); /* NOLINT(cert-env33-c): of our own folder */
}

/* The kernel's statistics of a thread that has waited for this many seconds. */
static void put_thread(int thread, double waited)
{
	char folder[128], path[160];

	snprintf(folder, sizeof folder, "%s/proc/%d/task/%d", root, PID, thread);
	mkdir(folder, 0700);
	snprintf(path, sizeof path, "%s/schedstat", folder);
	FREED_BY(close_stream) FILE *file = fopen(path, "w");
	assert_non_null(file);
	fprintf(file, "%llu %llu 12\n", 123456789ULL, (unsigned long long)(1e9 * waited));
}

/* The time when a patience of 20 s ends for a process that never answers, if its threads wait for so much of each
 * second. At most 1000 s are tried. */
static double over_after(double first, double second)
{
	struct gb_patience patience = gb_patience_begin(root, 20, 100);

	for (int at = 0; at <= 4000; at++) {
		const double now = 100 + 0.25 * at;
		put_thread(1, 7 + first * (now - 100));
		put_thread(2, 5 + second * (now - 100));
		if (gb_patience_is_over(&patience, PID, now))
			return now - 100;
	}
	return INFINITY;
}

TEST_WITH(a_process_that_nobody_disturbs, make_root, remove_root)
{
	assert_near(over_after(0, 0), 20, 0.02); /* asleep or spinning: it gets the processor at once */
}

/* The first 10 s are not examined; after that, one second in four counts. */
TEST_WITH(a_process_among_others, make_root, remove_root)
{
	assert_near(over_after(0.75, 0), 50, 0.02);
	assert_near(over_after(0.25, 0.5), 50, 0.02); /* its threads wait for each other */
}

TEST_WITH(a_process_that_never_gets_a_processor, make_root, remove_root)
{
	assert_near(over_after(1, 1), 20 / GB_PATIENCE_LEAST, 0.02);
}

TEST_WITH(a_kernel_that_tells_nothing, make_root, remove_root)
{
	struct gb_patience patience = gb_patience_begin("/nowhere", 20, 100);

	assert_false(gb_patience_is_over(&patience, PID, 110));
	assert_false(gb_patience_is_over(&patience, PID, 119.9));
	assert_true(gb_patience_is_over(&patience, PID, 120));
}

TEST_WITH(who_asks_late_asks_twice, make_root, remove_root)
{
	struct gb_patience patience = gb_patience_begin(root, 20, 100);

	put_thread(1, 0);
	assert_false(gb_patience_is_over(&patience, PID, 500));
	assert_false(gb_patience_is_over(&patience, PID, 509));
	assert_true(gb_patience_is_over(&patience, PID, 510));
}

TEST_WITH(time_in_which_nobody_listened, make_root, remove_root)
{
	struct gb_patience patience = gb_patience_begin(root, 20, 100);

	assert_false(gb_patience_is_over(&patience, PID, 110));
	gb_patience_extend(&patience, 30);
	assert_false(gb_patience_is_over(&patience, PID, 149));
	assert_true(gb_patience_is_over(&patience, PID, 150));
}
