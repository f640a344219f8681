/* gpu_fake.h: a device for tests and dry runs: struct gpu_ops over host memory, with a virtual clock, that fails on
 * demand. Measuring code must not include this (harness/rooms), because its results are not measurements.
 *
 * - Device memory comes from malloc(): copies and fills work, AddressSanitizer detects misuse, and leaks are counted. A
 *   range outside a live allocation is refused, as by a GPU. New memory holds garbage.
 * - The kernels of a plug-in for the host's processors run unchanged, thread after thread.
 * - Every other kernel name exists, unless `fake.known` lists the existing ones. A registered kernel (fake_kernel(),
 *   fake_more_kernels, `fake.known`) runs as C when it is launched; any other does nothing.
 * - Time is virtual: a launch takes `launch_seconds`, or the time that its C function returns. Marks and stamps read
 *   that clock.
 * - Each operation can be made to fail at its n-th call, with the text of the CUDA backend.
 *
 * A test or a dry run sets fields of `fake` after fake_reset(). */
#pragma once

#include "device/gpu.h"
#include "gpubench_model.h"

enum { FAKE_DEVICES_MAX = 64 };

/* Factors that repeat cyclically and advance at each start mark. NULL: always 1. */
struct fake_series {
	const double *factor;
	size_t count;
};

struct fake_models {
	const struct gb_models *table;
	struct gb_model_call *const *call; /* gets the launch for which a model runs; NULL: no model needs it */
	struct gb_model_work *const *work; /* models add their work to it; NULL: they do not count */
};

struct fake_known {
	struct gb_kernel kernel;          /* without a handle */
	uint32_t args_size;               /* of its argument struct; 0: not known */
	const struct fake_models *models; /* one of them computes its results; NULL: the kernel does nothing */
};

struct fake {
	/* The cards, which differ only in index, UUID and PCI address. */
	int devices, cc, sms;
	char board[64];                /* "": a board with all units of its chip */
	uint64_t free_bytes, l2_bytes; /* free_bytes: before the card is opened */
	uint64_t context_bytes;        /* used by the context */
	bool no_driver;
	bool of_node;           /* as in a cluster: this host's own UUIDs, and only the cards in CUDA_VISIBLE_DEVICES */
	bool no_peers;          /* no card has access to another's memory */
	int lost_peer;          /* index of a card that is lost while another card was opened before it; -1: none */
	int hung_peer;          /* index of a card whose kernels never end in that case; -1: none */
	int links_down;         /* inactive NVLinks of each card */
	int lanes;              /* of its PCIe link, out of 16 */
	int slow_from, slow_to; /* indices of a pair whose copies take twice as long; -1: none */
	int prohibited;         /* index of the card in prohibited mode; -1: none */
	bool no_code;           /* kernels were not built for this card */
	int code;               /* the architecture for which kernels were built, such as 80; 0: the card's own */
	bool shared_is_free;    /* the driver ignores shared memory when it computes the occupancy */
	bool no_libraries;      /* libraries that enqueue work themselves get no stream */
	int threads_per_sm;
	uint64_t shared_per_sm;
	/* Finds kernels, like `kernel` of struct gpu_ops; NULL: every name is a kernel. */
	int (*known)(const struct gb_variant *variant, const char *name, struct fake_known *out,
		     struct gb_error *error);
	const struct fake_models *models; /* of kernels that fake_kernel() did not register; NULL: none */
	/* Called at each launch with whether the kernel computes; may be NULL. */
	void (*launched)(const char *kernel, struct gb_shape shape, bool computes);
	/* Called before and after a kernel computes; may be NULL. */
	void (*begins)(const char *kernel), (*ends)(const char *kernel);
	/* Called for words that models write and nothing can check (gb_model_unchecked()); may be NULL. */
	void (*unchecked)(const void *at, size_t bytes);
	/* Speed. */
	double launch_seconds; /* virtual */
	double slow;           /* factor on the time of every launch */
	double sm_hz;
	double slowest;            /* fraction of sm_hz of the last SM */
	double matrix_max_hz;      /* rated clock of matrix instructions; 0: unknown for this model */
	double matrix;             /* fraction of sm_hz measured under matrix instructions */
	int slow_device;           /* the device whose launches are slow; -1: all */
	int stamped_sms;           /* SMs reached by the stamp kernel; -1: all */
	double sync_sleep_seconds; /* real time, for tests in which time must pass */
	struct fake_series times;  /* of launches */
	struct fake_series clocks; /* of sm_hz */
	int processes;             /* other compute processes; -1: not reported */
	int busy;                  /* percentage of time with other work; -1: not reported */
	int workers;               /* other processes that worked during a point; -1: not reported */
	unsigned int asleep;       /* until this many launches, the memory clock is a quarter of its value */
	double leave_at;           /* host time at which other processes leave; 0: they stay */
	/* State. If power_w > 0, the energy counter moves every energy_step seconds of host time, and the power is
	 * sampled every power_step seconds. After a stamp kernel that has waited, the power is waiting_w until the next
	 * launch. */
	struct gpu_state state;
	double power_w, energy_step, power_step, waiting_w;
	/* Error counters. At this launch and each later one, an error of the kind is counted; 0: never. */
	struct gpu_health health;
	unsigned int error_at[GPU_COUNTERS];
	int partitions;         /* SMs that can be reserved together; 0: the driver has no such calls */
	bool computes;          /* false: not even the kernels of fake_kernels.c do anything */
	bool hurries;           /* the device continues before the timer's gate is opened */
	double copy_bytes;      /* bytes per virtual second of a copy on a stream, after `launch_seconds` */
	uint64_t copy_misses;   /* bytes at the end of such a copy or fill that are lost */
	uint64_t copy_exceeds;  /* bytes that such a copy writes past its end */
	const void *copy_skips; /* a byte that such copies leave out; NULL: none */
	uint64_t host_bytes;    /* the largest host buffer */
	/* Live objects; all 0 if nothing leaks. */
	int opened, modules, allocations, textures, buffers, graphs;
	uint32_t streams;                /* the highest number in use, by a fork or created */
	uint64_t kept_bytes;             /* of L2, set aside */
	int opened_on[FAKE_DEVICES_MAX]; /* opened devices of each card */
	size_t reports;                  /* copies to the host of bytes that a copy of the same size has set */
	int misplaced;                   /* allocations on the current card instead of the requested one */
	uint64_t array_bytes;            /* allocations of textures with their own copy */
};

