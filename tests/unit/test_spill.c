/* `spill`: what it counts, what its check catches, and what it concludes, against kernels in C. */
#include "../../bench/spill/spill.h"

#include "real.h"
#include "support.h"

static struct gb_plugins plugins;
static const struct gb_bench *bench;

static int load(void **state)
{
	(void)state;
	plugins = real_plugins();
	bench = gb_plugins_find(&plugins, "spill");
	return bench != NULL ? 0 : -1;
}

static int unload(void **state)
{
	(void)state;
	gb_plugins_free(&plugins);
	return 0;
}

/* ---- kernels in C ---------------------------------------------------------------------------------------------------- */

static long wrong_thread; /* -1: none */

static double fill(struct gb_shape shape, const void *args)
{
	const struct spill_fill_args *f = args;

	(void)shape;
	for (unsigned int i = 0; i < f->words; i++)
		((unsigned int *)f->at)[i] = spill_word(i);
	return 0;
}

/* All values of a thread side by side, as the kernels have them: the plug-in's own reference takes one after the other. */
static unsigned int values_of(const struct spill_args *args, unsigned int thread)
{
	float x[SPILL_VALUES];
	unsigned int sum = 0, at = thread, bits;

	for (int i = 0; i < SPILL_VALUES; i++)
		x[i] = args->start[i];
	for (unsigned int trip = 0; trip < args->trips; trip++, at += args->step) {
		const float *w = (const float *)args->words + (size_t)(at & args->mask) * SPILL_WORDS;
		for (int i = 0; i < SPILL_VALUES; i++)
			for (int k = 0; k < SPILL_STEPS; k++)
				x[i] = fmaf(x[i], SPILL_FACTOR, w[i % SPILL_WORDS]);
	}
	for (int i = 0; i < SPILL_VALUES; i++) {
		memcpy(&bits, &x[i], sizeof bits);
		sum = spill_fold(sum, bits);
	}
	return sum;
}

/* To be quick, only threads that the host looks at are worked out; the others write their number. */
static unsigned int result_of(const struct spill_args *args, unsigned int thread)
{
	return thread == 0 || thread == args->step - 1 ? values_of(args, thread) : thread;
}

static double work(struct gb_shape shape, const void *args)
{
	const struct spill_args *s = args;

	assert_int_equal(s->step, shape.grid * shape.block);
	for (unsigned int thread = 0; thread < s->step; thread++)
		s->out[thread] = result_of(s, thread);
	if (wrong_thread >= 0)
		s->out[wrong_thread] ^= 1;
	return 0;
}

static double check(struct gb_shape shape, const void *args)
{
	const struct spill_check_args *c = args;

	assert_int_equal(c->threads, shape.grid * shape.block);
	for (unsigned int thread = 0; thread < c->threads; thread++, ++*c->compared)
		if (c->of.out[thread] != result_of(&c->of, thread)) {
			c->wrong[0]++;
			c->wrong[1] = thread < c->wrong[1] ? thread : c->wrong[1];
		}
	return 0;
}

/* ---- one point ------------------------------------------------------------------------------------------------------- */

static struct gb_card card;
static struct gb_run run;
static struct gb_error error;

static const struct gb_variant *variant_of(const char *name)
{
	const struct gb_variant *variant = bench->variants;

	while (variant->name != NULL && strcmp(variant->name, name) != 0)
		variant++;
	if (variant->name == NULL)
		fail_msg("no variant %s", name);
	return variant;
}

static void open_point(const char *variant, const char *text)
{
	const struct gb_point point = real_point(bench, text);

	gb_error_clear(&error);
	assert_ok(gb_card_open(&card, &fake_ops, 0, &error), error);
	assert_ok(gb_run_open(&run, &card, bench, variant_of(variant), &error), error);
	assert_ok(gb_run_point(&run, &point), error);
}

static void close_point(void)
{
	gb_run_close(&run);
	gb_card_close(&card);
}

/* 76.8 million FMAs on each of 4 SMs, 128 a trip of each thread: of 512 threads 1171 trips, of 2048 threads 292. */
static void costs_by_hand(void **state)
{
	(void)state;
	fake_reset();
	open_point("none-ca", "array=registers,resident=equal,l1=large");
	assert_same(bench->cost(&run).ops, 2.0 * 128 * 1171 * 4 * 512);
	assert_same(bench->limit(&run, gb_device(&run), 1.2e9), 2 * 128 * 4 * 1.2e9);
	close_point();
	open_point("none-ca", "array=indexed,resident=full,l1=small");
	assert_same(bench->cost(&run).ops, 2.0 * 128 * 292 * 4 * 2048);
	assert_string_equal(error.text, "");
	close_point();
}

