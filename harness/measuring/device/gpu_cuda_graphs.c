/* gpu_cuda_graphs.c: graphs, captured from streams or built node by node. */
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "device/gpu_cuda.h"

/* Kernel nodes are created through the driver, because only the driver knows the kernels of a module. */
static struct {
	CUresult(CUDAAPI *add_kernel)(CUgraphNode *, CUgraph, const CUgraphNode *, size_t,
				      const CUDA_KERNEL_NODE_PARAMS *);
	CUresult(CUDAAPI *set_kernel)(CUgraphExec, CUgraphNode, const CUDA_KERNEL_NODE_PARAMS *);
} driver;

/* The CUDA release that introduced the struct in this toolkit's cuda.h. */
#if CUDART_VERSION >= 12000
enum { KERNEL_NODES_SINCE = 12000 };
#else
enum { KERNEL_NODES_SINCE = 10010 };
#endif

struct gb_graph {
	cudaGraph_t graph;
	cudaGraphExec_t ready; /* NULL: not yet */
	cudaGraphNode_t *node; /* of a built graph: the nodes in the order of addition */
	uint32_t nodes;
};

void cuda_graph_free(struct gpu *gpu, struct gb_graph *graph)
{
	if (graph->ready != NULL)
		cudaGraphExecDestroy(graph->ready);
	if (graph->graph != NULL)
		cudaGraphDestroy(graph->graph);
	free(graph->node);
	free(graph);
}

int cuda_graph_ready(struct gpu *gpu, struct gb_graph *graph, struct gb_error *error)
{
	cuda_use(gpu);
	return cuda_check(cudaGraphInstantiateWithFlags(&graph->ready, graph->graph, 0), "cudaGraphInstantiate", error);
}

/* ---- captured --------------------------------------------------------------------------------------------------- */

int cuda_graph_begin(struct gpu *gpu, uint32_t stream, struct gb_error *error)
{
	cudaStream_t on;
	int status = cuda_stream_of(gpu, stream, &on, error);

	return status == GB_OK ? cuda_check(cudaStreamBeginCapture(on, cudaStreamCaptureModeThreadLocal),
					    "cudaStreamBeginCapture", error)
			       : status;
}

int cuda_graph_end(struct gpu *gpu, uint32_t stream, struct gb_graph **out, struct gb_error *error)
{
	struct gb_graph *graph = gb_heap_array(1, sizeof *graph);
	cudaStream_t on;

	int status = cuda_stream_of(gpu, stream, &on, error);
	if (status == GB_OK)
		status = cuda_check(cudaStreamEndCapture(on, &graph->graph), "cudaStreamEndCapture", error);
	if (status == GB_OK)
		status = cuda_graph_ready(gpu, graph, error);
	if (status == GB_OK)
		*out = graph;
	else
		cuda_graph_free(gpu, graph);
	return status;
}

/* ---- built ------------------------------------------------------------------------------------------------------ */

int cuda_graph_new(struct gpu *gpu, struct gb_graph **out, struct gb_error *error)
{
	struct gb_graph *graph = gb_heap_array(1, sizeof *graph);

	cuda_use(gpu);
	int status = cuda_check(cudaGraphCreate(&graph->graph, 0), "cudaGraphCreate", error);
	if (status == GB_OK)
		status = cuda_entry("cuGraphAddKernelNode", KERNEL_NODES_SINCE, (void **)&driver.add_kernel, error);
	if (status == GB_OK)
		status = cuda_entry("cuGraphExecKernelNodeSetParams", KERNEL_NODES_SINCE, (void **)&driver.set_kernel,
				    error);
	if (status == GB_OK)
		*out = graph;
	else
		cuda_graph_free(gpu, graph);
	return status;
}

static CUDA_KERNEL_NODE_PARAMS kernel_parameters(const struct gb_node *node, void **parameters)
{
	CUDA_KERNEL_NODE_PARAMS p;

	memset(&p, 0, sizeof p);
	p.func = node->kernel->handle;
	p.gridDimX = node->shape.grid;
	p.blockDimX = node->shape.block;
	p.gridDimY = p.gridDimZ = p.blockDimY = p.blockDimZ = 1;
	p.sharedMemBytes = node->shape.shared_bytes;
	p.kernelParams = parameters;
	return p;
}

static int add_kernel_node(cudaGraph_t graph, const struct gb_node *node, const cudaGraphNode_t *after, size_t count,
			   cudaGraphNode_t *out, struct gb_error *error)
{
	void *parameters[] = { (void *)(uintptr_t)node->args };
	const CUDA_KERNEL_NODE_PARAMS p = kernel_parameters(node, parameters);

	return cuda_check_driver(driver.add_kernel(out, graph, after, count, &p), "cuGraphAddKernelNode", error);
}

