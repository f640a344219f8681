/* gpu.h: the interface to a device, a table of operations.
 *
 * All code above this interface uses a device only through `struct gpu_ops`. gpu_cuda.c fills the table for CUDA,
 * gpu_host.c for the host's processors, and fake/gpu_fake.c for a device that can be made to fail at any call. Every
 * operation that can fail takes a `struct gb_error *` and returns enum gb_status; it sets outputs only on success.
 * docs/design.md lists the structs that describe a device. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "device/gpu_async.h"
#include "device/links.h"
#include "gpubench.h"

struct gpu;         /* an open device: context, stream, two marks */
struct gpu_module;  /* loaded machine code */
struct gpu_texture; /* a texture object and the memory that it owns */

/* The word for the software power cap in gpu_state.throttle. */
#define GB_POWER_CAP "sw_power_cap"

/* The state of a card at one moment. NAN or "": not reported. */
struct gpu_state {
	double sm_clock_hz, mem_clock_hz, temperature_c, mem_temperature_c;
	char throttle[96]; /* the reasons why clocks are lowered, joined by '|'; "none" without any */
	bool slowdown;     /* true if they include a hardware or thermal slowdown */
	double ecc_errors; /* since the driver was loaded, including corrected errors */
	/* host only: the fraction of the time since the last reading in which other work ran on its cores */
	double lost;
};
#define GPU_STATE_UNKNOWN                              \
	((struct gpu_state){ .sm_clock_hz = NAN,       \
			     .mem_clock_hz = NAN,      \
			     .temperature_c = NAN,     \
			     .mem_temperature_c = NAN, \
			     .ecc_errors = NAN })

/* The error counters of a card and its driver. For a new one, add an identifier here, and its words and its reading in
 * nvml_health.c; `--sdc`, `info`, the fake device and the table in docs/reliability.md follow. */
enum gpu_counter {
	GPU_ECC_CORRECTED,
	GPU_ECC_UNCORRECTED,
	GPU_ROWS_REMAPPED,
	GPU_REMAPS_PENDING,
	GPU_REMAPS_FAILED,
	GPU_PCIE_REPLAYS,
	GPU_NVLINK_REPLAYS,
	GPU_XIDS,
	GPU_COUNTERS,
};
extern const struct gpu_counter_text {
	const char *metric; /* of its row in a watch */
	const char *words;  /* plural */
	const char *since;  /* when counting began; NULL: at the first reading in this process */
	bool fails;         /* true if an increase during a watch is a failure */
} gpu_counter_text[GPU_COUNTERS];

struct gpu_health {
	double count[GPU_COUNTERS]; /* NAN: not known */
	double last_xid;            /* the number of the last Xid event */
};

/* Facts that do not change during a run. "" or NAN: not known. */
struct gpu_identity {
	char driver[32], cuda[16], vbios[32];
	char board[96];      /* part number; NVML's longest text has 80 characters */
	char ecc[8], mig[8]; /* "on", "off" */
	double power_limit_w;
	int numa_node;  /* -1: not known */
	int pcie_lanes; /* 0: not known */
};

/* Who may use a device: any process, one thread, nobody, one process. In the order of CUDA's numbers. */
enum gpu_mode { GPU_MODE_DEFAULT, GPU_MODE_EXCLUSIVE_THREAD, GPU_MODE_PROHIBITED, GPU_MODE_EXCLUSIVE, GPU_MODES };

/* One line of the runtime's description of a device, for `gpubench info`. */
struct gpu_attribute {
	const char *label, *unit; /* unit "" for a plain number, "bool" for yes or no, "mode" for an enum gpu_mode */
	double value;
};

/* The longest period in which the driver samples the processes on a device. */
#define GPU_SAMPLING_SECONDS 1.0
/* A display or a monitoring program uses up to this percentage of a period, which does not count as work. */
#define GPU_BUSY_PERCENT 5