extern struct fake fake;
extern const struct gpu_ops fake_ops;

/* The allocated memory of card `index` in bytes, with its context: shows on which card memory lies. */
uint64_t fake_bytes_on(int index);
int fake_index(const struct gpu *gpu);

/* One card, no failures, no registered kernels, all counts 0. False, with a line on standard error: something was left
 * over. */
bool fake_reset(void);
/* Make the n-th call (from 1, counted from now) of an operation fail, or with `onwards` every call from the n-th;
 * `name`: its field in struct gpu_ops. Only one operation at a time can fail on demand. */
void fake_fail(const char *name, unsigned int nth, bool onwards);
/* True if that call has been made. */
bool fake_failed(void);
/* The number of calls of an operation since fake_reset(). */
unsigned int fake_calls(const char *name);

/* The device or host memory in slot `slot`, 0 to FAKE_SLOTS - 1; NULL: none. */
enum { FAKE_SLOTS = 256 };
void *fake_allocation(size_t slot, uint64_t *bytes);

/* A kernel in C: works on `args` and returns the virtual seconds that it takes; 0: fake.launch_seconds. */
typedef double fake_kernel_fn(struct gb_shape shape, const void *args);
void fake_kernel(const char *name, fake_kernel_fn *function);

/* More kernels, which survive a reset; terminated by an entry without a name. NULL: none. */
struct fake_emulated {
	const char *name;
	fake_kernel_fn *function;
	uint32_t args_size; /* of its argument struct; 0: not known */
};
extern const struct fake_emulated *fake_more_kernels;
/* NULL: no registered kernel has this name. */
fake_kernel_fn *fake_find_kernel(const char *name);
/* The first model whose name or pattern matches the kernel; NULL: none. */
gb_model_fn *fake_find_model(const struct fake_models *models, const char *kernel);
/* Its name or pattern; NULL: none. */
const char *fake_model_name(const struct fake_models *models, const char *kernel);
/* Run the model, if there is one. */
void fake_run_model(const struct fake_models *models, const char *kernel, struct gb_shape shape, const void *args);

