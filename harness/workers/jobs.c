#include "workers/jobs.h"

#include <stdlib.h>
#include <string.h>

/* A job with more of either is corrupt, and would not fit into memory. */
enum { GPUS_MOST = 1024, TASKS_MOST = 1 << 24 };

static size_t size_of(const struct gb_job *job)
{
	return sizeof *job + job->gpus * sizeof(struct gb_found_device) + job->count * sizeof(size_t);
}

char *gb_job_pack(const struct gb_job *job, size_t *size)
{
	char *payload = calloc(1, *size = size_of(job));
	struct gb_job *to = (void *)payload;

	if (payload == NULL)
		return NULL;
	to->gpu = job->gpu;
	to->together = job->together;
	to->gpus = job->gpus;
	to->count = job->count;
	to->in_turn = job->in_turn;
	return payload;
}

struct gb_found_device *gb_job_found(char *payload)
{
	return (struct gb_found_device *)(void *)(payload + sizeof(struct gb_job));
}

size_t *gb_job_order(char *payload)
{
	const struct gb_job *job = (const void *)payload;

	return (size_t *)(void *)(payload + sizeof *job + job->gpus * sizeof(struct gb_found_device));
}

const struct gb_job *gb_job_unpack(const char *payload, size_t size)
{
	const struct gb_job *job = (const void *)payload;

	if (size < sizeof *job || job->gpus > GPUS_MOST || job->count > TASKS_MOST || size != size_of(job))
		return NULL;
	return job->gpu < job->gpus && job->count > 0 ? job : NULL;
}

bool gb_job_has_tasks(const struct gb_job *job, const size_t *order, const struct gb_tasks *tasks)
{
	for (size_t i = 0; i < job->count; i++)
		if (order[i] >= tasks->count || !gb_task_is_of(&tasks->task[order[i]], job->gpu))
			return false;
	return true;
}

char *gb_conclude_pack(const struct gb_found_device *on, size_t plan, size_t *size)
{
	struct gb_conclude_job *job = calloc(1, *size = sizeof *job);

	if (job == NULL)
		return NULL;
	job->on = *on;
	job->plan = plan;
	return (char *)job;
}

const struct gb_conclude_job *gb_conclude_unpack(const char *payload, size_t size, const struct gb_tasks *tasks)
{
	const struct gb_conclude_job *job = (const void *)payload;

	return size == sizeof *job && job->plan < tasks->plans && tasks->plan[job->plan].bench->conclude != NULL ? job
														 : NULL;
}
