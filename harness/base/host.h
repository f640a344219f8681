/* host.h: the identity of this run, of its host and of this build. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct gb_host {
	char name[256];            /* see below; longer than any DNS name */
	char run_id[33];           /* 32 hexadecimal digits, random */
	const char *job_id, *rank; /* "" outside a batch job */
};

/* A node's name is the first of these that is set and not empty:
 * - GPUBENCH_HOST, as the others are wrong if nodes share a host name;
 * - SLURMD_NODENAME, the node's name in Slurm, also set in a job's container;
 * - NODE_NAME in a Kubernetes pod (if KUBERNETES_SERVICE_HOST is set), where manifests usually set it to spec.nodeName:
 *   the pod's own name is not a host's, and outside pods other programs use the variable;
 * - gethostname(). */
void gb_host_describe(struct gb_host *host);

/* The processors that this process may run on; 1 if unknown. */
size_t gb_host_processors(void);

/* False if the kernel refuses to report that, as a filter of system calls does: hwloc would then ask forever. A
 * host with more processors than our set holds is not such a case. */
bool gb_host_tells_cores(void);

/* True if this run is one of several nodes of a batch job, so that its messages are mixed with those of others. */
bool gb_host_is_one_of_many(void);

/* ---- this build -------------------------------------------------------------------------------------------------- */

extern const char gb_version[]; /* "0.1.0-1a2b3c4", with "-dirty" if the tree had changes */

/* The message of a build without kernels. */
#define GB_NO_KERNELS "this build has no kernels; `make deps && make` builds them"
