/* job.h: the time that a synchronous job loses on GPUs of one model: each of its steps waits for the slowest GPU. */
#pragma once

#include "analysis/fleet.h"

/* The time that a kernel limited by this roof takes longer on the slowest GPU than on the median one, as a fraction. */
struct gb_job_cost {
	double part;
	size_t gpu, group; /* indices in the model */
};

struct gb_job_roof {
	struct gb_job_cost cost;
	double without;   /* the cost without the slowest GPU's node */
	double by_chance; /* what runs of as many equal GPUs cost by their scatter; NAN: not known */
};

/* The GPUs of a host; with one host, each GPU is a node. */
struct gb_job_node {
	size_t first, gpus;
	struct gb_job_cost cost;
};

/* Roofs and nodes with the highest cost first. Values without a verdict, copies from and to the host, and pairs of GPUs
 * do not count, nor do bursts. */
struct gb_job {
	const struct gb_fleet_model *model;
	bool by_gpu;
	struct gb_job_roof *roof;
	struct gb_job_node *node;
	size_t roofs, nodes, others; /* others: GPUs of other models */
};

/* For the model with the most GPUs, after gb_outliers_judge(). Without values, there are no roofs. */
void gb_job_of(struct gb_job *job, const struct gb_fleet *fleet);
void gb_job_free(struct gb_job *job);