struct gpu_ops {
	const char *name; /* "cuda" */
	enum gb_target target;
	/* The number of devices. It is an error if there are none; the text says where it looked. */
	int (*count)(int *count, struct gb_error *error);
	/* Everything that is known without opening the device. */
	int (*describe)(int index, struct gb_device *device, struct gpu_identity *identity, struct gb_error *error);
	/* Additional attribute number `i`; GB_END after the last. */
	int (*attribute)(int index, int i, struct gpu_attribute *out, struct gb_error *error);

	/* The number of compute processes on the device now, including this one if the device is open; -1: not
	 * known. */
	int (*processes)(int index);
	/* The percentage of the last sampling period in which any kernel ran on the device, including this process's;
	 * -1: not known. NULL: never known, here and below. */
	int (*busy)(int index);
	/* The number of processes, including this one, that used the device for more than GPU_BUSY_PERCENT of a
	 * sampling period that ended in the last `seconds`; -1: not known. */
	int (*working)(int index, double seconds);

	/* The links of a device to its host and to other devices; 0 or NAN: not known. NULL: none is known. */
	void (*links)(int index, struct gb_links *out);
	/* The errors of a device so far; never fails. NULL: never known. */
	void (*health)(int index, struct gpu_health *out);

	/* A process may have several devices open; each call uses the device that it is given. */
	int (*open)(int index, struct gpu **out, struct gb_error *error);
	void (*close)(struct gpu *gpu);

	int (*memory_free)(struct gpu *gpu, uint64_t *bytes, struct gb_error *error);
	/* GB_SKIPPED, here and in every call that allocates memory: there is not enough, as the error says. */
	int (*alloc)(struct gpu *gpu, uint64_t bytes, gb_ptr *out, struct gb_error *error);
	void (*release)(struct gpu *gpu, gb_ptr at);
	/* All are enqueued on the device's single stream, in order. Copies from and to the host wait for that
	 * stream. */
	int (*fill)(struct gpu *gpu, gb_ptr at, int byte, uint64_t bytes, struct gb_error *error);
	int (*copy_in)(struct gpu *gpu, gb_ptr to, const void *from, uint64_t bytes, struct gb_error *error);
	int (*copy_out)(struct gpu *gpu, void *to, gb_ptr from, uint64_t bytes, struct gb_error *error);

	/* Load the machine code of a fatbin; if it has none, *out is NULL, and no kernel is found in it. `archs` lists
	 * its architectures, for the message if none fits. */
	int (*load)(struct gpu *gpu, const struct gb_variant *variant, struct gpu_module **out, struct gb_error *error);
	void (*unload)(struct gpu *gpu, struct gpu_module *module);
	/* GB_SKIPPED, with the reason: the toolkit could not compile it. */
	int (*kernel)(struct gpu *gpu, struct gpu_module *module, const char *name, struct gb_kernel *out,
		      struct gb_error *error);
	/* The architecture of the machine code found so far, such as 86, which a GPU of 8.9 can also run. 0: none yet.
	 * NULL: the device runs only its own. */
	int (*code)(const struct gpu_module *module);
	int (*occupancy)(struct gpu *gpu, const struct gb_kernel *kernel, uint32_t block, uint32_t shared_bytes,
			 uint32_t *blocks, struct gb_error *error);

	/* The number of clusters of this shape that the device holds at once. GB_SKIPPED: none fits, or the device has
	 * no clusters. */
	int (*clusters)(struct gpu *gpu, const struct gb_kernel *kernel, struct gb_shape shape, uint32_t *clusters,
			struct gb_error *error);
	/* `im2col` NULL: for copies of boxes. GB_SKIPPED: the device, driver or toolkit does not support such
	 * copies. */
	int (*tensor_map)(struct gpu *gpu, const struct gb_tensor *tensor, const struct gb_im2col *im2col,
			  struct gb_tensor_map *out, struct gb_error *error);

