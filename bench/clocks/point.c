/* point.c: the kernel, operands and launch of a point, and the clocks that its blocks measured. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../common/median.h"
#include "../common/residency.h"
#include "state.h"

#define LAUNCH_NANOSECONDS 2e6
/* An H100 takes 0.1 to 0.3 s to settle on a clock for matrix instructions. Short launches leave room for interrupts. */
#define SETTLE_NANOSECONDS 50e6
enum { SETTLE_LAUNCHES = 6 };

/* ---- the point ------------------------------------------------------------------------------------------------------- */

enum load clocks_load(const struct gb_run *run)
{
	return (enum load)gb_value(run, "load");
}

bool clocks_is_low_matrix(enum load load)
{
	return load != LOAD_FFMA && load != LOAD_FP64;
}

enum format clocks_format(enum load load)
{
	static const enum format formats_of[] = {
		[LOAD_FFMA] = FORMAT_FP32, [LOAD_FP64] = FORMAT_FP64, [LOAD_FP16] = FORMAT_FP16,
		[LOAD_BF16] = FORMAT_BF16, [LOAD_TF32] = FORMAT_TF32, [LOAD_INT8] = FORMAT_INT8,
	};

	return formats_of[load];
}

/* The clocks determined by the instructions alone: on few SMs, with little power. */
const char *clocks_roof(const struct gb_run *run)
{
	const enum load load = clocks_load(run);

	if (gb_value(run, "sms") != ROOF_SMS || gb_value(run, "data") != ZEROS || gb_value(run, "duty") != DUTY_ALL)
		return NULL;
	return load == LOAD_FP16 ? "clock.matrix" : load == LOAD_FFMA ? "clock.plain" : NULL;
}

/* ---- the launch ------------------------------------------------------------------------------------------------------ */

static int choose_kernel(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct gb_device *device = gb_device(run);
	const enum load load = clocks_load(run);
	const int64_t sms = gb_value(run, "sms");
	char name[GB_NAME_MAX];

	if (sms > device->sm_count)
		return gb_skip(run, "this device has %d SMs", device->sm_count);
	if (load != LOAD_FFMA && device->cc_major < 8)
		return gb_skip(run, "matrix instructions need compute capability 8.0 here");
	/* The most shared memory that a block can have: more than half of the SM's, so that no SM holds two blocks. */
	s->shape = (struct gb_shape){ .grid = (uint32_t)sms,
				      .block = CLOCKS_THREADS,
				      .shared_bytes = residency_shared(device, 1) };
	snprintf(name, sizeof name, "clocks_%s", clocks_loads[load]);
	return gb_find_kernel(run, name, &s->kernel);
}

static int settle(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const unsigned long long nanoseconds = s->args.nanoseconds;
	int status = GB_OK;

	s->args.nanoseconds = (unsigned long long)(gb_work(run) * SETTLE_NANOSECONDS);
	for (int i = 0; i < SETTLE_LAUNCHES && status == GB_OK; i++)
		status = clocks_launch(run);
	s->args.nanoseconds = nanoseconds;
	return status == GB_OK ? gb_sync(run) : status;
}

/* Chains oscillate around -1/2, like those of `ffma`, and neither grow nor decay within a trip. Each thread has its own
 * factor. */
static void fill_factors(unsigned char *to)
{
	for (unsigned int thread = 0; thread < CLOCKS_THREADS; thread++) {
		const float factor = -1.0f + (float)(16 + 5 * thread) * 0x1p-24f;
		memcpy(to + sizeof factor * thread, &factor, sizeof factor);
	}
}

/* Copy the point's operands to the device. */
static int fill(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const enum format format = clocks_format(clocks_load(run));
	const int64_t data = gb_value(run, "data");

	units_make_normal(s->normal, OPERANDS);
	units_fill(format, s->host, s->normal, OPERANDS / formats[format].bytes, data);
	if (clocks_load(run) == LOAD_FFMA && data == NORMAL)
		fill_factors(s->host + CLOCKS_A_BYTES);
	int status = gb_copy_in(run, s->a, s->host, CLOCKS_A_BYTES);
	return status == GB_OK ? gb_copy_in(run, s->b, s->host + CLOCKS_A_BYTES, CLOCKS_B_BYTES) : status;
}

int clocks_prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);

	int status = choose_kernel(run);
	if (status == GB_OK)
		status = fill(run);
	s->args = (struct clocks_args){
		.a = gb_address(s->a),
		.b = gb_address(s->b),
		.out = gb_address(s->out),
		.spans = gb_address(s->spans),
		.nanoseconds = (unsigned long long)(gb_work(run) * LAUNCH_NANOSECONDS),
		.work = (unsigned long long)gb_value(run, "duty") * CLOCKS_PERIOD / 100,
	};
	return status == GB_OK && clocks_is_low_matrix(clocks_load(run)) ? settle(run) : status;
}

int clocks_launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

/* ---- the clocks ------------------------------------------------------------------------------------------------------ */

int clocks_read_spans(struct gb_run *run, struct clocks_span spans[CLOCKS_SMS])
{
	const struct state *s = gb_state(run);

	return gb_copy_out(run, spans, s->spans, s->shape.grid * sizeof spans[0]);
}

int clocks_observe(struct gb_run *run, double *value)
{
	struct state *s = gb_state(run);
	const uint32_t blocks = s->shape.grid;
	struct clocks_span spans[CLOCKS_SMS];
	double hz[CLOCKS_SMS];

	int status = clocks_read_spans(run, spans);
	if (status != GB_OK)
		return status;
	for (uint32_t i = 0; i < blocks; i++) {
		if (spans[i].nanoseconds == 0)
			return gb_fail(run, "block %u took no time", i);
		hz[i] = 1e9 * (double)spans[i].cycles / (double)spans[i].nanoseconds;
	}
	*value = values_median(hz, blocks);
	s->slowest = hz[0];
	return GB_OK;
}

size_t clocks_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);

	(void)result;
	out[0] = (struct gb_metric){ "slowest", "Hz", GB_MEASURED, s->slowest, 0 };
	return 1;
}
