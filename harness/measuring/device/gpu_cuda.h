/* gpu_cuda.h: declarations shared by the files gpu_cuda*.c, the only ones that include it and CUDA's headers. */
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

#include "device/gpu.h"
#include "device/nvml.h"

enum { STREAMS_MAX = 256, EVENTS_MAX = 1024, GROUPS_MAX = 128 };

/* Reserved SMs; all 0: none. */
struct cuda_partition {
	void *context;
	uint32_t sms;
	bool has[GROUPS_MAX];
};

/* A stream other than the timed one, with an event for others to wait for. */
struct cuda_stream {
	cudaStream_t stream;
	cudaEvent_t reached;
	struct cuda_partition partition;
};

struct gpu {
	int index;
	cudaStream_t stream;
	struct cuda_stream further[STREAMS_MAX]; /* stream n is at index n - 1 */
	uint32_t streams;
	cudaEvent_t event[EVENTS_MAX];
	uint32_t events;
	cudaEvent_t mark[2];
	cudaEvent_t passed; /* other devices wait for it */
	cudaEvent_t waking; /* makes the host sleep until woken; NULL: not needed yet */
#if CUDART_VERSION >= 12050
	CUdevResource group[GROUPS_MAX]; /* groups of SMs, which form partitions */
#endif
	uint32_t groups; /* 0: not divided yet */
	bool is_reserved[GROUPS_MAX];
	struct gb_nvml card;
	bool sets_aside;       /* a part of L2 is set aside */
	size_t aside_at_first; /* bytes set aside before */
};

struct gpu_module {
	CUmodule handle;
	int code; /* architecture of its machine code, such as 90; 0: not queried yet */
};

struct gpu_texture {
	cudaTextureObject_t object;
	cudaArray_t array; /* NULL: none */
};

/* GB_OK, or an error with the call and its code. Lack of memory is not a failure but GB_SKIPPED: work that needs it
 * cannot be done here. */
int cuda_check(cudaError_t code, const char *call, struct gb_error *error);

/* Make this device the runtime's current one, if the process has used several. Every call that needs a device does this
 * first. */
void cuda_use(const struct gpu *gpu);

/* ---- gpu_cuda_devices.c: the devices and their properties ---------------------------- */

/* An attribute of a device; 0: this driver does not know it. */
int cuda_attribute_of(int index, enum cudaDeviceAttr which);
int cuda_attribute(int index, int i, struct gpu_attribute *out, struct gb_error *error);
int cuda_busy(int index);
int cuda_count(int *count, struct gb_error *error);
int cuda_describe(int index, struct gb_device *device, struct gpu_identity *identity, struct gb_error *error);
void cuda_links(int index, struct gb_links *out);
void cuda_health(int index, struct gpu_health *out);
int cuda_processes(int index);
int cuda_working(int index, double seconds);

/* ---- gpu_cuda_kernels.c: the part of L2 that is set aside ---- */

int cuda_persist(struct gpu *gpu, gb_ptr at, uint64_t bytes, uint64_t *kept, struct gb_error *error);

/* ---- gpu_cuda_kernels.c: machine code, loaded and launched through the driver ---- */

/* GB_OK, or an error with the driver's call and its code, like cuda_check(). */
int cuda_check_driver(CUresult code, const char *call, struct gb_error *error);
/* The address of a driver call, in the form introduced with the CUDA release `cuda`. */
int cuda_entry(const char *name, int cuda, void **slot, struct gb_error *error);
/* Find the driver's calls, before any function below. */
int cuda_find_entries(struct gb_error *error);
int cuda_code(const struct gpu_module *module);
int cuda_carveout(struct gpu *gpu, const struct gb_kernel *kernel, int percent, struct gb_error *error);
int cuda_kernel(struct gpu *gpu, struct gpu_module *module, const char *name, struct gb_kernel *out,
		struct gb_error *error);
int cuda_launch(struct gpu *gpu, const struct gb_kernel *kernel, struct gb_shape shape, const void *args,
		struct gb_error *error);
int cuda_load(struct gpu *gpu, const struct gb_variant *variant, struct gpu_module **out, struct gb_error *error);
int cuda_occupancy(struct gpu *gpu, const struct gb_kernel *kernel, uint32_t block, uint32_t shared_bytes,
		   uint32_t *blocks, struct gb_error *error);
/* Apply the settings that a kernel needs before a launch with this much dynamic shared memory. */
int cuda_allow_shared(const struct gb_kernel *kernel, uint32_t bytes, struct gb_error *error);
void cuda_unload(struct gpu *gpu, struct gpu_module *module);

