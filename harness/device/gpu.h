/* gpu.h: the seam to the device, a table of operations.
 *
 * Everything above this line sees a device only through `struct gpu_ops`. gpu_cuda.c fills the table with CUDA,
 * gpu_host.c with the host's own processors; fake/gpu_fake.c fills it with a device that can be made to fail at
 * any call. Every operation that can fail takes a `struct gb_error *` and returns enum gb_status; outputs are set
 * on success only. */
#ifndef GB_GPU_H
#define GB_GPU_H

#include <stdbool.h>

#include "base/error.h"
#include "device/gpu_async.h"
#include "device/links.h"
#include "gpubench.h"

struct gpu;         /* an open device: context, stream, two event marks */
struct gpu_module;  /* loaded machine code */
struct gpu_texture; /* a texture object and what it owns */

/* The word for the software power cap among the reasons below. */
#define GB_POWER_CAP "sw_power_cap"

/* The card's report at one moment. NAN or "" where it does not say. */
struct gpu_state {
	double sm_clock_hz, mem_clock_hz, temperature_c;
	char throttle[96]; /* reasons in words joined by '|'; "none" when there are none */
	bool slowdown;     /* a hardware or thermal slowdown is among them */
	double ecc_errors; /* a counter since the driver was loaded, corrected ones included */
	double lost;       /* of the host: the part of the time since the last look that other work had its cores */
};

/* Facts that do not change during a run. "" or NAN where it is not known. */
struct gpu_identity {
	char driver[32], cuda[16], vbios[32];
	char board[96];      /* part number of the board; NVML's longest text has 80 */
	char ecc[8], mig[8]; /* "on", "off" */
	double power_limit_w;
	int numa_node; /* -1: not known */
};

/* Who may use a device: anybody, one thread, nobody, one process. In the order of CUDA's own numbers. */
enum gpu_mode { GPU_MODE_DEFAULT, GPU_MODE_EXCLUSIVE_THREAD, GPU_MODE_PROHIBITED, GPU_MODE_EXCLUSIVE, GPU_MODES };

/* One line of the runtime's description of a device, for `gpubench info`. */
struct gpu_attribute {
	const char *label, *unit; /* unit "" for a plain number, "bool" for yes or no, "mode": one of enum gpu_mode */
	double value;
};

/* The driver samples who works on a device in periods of at most so long. */
#define GPU_SAMPLING_SECONDS 1.0
/* Work in so small a part of a period, percent, is that of a display or a monitor and does not count. */
#define GPU_BUSY_PERCENT 5

struct gpu_ops {
	const char *name; /* "cuda" */
	enum gb_target target;
	/* Devices there are. None at all is a failure that says what was looked for. */
	int (*count)(int *count, struct gb_error *error);
	/* All that is known without opening it. */
	int (*describe)(int index, struct gb_device *device, struct gpu_identity *identity, struct gb_error *error);
	/* The i-th further attribute; GB_END after the last. */
	int (*attribute)(int index, int i, struct gpu_attribute *out, struct gb_error *error);

	/* Compute processes on the device now, this one included when it is open; -1: not known. */
	int (*processes)(int index);
	/* Percent of the last sampling period in which anybody's kernels ran on the device, this process's too; -1: not
	 * known. NULL: never known, here and below. */
	int (*busy)(int index);
	/* Processes that worked on the device in more than GPU_BUSY_PERCENT of a sampling period that ended in the last
	 * `seconds`, this one included; -1: not known. */
	int (*working)(int index, double seconds);

	/* The links of a device to its host and to others; what is not known is 0 or NAN. NULL: nothing is known. */
	void (*links)(int index, struct gb_links *out);

	/* Several devices may be open in a process; each call works on the one it is given. */
	int (*open)(int index, struct gpu **out, struct gb_error *error);
	void (*close)(struct gpu *gpu);

	int (*memory_free)(struct gpu *gpu, uint64_t *bytes, struct gb_error *error);
	/* GB_SKIPPED, here and wherever else a call needs memory: there is not enough, and the error says so. */
	int (*alloc)(struct gpu *gpu, uint64_t bytes, gb_ptr *out, struct gb_error *error);
	void (*release)(struct gpu *gpu, gb_ptr at);
	/* All on the device's one stream, in order. The copies from and to the host wait for it. */
	int (*fill)(struct gpu *gpu, gb_ptr at, int byte, uint64_t bytes, struct gb_error *error);
	int (*copy_in)(struct gpu *gpu, gb_ptr to, const void *from, uint64_t bytes, struct gb_error *error);
	int (*copy_out)(struct gpu *gpu, void *to, gb_ptr from, uint64_t bytes, struct gb_error *error);

