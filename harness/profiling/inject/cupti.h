/* cupti.h: the part of CUPTI's binary interface that is used here. The library is opened at run time: it may be
 * missing, and its version is unknown when this is built. Structs name only the fields that have the same place in
 * every version from CUDA 11.0 to 13.0; tests/cli/cupti.sh compares them with CUPTI's headers if they are installed.
 * Names and numbers: CUPTI API reference. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "inject/libraries.h"

enum { CUPTI_OK = 0, CUPTI_MAX_LIMIT = 12 };

enum { CUPTI_MEMCPY = 1, CUPTI_MEMSET = 2, CUPTI_DEVICE = 8, CUPTI_KERNEL = 10, CUPTI_PEER_COPY = 22 };

/* Callback domains, and some of their callbacks. */
enum { CUPTI_OF_DRIVER = 1, CUPTI_OF_RUNTIME = 2, CUPTI_OF_RESOURCE = 3 };
enum { CUPTI_CONTEXT_CREATED = 1, CUPTI_CONTEXT_ENDS = 2, CUPTI_MODULE_LOADED = 6 };
enum { CUPTI_PROFILER_START = 308, CUPTI_PROFILER_STOP = 309 };

enum { CUPTI_FLUSH_FORCED = 1 };

enum { CUPTI_BUFFERS_ARE_ZERO = 5 };

/* Launch calls of the driver and of the runtime. A runtime call contains one of the driver. */
enum {
	CUPTI_DRIVER_LAUNCH = 307,
	CUPTI_DRIVER_LAUNCH_PTSZ = 442,
	CUPTI_DRIVER_COOPERATIVE = 477,
	CUPTI_DRIVER_COOPERATIVE_PTSZ = 478,
	CUPTI_DRIVER_LAUNCH_EX = 652,
	CUPTI_DRIVER_LAUNCH_EX_PTSZ = 653,
};
enum {
	CUPTI_RUNTIME_LAUNCH = 211,
	CUPTI_RUNTIME_LAUNCH_PTSZ = 214,
	CUPTI_RUNTIME_COOPERATIVE = 269,
	CUPTI_RUNTIME_COOPERATIVE_PTSZ = 270,
	CUPTI_RUNTIME_LAUNCH_EX = 430,
	CUPTI_RUNTIME_LAUNCH_EX_PTSZ = 431,
	CUPTI_RUNTIME_LAUNCH_13 = 505,
	CUPTI_RUNTIME_LAUNCH_13_PTSZ = 506,
};

struct cupti_call {
	uint32_t site; /* 0: the call begins, 1: it ends */
	const char *function;
	const void *arguments;
	void *result;
	const char *symbol; /* for a launch, the mangled name of the kernel */
	void *context;
	uint32_t context_id;
	uint64_t *correlation_data;
	uint32_t correlation;
};

/* Arguments of cuLaunchKernel. Those of cuLaunchKernelEx begin with a pointer to all of them except the first. */
struct cupti_launch {
	void *function;
	uint32_t grid[3], block[3], shared;
};

struct cupti_resource {
	void *context, *handle, *descriptor;
};

struct cupti_module {
	uint32_t id;
	size_t size;
	const char *cubin;
};

/* Parameters begin with their size, which ends after the last member that this version knows. */
#define CUPTI_SIZE_TO(type, last) (offsetof(struct type, last) + sizeof((struct type *)NULL)->last)

struct cupti_profiler {
	size_t size;
	void *reserved;
};

struct cupti_chip {
	size_t size;
	void *reserved;
	size_t device;
	const char *chip;
};

struct cupti_crc {
	size_t size, cubin_size;
	const void *cubin;
	uint64_t crc;
};

/* SASS metrics (cupti_sass_metrics.h, since CUDA 12.3). */
struct cupti_sass_property {
	size_t size;
	void *reserved;
	const char *chip, *metric;
	uint64_t id;
	const char *name, *description;
};

struct cupti_sass_metric {
	uint64_t id;
	uint8_t granularity; /* 0: the whole GPU */
};

struct cupti_sass_set {
	size_t size;
	void *reserved;
	size_t count;
	struct cupti_sass_metric *metrics;
	uint32_t device;
};