static int add_fill_node(cudaGraph_t graph, const struct gb_node *node, const cudaGraphNode_t *after, size_t count,
			 cudaGraphNode_t *out, struct gb_error *error)
{
	const struct cudaMemsetParams p = { .dst = gb_address(node->to),
					    .value = (unsigned int)node->byte & 0xff,
					    .elementSize = 1,
					    .width = node->bytes,
					    .height = 1 };

	return cuda_check(cudaGraphAddMemsetNode(out, graph, after, count, &p), "cudaGraphAddMemsetNode", error);
}

#if CUDART_VERSION >= 12040
static int add_condition_node(cudaGraph_t graph, const struct gb_node *node, const cudaGraphNode_t *after, size_t count,
			      cudaGraphNode_t *out, struct gb_error *error)
{
	struct cudaGraphNodeParams p;
	cudaGraphNode_t body;

	memset(&p, 0, sizeof p);
	p.type = cudaGraphNodeTypeConditional;
	p.conditional.type = cudaGraphCondTypeIf;
	p.conditional.size = 1;
	/* The default value is true, and nothing sets another. */
	cudaError_t code =
		cudaGraphConditionalHandleCreate(&p.conditional.handle, graph, 1, cudaGraphCondAssignDefault);
	if (code == cudaErrorCallRequiresNewerDriver || code == cudaErrorNotSupported)
		return gb_error_skip(error, "this driver has no conditional graph nodes (%s)", cudaGetErrorName(code));
	int status = cuda_check(code, "cudaGraphConditionalHandleCreate", error);
	if (status != GB_OK)
		return status;
#if CUDART_VERSION >= 13000
	code = cudaGraphAddNode(out, graph, after, NULL, count, &p);
#else
	code = cudaGraphAddNode(out, graph, after, count, &p);
#endif
	status = cuda_check(code, "cudaGraphAddNode", error);
	return status == GB_OK ? add_kernel_node(p.conditional.phGraph_out[0], node, NULL, 0, &body, error) : status;
}
#else
static int add_condition_node(cudaGraph_t graph, const struct gb_node *node, const cudaGraphNode_t *after, size_t count,
			      cudaGraphNode_t *out, struct gb_error *error)
{
	return gb_error_skip(error,
			     "conditional graph nodes need a CUDA Toolkit of 12.4 or later; this was built with %d.%d",
			     CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
}
#endif

static int add_node(cudaGraph_t graph, const struct gb_node *node, const cudaGraphNode_t *after, size_t count,
		    cudaGraphNode_t *out, struct gb_error *error)
{
	switch (node->kind) {
	case GB_NODE_KERNEL:
		return add_kernel_node(graph, node, after, count, out, error);
	case GB_NODE_COPY:
		return cuda_check(cudaGraphAddMemcpyNode1D(out, graph, after, count, gb_address(node->to),
							   gb_address(node->from), node->bytes, cudaMemcpyDefault),
				  "cudaGraphAddMemcpyNode", error);
	case GB_NODE_FILL:
		return add_fill_node(graph, node, after, count, out, error);
	case GB_NODE_IF:
		break;
	}
	return add_condition_node(graph, node, after, count, out, error);
}

int cuda_graph_add(struct gpu *gpu, struct gb_graph *graph, const struct gb_node *node, const uint32_t *after,
		   size_t count, struct gb_error *error)
{
	graph->node = gb_heap_resize(graph->node, graph->nodes + 1, sizeof(cudaGraphNode_t));
	cudaGraphNode_t *before = gb_heap_array(count + 1, sizeof(cudaGraphNode_t));
	for (size_t i = 0; i < count; i++)
		before[i] = graph->node[after[i]];
	const int status = add_node(graph->graph, node, before, count, &graph->node[graph->nodes], error);
	free(before);
	graph->nodes += status == GB_OK;
	return status;
}

int cuda_graph_set(struct gpu *gpu, struct gb_graph *graph, uint32_t number, const struct gb_node *node,
		   struct gb_error *error)
{
	void *parameters[] = { (void *)(uintptr_t)node->args };
	const CUDA_KERNEL_NODE_PARAMS p = kernel_parameters(node, parameters);

	return cuda_check_driver(driver.set_kernel(graph->ready, graph->node[number], &p),
				 "cuGraphExecKernelNodeSetParams", error);
}

int cuda_graph_launch(struct gpu *gpu, uint32_t stream, struct gb_graph *graph, struct gb_error *error)
{
	cudaStream_t on;
	int status = cuda_stream_of(gpu, stream, &on, error);

	return status == GB_OK ? cuda_check(cudaGraphLaunch(graph->ready, on), "cudaGraphLaunch", error) : status;
}
