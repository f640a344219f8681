/* cupti.h: CUPTI's binary interface, as far as it is used here. The library is opened while a program runs: which
 * version that is, and whether there is one, is not known when this is built. Of each record only the fields are named
 * that every version from CUDA 11.0 to 13.0 has at the same place; `make test` compares them with CUPTI's headers where
 * there are any. Names and numbers: CUPTI API reference. */
#ifndef GB_INJECT_CUPTI_H
#define GB_INJECT_CUPTI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CUPTI_OK = 0, CUPTI_MAX_LIMIT = 12 };

/* Kinds of activity. */
enum { CUPTI_MEMCPY = 1, CUPTI_MEMSET = 2, CUPTI_DEVICE = 8, CUPTI_KERNEL = 10, CUPTI_PEER_COPY = 22 };

/* Domains of callbacks, and some of their numbers. */
enum { CUPTI_OF_DRIVER = 1, CUPTI_OF_RUNTIME = 2, CUPTI_OF_RESOURCE = 3 };
enum { CUPTI_CONTEXT_CREATED = 1, CUPTI_CONTEXT_ENDS = 2, CUPTI_MODULE_LOADED = 6 };
enum { CUPTI_PROFILER_START = 308, CUPTI_PROFILER_STOP = 309 };

enum { CUPTI_FLUSH_FORCED = 1 };

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
	uint64_t queued, submitted; /* from here on 11.0 ends sooner: the size of its records is 168 bytes */
	uint8_t launch_type, carveout[2], padding;
	uint32_t shared_executed;
	uint64_t graph_node;
	uint32_t shared_limit;
	uint32_t graph; /* from CUDA 11.1 on */
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
	uint32_t to_device; /* CUPTI_PEER_COPY */
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

/* NULL: this CUPTI lacks it. */
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
	int (*flush_period)(uint32_t milliseconds);
};

extern struct gb_cupti gb_cupti;

/* Open the first of these libraries (':' between them) that can be, and find its functions. `why` says what is wrong
 * with the last one. */
bool gb_cupti_open(const char *libraries, char *why, size_t size);

/* Another function of that library; NULL: it has none of this name. */
void *gb_cupti_function(const char *name);

/* Where the library lies. */
const char *gb_cupti_path(void);

/* CUPTI's words for a result. */
const char *gb_cupti_says(int result);

/* CUPTI's clock, in nanoseconds. */
uint64_t gb_cupti_now(void);

#endif
