/* Tests of `latency`: lines by their home, with kernels in C on a device whose L2 has two halves. */
#include "test_kernels.h"

#include "state.h"

/* Odd SMs belong to odd chunks. Cycles per hop, by where its line is. */
enum { NEAR_HIT = 280, FAR_HIT = 460, NEAR_MISS = 560, FAR_MISS = 740, LOOP = 100, CLOCK = 3 };
/* Faults beyond those of test_kernels.h: a hop outside all bins; no block on the SM; chain and single hops that
 * differ; a chain that took no time; no block at the line that leads to itself. */
enum { A_BIN = FAULTS + 1, A_SM, A_MEAN, NO_TIME, NO_LOOP };

static bool one_half;

static unsigned int half_of(const unsigned char *room, unsigned long long at)
{
	return (unsigned int)((at - (uintptr_t)room) / HOME_CHUNK % 2);
}

static double probe(struct gb_shape shape, const void *args)
{
	const struct home_probe_args *p = args;

	assert_true(shape.grid >= 4);
	for (unsigned int sm = 0; sm < 4; sm++) {
		p->claimed[sm] = 1;
		for (unsigned int c = 0; !p->everyone && sm == 0 && c < p->chunks; c++)
			p->all[c] = c % 2 != 0 && !one_half ? 500 : 300;
		for (unsigned int c = 0; p->everyone && c < HOME_VOTES; c++)
			p->votes[sm * HOME_VOTES + c] = (sm + c) % 2 != 0 && !one_half ? 500 : 300;
	}
	return 0;
}

/* ---- what L2 has ------------------------------------------------------------------------------------------------- */

/* Lines brought since the last chase, and by which half. */
static struct {
	const unsigned char *room;
	unsigned long long first;
	unsigned int position, count, half;
} brought;

static double bring(struct gb_shape shape, const void *args)
{
	const struct latency_trail_args *a = args;

	(void)shape;
	brought.room = a->set.at;
	brought.position = a->trail->position;
	brought.count = a->warm + a->hops;
	brought.half = a->sm % 2;
	return 1e-5;
}

static double wash(struct gb_shape shape, const void *args)
{
	(void)shape;
	(void)args;
	brought.count = 0;
	return 1e-5;
}

/* Reading a line brings it into the reader's half, and into that of its home. */
static unsigned int cycles_of(const struct latency_trail_args *a, unsigned int position)
{
	const unsigned int since = (position + a->set.lines - brought.position) % a->set.lines;
	const unsigned int home = half_of(a->set.at, a->trail->at), own = a->sm % 2;

	if (a->set.lines == 1)
		return LOOP;
	if (brought.room == a->set.at && since < brought.count)
		return brought.half == own || home == own ? NEAR_HIT : FAR_HIT;
	return home == own ? NEAR_MISS : FAR_MISS;
}

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

/* Follow the trail; `each` receives the cycles of each timed hop. */
static void follow(const struct latency_trail_args *a, void (*each)(const struct latency_trail_args *, unsigned int))
{
	const unsigned int hops = a->warm + a->hops - (fault == A_HOP && a->set.lines > 1);

	for (unsigned int i = 0; i < hops && a->trail->at % LATENCY_LINE == 0; i++) {
		if (i >= a->warm)
			each(a, cycles_of(a, (a->trail->position + i) % a->set.lines));
		a->trail->at = ((const struct latency_line *)(uintptr_t)a->trail->at)->next;
	}
	a->trail->position = (a->trail->position + a->warm + a->hops) % a->set.lines;
}

static void in_a_chain(const struct latency_trail_args *a, unsigned int cycles)
{
	cycles = fault == NO_TIME ? 0 : cycles;
	a->trail->chain += cycles;
	a->trail->chains += cycles;
	a->trail->chained++;
}

static void by_itself(const struct latency_trail_args *a, unsigned int cycles)
{
	const unsigned int more = fault == A_MEAN && a->set.lines > 1 ? 10 : 0;

	a->trail->singles += cycles + CLOCK + more;
	a->trail->singled++;
	if (fault != A_BIN || a->trail->singled > 1)
		a->bins[cycles + CLOCK + more]++;
}

static double chain(struct gb_shape shape, const void *args)
{
	const struct latency_trail_args *a = args;

	assert_true(shape.grid >= 4);
	if (fault == (a->set.lines > 1 ? A_SM : NO_LOOP))
		return 1e-4;
	a->trail->chain = 0;
	follow(a, in_a_chain);
	return 1e-4;
}

static double singles(struct gb_shape shape, const void *args)
{
	const struct latency_trail_args *a = args;

	(void)shape;
	follow(a, by_itself);
	return 1e-4;
}

