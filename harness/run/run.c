#include "run/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "device/topology.h"
#include "run/peers.h"

/* ---- cards ------------------------------------------------------------------------------------------------------ */

static int busy_now(const struct gpu_ops *ops, int index)
{
	return ops->busy != NULL ? ops->busy(index) : -1;
}

bool gb_card_is_busy(const struct gb_card *card)
{
	return card->busy > GPU_BUSY_PERCENT;
}

/* This process's own work can only make the figure too high: the least one seen is right. */
void gb_card_look(struct gb_card *card)
{
	const int now = busy_now(card->ops, card->device.index);

	if (now >= 0 && now < card->busy)
		card->busy = now;
}

int gb_card_open(struct gb_card *card, const struct gpu_ops *ops, int index, struct gb_error *error)
{
	*card = (struct gb_card){ .ops = ops, .busy = busy_now(ops, index) };
	int status = ops->describe(index, &card->device, &card->identity, error);
	/* In a container processes have other numbers than NVML's: count instead of looking for one's own. */
	const int before = ops->processes(index);
	if (status == GB_OK)
		status = ops->open(index, &card->gpu, error);
	const int after = ops->processes(index);
	card->own_processes = before < 0 || after < 0 ? -1 : after > before;
	if (status == GB_OK)
		status = gb_timer_open(&card->timer, ops, card->gpu, &card->device, error);
	if (status != GB_OK)
		gb_card_close(card);
	return status;
}

void gb_card_close(struct gb_card *card)
{
	gb_topology_unpin(&card->pin);
	if (card->timer.ops != NULL)
		gb_timer_close(&card->timer);
	if (card->gpu != NULL)
		card->ops->close(card->gpu);
	card->gpu = NULL;
}

int gb_card_others(const struct gb_card *card)
{
	const int now = card->ops->processes(card->device.index);

	return now < 0 || card->own_processes < 0 ? -1 : now > card->own_processes ? now - card->own_processes : 0;
}

int gb_card_workers(const struct gb_card *card, double seconds)
{
	const struct gpu_ops *ops = card->ops;
	const int working = ops->working != NULL ? ops->working(card->device.index, seconds) : -1;

	/* This process is one of them, under whatever number. */
	return working > 0 ? working - 1 : -1;
}

/* ---- runs ------------------------------------------------------------------------------------------------------- */

struct gb_error *gb_run_error(const struct gb_run *run)
{
	return run->of != NULL ? run->of->error : run->error;
}

static int check_needs(struct gb_run *run)
{
	const struct gb_require *need = &run->bench->require;
	const struct gb_device *device = &run->card->device;
	uint64_t available;

	if (10 * device->cc_major + device->cc_minor < need->cc_min)
		return gb_skip(run, "needs compute capability %d.%d; this device has %d.%d", need->cc_min / 10,
			       need->cc_min % 10, device->cc_major, device->cc_minor);
	if (need->memory_bytes == 0)
		return GB_OK;
	int status = gb_memory_free(run, &available);
	if (status == GB_OK && available < need->memory_bytes)
		return gb_skip(run, "needs %.1f MB of free device memory; %.1f MB are free",
			       1e-6 * (double)need->memory_bytes, 1e-6 * (double)available);
	return status;
}

/* What setup() enqueued, wherever. */
static int sync_all(struct gb_run *run)
{
	int status = gb_sync(run);

	for (size_t i = 0; i < run->peers && status == GB_OK; i++)
		status = gb_sync(&run->peer[i]);
	return status;
}

int gb_run_open(struct gb_run *run, struct gb_card *card, const struct gb_bench *bench,
		const struct gb_variant *variant, struct gb_error *error)
{
	*run = (struct gb_run){ .card = card, .bench = bench, .variant = variant, .error = error };
	if (bench->state_size > 0) {
		run->state = calloc(1, bench->state_size);
		if (run->state == NULL)
			return gb_error_set(error, "out of memory for the %zu bytes of a run", bench->state_size);
	}
	if (card->work > 0)
		gb_suspect(run, "launches did %g of their usual work", card->work);
	int status = check_needs(run);
	if (status == GB_OK)
		status = card->ops->load(card->gpu, variant, &run->module, error);
	if (status == GB_OK && bench->gpus != GB_ONE_GPU)
		status = gb_peers_enter(run);
	if (status == GB_OK)
		status = bench->setup(run);
	if (status == GB_OK)
		status = sync_all(run);
	run->doubt_of_setup = strlen(run->doubt);
	if (status != GB_OK)
		gb_run_close(run);
	return status;
}

