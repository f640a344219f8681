/* job.h: the time that a synchronous job loses because each of its steps waits for the slowest GPU of a model. */
#pragma once

#include "analysis/fleet.h"

/* The time that a kernel limited by this roof takes longer on the slowest GPU than on the median GPU, as a fraction. */
struct gb_job_cost {
	double part;
	size_t gpu, group; /* indices in the model */
};

struct gb_job_roof {
	struct gb_job_cost cost;
	double without;   /* cost without the node of the slowest GPU */
	double by_chance; /* cost on the same number of equal GPUs, due to the scatter between runs; NAN: unknown */
};

/* The GPUs of a host. If there is only one host, each GPU is a node. */
struct gb_job_node {
	size_t first, gpus;
	struct gb_job_cost cost;
};

/* Roofs and nodes, the highest cost first. Values without a verdict, host copies, pairs and bursts do not count. */
struct gb_job {
	const struct gb_fleet_model *model;
	bool by_gpu;
	struct gb_job_roof *roof;
	struct gb_job_node *node;
	size_t roofs, nodes, others; /* others: number of GPUs of other models */
};

/* For the model with the most GPUs. Call this after gb_outliers_judge(). Without values there are no roofs. */
void gb_job_of(struct gb_job *job, const struct gb_fleet *fleet);
void gb_job_free(struct gb_job *job);
