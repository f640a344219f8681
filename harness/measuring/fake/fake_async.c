/* fake_async.c: host memory, streams, events and graphs of the fake device. Work enqueued on any stream is done at
 * once, in the order of the calls, and takes virtual time; the nodes of a graph run at its launch. If a graph is being
 * captured, an enqueued kernel computes only if the size of its arguments is known; otherwise it only takes time. */
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "fake/fake_parts.h"

enum { NODES_MAX = 4096, ARGS_MAX = 512 };

struct node {
	struct gb_node of; /* without arguments, a kernel only takes time */
	struct gb_kernel kernel;
	unsigned char args[ARGS_MAX];
};

struct gb_graph {
	struct node *node;
	size_t nodes;
	bool ready;
};

/* One graph is captured at a time. */
static struct gb_graph *captured;

/* ---- memory ----------------------------------------------------------------------------------------------------- */

static int fake_buffer_alloc(struct gpu *gpu, enum gb_buffer_kind kind, int node, uint64_t bytes, struct gb_buffer *out,
			     struct gb_error *error)
{
	if (fake_enter(FAKE_BUFFER, error) != GB_OK)
		return gb_error_prefix(error, "%llu bytes of host memory", (unsigned long long)bytes);
	if (node > 0)
		return gb_error_skip(error, "this host has 1 NUMA node with cores");
	void *at = bytes <= fake.host_bytes ? fake_host_memory(bytes) : NULL;
	if (at == NULL) {
		gb_error_write(error,
			       "%llu bytes of pinned host memory: cudaHostAlloc: "
			       "cudaErrorMemoryAllocation (out of memory)",
			       (unsigned long long)bytes);
		return GB_SKIPPED;
	}
	*out = (struct gb_buffer){ at, (gb_ptr)(uintptr_t)at, bytes, kind };
	fake.buffers++;
	return GB_OK;
}

static void fake_buffer_release(struct gpu *gpu, struct gb_buffer *buffer)
{
	fake_host_memory_free(buffer->at);
	*buffer = (struct gb_buffer){ .at = NULL };
	fake.buffers--;
}

static int fake_stream_alloc(struct gpu *gpu, uint32_t stream, uint64_t bytes, gb_ptr *out, struct gb_error *error)
{
	GB_TRY(fake_enter(FAKE_STREAM_ALLOC, error));
	const int status = fake_ops.alloc(gpu, bytes, out, error);
	fake_pass(gpu, 0);
	return status;
}

static int fake_stream_release(struct gpu *gpu, uint32_t stream, gb_ptr at, struct gb_error *error)
{
	fake_ops.release(gpu, at); /* in any case, so that no allocation remains */
	return fake_enter(FAKE_STREAM_RELEASE, error);
}

static int fake_pool_keep(struct gpu *gpu, uint64_t bytes, struct gb_error *error)
{
	return fake_enter(FAKE_POOL, error);
}

/* ---- graphs ----------------------------------------------------------------------------------------------------- */

static void add_graph_node(struct gb_graph *graph, const struct gb_node *node)
{
	if (graph->nodes % 64 == 0)
		graph->node = gb_heap_resize(graph->node, graph->nodes + 64, sizeof *graph->node);
	struct node *n = &graph->node[graph->nodes++];
	n->of = *node;
	if (node->kernel != NULL)
		n->kernel = *node->kernel;
	if (node->args != NULL)
		memcpy(n->args, node->args, node->args_size);
}

static void copy_bytes(char *to, const char *from, uint64_t bytes)
{
	const uintptr_t skipped = (uintptr_t)fake.copy_skips - (uintptr_t)to;
	const uint64_t moved = (bytes > fake.copy_misses ? bytes - fake.copy_misses : 0) + fake.copy_exceeds;
	char kept = '\0';

	if (skipped < moved)
		kept = to[skipped];
	memmove(to, from, moved);
	if (skipped < moved)
		to[skipped] = kept;
}

static int copy_now(struct gpu *gpu, gb_ptr to, gb_ptr from, uint64_t bytes, struct gb_error *error)
{
	char *at = fake_range(to, bytes);
	const char *source = fake_range(from, bytes);

	if (at == NULL || source == NULL)
		return fake_refuse_argument("cudaMemcpyAsync", error);
	if (fake.computes && !fake_same_copy(to, from, bytes))
		copy_bytes(at, source, bytes);
	fake_pass(gpu, fake.launch_seconds + (double)bytes / fake.copy_bytes);
	return GB_OK;
}

