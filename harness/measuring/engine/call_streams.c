/* call_streams.c: the functions that plug-ins call for streams, events, graphs and host memory. The run lists the
 * objects that exist until the teardown, and frees them. */
#include "engine/run.h"

static const struct gpu_async_ops *stream_calls(struct gb_run *run)
{
	return run->card->ops->async;
}

/* Every function that only GPUs support begins with this. */
#define NEED_STREAMS(run)              \
	if (stream_calls(run) == NULL) \
	return gb_skip(run, "only a GPU has streams and pinned host memory")

/* ---- memory ----------------------------------------------------------------------------------------------------- */

int gb_buffer_alloc(struct gb_run *run, enum gb_buffer_kind kind, int node, uint64_t bytes, struct gb_buffer *out)
{
	NEED_STREAMS(run);
	if (run->buffers == GB_BUFFERS_MAX)
		return gb_fail(run, "more than %d buffers of the host", GB_BUFFERS_MAX);
	int status = stream_calls(run)->buffer_alloc(run->card->gpu, kind, node, bytes, out, gb_run_error(run));
	if (status == GB_OK)
		run->buffer[run->buffers++] = *out;
	return status;
}

void gb_buffer_free(struct gb_run *run, struct gb_buffer *buffer)
{
	for (size_t i = 0; i < run->buffers; i++)
		if (run->buffer[i].at == buffer->at && buffer->at != NULL) {
			stream_calls(run)->buffer_release(run->card->gpu, &run->buffer[i]);
			run->buffer[i] = run->buffer[--run->buffers];
			*buffer = (struct gb_buffer){ .at = NULL };
		}
}

int gb_stream_alloc(struct gb_run *run, uint32_t stream, uint64_t bytes, gb_ptr *out)
{
	NEED_STREAMS(run);
	return stream_calls(run)->alloc(run->card->gpu, stream, bytes, out, gb_run_error(run));
}

int gb_stream_release(struct gb_run *run, uint32_t stream, gb_ptr at)
{
	NEED_STREAMS(run);
	return stream_calls(run)->release(run->card->gpu, stream, at, gb_run_error(run));
}

int gb_pool_keep(struct gb_run *run, uint64_t bytes)
{
	NEED_STREAMS(run);
	return stream_calls(run)->pool_keep(run->card->gpu, bytes, gb_run_error(run));
}

/* ---- streams ---------------------------------------------------------------------------------------------------- */

int gb_sync(struct gb_run *run)
{
	return run->card->ops->sync(run->card->gpu, gb_run_error(run));
}

int gb_stream(struct gb_run *run, uint32_t number, void **handle)
{
	return run->card->ops->stream(run->card->gpu, number, handle, gb_run_error(run));
}

int gb_fork(struct gb_run *run, uint32_t count)
{
	return run->card->ops->fork(run->card->gpu, count, gb_run_error(run));
}

int gb_join(struct gb_run *run, uint32_t count)
{
	return run->card->ops->join(run->card->gpu, count, gb_run_error(run));
}

int gb_stream_copy(struct gb_run *run, uint32_t stream, gb_ptr to, gb_ptr from, uint64_t bytes)
{
	NEED_STREAMS(run);
	return stream_calls(run)->copy(run->card->gpu, stream, to, from, bytes, gb_run_error(run));
}

int gb_stream_copies(struct gb_run *run, uint32_t stream, const struct gb_copy *copies, size_t count)
{
	NEED_STREAMS(run);
	return stream_calls(run)->copies(run->card->gpu, stream, copies, count, gb_run_error(run));
}

int gb_stream_fill(struct gb_run *run, uint32_t stream, gb_ptr at, int byte, uint64_t bytes)
{
	NEED_STREAMS(run);
	return stream_calls(run)->fill(run->card->gpu, stream, at, byte, bytes, gb_run_error(run));
}

int gb_stream_launch(struct gb_run *run, uint32_t stream, const struct gb_kernel *kernel, struct gb_shape shape,
		     const void *args)
{
	NEED_STREAMS(run);
	return stream_calls(run)->launch(run->card->gpu, stream, kernel, shape, args, gb_run_error(run));
}