static int open_halves(void **state)
{
	(void)state;
	reset_device();
	fake.l2_bytes = UINT64_C(2) << 20;
	fault = 0;
	one_half = false;
	fake_kernel("latency_link", link_lines);
	fake_kernel("latency_mark", mark);
	fake_kernel("latency_walk_lines", walk_lines);
	fake_kernel("latency_probe", probe);
	fake_kernel("latency_bring", bring);
	fake_kernel("latency_wash", wash);
	fake_kernel("latency_chain", chain);
	fake_kernel("latency_singles", singles);
	return open_bench();
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

static const char *const points[] = {
	"memory=halves,lines=l2_near,half=0,pick=1",   "memory=halves,lines=l2_near,half=1,pick=3",
	"memory=halves,lines=l2_far,half=0,pick=2",    "memory=halves,lines=l2_far,half=1,pick=1",
	"memory=halves,lines=dram_near,half=0,pick=3", "memory=halves,lines=dram_near,half=1,pick=2",
	"memory=halves,lines=dram_far,half=0,pick=1",  "memory=halves,lines=dram_far,half=1,pick=2",
};
enum { POINTS = sizeof points / sizeof points[0] };

static double observed(void)
{
	double value = 0;

	for (int i = 0; i < 3; i++)
		assert_ok(gb_run_launch(&run), error);
	assert_ok(bench->observe(&run, &value), error);
	return value;
}

/* From either half, each population by itself, whatever was measured before. */
static void each_population_is_measured_alone(void **state)
{
	static const double cycles[] = { NEAR_HIT, FAR_HIT, NEAR_MISS, FAR_MISS };

	(void)state;
	for (size_t i = 0; i < POINTS; i++) {
		at(points[i]);
		/* In a chain and one by one, after 256 each that are not timed. */
		assert_same(bench->cost(&run).ops, 2 * (256 + 4096));
		assert_same(observed(), cycles[i / 2]);
		assert_same(metric("hop_p50"), cycles[i / 2]); /* without the cost of the clock */
		assert_same(metric("hop_p01"), cycles[i / 2]);
		assert_same(metric("hop_mean"), cycles[i / 2]);
		assert_same(metric("hops_within_15"), 1);
		assert_same(metric("hops_slower"), 0);
		assert_ok(gb_run_verify(&run), error);
		assert_string_equal(run.doubt, "");
		assert_same(metric("hop_p50"), cycles[i / 2]);
	}
}

/* SMs 0 and 2, and 1 and 3. */
static void sms_of_both_halves_are_timed(void **state)
{
	(void)state;
	at("memory=halves,lines=l2_far,half=0,pick=1");
	assert_same(metric("sm"), 0);
	at("memory=halves,lines=l2_far,half=0,pick=3");
	assert_same(metric("sm"), 2);
	at("memory=halves,lines=l2_near,half=1,pick=1");
	assert_same(metric("sm"), 1);
	at("memory=halves,lines=l2_near,half=1,pick=3");
	assert_same(metric("sm"), 3);
}

static void wrong_trails_are_caught(void **state)
{
	(void)state;
	for (size_t i = 0; i < POINTS; i += 3)
		for (int wrong = A_HOP; wrong <= A_SM; wrong++) {
			fault = 0;
			at("memory=ladder,set=4096"); /* so that the set is linked anew */
			fault = wrong;
			at(points[i]);
			if (gb_run_verify(&run) != GB_FAILED)
				fail_msg("%s passes in spite of fault %d", points[i], wrong);
			gb_error_clear(&error);
		}
}

/* Where the trail itself is right. */
static void hops_that_do_not_count_are_caught(void **state)
{
	(void)state;
	fault = A_BIN;
	at(points[0]);
	assert_int_equal(gb_run_verify(&run), GB_FAILED);
	assert_says(error.text, "4095 of them counted, instead of 4096");
	fault = NO_TIME;
	at(points[0]);
	assert_int_equal(gb_run_verify(&run), GB_FAILED);
	assert_says(error.text, "the hops took 0 cycles in a chain");
}

static void a_block_that_does_not_run_is_said(void **state)
{
	double value;

	(void)state;
	at(points[0]);
	fault = A_SM;
	assert_ok(gb_run_launch(&run), error);
	assert_int_equal(bench->observe(&run, &value), GB_FAILED);
	assert_says(error.text, "did not run on SM 0");
}

static void a_clock_that_is_not_found_is_said(void **state)
{
	(void)state;
	fault = NO_LOOP;
	assert_int_equal(point_of(points[0]), GB_FAILED);
	assert_says(error.text, "no block ran on SM 0");
}

static void means_that_differ_are_suspect(void **state)
{
	(void)state;
	at(points[0]);
	fault = A_MEAN;
	observed();
	assert_ok(gb_run_verify(&run), error);
	assert_says(run.doubt,
		    "single hops take 290.0 cycles on average, less 3.0 for reading the clock; chains take 280.0");
}

static void one_half_is_skipped(void **state)
{
	(void)state;
	one_half = true;
	skipped(points[0], "it has one partition");
	skipped(points[5], "it has one partition");
}

static int open_with_little_memory(void **state)
{
	const int status = open_halves(state);

	close_run(state);
	reset_device();
	fake.free_bytes = UINT64_C(20) << 20;
	return status == 0 ? open_bench() : status;
}

static void little_memory_is_skipped(void **state)
{
	(void)state;
	skipped(points[0], "5 times the L2");
}

#define H(name) cmocka_unit_test_setup_teardown(name, open_halves, close_run)

int main(void)
{
	const struct CMUnitTest tests[] = {
		H(each_population_is_measured_alone),
		H(sms_of_both_halves_are_timed),
		H(wrong_trails_are_caught),
		H(hops_that_do_not_count_are_caught),
		H(a_block_that_does_not_run_is_said),
		H(a_clock_that_is_not_found_is_said),
		H(means_that_differ_are_suspect),
		H(one_half_is_skipped),
		cmocka_unit_test_setup_teardown(little_memory_is_skipped, open_with_little_memory, close_run),
	};
	return run_tests_of("latency", tests);
}
