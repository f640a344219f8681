/* gpu_cuda_streams.c: streams other than the timed one, and events. */
#include <stdlib.h>
#include <string.h>

#include "device/gpu_cuda.h"

/* ---- streams ---------------------------------------------------------------------------------------------------- */

static int new_event(cudaEvent_t *event, struct gb_error *error)
{
	return cuda_check(cudaEventCreateWithFlags(event, cudaEventDisableTiming), "cudaEventCreate", error);
}

static int need_streams(struct gpu *gpu, uint32_t count, struct gb_error *error)
{
	cuda_use(gpu);
	if (count > STREAMS_MAX)
		return gb_error_set(error, "%u streams; the maximum is %d", count, STREAMS_MAX);
	for (; gpu->streams < count; gpu->streams++) {
		struct cuda_stream *s = &gpu->further[gpu->streams];
		*s = (struct cuda_stream){ .stream = NULL };
		int status = cuda_check(cudaStreamCreateWithFlags(&s->stream, cudaStreamNonBlocking),
					"cudaStreamCreate", error);
		if (status != GB_OK)
			return status;
		status = new_event(&s->reached, error);
		if (status != GB_OK) {
			cudaStreamDestroy(s->stream);
			return status;
		}
	}
	return GB_OK;
}

int cuda_stream_of(struct gpu *gpu, uint32_t number, cudaStream_t *out, struct gb_error *error)
{
	int status = need_streams(gpu, number, error);

	if (status == GB_OK)
		*out = number == 0 ? gpu->stream : gpu->further[number - 1].stream;
	return status;
}

int cuda_stream(struct gpu *gpu, uint32_t number, void **handle, struct gb_error *error)
{
	cudaStream_t stream;
	int status = cuda_stream_of(gpu, number, &stream, error);

	if (status == GB_OK)
		*handle = stream;
	return status;
}

static void close_stream(struct gpu *gpu, struct cuda_stream *s)
{
	if (s->stream != NULL)
		cudaStreamDestroy(s->stream);
	s->stream = NULL;
	cuda_partition_close(gpu, &s->partition);
}

int cuda_stream_make(struct gpu *gpu, uint32_t number, struct gb_stream_kind kind, uint32_t *sms,
		     struct gb_error *error)
{
	int least = 0, greatest = 0;
	struct cuda_partition partition = { 0 };
	cudaStream_t made;
	int status = number == 0 ? gb_error_set(error, "the timed stream cannot be changed")
				 : need_streams(gpu, number, error);

	if (status == GB_OK)
		status = cuda_check(cudaDeviceGetStreamPriorityRange(&least, &greatest),
				    "cudaDeviceGetStreamPriorityRange", error);
	if (status != GB_OK)
		return status;
	struct cuda_stream *s = &gpu->further[number - 1];
	close_stream(gpu, s); /* closed first, because it may hold the SMs that are requested */
	const int priority = kind.priority > 0 ? greatest : least;
	if (kind.sms > 0)
		status = cuda_partition_open(gpu, kind.sms, priority, &partition, &made, error);
	else
		status = cuda_check(cudaStreamCreateWithPriority(&made, cudaStreamNonBlocking, priority),
				    "cudaStreamCreateWithPriority", error);
	if (status != GB_OK) {
		/* The number must keep a valid stream. Otherwise this stream and later ones are created again when
		 * needed. */
		if (cudaStreamCreateWithFlags(&s->stream, cudaStreamNonBlocking) != cudaSuccess)
			gpu->streams = number - 1;
		return status;
	}
	s->stream = made;
	s->partition = partition;
	*sms = kind.sms > 0 ? partition.sms : (uint32_t)cuda_attribute_of(gpu->index, cudaDevAttrMultiProcessorCount);
	return GB_OK;
}

void cuda_close_streams(struct gpu *gpu)
{
	for (uint32_t i = 0; i < gpu->streams; i++) {
		cudaEventDestroy(gpu->further[i].reached);
		close_stream(gpu, &gpu->further[i]);
	}
	for (uint32_t i = 0; i < gpu->events; i++)
		cudaEventDestroy(gpu->event[i]);
	gpu->streams = gpu->events = 0;
}

/* ---- events ----------------------------------------------------------------------------------------------------- */

static int need_event(struct gpu *gpu, uint32_t event, struct gb_error *error)
{
	if (event >= EVENTS_MAX)
		return gb_error_set(error, "event %u: only events below %d exist", event, EVENTS_MAX);
	for (; gpu->events <= event; gpu->events++) {
		GB_TRY(new_event(&gpu->event[gpu->events], error));
	}
	return GB_OK;
}

int cuda_event_record(struct gpu *gpu, uint32_t event, uint32_t stream, struct gb_error *error)
{
	cudaStream_t on;
	int status = need_event(gpu, event, error);

	if (status == GB_OK)
		status = cuda_stream_of(gpu, stream, &on, error);
	return status == GB_OK ? cuda_check(cudaEventRecord(gpu->event[event], on), "cudaEventRecord", error) : status;
}

int cuda_event_wait(struct gpu *gpu, uint32_t event, uint32_t stream, struct gb_error *error)
{
	cudaStream_t on;
	int status = need_event(gpu, event, error);

	if (status == GB_OK)
		status = cuda_stream_of(gpu, stream, &on, error);
	return status == GB_OK ? cuda_check(cudaStreamWaitEvent(on, gpu->event[event], 0), "cudaStreamWaitEvent", error)
			       : status;
}

int cuda_event_sync(struct gpu *gpu, uint32_t event, struct gb_error *error)
{
	int status = need_event(gpu, event, error);

	return status == GB_OK ? cuda_check(cudaEventSynchronize(gpu->event[event]), "cudaEventSynchronize", error)
			       : status;
}

static int make_stream_wait(cudaStream_t to, cudaStream_t from, cudaEvent_t event, struct gb_error *error)
{
	int status = cuda_check(cudaEventRecord(event, from), "cudaEventRecord", error);

	return status == GB_OK ? cuda_check(cudaStreamWaitEvent(to, event, 0), "cudaStreamWaitEvent", error) : status;
}

int cuda_fork(struct gpu *gpu, uint32_t count, struct gb_error *error)
{
	int status = need_streams(gpu, count, error);

	for (uint32_t i = 0; i < count && status == GB_OK; i++)
		status = make_stream_wait(gpu->further[i].stream, gpu->stream, gpu->further[i].reached, error);
	return status;
}

int cuda_join(struct gpu *gpu, uint32_t count, struct gb_error *error)
{
	int status = need_streams(gpu, count, error);

	for (uint32_t i = 0; i < count && status == GB_OK; i++)
		status = make_stream_wait(gpu->stream, gpu->further[i].stream, gpu->further[i].reached, error);
	return status;
}