/* A tensor map of this device for im2col copies, and such a copy: the elements that the instruction copies for these
 * coordinates (channel, width, height, depth, image; as many as the tensor has) and offsets. */
struct fake_im2col {
	struct gb_tensor tensor;
	struct gb_im2col im2col;
};
struct fake_im2col fake_im2col(const struct gb_tensor_map *map);
void fake_im2col_copy(const struct fake_im2col *map, const int *at, const unsigned int *offset, void *to);
/* The same copy, given the tensor map itself; models call this. */
void fake_im2col_bring(const struct gb_tensor_map *map, const int *at, const unsigned int *offset, void *to);

/* The operations that can fail: X(OPERATION, name, error); the last ones belong to struct gpu_async_ops. */
#define FAKE_EACH_OP(X)                                                                                              \
	X(COUNT, "count", "cudaGetDeviceCount: cudaErrorUnknown (unknown error)")                                    \
	X(DESCRIBE, "describe", "cudaGetDeviceProperties: cudaErrorUnknown (unknown error)")                         \
	X(ATTRIBUTE, "attribute", "cudaDeviceGetAttribute: cudaErrorUnknown (unknown error)")                        \
	X(OPEN, "open", "cudaSetDevice: cudaErrorDevicesUnavailable (busy or unavailable)")                          \
	X(MEMORY_FREE, "memory_free", "cudaMemGetInfo: cudaErrorUnknown (unknown error)")                            \
	X(ALLOC, "alloc", "cudaMalloc: cudaErrorMemoryAllocation (out of memory)")                                   \
	X(FILL, "fill", "cudaMemsetAsync: cudaErrorInvalidValue (invalid argument)")                                 \
	X(COPY_IN, "copy_in", "cudaMemcpyAsync: cudaErrorInvalidValue (invalid argument)")                           \
	X(COPY_OUT, "copy_out", "cudaMemcpyAsync: cudaErrorIllegalAddress (illegal memory access)")                  \
	X(LOAD, "load", "cuModuleLoadData: CUDA_ERROR_INVALID_IMAGE (device kernel image is invalid)")               \
	X(KERNEL, "kernel", "cuModuleGetFunction: CUDA_ERROR_NOT_FOUND (named symbol not found)")                    \
	X(OCCUPANCY, "occupancy",                                                                                    \
	  "cuOccupancyMaxActiveBlocksPerMultiprocessor: CUDA_ERROR_INVALID_VALUE (invalid argument)")                \
	X(CARVEOUT, "carveout", "cuFuncSetAttribute: CUDA_ERROR_INVALID_VALUE (invalid argument)")                   \
	X(PERSIST, "persist", "cudaStreamSetAttribute: cudaErrorInvalidValue (invalid argument)")                    \
	X(CLUSTERS, "clusters", "cuOccupancyMaxActiveClusters: CUDA_ERROR_INVALID_VALUE (invalid argument)")         \
	X(TENSOR_MAP, "tensor_map", "cuTensorMapEncodeTiled: CUDA_ERROR_INVALID_VALUE (invalid argument)")           \
	X(TEXTURE, "texture", "cudaCreateTextureObject: cudaErrorInvalidValue (invalid argument)")                   \
	X(STREAM, "stream", "cudaStreamCreate: cudaErrorMemoryAllocation (out of memory)")                           \
	X(FORK, "fork", "cudaStreamWaitEvent: cudaErrorInvalidResourceHandle (invalid resource handle)")             \
	X(JOIN, "join", "cudaStreamWaitEvent: cudaErrorInvalidResourceHandle (invalid resource handle)")             \
	X(PEER_CAN, "peer_can", "cudaDeviceCanAccessPeer: cudaErrorInvalidDevice (invalid device ordinal)")          \
	X(PEER_ACCESS, "peer_access", "cudaDeviceEnablePeerAccess: cudaErrorInvalidDevice (invalid device ordinal)") \
	X(PEER_COPY, "peer_copy", "cudaMemcpyPeerAsync: cudaErrorInvalidValue (invalid argument)")                   \
	X(PEER_WAIT, "peer_wait", "cudaStreamWaitEvent: cudaErrorInvalidResourceHandle (invalid resource handle)")   \
	X(TEAM, "team", "cuTeam: no such call (of a plug-in for the host)")                                          \
	X(PLACE, "place", "cuPlace: no such call (of a plug-in for the host)")                                       \
	X(LAUNCH, "launch", "cuLaunchKernel: CUDA_ERROR_LAUNCH_FAILED (unspecified launch failure)")                 \
	X(COPY_ON, "copy_on", "cudaMemcpyAsync: cudaErrorInvalidValue (invalid argument)")                           \
	X(MARK, "mark", "cudaEventRecord: cudaErrorInvalidResourceHandle (invalid resource handle)")                 \
	X(SYNC, "sync", "cudaStreamSynchronize: cudaErrorIllegalAddress (illegal memory access)")                    \
	X(ELAPSED, "elapsed", "cudaEventElapsedTime: cudaErrorNotReady (device not ready)")                          \
	X(BUFFER, "buffer_alloc", "cudaHostAlloc: cudaErrorMemoryAllocation (out of memory)")                        \
	X(COPY, "copy", "cudaMemcpyAsync: cudaErrorInvalidValue (invalid argument)")                                 \
	X(COPIES, "copies", "cudaMemcpyBatchAsync: cudaErrorInvalidValue (invalid argument)")                        \
	X(STREAM_FILL, "stream_fill", "cudaMemsetAsync: cudaErrorInvalidValue (invalid argument)")                   \
	X(STREAM_LAUNCH, "stream_launch", "cuLaunchKernel: CUDA_ERROR_LAUNCH_FAILED (unspecified launch failure)")   \
	X(STREAM_ALLOC, "stream_alloc", "cudaMallocAsync: cudaErrorMemoryAllocation (out of memory)")                \
	X(STREAM_RELEASE, "stream_release", "cudaFreeAsync: cudaErrorInvalidValue (invalid argument)")               \
	X(RECORD, "record", "cudaEventRecord: cudaErrorInvalidResourceHandle (invalid resource handle)")             \
	X(AWAIT, "await", "cudaStreamWaitEvent: cudaErrorInvalidResourceHandle (invalid resource handle)")           \
	X(EVENT_SYNC, "event_sync", "cudaEventSynchronize: cudaErrorIllegalAddress (illegal memory access)")         \
	X(POOL, "pool_keep", "cudaMemPoolSetAttribute: cudaErrorInvalidValue (invalid argument)")                    \
	X(STREAM_MAKE, "stream_make", "cudaStreamCreateWithPriority: cudaErrorInvalidValue (invalid argument)")      \
	X(PASSED, "passed", "cudaEventQuery: cudaErrorIllegalAddress (illegal memory access)")                       \
	X(WAIT, "wait", "cudaStreamQuery: cudaErrorIllegalAddress (illegal memory access)")                          \
	X(GRAPH_BEGIN, "graph_begin", "cudaStreamBeginCapture: cudaErrorIllegalState (illegal state)")               \
	X(GRAPH_END, "graph_end", "cudaStreamEndCapture: cudaErrorStreamCaptureInvalidated (invalidated)")           \
	X(GRAPH_NEW, "graph_new", "cudaGraphCreate: cudaErrorMemoryAllocation (out of memory)")                      \
	X(GRAPH_ADD, "graph_add", "cuGraphAddKernelNode: CUDA_ERROR_INVALID_VALUE (invalid argument)")               \
	X(GRAPH_READY, "graph_ready", "cudaGraphInstantiate: cudaErrorInvalidValue (invalid argument)")              \
	X(GRAPH_SET, "graph_set", "cuGraphExecKernelNodeSetParams: CUDA_ERROR_INVALID_VALUE (invalid argument)")     \
	X(GRAPH_LAUNCH, "graph_launch", "cudaGraphLaunch: cudaErrorInvalidValue (invalid argument)")
#define FAKE_NUMBER(op, name, text) FAKE_##op,
enum fake_op { FAKE_EACH_OP(FAKE_NUMBER) FAKE_OPS };
const char *fake_op_name(enum fake_op op);