int gb_stream_make(struct gb_run *run, uint32_t stream, struct gb_stream_kind kind, uint32_t *sms)
{
	NEED_STREAMS(run);
	if (stream >= GB_STREAMS_MAX)
		return gb_fail(run, "stream %u: only streams below %d can change their kind", stream, GB_STREAMS_MAX);
	return stream_calls(run)->stream_make(run->card->gpu, stream, kind, sms, gb_run_error(run));
}

int gb_event_record(struct gb_run *run, uint32_t event, uint32_t stream)
{
	NEED_STREAMS(run);
	return stream_calls(run)->record(run->card->gpu, event, stream, gb_run_error(run));
}

int gb_event_wait(struct gb_run *run, uint32_t event, uint32_t stream)
{
	NEED_STREAMS(run);
	return stream_calls(run)->await(run->card->gpu, event, stream, gb_run_error(run));
}

int gb_event_sync(struct gb_run *run, uint32_t event)
{
	NEED_STREAMS(run);
	return stream_calls(run)->event_sync(run->card->gpu, event, gb_run_error(run));
}

struct gb_host_link gb_link_to_host(const struct gb_run *run)
{
	struct gb_links links = { 0 };

	if (run->card->ops->links != NULL)
		run->card->ops->links(run->card->device.index, &links);
	return (struct gb_host_link){ links.pcie_generation, links.pcie_generation_max, links.pcie_width,
				      links.pcie_width_max,
				      gb_links_pcie_bytes(links.pcie_generation, links.pcie_width) };
}

/* ---- graphs ----------------------------------------------------------------------------------------------------- */

static int need_room(struct gb_run *run)
{
	return run->graphs < GB_GRAPHS_MAX ? GB_OK : gb_fail(run, "more than %d graphs", GB_GRAPHS_MAX);
}

static int count_graph(struct gb_run *run, int status, struct gb_graph *const *graph)
{
	if (status == GB_OK)
		run->graph[run->graphs++] = *graph;
	return status;
}

int gb_graph_begin(struct gb_run *run, uint32_t stream)
{
	NEED_STREAMS(run);
	return stream_calls(run)->graph_begin(run->card->gpu, stream, gb_run_error(run));
}

int gb_graph_end(struct gb_run *run, uint32_t stream, struct gb_graph **out)
{
	NEED_STREAMS(run);
	const int room = need_room(run);
	return room == GB_OK
		       ? count_graph(run, stream_calls(run)->graph_end(run->card->gpu, stream, out, gb_run_error(run)),
				     out)
		       : room;
}

int gb_graph_new(struct gb_run *run, struct gb_graph **out)
{
	NEED_STREAMS(run);
	const int room = need_room(run);
	return room == GB_OK
		       ? count_graph(run, stream_calls(run)->graph_new(run->card->gpu, out, gb_run_error(run)), out)
		       : room;
}

int gb_graph_add(struct gb_run *run, struct gb_graph *graph, const struct gb_node *node, const uint32_t *after,
		 size_t count)
{
	NEED_STREAMS(run);
	return stream_calls(run)->graph_add(run->card->gpu, graph, node, after, count, gb_run_error(run));
}

int gb_graph_ready(struct gb_run *run, struct gb_graph *graph)
{
	NEED_STREAMS(run);
	return stream_calls(run)->graph_ready(run->card->gpu, graph, gb_run_error(run));
}

int gb_graph_launch(struct gb_run *run, uint32_t stream, struct gb_graph *graph)
{
	NEED_STREAMS(run);
	return stream_calls(run)->graph_launch(run->card->gpu, stream, graph, gb_run_error(run));
}

int gb_graph_set(struct gb_run *run, struct gb_graph *graph, uint32_t node, const struct gb_node *to)
{
	NEED_STREAMS(run);
	return stream_calls(run)->graph_set(run->card->gpu, graph, node, to, gb_run_error(run));
}

void gb_graph_free(struct gb_run *run, struct gb_graph *graph)
{
	for (size_t i = 0; i < run->graphs; i++)
		if (run->graph[i] == graph) {
			stream_calls(run)->graph_free(run->card->gpu, graph);
			run->graph[i] = run->graph[--run->graphs];
			return;
		}
}
