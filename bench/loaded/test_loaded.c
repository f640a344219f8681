/* The arithmetic, the checks and the conclusions of `loaded`, with kernels in C on the fake device. */
#include <math.h>

#include "loaded.h"
#include "verified.h"

/* ---- kernels in C ------------------------------------------------------------------------------------------------ */

enum { A_HOP = 1, A_READ, A_WRITE, A_BLOCK, NO_TURNS, IDLE_TURNS, LAST_WARP };

enum { TURNS = 3 };

static unsigned long long word_of(unsigned long long part, unsigned int count, unsigned int i, unsigned int lane)
{
	return ((part * count + i) * 32 + lane) * 4;
}

static void turn_of(const struct loaded_args *a, unsigned int warps, unsigned int w, unsigned int t, unsigned int reads,
		    unsigned int writes)
{
	const unsigned long long part = (unsigned long long)(t % a->rounds_of) * warps + w;

	for (unsigned int lane = 0; lane < 32; lane++) {
		for (unsigned int i = 0; i < 4 * reads; i++)
			a->warp[w].sum[lane] += a->in[word_of(part, reads, i / 4, lane) + i % 4];
		for (unsigned int i = 0; i < 4 * writes; i++) {
			const unsigned long long at = word_of(part, writes, i / 4, lane) + i % 4;
			a->out[at] = input_mark(at + t / a->rounds_of) + (fault == A_WRITE && w == 5 && lane == 7);
		}
	}
}

static unsigned long long chase_began;

static double run_loaded(struct gb_shape shape, const struct loaded_args *a, unsigned int reads, unsigned int writes)
{
	const unsigned int warps = (shape.grid - 1) * LOADED_WARPS;
	const bool over = a->place->phase != 0; /* the traffic ends as soon as it has begun */
	const unsigned int most = fault == IDLE_TURNS || !(a->idle || over || fault == NO_TURNS) ? TURNS : 0;

	assert_int_equal(shape.cooperative, 1);
	chase_began = a->place->at;
	for (unsigned int i = 0; i < a->hops - (fault == A_HOP); i++)
		a->place->at = *(const unsigned long long *)(uintptr_t)a->place->at;
	a->place->cycles = 1000ull * a->hops;
	a->place->ns = 1000000;
	a->place->ready += shape.grid - 1 - (fault == A_BLOCK);
	a->place->phase = 2;
	not_checked(&a->place->phase, sizeof a->place->phase);
	for (unsigned int w = 0; w < warps; w++) {
		memset(&a->warp[w], 0, sizeof a->warp[w]);
		a->warp[w].turns = most;
		a->warp[w].counted = most > 0 ? most - 1 : 0;
		for (unsigned int t = 0; t < a->warp[w].turns; t++)
			turn_of(a, warps, w, t, reads, writes);
	}
	a->warp[3].sum[1] += fault == A_READ;
	a->warp[warps - 1].counted += fault == LAST_WARP ? TURNS : 0; /* more than there were */
	return 1e-3;
}

#define KERNEL(name, reads, writes)                                 \
	static double name(struct gb_shape shape, const void *args) \
	{                                                           \
		return run_loaded(shape, args, reads, writes);      \
	}
KERNEL(only_read, 4, 0)
KERNEL(only_write, 0, 4)
KERNEL(mixed, 4, 2)

static double fill(struct gb_shape shape, const void *args)
{
	const struct input_fill_args *a = args;

	(void)shape;
	for (unsigned long long i = 0; i < a->words; i++)
		a->at[i] = input_bits(i);
	return 1e-5;
}

static double link_lines(struct gb_shape shape, const void *args)
{
	const struct loaded_link_args *a = args;

	(void)shape;
	for (unsigned int i = 0; i < a->lines; i++) {
		unsigned char *line = a->at + (size_t)cycle_line_at(i, a->lines) * LOADED_LINE;
		*(unsigned long long *)(void *)line =
			(uintptr_t)a->at + (size_t)cycle_line_at((i + 1) % a->lines, a->lines) * LOADED_LINE;
	}
	return 1e-5;
}

static double check(struct gb_shape shape, const void *args)
{
	const struct loaded_check_args *a = args;

	(void)shape;
	for (unsigned int w = 0; w < a->warps; w++)
		for (unsigned int lane = 0; lane < 32; lane++, a->report->compared++) {
			unsigned int sum = 0;
			for (unsigned int t = 0; t < a->warp[w].turns; t++) {
				const unsigned long long part = (unsigned long long)(t % a->rounds_of) * a->warps + w;
				for (unsigned int i = 0; i < 4 * a->reads; i++)
					sum += input_bits(word_of(part, a->reads, i / 4, lane) + i % 4);
				for (unsigned int i = 0; i < 4 * a->writes; i++) {
					const unsigned long long at = word_of(part, a->writes, i / 4, lane) + i % 4;
					a->report->wrong += a->out[at] != input_mark(at + t / a->rounds_of) &&
							    a->warp[w].turns - t <= a->rounds_of;
				}
			}
			a->report->wrong += sum != a->warp[w].sum[lane];
		}
	return 1e-5;
}

static const struct verified points[] = {
	{ "op=read,offered=50", "loaded_read", only_read },
	{ "op=write,offered=200", "loaded_write", only_write },
	{ "op=mix,offered=100", "loaded_mix", mixed },
	{ "op=read,offered=0", "loaded_read", only_read },
};
static const struct verified_points verified = { points, sizeof points / sizeof points[0] };

static const struct verified_helper helpers[] = {
	{ "loaded_fill", fill },
	{ "loaded_link", link_lines },
	{ "loaded_check", check },
};
static const struct verified_device verified_device = { .helper = helpers,
							.helpers = sizeof helpers / sizeof helpers[0],
							.l2_bytes = 1 << 20 };

