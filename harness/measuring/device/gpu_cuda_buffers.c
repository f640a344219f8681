/* gpu_cuda_buffers.c: host memory, and operations that move data to and from it. */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/heap.h"
#include "base/host_memory.h"
#include "device/gpu_cuda.h"
#include "device/processor.h"

/* Ordinary memory is aligned to a huge page, so that the system can use huge pages, and its size is a multiple of the
 * largest small page. */
enum { HUGE_PAGE = 2 << 20, PAGE = 64 << 10 };

/* ---- host memory ------------------------------------------------------------------------------------------------ */

/* hwloc takes long to examine a host, so this happens once per process, and only if a node is requested. */
static int place_on_node(void *at, uint64_t bytes, int node, struct gb_error *error)
{
	static struct gb_processor read;

	int status = read.topology != NULL ? GB_OK : gb_processor_read(&read, error);
	if (status == GB_OK)
		status = gb_processor_has_node(&read, node, error);
	return status == GB_OK ? gb_processor_place(&read, at, bytes, node, error) : status;
}

static int refuse_memory(const char *what, uint64_t bytes, struct gb_error *error)
{
	gb_error_prefix(error, "%llu bytes of %s host memory", (unsigned long long)bytes, what);
	return GB_SKIPPED;
}

static size_t round_to_pages(uint64_t bytes)
{
	return (bytes + PAGE - 1) / PAGE * PAGE;
}

static int alloc_ordinary(int node, struct gb_buffer *buffer, struct gb_error *error)
{
	buffer->at = gb_host_memory_map(round_to_pages(buffer->bytes), HUGE_PAGE);
	if (buffer->at == NULL) {
		gb_error_write(error, "mmap: %s", strerror(errno));
		return refuse_memory("ordinary", buffer->bytes, error);
	}
	madvise(buffer->at, buffer->bytes, MADV_HUGEPAGE);
	return node >= 0 ? place_on_node(buffer->at, buffer->bytes, node, error) : GB_OK;
}

static void free_ordinary(struct gb_buffer *buffer)
{
	if (buffer->at != NULL)
		munmap(buffer->at, round_to_pages(buffer->bytes));
}

static int lock_ordinary(struct gb_buffer *buffer, struct gb_error *error)
{
	void *seen = NULL;

	/* Registering maps the pages one by one. Writing to them first lets the system use huge pages. */
	memset(buffer->at, 0, buffer->bytes);
	cudaError_t code = cudaHostRegister(buffer->at, buffer->bytes, cudaHostRegisterMapped);
	if (code == cudaSuccess)
		code = cudaHostGetDevicePointer(&seen, buffer->at, 0);
	if (cuda_check(code, "cudaHostRegister", error) != GB_OK)
		return refuse_memory("registered", buffer->bytes, error);
	buffer->seen = (gb_ptr)(uintptr_t)seen;
	return GB_OK;
}

static int alloc_locked(struct gb_buffer *buffer, struct gb_error *error)
{
	const unsigned int flags =
		cudaHostAllocMapped |
		(buffer->kind == GB_BUFFER_WRITE_COMBINED ? cudaHostAllocWriteCombined : cudaHostAllocDefault);
	void *seen = NULL;

	cudaError_t code = cudaHostAlloc(&buffer->at, buffer->bytes, flags);
	if (code != cudaSuccess)
		buffer->at = NULL;
	else
		code = cudaHostGetDevicePointer(&seen, buffer->at, 0);
	if (cuda_check(code, "cudaHostAlloc", error) != GB_OK)
		return refuse_memory("pinned", buffer->bytes, error);
	buffer->seen = (gb_ptr)(uintptr_t)seen;
	return GB_OK;
}

static void cuda_buffer_release(struct gpu *gpu, struct gb_buffer *buffer)
{
	switch (buffer->kind) {
	case GB_BUFFER_PINNED:
	case GB_BUFFER_WRITE_COMBINED:
		if (buffer->at != NULL)
			cudaFreeHost(buffer->at);
		break;
	case GB_BUFFER_REGISTERED:
		if (buffer->seen != 0)
			cudaHostUnregister(buffer->at);
		free_ordinary(buffer);
		break;
	case GB_BUFFER_PAGEABLE:
		free_ordinary(buffer);
		break;
	}
	*buffer = (struct gb_buffer){ .kind = buffer->kind };
}

static int cuda_buffer_alloc(struct gpu *gpu, enum gb_buffer_kind kind, int node, uint64_t bytes, struct gb_buffer *out,
			     struct gb_error *error)
{
	struct gb_buffer buffer = { .bytes = bytes, .kind = kind };
	int status = GB_OK;

