#include "base/host.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"

static const char *first_variable(const char *const *names)
{
	for (; *names != NULL; names++) {
		const char *text = getenv(*names);
		if (text != NULL && text[0] != '\0')
			return text;
	}
	return "";
}

static void find_host_name(char *name, size_t size)
{
	static const char *const plain[] = { "GPUBENCH_HOST", "SLURMD_NODENAME", NULL };
	static const char *const in_pod[] = { "GPUBENCH_HOST", "SLURMD_NODENAME", "NODE_NAME", NULL };

	gb_text_copy(name, size, first_variable(getenv("KUBERNETES_SERVICE_HOST") != NULL ? in_pod : plain));
	if (name[0] == '\0')
		gethostname(name, size - 1);
}

void gb_host_describe(struct gb_host *host)
{
	/* Slurm, PBS, LSF, SGE; Slurm and the MPI launchers. */
	static const char *const jobs[] = { "SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "JOB_ID", NULL };
	static const char *const ranks[] = { "SLURM_PROCID", "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", NULL };
	unsigned char random[16];

	memset(host, 0, sizeof *host);
	find_host_name(host->name, sizeof host->name);
	if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random) {
		/* Sufficiently unique on one host; rows also have the host's name. */
		double now = gb_clock_now();
		pid_t pid = getpid();
		memset(random, 0, sizeof random);
		memcpy(random, &now, sizeof now);
		memcpy(random + sizeof now, &pid, sizeof pid);
	}
	for (size_t i = 0; i < sizeof random; i++)
		snprintf(host->run_id + 2 * i, 3, "%02x", random[i]);
	host->job_id = first_variable(jobs);
	host->rank = first_variable(ranks);
}

bool gb_host_is_one_of_many(void)
{
	const char *nodes = getenv("SLURM_JOB_NUM_NODES");

	return nodes != NULL && strtol(nodes, NULL, 10) > 1;
}

size_t gb_host_processors(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0 ? (size_t)CPU_COUNT(&set) : 1;
}

bool gb_host_tells_cores(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof set, &set) == 0 || errno == EINVAL;
}

/* ---- this build -------------------------------------------------------------------------------------------------- */

/* GB_VERSION comes from the Makefile: a new commit rebuilds only this file. */
const char gb_version[] = GB_VERSION;
