#include "base/patience.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>

/* ---- how long threads wait for a processor ----------------------------------------------------------------------- */

/* The second number of `schedstat`: nanoseconds in which a thread was ready to run but did not. */
static double thread_seconds_starved(const char *folder, const char *thread)
{
	unsigned long long ran, waited;
	char path[512];

	if (snprintf(path, sizeof path, "%s/%s/schedstat", folder, thread) >= (int)sizeof path)
		return 0;
	FILE *file = fopen(path, "r");
	if (file == NULL)
		return 0;
	const int found = fscanf(file, "%llu %llu", &ran, &waited); // NOLINT(cert-err34-c): the kernel writes it
	fclose(file);
	return found == 2 ? 1e-9 * (double)waited : 0;
}

/* The sum over all threads, because one delayed thread makes the others wait. */
static double process_seconds_starved(const char *root, pid_t pid)
{
	double seconds = 0;
	char folder[256];

	if (snprintf(folder, sizeof folder, "%s/proc/%ld/task", root, (long)pid) >= (int)sizeof folder)
		return 0;
	DIR *threads = opendir(folder);
	if (threads == NULL)
		return 0;
	for (const struct dirent *entry; (entry = readdir(threads)) != NULL;)
		if (entry->d_name[0] != '.')
			seconds += thread_seconds_starved(folder, entry->d_name);
	closedir(threads);
	return seconds;
}

/* ---- patience --------------------------------------------------------------------------------------------------- */

struct gb_patience gb_patience_begin(const char *root, double seconds, double now)
{
	return (struct gb_patience){
		.root = root != NULL ? root : "",
		.seconds = seconds,
		.since = now,
		.look_at = now + seconds / 2,
		.starved = NAN,
	};
}

void gb_patience_extend(struct gb_patience *p, double seconds)
{
	p->since += seconds;
	p->look_at += seconds;
}

bool gb_patience_is_over(struct gb_patience *p, pid_t pid, double now)
{
	if (now < p->look_at)
		return false;
	const double starved = process_seconds_starved(p->root, pid), passed = now - p->since;
	if (isnan(p->starved)) {
		p->starved = starved;
		/* Leave some time before the next check even if the caller asks late. */
		p->look_at = fmax(p->since + p->seconds, now + p->seconds / 2);
		return false;
	}
	const double own = fmax(passed - fmax(starved - p->starved, 0), GB_PATIENCE_LEAST * passed);
	p->look_at = now + p->seconds - own;
	return own >= p->seconds;
}