/* The same on any stream. */
int cuda_launch_on(struct gpu *gpu, cudaStream_t stream, const struct gb_kernel *kernel, struct gb_shape shape,
		   const void *args, struct gb_error *error);

/* ---- gpu_cuda_clusters.c: clusters, cooperative launches, and tensor maps ---- */

int cuda_clusters(struct gpu *gpu, const struct gb_kernel *kernel, struct gb_shape shape, uint32_t *clusters,
		  struct gb_error *error);
/* A launch with clusters, a cooperative launch, or a programmatic dependent launch. */
int cuda_launch_together(struct gpu *gpu, cudaStream_t stream, const struct gb_kernel *kernel, struct gb_shape shape,
			 void **parameters, struct gb_error *error);
int cuda_tensor_map(struct gpu *gpu, const struct gb_tensor *tensor, const struct gb_im2col *im2col,
		    struct gb_tensor_map *out, struct gb_error *error);

/* ---- gpu_cuda_devices.c: several devices ---- */

int cuda_peer_access(struct gpu *gpu, struct gpu *peer, bool on, struct gb_error *error);
int cuda_peer_can(int index, int peer, bool *access, bool *atomics, struct gb_error *error);
int cuda_peer_copy(struct gpu *on, uint32_t stream, gb_ptr to, const struct gpu *to_gpu, gb_ptr from,
		   const struct gpu *from_gpu, uint64_t bytes, struct gb_error *error);
int cuda_peer_wait(struct gpu *gpu, struct gpu *other, struct gb_error *error);

/* ---- gpu_cuda_buffers.c: host memory, copies, and the table of operations with several streams -------- */

extern const struct gpu_async_ops cuda_async;

/* ---- gpu_cuda_graphs.c ---- */

int cuda_graph_add(struct gpu *gpu, struct gb_graph *graph, const struct gb_node *node, const uint32_t *after,
		   size_t count, struct gb_error *error);
int cuda_graph_begin(struct gpu *gpu, uint32_t stream, struct gb_error *error);
int cuda_graph_end(struct gpu *gpu, uint32_t stream, struct gb_graph **out, struct gb_error *error);
void cuda_graph_free(struct gpu *gpu, struct gb_graph *graph);
int cuda_graph_launch(struct gpu *gpu, uint32_t stream, struct gb_graph *graph, struct gb_error *error);
int cuda_graph_new(struct gpu *gpu, struct gb_graph **out, struct gb_error *error);
int cuda_graph_ready(struct gpu *gpu, struct gb_graph *graph, struct gb_error *error);
int cuda_graph_set(struct gpu *gpu, struct gb_graph *graph, uint32_t number, const struct gb_node *node,
		   struct gb_error *error);

/* ---- gpu_cuda_partition.c: reserved SMs ----- */

int cuda_partition_open(struct gpu *gpu, uint32_t sms, int priority, struct cuda_partition *out, cudaStream_t *stream,
			struct gb_error *error);
/* Call this after closing the partition's stream. */
void cuda_partition_close(struct gpu *gpu, struct cuda_partition *partition);

/* ---- gpu_cuda_streams.c: streams other than the timed one ---- */

int cuda_fork(struct gpu *gpu, uint32_t count, struct gb_error *error);
int cuda_join(struct gpu *gpu, uint32_t count, struct gb_error *error);
int cuda_event_record(struct gpu *gpu, uint32_t event, uint32_t stream, struct gb_error *error);
int cuda_event_sync(struct gpu *gpu, uint32_t event, struct gb_error *error);
int cuda_event_wait(struct gpu *gpu, uint32_t event, uint32_t stream, struct gb_error *error);
int cuda_stream(struct gpu *gpu, uint32_t number, void **handle, struct gb_error *error);
int cuda_stream_make(struct gpu *gpu, uint32_t number, struct gb_stream_kind kind, uint32_t *sms,
		     struct gb_error *error);
/* The stream with this number, created on first use. */
int cuda_stream_of(struct gpu *gpu, uint32_t number, cudaStream_t *out, struct gb_error *error);
/* Close all streams but the timed one, and all events. */
void cuda_close_streams(struct gpu *gpu);

/* ---- gpu_cuda_textures.c ---- */

void cuda_texture_close(struct gpu *gpu, struct gpu_texture *texture);
int cuda_texture_open(struct gpu *gpu, const struct gb_texture *t, struct gpu_texture **out, uint64_t *object,
		      struct gb_error *error);