static int fill_now(struct gpu *gpu, gb_ptr to, int byte, uint64_t bytes, struct gb_error *error)
{
	char *at = fake_range(to, bytes);

	if (at == NULL)
		return fake_refuse_argument("cudaMemsetAsync", error);
	fake_wrote(to, bytes);
	if (fake.computes)
		memset(at, byte, bytes > fake.copy_misses ? bytes - fake.copy_misses : 0);
	fake_pass(gpu, 0);
	return GB_OK;
}

static int run_node(struct gpu *gpu, const struct node *n, struct gb_error *error)
{
	switch (n->of.kind) {
	case GB_NODE_COPY:
		return copy_now(gpu, n->of.to, n->of.from, n->of.bytes, error);
	case GB_NODE_FILL:
		return fill_now(gpu, n->of.to, n->of.byte, n->of.bytes, error);
	case GB_NODE_KERNEL:
	case GB_NODE_IF:
		break;
	}
	return fake_run_kernel(gpu, &n->kernel, n->of.shape, n->of.args != NULL ? n->args : NULL, error);
}

static int fake_graph_begin(struct gpu *gpu, uint32_t stream, struct gb_error *error)
{
	GB_TRY(fake_enter(FAKE_GRAPH_BEGIN, error));
	captured = gb_heap_array(1, sizeof *captured);
	return GB_OK;
}

static int fake_graph_end(struct gpu *gpu, uint32_t stream, struct gb_graph **out, struct gb_error *error)
{
	struct gb_graph *graph = captured;

	captured = NULL;
	if (graph == NULL)
		return gb_error_set(error, "cudaStreamEndCapture: cudaErrorIllegalState (nothing is captured)");
	if (fake_enter(FAKE_GRAPH_END, error) != GB_OK) {
		free(graph->node);
		free(graph);
		return GB_FAILED;
	}
	graph->ready = true;
	fake.graphs++;
	*out = graph;
	return GB_OK;
}

static int fake_graph_new(struct gpu *gpu, struct gb_graph **out, struct gb_error *error)
{
	GB_TRY(fake_enter(FAKE_GRAPH_NEW, error));
	*out = gb_heap_array(1, sizeof **out);
	fake.graphs++;
	return GB_OK;
}

static int fake_graph_add(struct gpu *gpu, struct gb_graph *graph, const struct gb_node *node, const uint32_t *after,
			  size_t count, struct gb_error *error)
{
	GB_TRY(fake_enter(FAKE_GRAPH_ADD, error));
	for (size_t i = 0; i < count; i++)
		if (after[i] >= graph->nodes)
			return fake_refuse_argument("cuGraphAddKernelNode", error);
	if (graph->ready || graph->nodes == NODES_MAX || node->args_size > ARGS_MAX)
		return fake_refuse_argument("cuGraphAddKernelNode", error);
	add_graph_node(graph, node);
	return GB_OK;
}

static int fake_graph_ready(struct gpu *gpu, struct gb_graph *graph, struct gb_error *error)
{
	GB_TRY(fake_enter(FAKE_GRAPH_READY, error));
	graph->ready = true;
	return GB_OK;
}

static int fake_graph_set(struct gpu *gpu, struct gb_graph *graph, uint32_t number, const struct gb_node *node,
			  struct gb_error *error)
{
	GB_TRY(fake_enter(FAKE_GRAPH_SET, error));
	if (!graph->ready || number >= graph->nodes || node->args_size > ARGS_MAX)
		return fake_refuse_argument("cuGraphExecKernelNodeSetParams", error);
	memcpy(graph->node[number].args, node->args, node->args_size);
	return GB_OK;
}

static int fake_graph_launch(struct gpu *gpu, uint32_t stream, struct gb_graph *graph, struct gb_error *error)
{
	GB_TRY(fake_enter(FAKE_GRAPH_LAUNCH, error));
	if (!graph->ready)
		return fake_refuse_argument("cudaGraphLaunch", error);
	int status = GB_OK;
	for (size_t i = 0; i < graph->nodes && status == GB_OK; i++)
		status = run_node(gpu, &graph->node[i], error);
	return status;
}

static void fake_graph_free(struct gpu *gpu, struct gb_graph *graph)
{
	free(graph->node);
	free(graph);
	fake.graphs--;
}

/* ---- on streams ------------------------------------------------------------------------------------------------- */

static int fake_copy(struct gpu *gpu, uint32_t stream, gb_ptr to, gb_ptr from, uint64_t bytes, struct gb_error *error)
{
	GB_TRY(fake_enter(FAKE_COPY, error));
	if (captured == NULL)
		return copy_now(gpu, to, from, bytes, error);
	add_graph_node(captured, &(struct gb_node){ .kind = GB_NODE_COPY, .to = to, .from = from, .bytes = bytes });
	return GB_OK;
}