static void less_work_by_hand(void **state)
{
	const char *const text = "array=registers,resident=equal,l1=large";
	const struct gb_point point = real_point(bench, text);

	(void)state;
	fake_reset();
	open_point("none-ca", text);
	card.work = 0.01;
	assert_ok(gb_run_point(&run, &point), error);
	assert_same(bench->cost(&run).ops, 2.0 * 128 * 11 * 4 * 512);
	card.work = 1e-9; /* never none */
	assert_ok(gb_run_point(&run, &point), error);
	assert_same(bench->cost(&run).ops, 2.0 * 128 * 4 * 512);
	close_point();
}

static void l1_is_what_the_blocks_leave(void **state)
{
	(void)state;
	fake_reset();
	const unsigned int before = fake_calls("carveout");
	open_point("none-ca", "array=registers,resident=full,l1=large");
	assert_int_equal(fake_calls("carveout"), before + 2);
	close_point();
}

static double metric_of(const char *name)
{
	struct gb_metric metric[GB_METRICS_MAX];
	const struct gb_result result = { 1, 1e-3, 1e9 };
	const size_t count = bench->metrics(&run, &result, metric);

	for (size_t i = 0; i < count; i++)
		if (strcmp(metric[i].name, name) == 0)
			return metric[i].number;
	return NAN;
}

static void metrics_by_hand(void **state)
{
	(void)state;
	fake_reset();
	open_point("none-ca", "array=registers,resident=equal,l1=large");
	assert_same(metric_of("registers"), 32);
	assert_same(metric_of("local_bytes"), 0);
	assert_same(metric_of("resident_warps"), 16);
	assert_same(metric_of("time"), 2 * 76.8e6 * 4);
	assert_same(metric_of("local_share_of_instructions"), 0);
	close_point();
	/* 64 loads and 64 stores of 4 bytes beside 4 words: whatever the frame. */
	open_point("none-ca", "array=indexed,resident=equal,l1=large");
	assert_same(metric_of("local_share_of_bytes"), 128.0 / 132);
	assert_same(metric_of("local_bandwidth"), 128 * 4 / (2.0 * 128));
	assert_unknown(metric_of("local_share_of_instructions"));
	close_point();
}

static int verify(const char *variant, const char *point, long wrong)
{
	fake_reset();
	fake_kernel("spill_fill", fill);
	fake_kernel("spill_registers", work);
	fake_kernel("spill_indexed", work);
	fake_kernel("spill_check", check);
	wrong_thread = wrong;
	open_point(variant, point);
	const int status = gb_run_verify(&run);
	close_point();
	return status;
}

static void right_kernels_pass(void **state)
{
	(void)state;
	assert_ok(verify("none-ca", "array=registers,resident=equal,l1=large", -1), error);
	assert_ok(verify("none-cg", "array=registers,resident=full,l1=small", -1), error);
}

static void a_wrong_thread_is_caught(void **state)
{
	(void)state;
	assert_int_equal(verify("none-ca", "array=registers,resident=equal,l1=large", 2047), GB_FAILED);
	assert_says(error.text, "verify: thread 2047 computed");
	assert_int_equal(verify("none-ca", "array=registers,resident=equal,l1=large", 77), GB_FAILED);
	assert_says(error.text, "verify: 1 of 2048 threads are wrong, the first is 77");
}

/* No kernel of the fake device has local memory, and each takes 32 registers. */
static void a_build_that_does_not_spill_is_caught(void **state)
{
	static const char *const spilling[] = { "r64-ca", "r48-cg",      "r40-ca",     "r32-cg",
						"r24-ca", "bounds64-ca", "bounds32-ca" };

	(void)state;
	for (size_t i = 0; i < sizeof spilling / sizeof spilling[0]; i++) {
		assert_int_equal(verify(spilling[i], "array=registers,resident=equal,l1=large", -1), GB_FAILED);
		assert_says(error.text, "verify: built to spill, and nothing is in local memory");
	}
	assert_int_equal(verify("none-ca", "array=indexed,resident=equal,l1=large", -1), GB_FAILED);
	assert_says(error.text, "verify: the array has 0 bytes of local memory, not 256");
}