	/* See gb_carveout(). */
	int (*carveout)(struct gpu *gpu, const struct gb_kernel *kernel, int percent, struct gb_error *error);
	/* See gb_persist(); for the device's single stream. 0 bytes: no window, as at first. GB_SKIPPED: the device
	 * cannot set L2 aside, or has no window of this size. */
	int (*persist)(struct gpu *gpu, gb_ptr at, uint64_t bytes, uint64_t *kept, struct gb_error *error);
	int (*texture_open)(struct gpu *gpu, const struct gb_texture *texture, struct gpu_texture **out,
			    uint64_t *object, struct gb_error *error);
	void (*texture_close)(struct gpu *gpu, struct gpu_texture *texture);

	/* For libraries. Stream 0 is the device's single stream; others exist from their first use until
	 * close_streams(). */
	int (*stream)(struct gpu *gpu, uint32_t number, void **handle, struct gb_error *error);
	/* Close all streams except the single one, and all events. Until then a device with many streams starts and
	 * completes the work of each one later. NULL: there are no others. */
	void (*close_streams)(struct gpu *gpu);
	/* Streams 1..count wait for stream 0; stream 0 waits for them. Both only enqueue. */
	int (*fork)(struct gpu *gpu, uint32_t count, struct gb_error *error);
	int (*join)(struct gpu *gpu, uint32_t count, struct gb_error *error);

	/* For several devices; NULL: a device has no peers. `*access`: device `index` can be given access to the memory
	 * of device `peer`; `*atomics`: the hardware performs atomics there. Neither device needs to be open. */
	int (*peer_can)(int index, int peer, bool *access, bool *atomics, struct gb_error *error);
	/* Grant or withdraw access to an open device. GB_SKIPPED, with the reason: access is not possible. */
	int (*peer_access)(struct gpu *gpu, struct gpu *peer, bool on, struct gb_error *error);
	/* Enqueue a copy from one device's memory to another's, on a stream of `on`, which may be either or a third. */
	int (*peer_copy)(struct gpu *on, uint32_t stream, gb_ptr to, const struct gpu *to_gpu, gb_ptr from,
			 const struct gpu *from_gpu, uint64_t bytes, struct gb_error *error);
	/* Enqueue a wait: later work on the single stream of `gpu` waits for what is now on that of `other`. */
	int (*peer_wait)(struct gpu *gpu, struct gpu *other, struct gb_error *error);

	/* Enqueued on the device's single stream, in order. GB_SKIPPED: the device does not support this shape. */
	int (*launch)(struct gpu *gpu, const struct gb_kernel *kernel, struct gb_shape shape, const void *args,
		      struct gb_error *error);
	int (*copy_on)(struct gpu *gpu, gb_ptr to, gb_ptr from, uint64_t bytes, struct gb_error *error);
	int (*mark)(struct gpu *gpu, int which, struct gb_error *error); /* `which`: 0 start, 1 end */

	int (*sync)(struct gpu *gpu, struct gb_error *error);
	/* The seconds between the two marks, which must both have been passed. */
	int (*elapsed)(struct gpu *gpu, double *seconds, struct gb_error *error);

	/* Only on the host, otherwise NULL: see gb_team() and gb_place(). */
	int (*team)(struct gpu *gpu, int node, uint32_t *cores, struct gb_error *error);
	int (*place)(struct gpu *gpu, gb_ptr at, uint64_t bytes, int node, enum gb_pages pages, struct gb_error *error);
	/* The mean clock of the cores between the last two marks; NAN: not known. NULL: use the stamp kernel. */
	double (*clock)(struct gpu *gpu);

	/* The card's state now; does not wait for the stream. Never fails: unknown values are NAN. */
	void (*state)(struct gpu *gpu, struct gpu_state *out);
	/* The mean of the card's own power samples with time stamps between these times of gb_clock_now(), W; NAN:
	 * there is none. A card keeps the samples of the last seconds. */
	double (*power)(struct gpu *gpu, double since, double until);
	/* Joules since the driver was loaded; NAN: not known. It is not part of the state, because it is slow to read
	 * and read often. */
	double (*energy)(struct gpu *gpu);

	/* Operations on several streams; NULL: the device does not support them. */
	const struct gpu_async_ops *async;
};

/* The backend of this build: CUDA, or one that reports its absence. */
extern const struct gpu_ops *const gpu_backend;
extern const struct gpu_ops gpu_host;
