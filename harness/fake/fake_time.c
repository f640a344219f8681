/* fake_time.c: the virtual clock of the fake device, and the marks that read it. */
#include <math.h>
#include <time.h>

#include "fake/fake_parts.h"

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
static double slowness(const struct gpu *gpu)
{
	return fake.slow_device < 0 || gpu->index == fake.slow_device ? fake.slow : 1;
}

void fake_pass(struct gpu *gpu, double seconds)
{
	fake_advance(gpu, (seconds > 0 ? seconds : fake.launch_seconds) * slowness(gpu) *
				  fake_factor(&fake.times, gpu->turn));
}

/* The series advance at a start mark, which comes after the first stamp: a timed interval has one clock. */
int fake_mark(struct gpu *gpu, int which, struct gb_error *error)
{
	if (which == 0)
		gpu->turn++;
	if (fake_enter(FAKE_MARK, error) != GB_OK)
		return GB_FAILED;
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

	if (fake_enter(FAKE_SYNC, error) != GB_OK)
		return GB_FAILED;
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
	if (fake_enter(FAKE_ELAPSED, error) != GB_OK)
		return GB_FAILED;
	if (!gpu->marked[0] || !gpu->marked[1] || !gpu->synced)
		return gb_error_set(error, "cudaEventElapsedTime: cudaErrorNotReady (device not ready)");
	*seconds = gpu->mark[1] - gpu->mark[0];
	return GB_OK;
}
