#include "engine/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/quantity.h"
#include "device/topology.h"
#include "engine/peers.h"
#include "plan/description.h"

struct gb_error *gb_run_error(const struct gb_run *run)
{
	return run->of != NULL ? run->of->error : run->error;
}

void gb_run_free_scratch(struct gb_run *run)
{
	while (run->scratch != NULL) {
		struct gb_scratch *next = run->scratch->next;
		free(run->scratch);
		run->scratch = next;
	}
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

/* setup() may have enqueued work on any stream. */
static int sync_all(struct gb_run *run)
{
	int status = gb_sync(run);

	for (size_t i = 0; i < run->peers && status == GB_OK; i++)
		status = gb_sync(&run->peer[i]);
	return status;
}

int gb_run_open(struct gb_run *run, struct gb_open_device *card, const struct gb_bench *bench,
		const struct gb_variant *variant, struct gb_error *error)
{
	*run = (struct gb_run){ .card = card, .bench = bench, .variant = variant, .error = error };
	if (gb_description_attach(bench, error) != GB_OK)
		return GB_FAILED;
	if (bench->state_size > 0 && (run->state = calloc(1, bench->state_size)) == NULL)
		return gb_error_set(error, "out of memory");
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
	gb_run_free_scratch(run);
	run->doubt_of_setup = strlen(run->doubt);
	if (status != GB_OK)
		gb_run_close(run);
	return status;
}

static void close_async(struct gb_run *run)
{
	const struct gpu_async_ops *async = run->card->ops->async;

	while (run->graphs > 0)
		async->graph_free(run->card->gpu, run->graph[--run->graphs]);
	while (run->buffers > 0)
		async->buffer_release(run->card->gpu, &run->buffer[--run->buffers]);
	if (run->card->ops->close_streams != NULL)
		run->card->ops->close_streams(run->card->gpu);
}

void gb_run_release(struct gb_run *run, size_t at)
{
	const size_t last = --run->allocations;

	run->card->ops->release(run->card->gpu, run->allocation[at]);
	gb_device_freed(run->card, run->allocated[at]);
	run->allocation[at] = run->allocation[last];
	run->allocated[at] = run->allocated[last];
}

/* No later benchmark may find a part of L2 set aside. */
static void close_persisting(struct gb_run *run)
{
	struct gb_error ignored = { "" };
	uint64_t kept;

	if (run->persists)
		run->card->ops->persist(run->card->gpu, 0, 0, &kept, &ignored);
	run->persists = false;
}

static void free_resources(struct gb_run *run)
{
	close_async(run);
	close_persisting(run);
	while (run->textures > 0)
		run->card->ops->texture_close(run->card->gpu, run->texture[--run->textures]);
	while (run->allocations > 0)
		gb_run_release(run, run->allocations - 1);
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
	gb_run_free_scratch(run);
	free(run->state);
	run->state = NULL;
}

int gb_run_foreign_code(const struct gb_run *run)
{
	const struct gb_device *device = &run->card->device;
	const int own = 10 * device->cc_major + device->cc_minor;
	const int code = run->module != NULL && run->card->ops->code != NULL ? run->card->ops->code(run->module) : 0;

	return code == own ? 0 : code;
}

static int restore_memory(struct gb_run *run)
{
	run->launches = 0;
	return run->bench->restore != NULL ? run->bench->restore(run) : GB_OK;
}

int gb_run_point(struct gb_run *run, const struct gb_point *point)
{
	/* prepare() may start threads, which must be free to run on any core. */
	gb_topology_unpin(&run->card->pin);
	run->trips.count = run->trips.next = 0;
	run->point = *point;
	run->output = (struct gb_block_output){ 0 };
	run->doubt[run->doubt_of_setup] = '\0';
	const int status = run->bench->prepare != NULL ? run->bench->prepare(run) : GB_OK;
	gb_run_free_scratch(run);
	return status == GB_OK ? restore_memory(run) : status;
}

int gb_run_launch(struct gb_run *run)
{
	run->launches++;
	return run->bench->launch(run);
}

int gb_run_verify(struct gb_run *run)
{
	const int status = run->bench->verify(run);

	gb_run_free_scratch(run);
	if (status == GB_FAILED)
		return gb_error_prefix(run->error, "verify");
	return status == GB_OK ? restore_memory(run) : status;
}

int gb_run_others(const struct gb_run *run)
{
	int most = gb_device_others(run->card);

	for (size_t i = 0; i < run->peers; i++) {
		const int others = gb_device_others(run->peer[i].card);
		most = others > most ? others : most;
	}
	return most;
}

/* ---- batches ----------------------------------------------------------------------------------------------------- */

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

static int observe_value(struct gb_run *run, double *value)
{
	if (run->bench->observe == NULL)
		return gb_fail(run, "the timing of the point is 'observed', but the plug-in has no observe()");
	const int status = run->bench->observe(run, value);
	gb_run_free_scratch(run);
	return status;
}

static int check_value(struct gb_run *run, enum gb_quantity quantity, int status, double value)
{
	/* A count, rate or time must be above 0. A value that is not finite would be an empty field in a row that is
	 * ok. */
	return status == GB_OK && !(value > 0 && isfinite(value))
		       ? gb_fail(run, "the plug-in's count gives %g %s", value, gb_quantity_unit(quantity))
		       : status;
}

/* A first batch may be too short to be timed, and then has no value. */
static int launch_value(struct gb_run *run, double seconds, double *value)
{
	const enum gb_quantity quantity = gb_run_quantity(run);
	const struct gb_timing timing = gb_run_timing(run);
	int status = GB_OK;

	*value = 0;
	if (timing.observed || gb_quantity_is_observed(quantity)) {
		status = observe_value(run, value); /* before `value` is read */
		return check_value(run, quantity, status, *value);
	}
	if (seconds <= 0 || quantity == GB_JOULES)
		return GB_OK;
	switch (quantity) {
	case GB_BANDWIDTH:
		*value = run->bench->cost(run).bytes / seconds;
		break;
	case GB_FLOPS:
	case GB_OPS:
	case GB_ACCESSES:
	case GB_INSTRUCTIONS:
		*value = run->bench->cost(run).ops / seconds;
		break;
	case GB_SECONDS:
		*value = seconds / timing.parts;
		break;
	case GB_CYCLES:
	case GB_HERTZ:
	case GB_JOULES: /* energy.c measures this */
		break;
	}
	return check_value(run, quantity, status, *value);
}

static int on_timed_launch(void *context)
{
	return gb_run_launch(context);
}

/* The usual form of a batch: device time, without the host. */
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
	const struct gb_timed_launch what = { on_timed_launch, run, timing.operations };
	struct gb_timer *timer = &run->card->timer;

	if (timing.clock != GB_CLOCK_DEVICE && run->card->pin == NULL)
		run->card->pin = gb_topology_pin();
	switch (timing.clock) {
	case GB_CLOCK_QUEUED:
		return gb_timer_queued(timer, &what, launches, out, error);
	case GB_CLOCK_ENQUEUE:
		return gb_timer_enqueue(timer, &what, launches, out, error);
	case GB_CLOCK_ROUND_TRIP:
		return gb_timer_round_trips(timer, &what, &timing, launches, &run->trips, out, error);
	case GB_CLOCK_DEVICE:
		break;
	}
	return time_on_device(run, launches, out, error);
}

