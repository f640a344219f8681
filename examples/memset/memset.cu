/* memset: times a library call, the driver's fill of device memory.
 *
 * plot: summary bandwidth of the driver's fill by size
 * plot: panel rate bandwidth bytes - {variant} */
#include "gpubench_declared.h"

struct memset_args {
	uint32_t *out;
	uint64_t words;
	/* These are not in `members`: find_call() sets them. */
	void *stream;
	int (*fill)(uint64_t to, unsigned int word, size_t words, void *stream);
};

#ifndef __CUDACC__
#include <dlfcn.h>

enum { WORD = 0x1234567 };

static const struct gb_axis axes[] = {
	{ .name = "bytes", .unit = "B", .help = "the array", .values = "1048576:1073741824:pow4" },
	{ .name = NULL },
};

static int find_call(struct gb_run *run, const struct gb_kernel *kernel, struct gb_shape *shape, void *of)
{
	struct memset_args *args = of;
	void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);

	if (library == NULL)
		return gb_skip(run, "no libcuda.so.1: %s", dlerror());
	*(void **)&args->fill = dlsym(library, "cuMemsetD32Async");
	return gb_stream(run, 0, &args->stream);
}

static int call(struct gb_run *run, const void *of)
{
	const struct memset_args *args = of;
	const int status = args->fill((uintptr_t)args->out, WORD, args->words, args->stream);

	return status == 0 ? GB_OK : gb_fail(run, "cuMemsetD32Async: status %d", status);
}

static uint32_t expected(const void *args, struct gb_shape shape, uint64_t i)
{
	return WORD;
}

static const struct gb_member members[] = {
	GB_ARRAY(struct memset_args, out, .axis = "bytes", .expect = expected),
	GB_LENGTH(struct memset_args, words, out),
	{ .name = NULL },
};
GB_BENCH(memset) = { GB_SHORT(memset, "the driver's fill of memory", GB_BANDWIDTH, axes, members, .choose = find_call,
			      .call = call) };
#endif
