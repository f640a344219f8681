#include "base/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/clock.h"

/* The first of these variables that is set; Slurm, PBS, LSF, SGE, and the MPI launchers. */
static const char *first_of(const char *const *names)
{
	for (; *names != NULL; names++)
		if (getenv(*names) != NULL)
			return getenv(*names);
	return "";
}

void gb_host_describe(struct gb_host *host)
{
	static const char *const jobs[] = { "SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "JOB_ID", NULL };
	static const char *const ranks[] = { "SLURM_PROCID", "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", NULL };
	unsigned char random[16];

	memset(host, 0, sizeof *host);
	gethostname(host->name, sizeof host->name - 1);
	if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random) {
		/* Unique enough on one host; the host's name is in the row beside it. */
		double now = gb_clock_now();
		pid_t pid = getpid();
		memset(random, 0, sizeof random);
		memcpy(random, &now, sizeof now);
		memcpy(random + sizeof now, &pid, sizeof pid);
	}
	for (size_t i = 0; i < sizeof random; i++)
		snprintf(host->run_id + 2 * i, 3, "%02x", random[i]);
	host->job_id = first_of(jobs);
	host->rank = first_of(ranks);
}
