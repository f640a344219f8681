/* processor.h: what the processors of this host are, by hwloc: cores, caches, NUMA nodes. */
#ifndef GB_PROCESSOR_H
#define GB_PROCESSOR_H

#include <stddef.h>

#include "base/error.h"
#include "gpubench.h"

struct gb_processor {
	void *topology; /* hwloc's */
	char name[96];  /* "AMD EPYC 9654 96-Core Processor" */
	/* One hardware thread of each core this process may run on, node by node. */
	struct gb_core {
		unsigned int cpu; /* the system's number of that hardware thread */
		int node;         /* from 0, of those that have cores */
	} * core;
	size_t cores, threads, packages;
	int nodes;
	uint64_t l1_bytes;                         /* data, of a core */
	uint64_t l2_bytes, l3_bytes, memory_bytes; /* in all */
	struct gb_rates rates;                     /* of a core */
};

int gb_processor_read(struct gb_processor *processor, struct gb_error *error);
void gb_processor_free(struct gb_processor *processor);

/* Bind the calling thread to a core. Refused inside some containers: then it stays free to move, and this is not
 * GB_OK. */
int gb_processor_bind(const struct gb_processor *processor, size_t core);
/* True if there is a NUMA node of this number. GB_SKIPPED, with the words for it, if there is none. */
int gb_processor_has_node(const struct gb_processor *processor, int node, struct gb_error *error);
/* Have pages lie on a NUMA node. GB_SKIPPED where the system refuses. */
int gb_processor_place(const struct gb_processor *processor, void *at, uint64_t bytes, int node,
		       struct gb_error *error);

/* Operations and bytes per clock and core of a processor, by vendor, family and model as CPUID has them, or for Arm by
 * implementer (family) and part (model); none known where it is not in the table. */
struct gb_rates gb_processor_rates(const char *vendor, int family, int model);
/* The name of a processor in the table, "Neoverse V2"; NULL where it is in none. */
const char *gb_processor_kind(const char *vendor, int family, int model);
/* A virtual machine may call its processor "AMD EPYC" or "Intel(R) Xeon(R) Processor". A name without a number
 * gets the name of its family and model: "AMD EPYC (Zen 4)", or the two numbers if they are not in the table. */
void gb_processor_tell(char *name, size_t size, const char *vendor, int family, int model);

#endif
