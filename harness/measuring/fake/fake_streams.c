/* fake_streams.c: textures, the virtual clock, and the fake device's single stream, which libraries and forks use. */
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "base/heap.h"
#include "fake/fake_parts.h"

struct gpu_texture {
	struct gb_texture of;
	uint64_t array_bytes; /* of the device's own copy; 0: none */
};

static uint64_t at_least_one(uint64_t count)
{
	return count > 0 ? count : 1;
}

static uint64_t row_bytes(const struct gb_texture *texture)
{
	static const uint64_t bytes[] = { [GB_TEXEL_F32] = 4, [GB_TEXEL_F16] = 2, [GB_TEXEL_U8] = 1,
					  [GB_TEXEL_S8] = 1,  [GB_TEXEL_U16] = 2, [GB_TEXEL_S16] = 2 };

	return texture->width * texture->channels * bytes[texture->texel];
}

static uint64_t texture_rows(const struct gb_texture *texture)
{
	return at_least_one(texture->height) * at_least_one(texture->layers > 0 ? texture->layers : texture->depth);
}

/* The object is the address of the description, which C kernels read. */
int fake_texture_open(struct gpu *gpu, const struct gb_texture *texture, struct gpu_texture **out, uint64_t *object,
		      struct gb_error *error)
{
	const uint64_t row = row_bytes(texture);

	fake_use(gpu);
	GB_TRY(fake_enter(FAKE_TEXTURE, error));
	if (fake_range(texture->at,
		       texture->layout == GB_TEXTURE_LINEAR ? row : texture->pitch * texture_rows(texture)) == NULL ||
	    (texture->layout != GB_TEXTURE_LINEAR && texture->pitch < row))
		return fake_refuse_argument("cudaCreateTextureObject", error);
	const uint64_t bytes = texture->layout == GB_TEXTURE_ARRAY ? row * texture_rows(texture) : 0;
	if (bytes > fake.free_bytes - fake_bytes_on(fake_current()))
		return gb_error_skip(error, "cudaMalloc3DArray: cudaErrorMemoryAllocation (out of memory)");
	*out = gb_heap_array(1, sizeof **out);
	(*out)->of = *texture;
	(*out)->array_bytes = bytes;
	fake.array_bytes += bytes;
	*object = (uint64_t)(uintptr_t)*out;
	fake.textures++;
	return GB_OK;
}

void fake_texture_close(struct gpu *gpu, struct gpu_texture *texture)
{
	fake.array_bytes -= texture->array_bytes;
	free(texture);
	fake.textures--;
}

/* There is one stream, on which all work is done when it is enqueued. */
int fake_stream(struct gpu *gpu, uint32_t number, void **handle, struct gb_error *error)
{
	GB_TRY(fake_enter(FAKE_STREAM, error));
	if (fake.no_libraries)
		return gb_error_skip(error, "a device in memory has no streams for libraries");
	*handle = gpu;
	return GB_OK;
}

void fake_use_streams(uint32_t count)
{
	fake.streams = count > fake.streams ? count : fake.streams;
}

void fake_close_streams(struct gpu *gpu)
{
	fake.streams = 0;
}

int fake_fork(struct gpu *gpu, uint32_t count, struct gb_error *error)
{
	fake_use_streams(count);
	return fake_enter(FAKE_FORK, error);
}

int fake_join(struct gpu *gpu, uint32_t count, struct gb_error *error)
{
	return fake_enter(FAKE_JOIN, error);
}

/* ---- time -------------------------------------------------------------------------------------------------------- */

double fake_factor(const struct fake_series *series, size_t turn)
{
	return series->count > 0 ? series->factor[turn % series->count] : 1;
}

void fake_advance(struct gpu *gpu, double seconds)
{
	gpu->now += seconds;
	gpu->cycles += seconds * fake.sm_hz * fake_factor(&fake.clocks, gpu->turn);
}

/* For the slow device, or for all if none is selected. */
static double slow_factor(const struct gpu *gpu)
{
	return fake.slow_device < 0 || gpu->index == fake.slow_device ? fake.slow : 1;
}

void fake_pass(struct gpu *gpu, double seconds)
{
	fake_advance(gpu, (seconds > 0 ? seconds : fake.launch_seconds) * slow_factor(gpu) *
				  fake_factor(&fake.times, gpu->turn));
}

/* The series advance at a start mark, which comes after the first stamp, so that a timed interval has one clock. */
int fake_mark(struct gpu *gpu, int which, struct gb_error *error)
{
	if (which == 0)
		gpu->turn++;
	GB_TRY(fake_enter(FAKE_MARK, error));
	gpu->mark[which] = gpu->now;
	gpu->marked[which] = true;
	gpu->synced = false;
	if (which == 1)
		fake_end_batch();
	return GB_OK;
}

int fake_sync(struct gpu *gpu, struct gb_error *error)
{
	const double sleep = fake.sync_sleep_seconds;
	const struct timespec pause = { (time_t)sleep, (long)(1e9 * (sleep - floor(sleep))) };

	GB_TRY(fake_enter(FAKE_SYNC, error));
	if (gpu->is_peer && gpu->index == fake.lost_peer)
		return gb_error_set(error,
				    "cudaStreamSynchronize: cudaErrorDeviceUninitialized (invalid device context)");
	if (sleep > 0)
		nanosleep(&pause, NULL);
	gpu->synced = true;
	return GB_OK;
}

int fake_elapsed(struct gpu *gpu, double *seconds, struct gb_error *error)
{
	GB_TRY(fake_enter(FAKE_ELAPSED, error));
	if (!gpu->marked[0] || !gpu->marked[1] || !gpu->synced)
		return gb_error_set(error, "cudaEventElapsedTime: cudaErrorNotReady (device not ready)");
	*seconds = gpu->mark[1] - gpu->mark[0];
	return GB_OK;
}