/* Streams of another kind become as others were. */
static void close_async(struct gb_run *run)
{
	const struct gpu_async_ops *async = run->card->ops->async;
	struct gb_error ignored = { "" };
	uint32_t sms;

	while (run->graphs > 0)
		async->graph_free(run->card->gpu, run->graph[--run->graphs]);
	while (run->buffers > 0)
		async->buffer_release(run->card->gpu, &run->buffer[--run->buffers]);
	for (uint32_t i = 0; i < GB_STREAMS_MAX; i++)
		if (run->made[i])
			async->stream_make(run->card->gpu, i, (struct gb_stream_kind){ 0 }, &sms, &ignored);
	memset(run->made, 0, sizeof run->made);
}

static void free_resources(struct gb_run *run)
{
	close_async(run);
	while (run->textures > 0)
		run->card->ops->texture_close(run->card->gpu, run->texture[--run->textures]);
	while (run->allocations > 0)
		run->card->ops->release(run->card->gpu, run->allocation[--run->allocations]);
	if (run->module != NULL)
		run->card->ops->unload(run->card->gpu, run->module);
	run->module = NULL;
}

void gb_run_close(struct gb_run *run)
{
	gb_topology_unpin(&run->card->pin);
	if (run->bench->teardown != NULL)
		run->bench->teardown(run);
	for (size_t i = 0; i < run->peers; i++)
		free_resources(&run->peer[i]);
	free_resources(run);
	gb_peers_leave(run);
	free(run->state);
	run->state = NULL;
}

static int restore(struct gb_run *run)
{
	run->launches = 0;
	return run->bench->restore != NULL ? run->bench->restore(run) : GB_OK;
}

int gb_run_point(struct gb_run *run, const struct gb_point *point)
{
	/* Threads that prepare() starts are free to go where they like. */
	gb_topology_unpin(&run->card->pin);
	run->trips.count = run->trips.next = 0;
	run->point = *point;
	run->doubt[run->doubt_of_setup] = '\0';
	const int status = run->bench->prepare != NULL ? run->bench->prepare(run) : GB_OK;
	return status == GB_OK ? restore(run) : status;
}

int gb_run_launch(struct gb_run *run)
{
	run->launches++;
	return run->bench->launch(run);
}

int gb_run_verify(struct gb_run *run)
{
	const int status = run->bench->verify(run);

	if (status == GB_FAILED)
		return gb_error_prefix(run->error, "verify");
	return status == GB_OK ? restore(run) : status;
}

int gb_run_others(const struct gb_run *run)
{
	int most = gb_card_others(run->card);

	for (size_t i = 0; i < run->peers; i++) {
		const int others = gb_card_others(run->peer[i].card);
		most = others > most ? others : most;
	}
	return most;
}

enum gb_quantity gb_run_quantity(const struct gb_run *run)
{
	return run->bench->measures != NULL ? run->bench->measures(run) : run->bench->quantity;
}

const char *gb_run_roof(const struct gb_run *run)
{
	return run->bench->roof != NULL ? run->bench->roof(run) : NULL;
}

struct gb_timing gb_run_timing(const struct gb_run *run)
{
	struct gb_timing timing = { 0 };

	if (run->bench->timing != NULL)
		timing = run->bench->timing(run);
	timing.operations += timing.operations == 0;
	timing.parts += timing.parts == 0;
	return timing;
}

static int observe(struct gb_run *run, double *value)
{
	return run->bench->observe != NULL
		       ? run->bench->observe(run, value)
		       : gb_fail(run, "the point is observed, and the plug-in does not observe any");
}

static int check_value(struct gb_run *run, enum gb_quantity quantity, int status, double value)
{
	/* It would be an empty field in a row that is ok. */
	return status == GB_OK && !isfinite(value)
		       ? gb_fail(run, "the plug-in's count gives %g %s", value, gb_quantity_unit(quantity))
		       : status;
}