/* ---- conclusions ------------------------------------------------------------------------------------------------------- */

enum { ROWS_MAX = 32 };

static struct {
	struct gb_row row[ROWS_MAX];
	struct gb_point point[ROWS_MAX];
	unsigned char has[ROWS_MAX][GB_AXES_MAX];
	size_t count;
} rows;

static void add(const char *variant, const char *point, double rate, double bytes)
{
	for (int m = 0; m < 2; m++) {
		const size_t i = rows.count++;
		const double value = m == 0 ? rate : bytes;
		assert_true(i < ROWS_MAX);
		rows.point[i] = real_point(bench, point);
		for (size_t a = 0; a < GB_AXES_MAX; a++)
			rows.has[i][a] = rows.point[i].has[a];
		rows.row[i] = (struct gb_row){ .bench = bench,
					       .variant = variant,
					       .metric = m == 0 ? "flop_rate" : "local_bytes",
					       .value_of = rows.point[i].value,
					       .has = rows.has[i],
					       .value = value,
					       .lo = 0.5 * value,
					       .hi = 2 * value,
					       .limit = NAN,
					       .sm_hz = 2e9 };
	}
}

static struct gb_finding findings[GB_FINDINGS_MAX];

static size_t conclude(void)
{
	const struct gb_device device = { .sm_count = 100, .rates = { .l1_bytes = 128 } };

	return bench->conclude(&device, rows.row, rows.count, findings);
}

/* At 100 SMs of 2 GHz, 25.6 TFLOP/s are 1e11 trips of 256 FLOP a second, 2 cycles each on an SM; a quarter of it, 8. */
static void slowdown_and_cost_by_hand(void **state)
{
	(void)state;
	rows.count = 0;
	add("r32-ca", "array=registers,resident=equal,l1=small", 6.4e12, 216);
	add("none-cg", "array=registers,resident=equal,l1=small", 99e12, 0);
	add("none-ca", "array=registers,resident=full,l1=small", 99e12, 0);
	add("none-ca", "array=registers,resident=equal,l1=large", 99e12, 0);
	add("none-ca", "array=registers,resident=equal,l1=small", 25.6e12, 0);
	add("r32-ca", "array=indexed,resident=equal,l1=small", 1e12, 256);
	add("none-ca", "array=indexed,resident=equal,l1=small", 3.2e12, 256);
	assert_int_equal(conclude(), 4);
	assert_string_equal(findings[0].point, "build=r32-ca,array=registers,resident=equal,l1=small");
	assert_string_equal(findings[0].metric, "slowdown");
	assert_same(findings[0].value, 4);
	assert_same(findings[0].lo, 1);
	assert_same(findings[0].hi, 16);
	assert_same(findings[0].x, 216);
	assert_ptr_equal(findings[0].from, &rows.row[0]);
	assert_string_equal(findings[1].metric, "cost_of_local_byte");
	assert_same(findings[1].value, (8 - 2) / 216.0);
	assert_says(findings[1].remark, "L1 alone would take 0.0156");
	/* The array that is indexed, of the build without a limit alone, against the values in registers. */
	assert_string_equal(findings[2].point, "build=none-ca,array=indexed,resident=equal,l1=small");
	assert_same(findings[2].value, 8);
	assert_same(findings[3].value, (16 - 2) / 256.0);
}

static void without_an_unspilled_row_nothing_follows(void **state)
{
	(void)state;
	rows.count = 0;
	assert_int_equal(conclude(), 0);
	add("r32-ca", "array=registers,resident=equal,l1=small", 6.4e12, 216);
	add("none-cg", "array=registers,resident=equal,l1=small", 25.6e12, 0);
	assert_int_equal(conclude(), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(costs_by_hand),
		T(less_work_by_hand),
		T(l1_is_what_the_blocks_leave),
		T(metrics_by_hand),
		T(right_kernels_pass),
		T(a_wrong_thread_is_caught),
		T(a_build_that_does_not_spill_is_caught),
		T(slowdown_and_cost_by_hand),
		T(without_an_unspilled_row_nothing_follows),
	};

	return cmocka_run_group_tests(tests, load, unload);
}
