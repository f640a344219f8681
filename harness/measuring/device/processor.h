/* processor.h: the processors of this host according to hwloc: cores, caches, NUMA nodes. */
#pragma once

#include <stddef.h>

#include "base/error.h"
#include "gpubench.h"

struct gb_processor {
	void *topology; /* hwloc's */
	char name[96];  /* "AMD EPYC 9654 96-Core Processor" */
	/* One hardware thread of each core that this process may run on, node by node. */
	struct gb_core {
		unsigned int cpu; /* the system's number of the hardware thread */
		int node;         /* from 0, among those with cores */
	} * core;
	size_t cores, threads, packages;
	int nodes;
	uint64_t l1_bytes;                         /* data, per core */
	uint64_t l2_bytes, l3_bytes, memory_bytes; /* in all */
	struct gb_rates rates;                     /* per core */
};

int gb_processor_read(struct gb_processor *processor, struct gb_error *error);
void gb_processor_free(struct gb_processor *processor);

/* Bind the calling thread to a core. Some containers refuse: then the thread stays free to move, and the result is
 * not GB_OK. */
int gb_processor_bind(const struct gb_processor *processor, size_t core);
/* GB_OK if a NUMA node has this index; otherwise GB_SKIPPED, with the reason. */
int gb_processor_has_node(const struct gb_processor *processor, int node, struct gb_error *error);
/* Place pages on a NUMA node. GB_SKIPPED if the system refuses. */
int gb_processor_place(const struct gb_processor *processor, void *at, uint64_t bytes, int node,
		       struct gb_error *error);

/* Operations and bytes per clock and core of a processor, by vendor, family and model as in CPUID, or for Arm by
 * implementer (family) and part (model); unknown if the processor is not in the table. */
struct gb_rates gb_processor_rates(const char *vendor, int family, int model);
/* The name of a processor in the table, "Neoverse V2"; NULL if it is not there. */
const char *gb_processor_kind(const char *vendor, int family, int model);
/* A virtual machine may report its processor as "AMD EPYC" or "Intel(R) Xeon(R) Processor". A name without a number is
 * replaced by the name of its family and model: "AMD EPYC (Zen 4)", or by the two numbers if they are not in the
 * table. */
void gb_processor_tell(char *name, size_t size, const char *vendor, int family, int model);

/* ---- the clock of a core ----------------------------------------------------------------------------------------- */

/* The clock of the calling core in Hz, from a chain of additions that takes one cycle each; it takes about 30
 * microseconds. NAN on an architecture for which there is no such chain. */
double gb_cycles_clock(void);
