/* host.h: identifies this run, its host and this build. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct gb_host {
	char name[256];            /* see gb_host_describe(); longer than any DNS name */
	char run_id[33];           /* 32 hexadecimal digits, random */
	const char *job_id, *rank; /* "" outside a batch job */
};

/* A node's name is the first of these that is set and not empty:
 * - GPUBENCH_HOST, for nodes that share a host name;
 * - SLURMD_NODENAME, the node's name in Slurm, also set in a job's container;
 * - NODE_NAME in a Kubernetes pod (if KUBERNETES_SERVICE_HOST is set), where manifests usually set it to spec.nodeName:
 *   the pod's own name is not a host's, and outside pods other programs use the variable;
 * - gethostname(). */
void gb_host_describe(struct gb_host *host);

/* The number of processors that this process may run on; 1 if unknown. */
size_t gb_host_processors(void);

/* False if the kernel refuses to report them, for example because of a system call filter: hwloc would then ask
 * forever. A host with more processors than our set holds is not such a case. */
bool gb_host_tells_cores(void);

/* True if this run is one of several nodes of a batch job, whose messages share an output. */
bool gb_host_is_one_of_many(void);

/* ---- this build -------------------------------------------------------------------------------------------------- */

extern const char gb_version[]; /* "0.1.0-1a2b3c4", with "-dirty" if the tree had changes */

#define GB_NO_KERNELS "this build has no kernels; `make deps && make` builds them"