static int fake_copies(struct gpu *gpu, uint32_t stream, const struct gb_copy *copies, size_t count,
		       struct gb_error *error)
{
	int status = fake_enter(FAKE_COPIES, error);

	for (size_t i = 0; i < count && status == GB_OK; i++)
		status = copy_now(gpu, copies[i].to, copies[i].from, copies[i].bytes, error);
	return status;
}

static int fake_stream_fill(struct gpu *gpu, uint32_t stream, gb_ptr at, int byte, uint64_t bytes,
			    struct gb_error *error)
{
	GB_TRY(fake_enter(FAKE_STREAM_FILL, error));
	if (captured == NULL)
		return fill_now(gpu, at, byte, bytes, error);
	add_graph_node(captured, &(struct gb_node){ .kind = GB_NODE_FILL, .to = at, .byte = byte, .bytes = bytes });
	return GB_OK;
}

static int fake_stream_launch(struct gpu *gpu, uint32_t stream, const struct gb_kernel *kernel, struct gb_shape shape,
			      const void *args, struct gb_error *error)
{
	GB_TRY(fake_enter(FAKE_STREAM_LAUNCH, error));
	if (captured != NULL) {
		const uint32_t size = fake_args_size(kernel);
		add_graph_node(captured, &(struct gb_node){ .kind = GB_NODE_KERNEL,
							    .kernel = kernel,
							    .shape = shape,
							    .args = size > 0 && size <= ARGS_MAX ? args : NULL,
							    .args_size = size });
		return GB_OK;
	}
	return fake_run_kernel(gpu, kernel, shape, args, error);
}

static int fake_record(struct gpu *gpu, uint32_t event, uint32_t stream, struct gb_error *error)
{
	fake_pass(gpu, 1e-8); /* as fast as on a GPU, and long enough to be timed */
	return fake_enter(FAKE_RECORD, error);
}

static int fake_await(struct gpu *gpu, uint32_t event, uint32_t stream, struct gb_error *error)
{
	return fake_enter(FAKE_AWAIT, error);
}

static int fake_event_sync(struct gpu *gpu, uint32_t event, struct gb_error *error)
{
	return fake_enter(FAKE_EVENT_SYNC, error);
}

static int fake_stream_make(struct gpu *gpu, uint32_t stream, struct gb_stream_kind kind, uint32_t *sms,
			    struct gb_error *error)
{
	fake_use_streams(stream);
	GB_TRY(fake_enter(FAKE_STREAM_MAKE, error));
	if (kind.sms > 0 && (fake.partitions == 0 || kind.sms > (uint32_t)fake.sms))
		return gb_error_skip(error, "SMs cannot be reserved: the NVIDIA driver has no cuGreenCtxCreate");
	*sms = kind.sms > 0 ? kind.sms : (uint32_t)fake.sms;
	return GB_OK;
}

/* ---- waiting ---------------------------------------------------------------------------------------------------- */

/* The timer's gate holds the device, so that no mark is passed before a wait. */
static int fake_passed(struct gpu *gpu, int which, bool *passed, struct gb_error *error)
{
	*passed = fake.hurries;
	return fake_enter(FAKE_PASSED, error);
}

static int fake_wait(struct gpu *gpu, enum gb_wait how, struct gb_error *error)
{
	return fake_enter(FAKE_WAIT, error) == GB_OK ? fake_ops.sync(gpu, error) : GB_FAILED;
}

const struct gpu_async_ops fake_async = {
	.buffer_alloc = fake_buffer_alloc,
	.buffer_release = fake_buffer_release,
	.copy = fake_copy,
	.copies = fake_copies,
	.fill = fake_stream_fill,
	.launch = fake_stream_launch,
	.alloc = fake_stream_alloc,
	.release = fake_stream_release,
	.record = fake_record,
	.await = fake_await,
	.event_sync = fake_event_sync,
	.pool_keep = fake_pool_keep,
	.stream_make = fake_stream_make,
	.passed = fake_passed,
	.wait = fake_wait,
	.graph_begin = fake_graph_begin,
	.graph_end = fake_graph_end,
	.graph_new = fake_graph_new,
	.graph_add = fake_graph_add,
	.graph_ready = fake_graph_ready,
	.graph_set = fake_graph_set,
	.graph_launch = fake_graph_launch,
	.graph_free = fake_graph_free,
};
