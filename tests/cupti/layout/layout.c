/* layout.c: checks inject/cupti.h against these headers: it compiles, or a line names the difference. The names of
 * activity records have become longer with each version: CUPTI writes the newest one, such as LAYOUT_KERNEL. */
#include <cuda.h>
#include <cupti.h>

#include <stddef.h>
/* Included after CUPTI's header, because some of its enumerators have the same names. */
#include "inject/cupti.h"

#define PLACE(ours, field, theirs, of_theirs) \
	_Static_assert(offsetof(struct ours, field) == offsetof(theirs, of_theirs), #ours "." #field)
#define NUMBER(ours, theirs) _Static_assert((unsigned)(ours) == (unsigned)(theirs), #ours)

PLACE(cupti_kernel, registers, LAYOUT_KERNEL, registersPerThread);
PLACE(cupti_kernel, start, LAYOUT_KERNEL, start);
PLACE(cupti_kernel, end, LAYOUT_KERNEL, end);
PLACE(cupti_kernel, device, LAYOUT_KERNEL, deviceId);
PLACE(cupti_kernel, stream, LAYOUT_KERNEL, streamId);
PLACE(cupti_kernel, grid, LAYOUT_KERNEL, gridX);
PLACE(cupti_kernel, block, LAYOUT_KERNEL, blockX);
PLACE(cupti_kernel, static_shared, LAYOUT_KERNEL, staticSharedMemory);
PLACE(cupti_kernel, dynamic_shared, LAYOUT_KERNEL, dynamicSharedMemory);
PLACE(cupti_kernel, local_per_thread, LAYOUT_KERNEL, localMemoryPerThread);
PLACE(cupti_kernel, correlation, LAYOUT_KERNEL, correlationId);
PLACE(cupti_kernel, name, LAYOUT_KERNEL, name);
PLACE(cupti_kernel, graph_node, LAYOUT_KERNEL, graphNodeId);
PLACE(cupti_kernel, graph, LAYOUT_KERNEL, graphId);

PLACE(cupti_copy, from, LAYOUT_COPY, srcKind);
PLACE(cupti_copy, to, LAYOUT_COPY, dstKind);
PLACE(cupti_copy, bytes, LAYOUT_COPY, bytes);
PLACE(cupti_copy, start, LAYOUT_COPY, start);
PLACE(cupti_copy, device, LAYOUT_COPY, deviceId);
PLACE(cupti_copy, stream, LAYOUT_COPY, streamId);
PLACE(cupti_copy, is.correlation, LAYOUT_COPY, correlationId);
PLACE(cupti_copy, bytes, LAYOUT_PEER, bytes);
PLACE(cupti_copy, stream, LAYOUT_PEER, streamId);
PLACE(cupti_copy, is.from_device, LAYOUT_PEER, srcDeviceId);
PLACE(cupti_copy, to_device, LAYOUT_PEER, dstDeviceId);
PLACE(cupti_copy, peer_correlation, LAYOUT_PEER, correlationId);

PLACE(cupti_fill, bytes, LAYOUT_FILL, bytes);
PLACE(cupti_fill, start, LAYOUT_FILL, start);
PLACE(cupti_fill, stream, LAYOUT_FILL, streamId);
PLACE(cupti_fill, correlation, LAYOUT_FILL, correlationId);

PLACE(cupti_device, id, LAYOUT_DEVICE, id);
PLACE(cupti_device, uuid, LAYOUT_DEVICE, uuid);
PLACE(cupti_device, name, LAYOUT_DEVICE, name);

PLACE(cupti_call, site, CUpti_CallbackData, callbackSite);
PLACE(cupti_call, arguments, CUpti_CallbackData, functionParams);
PLACE(cupti_call, symbol, CUpti_CallbackData, symbolName);
PLACE(cupti_call, context, CUpti_CallbackData, context);
PLACE(cupti_call, correlation, CUpti_CallbackData, correlationId);
PLACE(cupti_resource, descriptor, CUpti_ResourceData, resourceDescriptor);
PLACE(cupti_module, size, CUpti_ModuleResourceData, cubinSize);
PLACE(cupti_module, cubin, CUpti_ModuleResourceData, pCubin);

NUMBER(CUPTI_MAX_LIMIT, CUPTI_ERROR_MAX_LIMIT_REACHED);
NUMBER(CUPTI_MEMCPY, CUPTI_ACTIVITY_KIND_MEMCPY);
NUMBER(CUPTI_MEMSET, CUPTI_ACTIVITY_KIND_MEMSET);
NUMBER(CUPTI_DEVICE, CUPTI_ACTIVITY_KIND_DEVICE);
NUMBER(CUPTI_KERNEL, CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
NUMBER(CUPTI_PEER_COPY, CUPTI_ACTIVITY_KIND_MEMCPY2);
NUMBER(CUPTI_OF_DRIVER, CUPTI_CB_DOMAIN_DRIVER_API);
NUMBER(CUPTI_OF_RUNTIME, CUPTI_CB_DOMAIN_RUNTIME_API);
NUMBER(CUPTI_OF_RESOURCE, CUPTI_CB_DOMAIN_RESOURCE);
NUMBER(CUPTI_CONTEXT_CREATED, CUPTI_CBID_RESOURCE_CONTEXT_CREATED);
NUMBER(CUPTI_CONTEXT_ENDS, CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING);
NUMBER(CUPTI_MODULE_LOADED, CUPTI_CBID_RESOURCE_MODULE_LOADED);
NUMBER(CUPTI_PROFILER_START, CUPTI_DRIVER_TRACE_CBID_cuProfilerStart);
NUMBER(CUPTI_PROFILER_STOP, CUPTI_DRIVER_TRACE_CBID_cuProfilerStop);
NUMBER(CUPTI_FLUSH_FORCED, CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
NUMBER(CUPTI_BUFFERS_ARE_ZERO, CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER);
NUMBER(CUPTI_DRIVER_LAUNCH, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel);
NUMBER(CUPTI_DRIVER_LAUNCH_PTSZ, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz);
NUMBER(CUPTI_DRIVER_COOPERATIVE, CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel);
NUMBER(CUPTI_DRIVER_COOPERATIVE_PTSZ, CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz);
NUMBER(CUPTI_DRIVER_LAUNCH_EX, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx);
NUMBER(CUPTI_DRIVER_LAUNCH_EX_PTSZ, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz);
NUMBER(CUPTI_RUNTIME_LAUNCH, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000);
NUMBER(CUPTI_RUNTIME_LAUNCH_PTSZ, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_ptsz_v7000);
NUMBER(CUPTI_RUNTIME_COOPERATIVE, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchCooperativeKernel_v9000);
NUMBER(CUPTI_RUNTIME_COOPERATIVE_PTSZ, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchCooperativeKernel_ptsz_v9000);
NUMBER(CUPTI_RUNTIME_LAUNCH_EX, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernelExC_v11060);
NUMBER(CUPTI_RUNTIME_LAUNCH_EX_PTSZ, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernelExC_ptsz_v11060);