	cuda_use(gpu);
	switch (kind) {
	case GB_BUFFER_PINNED:
	case GB_BUFFER_WRITE_COMBINED:
		status = alloc_locked(&buffer, error);
		break;
	case GB_BUFFER_REGISTERED:
		status = alloc_ordinary(node, &buffer, error);
		if (status == GB_OK)
			status = lock_ordinary(&buffer, error);
		break;
	case GB_BUFFER_PAGEABLE:
		status = alloc_ordinary(node, &buffer, error);
		buffer.seen = (gb_ptr)(uintptr_t)buffer.at;
		break;
	}
	if (status == GB_OK)
		*out = buffer;
	else
		cuda_buffer_release(gpu, &buffer);
	return status;
}

/* ---- copies and fills ------------------------------------------------------------------------------------------- */

static int cuda_stream_copy(struct gpu *gpu, uint32_t stream, gb_ptr to, gb_ptr from, uint64_t bytes,
			    struct gb_error *error)
{
	cudaStream_t on;
	int status = cuda_stream_of(gpu, stream, &on, error);

	/* In the single address space, the driver knows where any address is. */
	return status == GB_OK
		       ? cuda_check(cudaMemcpyAsync(gb_address(to), gb_address(from), bytes, cudaMemcpyDefault, on),
				    "cudaMemcpyAsync", error)
		       : status;
}

#if CUDART_VERSION >= 12080
struct lists {
	void **to;
	const void **from;
	size_t *bytes;
};

static int enqueue_batch(struct lists *l, size_t count, cudaStream_t on, struct gb_error *error)
{
	struct cudaMemcpyAttributes how;
	size_t first = 0;

	memset(&how, 0, sizeof how);
	how.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
#if CUDART_VERSION >= 13000
	cudaError_t code = cudaMemcpyBatchAsync((void *const *)l->to, l->from, l->bytes, count, &how, &first, 1, on);
#else
	size_t wrong;
	cudaError_t code =
		cudaMemcpyBatchAsync(l->to, (void **)(uintptr_t)l->from, l->bytes, count, &how, &first, 1, &wrong, on);
#endif
	if (code == cudaErrorCallRequiresNewerDriver || code == cudaErrorNotSupported)
		return gb_error_skip(error, "this driver has no batched copies (%s)", cudaGetErrorName(code));
	return cuda_check(code, "cudaMemcpyBatchAsync", error);
}

static int cuda_stream_copies(struct gpu *gpu, uint32_t stream, const struct gb_copy *copies, size_t count,
			      struct gb_error *error)
{
	cudaStream_t on;
	struct lists l = { gb_heap_array(count, sizeof *l.to), gb_heap_array(count, sizeof *l.from),
			   gb_heap_array(count, sizeof *l.bytes) };
	int status = cuda_stream_of(gpu, stream, &on, error);

	for (size_t i = 0; i < count && status == GB_OK; i++) {
		l.to[i] = gb_address(copies[i].to);
		l.from[i] = gb_address(copies[i].from);
		l.bytes[i] = copies[i].bytes;
	}
	if (status == GB_OK)
		status = enqueue_batch(&l, count, on, error);
	free(l.to);
	free(l.from);
	free(l.bytes);
	return status;
}
#else
static int cuda_stream_copies(struct gpu *gpu, uint32_t stream, const struct gb_copy *copies, size_t count,
			      struct gb_error *error)
{
	return gb_error_skip(error, "batched copies need a CUDA Toolkit of 12.8 or later; this was built with %d.%d",
			     CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
}
#endif

static int cuda_stream_fill(struct gpu *gpu, uint32_t stream, gb_ptr at, int byte, uint64_t bytes,
			    struct gb_error *error)
{
	cudaStream_t on;
	int status = cuda_stream_of(gpu, stream, &on, error);

