#include "timing/timer.h"

#include <math.h>

#include "base/stats.h"
#include "timing/host_timer.h"

GB_VARIANTS(stamp);

const char *gb_timer_archs(void)
{
	return gb_variants_stamp[0].archs;
}

/* How long the device is held while the host enqueues: about twice the time of gb_timer_begin() and a first launch. */
#define HOLD_NANOSECONDS 12000

#define SET_BYTES (GB_STAMPS_MAX * sizeof(struct gb_stamp))

int gb_timer_open(struct gb_timer *timer, const struct gpu_ops *ops, struct gpu *gpu, const struct gb_device *device,
		  struct gb_error *error)
{
	*timer = (struct gb_timer){ .ops = ops, .gpu = gpu, .blocks = 2 * (uint32_t)device->sm_count };
	if (ops->clock != NULL)
		return GB_OK;
	int status = ops->load(gpu, &gb_variants_stamp[0], &timer->module, error);
	if (status == GB_OK)
		status = ops->kernel(gpu, timer->module, "gb_stamp", &timer->kernel, error);
	if (status == GB_OK)
		status = ops->alloc(gpu, 2 * SET_BYTES, &timer->stamps, error);
	if (status != GB_OK)
		gb_timer_close(timer);
	return status;
}

void gb_timer_close(struct gb_timer *timer)
{
	gb_timer_free_gate(timer);
	if (timer->stamps != 0)
		timer->ops->release(timer->gpu, timer->stamps);
	if (timer->module != NULL)
		timer->ops->unload(timer->gpu, timer->module);
	*timer = (struct gb_timer){ 0 };
}

static int launch_stamp(struct gb_timer *timer, int set, unsigned long long delay, struct gb_error *error)
{
	const struct gb_stamp_args args = { gb_address(timer->stamps + (gb_ptr)set * SET_BYTES), delay };

	return timer->ops->launch(timer->gpu, &timer->kernel, (struct gb_shape){ .grid = timer->blocks, .block = 1 },
				  &args, error);
}

int gb_timer_hold(struct gb_timer *timer, double seconds, struct gb_error *error)
{
	if (timer->ops->clock != NULL)
		return GB_OK;
	/* The stamps go to the second set, which the next gb_timer_end() overwrites. */
	return launch_stamp(timer, 1, (unsigned long long)(1e9 * seconds), error);
}

int gb_timer_begin(struct gb_timer *timer, struct gb_error *error)
{
	if (timer->ops->clock != NULL)
		return timer->ops->mark(timer->gpu, 0, error);
	GB_TRY(timer->ops->fill(timer->gpu, timer->stamps, 0, 2 * SET_BYTES, error));
	GB_TRY(launch_stamp(timer, 0, HOLD_NANOSECONDS, error));
	return timer->ops->mark(timer->gpu, 0, error);
}

static int end_without_stamps(struct gb_timer *timer, struct gb_timed *out, struct gb_error *error)
{
	double seconds;
	int status = timer->ops->mark(timer->gpu, 1, error);

	if (status == GB_OK)
		status = timer->ops->sync(timer->gpu, error);
	if (status == GB_OK)
		status = timer->ops->elapsed(timer->gpu, &seconds, error);
	if (status == GB_OK)
		*out = (struct gb_timed){ seconds, timer->ops->clock(timer->gpu), NAN, NAN, 0 };
	return status;
}

int gb_timer_end(struct gb_timer *timer, struct gb_timed *out, struct gb_error *error)
{
	if (timer->ops->clock != NULL)
		return end_without_stamps(timer, out, error);
	struct gb_stamp stamps[2][GB_STAMPS_MAX];
	double seconds;
	int status = timer->ops->mark(timer->gpu, 1, error);

	if (status == GB_OK)
		status = launch_stamp(timer, 1, 0, error);
	if (status == GB_OK)
		status = timer->ops->sync(timer->gpu, error);
	if (status == GB_OK)
		status = timer->ops->elapsed(timer->gpu, &seconds, error);
	if (status == GB_OK)
		status = timer->ops->copy_out(timer->gpu, stamps, timer->stamps, sizeof stamps, error);
	if (status != GB_OK)
		return status;
	out->seconds = seconds;
	gb_timer_clocks(stamps[0], stamps[1], GB_STAMPS_MAX, out);
	return GB_OK;
}

void gb_timer_clocks(const struct gb_stamp *before, const struct gb_stamp *after, size_t count, struct gb_timed *out)
{
	double hz[GB_STAMPS_MAX], scratch[GB_STAMPS_MAX];
	double sum = 0;
	size_t known = 0;

	out->slowest_hz = NAN;
	for (size_t sm = 0; sm < count && sm < GB_STAMPS_MAX; sm++) {
		if (before[sm].nanoseconds == 0 || after[sm].nanoseconds <= before[sm].nanoseconds ||
		    after[sm].cycles <= before[sm].cycles)
			continue;
		hz[known] = 1e9 * (double)(after[sm].cycles - before[sm].cycles) /
			    (double)(after[sm].nanoseconds - before[sm].nanoseconds);
		sum += hz[known];
		out->slowest_hz = fmin(out->slowest_hz, hz[known++]);
	}
	out->mean_hz = known > 0 ? sum / (double)known : NAN;
	out->sm_hz = known > 0 ? gb_stats_median(hz, known, scratch) : NAN;
}
