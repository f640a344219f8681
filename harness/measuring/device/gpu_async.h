/* gpu_async.h: the part of the device interface for several streams: host memory, copies, events, graphs. gpu.h has the
 * rest; gpubench.h documents the plug-in functions with similar names. Streams, events and graph nodes have numbers;
 * stream 0 is the device's single stream. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "gpubench.h"

struct gpu;

struct gpu_async_ops {
	int (*buffer_alloc)(struct gpu *gpu, enum gb_buffer_kind kind, int node, uint64_t bytes, struct gb_buffer *out,
			    struct gb_error *error);
	void (*buffer_release)(struct gpu *gpu, struct gb_buffer *buffer);

	/* Enqueued. */
	int (*copy)(struct gpu *gpu, uint32_t stream, gb_ptr to, gb_ptr from, uint64_t bytes, struct gb_error *error);
	int (*copies)(struct gpu *gpu, uint32_t stream, const struct gb_copy *copies, size_t count,
		      struct gb_error *error);
	int (*fill)(struct gpu *gpu, uint32_t stream, gb_ptr at, int byte, uint64_t bytes, struct gb_error *error);
	int (*launch)(struct gpu *gpu, uint32_t stream, const struct gb_kernel *kernel, struct gb_shape shape,
		      const void *args, struct gb_error *error);
	int (*alloc)(struct gpu *gpu, uint32_t stream, uint64_t bytes, gb_ptr *out, struct gb_error *error);
	int (*release)(struct gpu *gpu, uint32_t stream, gb_ptr at, struct gb_error *error);
	int (*record)(struct gpu *gpu, uint32_t event, uint32_t stream, struct gb_error *error);
	int (*await)(struct gpu *gpu, uint32_t event, uint32_t stream, struct gb_error *error);

	int (*event_sync)(struct gpu *gpu, uint32_t event, struct gb_error *error);

	int (*pool_keep)(struct gpu *gpu, uint64_t bytes, struct gb_error *error);
	/* A kind with all fields 0 means that the stream was never made. */
	int (*stream_make)(struct gpu *gpu, uint32_t stream, struct gb_stream_kind kind, uint32_t *sms,
			   struct gb_error *error);

	/* True if mark `which` has been passed. */
	int (*passed)(struct gpu *gpu, int which, bool *passed, struct gb_error *error);
	/* Set how the host waits for stream 0. */
	int (*wait)(struct gpu *gpu, enum gb_wait how, struct gb_error *error);

	int (*graph_begin)(struct gpu *gpu, uint32_t stream, struct gb_error *error);
	int (*graph_end)(struct gpu *gpu, uint32_t stream, struct gb_graph **out, struct gb_error *error);
	int (*graph_new)(struct gpu *gpu, struct gb_graph **out, struct gb_error *error);
	int (*graph_add)(struct gpu *gpu, struct gb_graph *graph, const struct gb_node *node, const uint32_t *after,
			 size_t count, struct gb_error *error);
	int (*graph_ready)(struct gpu *gpu, struct gb_graph *graph, struct gb_error *error);
	int (*graph_set)(struct gpu *gpu, struct gb_graph *graph, uint32_t number, const struct gb_node *node,
			 struct gb_error *error);
	int (*graph_launch)(struct gpu *gpu, uint32_t stream, struct gb_graph *graph, struct gb_error *error);
	void (*graph_free)(struct gpu *gpu, struct gb_graph *graph);
};