	return status == GB_OK ? cuda_check(cudaMemsetAsync(gb_address(at), byte, bytes, on), "cudaMemsetAsync", error)
			       : status;
}

/* ---- the driver's pool ------------------------------------------------------------------------------------------ */

static int need_pool(struct gpu *gpu, struct gb_error *error)
{
	if (cuda_attribute_of(gpu->index, cudaDevAttrMemoryPoolsSupported) != 0)
		return GB_OK;
	return gb_error_skip(error, "this device has no memory pools");
}

static int cuda_stream_alloc(struct gpu *gpu, uint32_t stream, uint64_t bytes, gb_ptr *out, struct gb_error *error)
{
	cudaStream_t on;
	void *at;
	int status = cuda_stream_of(gpu, stream, &on, error);

	if (status == GB_OK)
		status = cuda_check(cudaMallocAsync(&at, bytes, on), "cudaMallocAsync", error);
	if (status == GB_OK)
		*out = (gb_ptr)(uintptr_t)at;
	return status;
}

static int cuda_stream_release(struct gpu *gpu, uint32_t stream, gb_ptr at, struct gb_error *error)
{
	cudaStream_t on;
	int status = cuda_stream_of(gpu, stream, &on, error);

	return status == GB_OK ? cuda_check(cudaFreeAsync(gb_address(at), on), "cudaFreeAsync", error) : status;
}

static int cuda_pool_keep(struct gpu *gpu, uint64_t bytes, struct gb_error *error)
{
	cudaMemPool_t pool;

	GB_TRY(need_pool(gpu, error));
	GB_TRY(cuda_check(cudaDeviceGetDefaultMemPool(&pool, gpu->index), "cudaDeviceGetDefaultMemPool", error));
	return cuda_check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &bytes),
			  "cudaMemPoolSetAttribute", error);
}

/* ---- waiting ---------------------------------------------------------------------------------------------------- */

static int cuda_passed(struct gpu *gpu, int which, bool *passed, struct gb_error *error)
{
	const cudaError_t code = cudaEventQuery(gpu->mark[which]);

	*passed = code == cudaSuccess;
	return code == cudaErrorNotReady ? GB_OK : cuda_check(code, "cudaEventQuery", error);
}

static int poll_stream(struct gpu *gpu, bool yield, struct gb_error *error)
{
	cudaError_t code;

	while ((code = cudaStreamQuery(gpu->stream)) == cudaErrorNotReady)
		if (yield)
			sched_yield();
	return cuda_check(code, "cudaStreamQuery", error);
}

static int sleep_until_done(struct gpu *gpu, struct gb_error *error)
{
	int status = GB_OK;

	if (gpu->waking == NULL)
		status = cuda_check(
			cudaEventCreateWithFlags(&gpu->waking, cudaEventDisableTiming | cudaEventBlockingSync),
			"cudaEventCreate", error);
	if (status == GB_OK)
		status = cuda_check(cudaEventRecord(gpu->waking, gpu->stream), "cudaEventRecord", error);
	return status == GB_OK ? cuda_check(cudaEventSynchronize(gpu->waking), "cudaEventSynchronize", error) : status;
}

static int cuda_wait(struct gpu *gpu, enum gb_wait how, struct gb_error *error)
{
	switch (how) {
	case GB_WAIT_SPIN:
	case GB_WAIT_YIELD:
		return poll_stream(gpu, how == GB_WAIT_YIELD, error);
	case GB_WAIT_BLOCK:
		return sleep_until_done(gpu, error);
	case GB_WAIT_DRIVER:
	case GB_WAIT_NONE:
		break;
	}
	return cuda_check(cudaStreamSynchronize(gpu->stream), "cudaStreamSynchronize", error);
}

static int cuda_launch_stream(struct gpu *gpu, uint32_t stream, const struct gb_kernel *kernel, struct gb_shape shape,
			      const void *args, struct gb_error *error)
{
	cudaStream_t on;
	int status = cuda_stream_of(gpu, stream, &on, error);

	return status == GB_OK ? cuda_launch_on(gpu, on, kernel, shape, args, error) : status;
}

const struct gpu_async_ops cuda_async = {
	.buffer_alloc = cuda_buffer_alloc,
	.buffer_release = cuda_buffer_release,
	.copy = cuda_stream_copy,
	.copies = cuda_stream_copies,
	.fill = cuda_stream_fill,
	.launch = cuda_launch_stream,
	.alloc = cuda_stream_alloc,
	.release = cuda_stream_release,
	.record = cuda_event_record,
	.await = cuda_event_wait,
	.event_sync = cuda_event_sync,
	.pool_keep = cuda_pool_keep,
	.stream_make = cuda_stream_make,
	.passed = cuda_passed,
	.wait = cuda_wait,
	.graph_begin = cuda_graph_begin,
	.graph_end = cuda_graph_end,
	.graph_new = cuda_graph_new,
	.graph_add = cuda_graph_add,
	.graph_ready = cuda_graph_ready,
	.graph_set = cuda_graph_set,
	.graph_launch = cuda_graph_launch,
	.graph_free = cuda_graph_free,
};
