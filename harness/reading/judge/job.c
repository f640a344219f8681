#include "judge/job.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "judge/judge_outliers.h"

static void find_nodes(struct gb_job *job)
{
	const struct gb_gpu_roofs *gpu = job->model->gpu;

	job->by_gpu = job->model->hosts < 2;
	for (size_t g = 0; g < job->model->gpus; g++) {
		const bool is_next = g == 0 || job->by_gpu || strcmp(gpu[g].host, gpu[g - 1].host) != 0;
		if (is_next)
			job->node[job->nodes++] = (struct gb_job_node){ .first = g, .cost = { .gpu = g } };
		job->node[job->nodes - 1].gpus++;
	}
}

/* NAN: there is no value, or no verdict on it. */
static double cost_of(const struct gb_fleet_model *model, size_t gpu, size_t group)
{
	const enum gb_standing standing = gb_outliers_standing(model, gpu, group);

	if (standing != GB_NORMAL && standing != GB_SLOW && standing != GB_FAST)
		return NAN;
	return 1 / (1 + gb_group_off(&model->group[group], gb_fleet_sample(model, gpu, group).value)) - 1;
}

static void raise_cost(struct gb_job_cost *cost, double part, size_t gpu, size_t group)
{
	if (part > cost->part)
		*cost = (struct gb_job_cost){ part, gpu, group };
}

/* Adds the roof at `group`, and its cost to each node. */
static void take_roof(struct gb_job *job, size_t group)
{
	const struct gb_fleet_model *model = job->model;
	const struct gb_scatter *known = gb_scatter_of_gpu(model->gpu, model->group[group].roof);
	struct gb_job_roof roof = { .cost = { .group = group }, .by_chance = NAN };
	size_t gpus = 0;

	for (size_t n = 0; n < job->nodes; n++) {
		struct gb_job_node *node = &job->node[n];
		struct gb_job_cost own = { .group = group };
		for (size_t g = node->first; g < node->first + node->gpus; g++) {
			const double part = cost_of(model, g, group);
			gpus += isfinite(part) ? 1 : 0;
			raise_cost(&own, part, g, group);
		}
		raise_cost(&node->cost, own.part, own.gpu, group);
		roof.without = fmax(roof.without, fmin(own.part, roof.cost.part));
		raise_cost(&roof.cost, own.part, own.gpu, group);
	}
	if (gpus < GB_PEERS_MIN)
		return;
	if (known != NULL)
		roof.by_chance = known->runs * gb_student(GB_STUDENT_MAX + 1, 1 / (double)(gpus + 1));
	job->roof[job->roofs++] = roof;
}

static int compare_roofs(const void *left, const void *right)
{
	const double a = ((const struct gb_job_roof *)left)->cost.part,
		     b = ((const struct gb_job_roof *)right)->cost.part;

	return (a < b) - (a > b);
}

static int compare_nodes(const void *left, const void *right)
{
	const struct gb_job_node *a = left, *b = right;
	const int costs = (a->cost.part < b->cost.part) - (a->cost.part > b->cost.part);

	return costs != 0 ? costs : (a->first > b->first) - (a->first < b->first);
}

void gb_job_of(struct gb_job *job, const struct gb_fleet *fleet)
{
	*job = (struct gb_job){ .model = gb_fleet_largest(fleet) };
	job->roof = gb_heap_array(job->model->groups + 1, sizeof *job->roof);
	job->node = gb_heap_array(job->model->gpus + 1, sizeof *job->node);
	for (size_t m = 0; m < fleet->models; m++)
		job->others += &fleet->model[m] != job->model ? fleet->model[m].gpus : 0;
	find_nodes(job);
	for (size_t i = 0; i < job->model->groups; i++) {
		const struct gb_group *group = &job->model->group[i];
		if (!group->derived && !gb_roof_is_burst(group->roof) &&
		    !gb_judge_kind_is_of_host(gb_judge_kind_of(group->roof)))
			take_roof(job, i);
	}
	qsort(job->roof, job->roofs, sizeof *job->roof, compare_roofs);
	qsort(job->node, job->nodes, sizeof *job->node, compare_nodes);
}

void gb_job_free(struct gb_job *job)
{
	free(job->roof);
	free(job->node);
}
