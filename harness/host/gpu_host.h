/* gpu_host.h: what the parts of the host's processors as a device share: its memory is the host's, its kernels are C
 * functions that a team of threads runs, one bound to each core, and its stream is the team's queue. The operations are
 * as struct gpu_ops has them. */
#ifndef GB_GPU_HOST_H
#define GB_GPU_HOST_H

#include "device/gpu.h"
#include "host/team.h"

enum { HOST_BLOCKS_MAX = 256 };

struct host_block {
	char *at;
	uint64_t bytes;
};

struct gpu {
	const struct gb_processor *processor;
	struct gb_team *team;
	struct host_block block[HOST_BLOCKS_MAX]; /* at NULL: free */
};

/* ---- gpu_host_devices.c: what it is ---- */

/* The processors do not change, and hwloc takes its time to look at them: once a process. NULL: they cannot be read. */
const struct gb_processor *host_processors(struct gb_error *error);
/* Bytes of those that the system gives on request; 0: it gives none. */
uint64_t host_huge_page_bytes(void);
int host_attribute(int index, int i, struct gpu_attribute *out, struct gb_error *error);
int host_count(int *count, struct gb_error *error);
int host_describe(int index, struct gb_device *device, struct gpu_identity *identity, struct gb_error *error);
int host_processes(int index);

/* ---- gpu_host_memory.c ---- */

int host_alloc(struct gpu *gpu, uint64_t bytes, gb_ptr *out, struct gb_error *error);
int host_copy_in(struct gpu *gpu, gb_ptr to, const void *from, uint64_t bytes, struct gb_error *error);
int host_copy_on(struct gpu *gpu, gb_ptr to, gb_ptr from, uint64_t bytes, struct gb_error *error);
int host_copy_out(struct gpu *gpu, void *to, gb_ptr from, uint64_t bytes, struct gb_error *error);
int host_fill(struct gpu *gpu, gb_ptr at, int byte, uint64_t bytes, struct gb_error *error);
int host_memory_free(struct gpu *gpu, uint64_t *bytes, struct gb_error *error);
int host_place(struct gpu *gpu, gb_ptr at, uint64_t bytes, int node, enum gb_pages pages, struct gb_error *error);
void host_release(struct gpu *gpu, gb_ptr at);
/* Memory of this many bytes begins at a multiple of this, where huge pages have `huge`. */
uint64_t host_boundary(uint64_t bytes, uint64_t huge);

#endif