static int check_metric(const struct gb_metric *metric, size_t number, struct gb_error *error)
{
	const struct gb_metric *m = &metric[number];

	if (m->name == NULL || m->unit == NULL || m->name[0] == '\0')
		return gb_error_set(error, "metrics: number %zu has no name, or NULL for its unit", number + 1);
	if (!isfinite(m->number))
		return gb_error_set(error, "metrics: '%s' is %g", m->name, m->number);
	for (size_t i = 0; i < number; i++)
		if (strcmp(metric[i].name, m->name) == 0)
			return gb_error_set(error, "metrics: two are named '%s'", m->name);
	return GB_OK;
}

int gb_run_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX],
		   size_t *count)
{
	struct gb_error *error = gb_run_error(run);

	*count = run->bench->metrics != NULL ? run->bench->metrics(run, result, out) : 0;
	if (*count > GB_METRICS_MAX)
		return gb_error_set(error, "metrics: %zu of them; the maximum is %d", *count, GB_METRICS_MAX);
	for (size_t i = 0; i < *count; i++)
		GB_TRY(check_metric(out, i, error));
	return GB_OK;
}

bool gb_run_is_matrix(const struct gb_run *run)
{
	return run->bench->matrix != NULL && run->bench->matrix(run) != 0;
}

/* The value per SM and cycle, by the clock that determines the time of the work. */
static double per_clock(const struct gb_run *run, double value, const struct gb_timed *timed)
{
	const double hz[] = {
		[GB_SHARES_NONE] = NAN, [GB_SHARES_EQUAL] = timed->slowest_hz, [GB_SHARES_TAKEN] = timed->mean_hz
	};

	const enum gb_shares shares = run->bench->shares != NULL ? run->bench->shares(run) : GB_SHARES_NONE;

	return value / (hz[shares] * run->card->device.sm_count);
}

int gb_run_batch(void *context, uint64_t launches, struct gb_batch *out, struct gb_error *error)
{
	struct gb_run *run = context;
	struct gb_timed timed = { 0 };
	double value;

	run->error = error;
	int status = time_launches(run, launches, &timed, error);
	if (status == GB_OK)
		status = launch_value(run, (timed.seconds - timed.paused) / (double)launches, &value);
	if (status == GB_OK)
		*out = (struct gb_batch){ timed.seconds, value, timed.sm_hz, timed.slowest_hz,
					  per_clock(run, value, &timed) };
	return status;
}

/* An upper bound for the time of this part of the last round trips. */
static double trip_at(const struct gb_run *run, double part)
{
	double sorted[GB_TRIPS_MAX];

	gb_stats_median(run->trips.seconds, run->trips.count, sorted); /* leaves them sorted */
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