/* ---- tests ------------------------------------------------------------------------------------------------------- */

static void what_moves_is_counted_by_hand(void **state)
{
	double value = 0;

	(void)state;
	fake_kernel("loaded_mix", mixed);
	at("op=mix,offered=100");
	assert_same(bench->cost(&run).ops, 2048);
	assert_ok(bench->launch(&run), error);
	assert_ok(bench->observe(&run, &value), error);
	assert_same(value, 1000);
	/* 3 SMs of traffic x 32 warps x 2 turns during the chase x 6 requests of 512 bytes, in one millisecond. */
	assert_same(metric("bandwidth"), 3.0 * 32 * 2 * 6 * 512 / 1e-3);
	/* A second launch begins as the first did. */
	assert_ok(bench->launch(&run), error);
	assert_ok(bench->observe(&run, &value), error);
	assert_same(metric("bandwidth"), 3.0 * 32 * 2 * 6 * 512 / 1e-3);
	assert_same(metric("latency"), 1 / 1.25e9);
}

/* L2 still holds the lines of the previous point: a chase that visits them again would measure L2. */
static void each_point_visits_other_lines(void **state)
{
	enum { POINTS = 20 };
	unsigned long long began[POINTS];

	(void)state;
	fake_kernel("loaded_read", only_read);
	at("op=read,offered=0");
	for (size_t i = 0; i < POINTS; i++) {
		assert_ok(bench->prepare(&run), error);
		assert_ok(bench->launch(&run), error);
		began[i] = chase_began;
		for (size_t k = 0; k < i; k++)
			assert_true(began[i] != began[k]);
	}
}

static void one_sm_is_not_enough(void **state)
{
	(void)state;
	reset_device();
	fake.sms = 1;
	assert_int_equal(gb_card_open(&card, &fake_ops, 0, &error), GB_OK);
	assert_int_equal(gb_run_open(&run, &card, bench, &bench->variants[0], &error), GB_SKIPPED);
	assert_says(error.text, "this device has 1");
	gb_card_close(&card);
	assert_true(fake_reset());
}

static void faults_are_caught(void **state)
{
	(void)state;
	for (fault = 1; fault <= A_BLOCK; fault++)
		for (size_t i = 0; i < 3; i++) {
			const bool none = (fault == A_READ && i == 1) || (fault == A_WRITE && i == 0);
			if (!none && verify_with_kernel(i) != GB_FAILED)
				fail_msg("%s passes in spite of fault %d", points[i].point, fault);
		}
	fault = NO_TURNS;
	expect_caught(0, "the first warp of the traffic had 0 turns");
	fault = IDLE_TURNS;
	expect_caught(3, "the first warp of the traffic had 3 turns");
	fault = LAST_WARP; /* of 32 on each of 3 SMs */
	expect_caught(0, "warp 95 of the traffic did not report its turns");
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

static struct gb_finding found[GB_FINDINGS_MAX];
static size_t found_count;

static double find(const char *point, const char *metric)
{
	for (size_t i = 0; i < found_count; i++)
		if (strcmp(found[i].point, point) == 0 && strcmp(found[i].metric, metric) == 0)
			return found[i].value;
	return -1;
}

/* Offered load, bytes per second, seconds. The power is greatest at 60: 2.8e12 / 4.4e-7. */
static void both_ends_and_the_knee_are_found(void **state)
{
	static const double made[][3] = {
		{ 0, 0, 3.4e-7 },     { 30, 1.4e12, 3.7e-7 },  { 60, 2.8e12, 4.4e-7 },
		{ 90, 4.3e12, 8e-7 }, { 200, 4.5e12, 1.2e-6 },
	};
	enum { COUNT = sizeof made / sizeof made[0] };
	const struct gb_device device = { .sm_count = 100 };
	struct gb_point point[COUNT];
	struct gb_row row[2 * COUNT];

	(void)state;
	for (size_t i = 0; i < COUNT; i++) {
		char text[64];
		snprintf(text, sizeof text, "op=read,offered=%.0f", made[i][0]);
		point[i] = real_point(bench, text);
		for (size_t k = 0; k < 2; k++)
			row[2 * i + k] = (struct gb_row){
				.bench = bench,
				.metric = k == 0 ? "bandwidth" : "latency",
				.value_of = point[i].value,
				.has = (const unsigned char *)point[i].has,
				.value = made[i][k + 1],
				.lo = made[i][k + 1],
				.hi = made[i][k + 1],
			};
	}
	found_count = bench->conclude(&device, row, (size_t)2 * COUNT, found);
	assert_same(find("traffic=read,load=idle", "latency"), 3.4e-7);
	assert_same(find("traffic=read,load=knee", "bandwidth"), 2.8e12);
	assert_same(find("traffic=read,load=saturated", "latency"), 1.2e-6);
	/* Little: 4.5e12 B/s x 340 ns over 100 SMs, and x 1.2 us. */
	assert_same(find("traffic=read,load=idle", "bytes_in_flight"), 4.5e12 * 3.4e-7 / 100);
	assert_same(find("traffic=read,load=saturated", "bytes_in_flight"), 4.5e12 * 1.2e-6 / 100);
	/* Two points do not make a curve. */
	assert_int_equal(bench->conclude(&device, row, 4, found), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		OPEN(what_moves_is_counted_by_hand),
		OPEN(right_kernels_pass),
		OPEN(faults_are_caught),
		OPEN(each_point_visits_other_lines),
		IDLE(kernels_that_do_not_run_are_caught),
		T(one_sm_is_not_enough),
		T(both_ends_and_the_knee_are_found),
	};
	return run_tests_of("loaded", tests);
}
