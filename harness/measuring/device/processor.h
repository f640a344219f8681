/* processor.h: the processors of this host according to hwloc: cores, caches, NUMA nodes. */
#pragma once

#include <stddef.h>

#include "base/error.h"
#include "gpubench.h"

struct gb_processor {
	void *topology; /* hwloc's */
	char name[96];  /* "AMD EPYC 9654 96-Core Processor" */
	/* One hardware thread of each core that this process may run on, in the order of nodes. */
	struct gb_core {
		unsigned int cpu; /* the system's number of the hardware thread */
		int node;         /* from 0, among those with cores */
	} * core;
	size_t cores, threads, packages;
	int nodes;
	uint64_t l1_bytes;                         /* data, per core */
	uint64_t l2_bytes, l3_bytes, memory_bytes; /* totals */
	struct gb_rates rates;                     /* per core */
};

int gb_processor_read(struct gb_processor *processor, struct gb_error *error);
void gb_processor_free(struct gb_processor *processor);

/* Bind the calling thread to a core. If a container refuses, the thread stays free to move, and the result is not
 * GB_OK. */
int gb_processor_bind(const struct gb_processor *processor, size_t core);
/* GB_OK: a NUMA node has this index. GB_SKIPPED, with the reason, otherwise. */
int gb_processor_has_node(const struct gb_processor *processor, int node, struct gb_error *error);
/* Place pages on a NUMA node. GB_SKIPPED: the system refuses. */
int gb_processor_place(const struct gb_processor *processor, void *at, uint64_t bytes, int node,
		       struct gb_error *error);

/* Operations and bytes per clock and core, by vendor, family and model as in CPUID, or for Arm by implementer (family)
 * and part (model); unknown if the processor is not in the table. */
struct gb_rates gb_processor_rates(const char *vendor, int family, int model);
/* The name of a processor's design, such as "Neoverse V2"; NULL: not in the table. */
const char *gb_processor_kind(const char *vendor, int family, int model);
/* Replace the name of a processor if it has no number, as in virtual machines: "AMD EPYC", "Intel(R) Xeon(R)
 * Processor". The new name is that of its family and model, "AMD EPYC (Zen 4)", or has their numbers if they are not in
 * the table. */
void gb_processor_tell(char *name, size_t size, const char *vendor, int family, int model);

/* ---- the clock of a core ----------------------------------------------------------------------------------------- */

/* The clock of the calling core in Hz, from a chain of additions that take one cycle each; takes about 30 microseconds.
 * NAN: the architecture has no such chain here. */
double gb_cycles_clock(void);