	/* Load the machine code in a fatbin; without any, *out is NULL and no kernel is found in it. `archs` names what
	 * is inside, for the message when none fits. */
	int (*load)(struct gpu *gpu, const struct gb_variant *variant, struct gpu_module **out, struct gb_error *error);
	void (*unload)(struct gpu *gpu, struct gpu_module *module);
	/* GB_SKIPPED, with the reason: the toolkit could not compile it. */
	int (*kernel)(struct gpu *gpu, struct gpu_module *module, const char *name, struct gb_kernel *out,
		      struct gb_error *error);
	/* Which architecture the machine code is of whose kernels were found: 86, which a GPU of 8.9 runs too. 0: none
	 * was found. NULL: the device runs none but its own. */
	int (*code)(const struct gpu_module *module);
	int (*occupancy)(struct gpu *gpu, const struct gb_kernel *kernel, uint32_t block, uint32_t shared_bytes,
			 uint32_t *blocks, struct gb_error *error);

	/* Clusters of this shape that the device runs at once. GB_SKIPPED: not even one, or it has none. */
	int (*clusters)(struct gpu *gpu, const struct gb_kernel *kernel, struct gb_shape shape, uint32_t *clusters,
			struct gb_error *error);
	/* GB_SKIPPED: device, driver or toolkit have no tensor copies. */
	int (*tensor_map)(struct gpu *gpu, const struct gb_tensor *tensor, struct gb_tensor_map *out,
			  struct gb_error *error);

	/* A wish for shared memory, in percent of what it and L1 divide; -1: the driver's choice. */
	int (*carveout)(struct gpu *gpu, const struct gb_kernel *kernel, int percent, struct gb_error *error);
	int (*texture_open)(struct gpu *gpu, const struct gb_texture *texture, struct gpu_texture **out,
			    uint64_t *object, struct gb_error *error);
	void (*texture_close)(struct gpu *gpu, struct gpu_texture *texture);

	/* For libraries: stream 0 is the device's one stream; others live as long as the open device. */
	int (*stream)(struct gpu *gpu, uint32_t number, void **handle, struct gb_error *error);
	/* Streams 1..count wait for stream 0, or it for them. Enqueued. */
	int (*fork)(struct gpu *gpu, uint32_t count, struct gb_error *error);
	int (*join)(struct gpu *gpu, uint32_t count, struct gb_error *error);

	/* For several devices; NULL: a device is alone. True if device `index` can get access to the memory of
	 * device `peer`, and true if the hardware performs its atomic operations there. Neither has to be open. */
	int (*peer_can)(int index, int peer, bool *access, bool *atomics, struct gb_error *error);
	/* Give it to an open one, or take it. GB_SKIPPED, with the reason: it cannot be had. */
	int (*peer_access)(struct gpu *gpu, struct gpu *peer, bool on, struct gb_error *error);
	/* Enqueue a copy from one device's memory to another's on a stream of a third, which may be either. */
	int (*peer_copy)(struct gpu *on, uint32_t stream, gb_ptr to, const struct gpu *to_gpu, gb_ptr from,
			 const struct gpu *from_gpu, uint64_t bytes, struct gb_error *error);
	/* Enqueued: what comes after on the one stream of `gpu` waits for what is now on that of `other`. */
	int (*peer_wait)(struct gpu *gpu, struct gpu *other, struct gb_error *error);

	/* Enqueued on the device's one stream, in order. GB_SKIPPED: a shape that this device does not have. */
	int (*launch)(struct gpu *gpu, const struct gb_kernel *kernel, struct gb_shape shape, const void *args,
		      struct gb_error *error);
	int (*copy_on)(struct gpu *gpu, gb_ptr to, gb_ptr from, uint64_t bytes, struct gb_error *error);
	int (*mark)(struct gpu *gpu, int which, struct gb_error *error); /* which: 0 start, 1 end */

	/* Wait for all that is enqueued. */
	int (*sync)(struct gpu *gpu, struct gb_error *error);
	/* Seconds between the two marks; both must have passed. */
	int (*elapsed)(struct gpu *gpu, double *seconds, struct gb_error *error);

	/* Only for the host, else NULL: see gb_team() and gb_place(). */
	int (*team)(struct gpu *gpu, int node, uint32_t *cores, struct gb_error *error);
	int (*place)(struct gpu *gpu, gb_ptr at, uint64_t bytes, int node, enum gb_pages pages, struct gb_error *error);
	/* Mean clock of the cores between the last two marks; NAN: not known. NULL: use the stamp kernel. */
	double (*clock)(struct gpu *gpu);

	/* The card's state at this moment; does not wait for the stream. Never fails: what is not known is NAN. */
	void (*state)(struct gpu *gpu, struct gpu_state *out);
	/* Mean of the card's own power samples whose time stamps lie in this span of gb_clock_now(), W; NAN: there is
	 * none. A card keeps those of the last seconds. */
	double (*power)(struct gpu *gpu, double since, double until);
	/* Joules since the driver was loaded; NAN: not known. Apart from the state, as it is slow to read and read
	 * often. */
	double (*energy)(struct gpu *gpu);

	/* Operations with several streams; NULL: this device has not. */
	const struct gpu_async_ops *async;
};

/* The backend this program was built with: CUDA, or one that says it was built without. */
extern const struct gpu_ops *const gpu_backend;
/* The processors of this host. */
extern const struct gpu_ops gpu_host;

#endif