struct cupti_sass_unset {
	size_t size;
	void *reserved;
	uint32_t device;
};

struct cupti_sass_enable {
	size_t size;
	void *reserved;
	void *context;
	uint8_t lazy;
};

struct cupti_sass_disable {
	size_t size;
	void *reserved;
	void *context;
	size_t dropped;
};

struct cupti_sass_properties {
	size_t size;
	void *reserved;
	void *context;
	size_t records, instances;
};

struct cupti_sass_value {
	uint64_t id, value;
};

struct cupti_sass_record {
	size_t size;
	void *reserved;
	uint32_t crc, function_index;
	const char *function;
	uint32_t place;
	struct cupti_sass_value *values;
};

struct cupti_sass_flush {
	size_t size;
	void *reserved;
	void *context;
	size_t records, instances;
	struct cupti_sass_record *record;
};

struct cupti_kernel {
	uint32_t kind;
	uint8_t caches[2];
	uint16_t registers;
	uint32_t partitioned[2];
	uint64_t start, end, completed;
	uint32_t device, context, stream;
	int32_t grid[3], block[3];
	int32_t static_shared, dynamic_shared;
	uint32_t local_per_thread, local_total, correlation;
	int64_t grid_id;
	const char *name; /* mangled */
	void *reserved;
	uint64_t queued, submitted; /* CUDA 11.0 differs from here on: its records have 168 bytes */
	uint8_t launch_type, carveout[2], padding;
	uint32_t shared_executed;
	uint64_t graph_node;
	uint32_t shared_limit;
	uint32_t graph; /* since CUDA 11.1 */
};

struct cupti_copy { /* also CUPTI_PEER_COPY up to `stream` */
	uint32_t kind;
	uint8_t direction, from, to, flags;
	uint64_t bytes, start, end;
	uint32_t device, context, stream;
	union {
		uint32_t correlation;
		uint32_t from_device; /* CUPTI_PEER_COPY */
	} is;
	uint32_t between[1];
	uint32_t to_device, to_context, peer_correlation; /* CUPTI_PEER_COPY */
};

struct cupti_fill {
	uint32_t kind, value;
	uint64_t bytes, start, end;
	uint32_t device, context, stream, correlation;
};

struct cupti_device {
	uint8_t before[112];
	uint32_t id;
	uint32_t capability_minor_and_major;
	uint8_t uuid[16];
	const char *name;
};

typedef void cupti_request_fn(uint8_t **buffer, size_t *size, size_t *records);
typedef void cupti_complete_fn(void *context, uint32_t stream, uint8_t *buffer, size_t size, size_t valid);
typedef void cupti_callback_fn(void *user, uint32_t domain, uint32_t id, const void *data);

/* NULL: this CUPTI lacks the function. */
struct gb_cupti {
	int (*version)(uint32_t *version);
	int (*timestamp)(uint64_t *nanoseconds);
	int (*result_string)(int result, const char **text);
	int (*subscribe)(void **subscriber, cupti_callback_fn *callback, void *user);
	int (*enable_callback)(uint32_t enable, void *subscriber, uint32_t domain, uint32_t id);
	int (*register_callbacks)(cupti_request_fn *request, cupti_complete_fn *complete);
	int (*enable)(uint32_t kind);
	int (*next_record)(uint8_t *buffer, size_t valid, void **record);
	int (*dropped)(void *context, uint32_t stream, size_t *count);
	int (*flush_all)(uint32_t flag);
	int (*set_attribute)(uint32_t attribute, size_t *size, void *value);
};

extern struct gb_cupti gb_cupti;

/* Open the first of these libraries, separated by ':', that can be opened, and find its functions. On failure, `why` is
 * the error of the last library. */
bool gb_cupti_open(const char *libraries, char *why, size_t size);

/* Find more functions of this library, as gb_library_find() does. */
bool gb_cupti_find(const struct gb_library_function *wanted, size_t count);

const char *gb_cupti_path(void);

const char *gb_cupti_says(int result);

/* Returns CUPTI's clock, in nanoseconds. */
uint64_t gb_cupti_now(void);
