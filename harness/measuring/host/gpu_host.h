/* gpu_host.h: declarations shared by the parts of the backend for the host's processors. Device memory is host memory,
 * kernels are C functions that a team of threads runs, one bound to each core, and the stream is the team's queue. The
 * operations are those of struct gpu_ops. */
#pragma once

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

/* Read once per process, because hwloc is slow and the processors do not change. NULL: they cannot be read. */
const struct gb_processor *host_processors(struct gb_error *error);
/* The size in bytes of the huge pages that the system provides on request; 0: none. */
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
/* The boundary to which a block of this many bytes is aligned, if huge pages have `huge` bytes. */
uint64_t host_boundary(uint64_t bytes, uint64_t huge);