/* The value of one launch that took `seconds`. A first batch may be too short to be timed: it is worth nothing. */
static int value_of(struct gb_run *run, double seconds, double *value)
{
	const enum gb_quantity quantity = gb_run_quantity(run);
	const struct gb_timing timing = gb_run_timing(run);
	int status = GB_OK;

	*value = 0;
	if (timing.observed || quantity == GB_CYCLES)
		return check_value(run, quantity, observe(run, value), *value);
	if (seconds <= 0)
		return GB_OK;
	switch (quantity) {
	case GB_BANDWIDTH:
		*value = run->bench->cost(run).bytes / seconds;
		break;
	case GB_FLOPS:
	case GB_OPS:
	case GB_ACCESSES:
		*value = run->bench->cost(run).ops / seconds;
		break;
	case GB_SECONDS:
		*value = seconds / timing.parts;
		break;
	case GB_CYCLES:
		break;
	}
	return check_value(run, quantity, status, *value);
}

static int launch_of(void *context)
{
	return gb_run_launch(context);
}

/* Device time without the host: the batch as ever. */
static int time_on_device(struct gb_run *run, uint64_t launches, struct gb_timed *out, struct gb_error *error)
{
	struct gb_timer *timer = &run->card->timer;
	int status = gb_timer_begin(timer, error);

	for (uint64_t i = 0; i < launches && status == GB_OK; i++)
		status = gb_run_launch(run);
	return status == GB_OK ? gb_timer_end(timer, out, error) : status;
}

static int time_launches(struct gb_run *run, uint64_t launches, struct gb_timed *out, struct gb_error *error)
{
	const struct gb_timing timing = gb_run_timing(run);
	const struct gb_timed_launch what = { launch_of, run, timing.operations };
	struct gb_timer *timer = &run->card->timer;

	if (timing.clock != GB_CLOCK_DEVICE && run->card->pin == NULL)
		run->card->pin = gb_topology_pin();
	switch (timing.clock) {
	case GB_CLOCK_QUEUED:
		return gb_timer_queued(timer, &what, launches, out, error);
	case GB_CLOCK_ENQUEUE:
		return gb_timer_enqueue(timer, &what, launches, out, error);
	case GB_CLOCK_ROUND_TRIP:
		return gb_timer_round_trips(timer, &what, timing.wait, launches, &run->trips, out, error);
	case GB_CLOCK_DEVICE:
		break;
	}
	return time_on_device(run, launches, out, error);
}

int gb_run_batch(void *context, uint64_t launches, struct gb_batch *out, struct gb_error *error)
{
	struct gb_run *run = context;
	struct gb_timed timed;
	double value;

	run->error = error;
	int status = time_launches(run, launches, &timed, error);
	if (status == GB_OK)
		status = value_of(run, timed.seconds / (double)launches, &value);
	if (status == GB_OK)
		*out = (struct gb_batch){ timed.seconds, value, timed.sm_hz, timed.slowest_hz };
	return status;
}

/* What a part of the last round trips took no longer than. */
static double trip_at(const struct gb_run *run, double part)
{
	double sorted[GB_TRIPS_MAX];

	gb_stats_median(run->trips.seconds, run->trips.count, sorted); /* which leaves them so */
	return sorted[(size_t)(part * (double)(run->trips.count - 1))];
}

size_t gb_run_host_metrics(const struct gb_run *run, struct gb_metric out[GB_HOST_METRICS])
{
	const struct gb_timing timing = gb_run_timing(run);
	size_t count = 0;

	if (timing.clock == GB_CLOCK_DEVICE || timing.clock == GB_CLOCK_QUEUED)
		return 0;
	if (timing.clock == GB_CLOCK_ROUND_TRIP && run->trips.count > 0 && !timing.observed) {
		out[count++] = (struct gb_metric){ "fastest", "s", GB_MEASURED, trip_at(run, 0) / timing.parts, 0 };
		out[count++] =
			(struct gb_metric){ "slowest_of_100", "s", GB_MEASURED, trip_at(run, 0.99) / timing.parts, 0 };
	}
	const struct gb_host_clock clock = gb_host_clock_look();
	out[count++] = (struct gb_metric){ "host_clock_step", "s", GB_MEASURED, clock.step, 0 };
	out[count++] = (struct gb_metric){ "host_away", "1", GB_MEASURED, clock.away, 0 };
	return count;
}
