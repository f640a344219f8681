/* The cycles and the checks of `latency`, with kernels in C on the fake device. */
#include <math.h>

#include "test_kernels.h"

/* ---- kernels in C ------------------------------------------------------------------------------------------------ */

static double chase(struct gb_shape shape, const void *args)
{
	const struct latency_chase_args *a = args;
	const unsigned long long hops = a->warm + a->hops - (fault == A_HOP);

	assert_int_equal(shape.grid * shape.block, 1);
	for (unsigned long long i = 0; i < hops && fault != A_LINK && a->place->at % 8 == 0; i++)
		a->place->at = ((const struct latency_line *)(uintptr_t)a->place->at)->next;
	if (fault != NO_CYCLES)
		a->place->cycles = 32ull * a->hops;
	not_checked(&a->place->cycles, sizeof *a->place - offsetof(struct latency_place, cycles));
	a->place->sm = 3;
	return 1e-4;
}

static unsigned int shared[LATENCY_SHARED_WORDS];

static double chase_shared(struct gb_shape shape, const void *args)
{
	const struct latency_chase_args *a = args;
	const unsigned int n = LATENCY_SHARED_WORDS, used = fault == A_SHORT_CYCLE ? n - 1 : n;
	unsigned int p = (unsigned int)a->place->at;

	(void)shape;
	for (unsigned int i = 0; i < n; i++)
		shared[cycle_line_at(i, n)] = cycle_line_at((i + 1) % used, n);
	if (fault == A_LINK)
		shared[cycle_line_at(n - 1, n)] = cycle_line_at(7, n);
	for (unsigned long long i = 0; i < a->warm + a->hops - (fault == A_HOP); i++)
		p = shared[p];
	for (unsigned int i = 0; a->table != NULL && i < n; i++)
		a->table[i] = shared[i];
	a->place->at = p;
	a->place->cycles = 23ull * a->hops;
	not_checked(&a->place->cycles, sizeof *a->place - offsetof(struct latency_place, cycles));
	a->place->sm = 3;
	return 1e-4;
}

static double link_texels(struct gb_shape shape, const void *args)
{
	const struct latency_set_args *a = args;
	const unsigned int n = a->set.lines, step = LATENCY_LINE / 4, used = fault == A_SHORT_CYCLE ? n - 1 : n;

	(void)shape;
	for (unsigned int i = 0; i < n; i++)
		a->table[(size_t)cycle_line_at(i, n) * step] = cycle_line_at((i + 1) % used, n) * step;
	if (fault == A_LINK)
		a->table[(size_t)cycle_line_at(n - 1, n) * step] = n * step;
	return 1e-5;
}

/* The texture's object is its description. */
static double chase_texture(struct gb_shape shape, const void *args)
{
	const struct latency_chase_args *a = args;
	const struct gb_texture *texture = (const struct gb_texture *)(uintptr_t)a->texture;
	const unsigned int *texel = gb_address(texture->at);
	unsigned int p = (unsigned int)a->place->at;

	(void)shape;
	for (unsigned long long i = 0; i < a->warm + a->hops - (fault == A_HOP); i++)
		p = p < texture->width ? texel[p] : p;
	a->place->at = p;
	a->place->cycles = 88ull * a->hops;
	not_checked(&a->place->cycles, sizeof *a->place - offsetof(struct latency_place, cycles));
	a->place->sm = 3;
	return 1e-4;
}

static const struct verified points[] = {
	{ "memory=ladder,set=32768", "latency_ca", chase },
	{ "memory=ladder,set=1572864", "latency_ca", chase },
	{ "memory=l2_pages,l2_pages=8", "latency_cg", chase },
	{ "memory=kind,kind=nc,kind_set=32768", "latency_nc", chase },
	{ "memory=atomic,atomic=add,atomic_set=1048576", "latency_add", chase },
	{ "memory=host,host=relaxed_sys", "latency_relaxed_sys", chase },
	{ "memory=shared,chain=index", "latency_shared_index", chase_shared },
	{ "memory=texture,texture_set=4096", "latency_texture", chase_texture },
	{ "memory=texture,texture_set=2097152", "latency_texture", chase_texture },
};
enum { LARGE_SET = 1, LARGE_TEXTURE = 8 }; /* a chase comes by half of their words at most */
static const struct verified_points verified = { points, sizeof points / sizeof points[0] };

static int open_all(void **state)
{
	reset_device();
	fake_kernel("latency_link", link_lines);
	fake_kernel("latency_mark", mark);
	fake_kernel("latency_walk_lines", walk_lines);
	fake_kernel("latency_link_texels", link_texels);
	(void)state;
	fault = 0;
	unchecked_count = 0;
	return open_bench();
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

/* Position after position, every line is visited once. */
static void a_cycle_has_every_line_once(void **state)
{
	static const unsigned int sizes[] = { 1, 2, 3, 4, 8, 24, 256, 1000, 4096, 5120 };

	(void)state;
	for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
		unsigned char seen[5120] = { 0 };
		for (unsigned int i = 0; i < sizes[k]; i++) {
			const unsigned int line = cycle_line_at(i, sizes[k]);
			assert_true(line < sizes[k]);
			assert_int_equal(seen[line]++, 0);
		}
	}
}

/* No distance between neighbours is frequent, so a prefetcher cannot learn the order. */
static void a_cycle_has_no_pattern(void **state)
{
	enum { N = 4096 };
	static unsigned int often[N];
	unsigned int most = 0;

	(void)state;
	for (unsigned int i = 0; i < N; i++) {
		const unsigned int apart = (cycle_line_at((i + 1) % N, N) - cycle_line_at(i, N)) % N;
		most = ++often[apart] > most ? often[apart] : most;
	}
	assert_true(most < 16);
}

/* One page of 2 MiB each, with the line anywhere in it. */
static void lines_of_pages_lie_in_their_pages(void **state)
{
	const struct latency_set set = { .stride = 2u << 20, .lines = 512, .places = 16384 };
	unsigned long long first = 0;

	(void)state;
	for (unsigned int i = 0; i < set.lines; i++) {
		const unsigned long long offset = latency_offset_of(&set, i);
		assert_int_equal(offset / set.stride, i);
		assert_int_equal(offset % LATENCY_LINE, 0);
		first += offset % set.stride < set.stride / 2;
	}
	assert_true(first > 200 && first < 312); /* in the first half of the page */
}

/* For L1, each line is the next line of the next page. */
static void lines_in_l1_lie_in_a_row(void **state)
{
	(void)state;
	at("memory=l1_pages,l1_pages=16");
	assert_int_equal(linked.lines, 16);
	for (unsigned int i = 0; i < linked.lines; i++)
		assert_int_equal(latency_offset_of(&linked, i), i * ((2u << 20) + 128ull));
	at("memory=l2_pages,l2_pages=8");
	assert_int_equal(linked.places, 16384);
}

static void the_value_is_what_the_kernel_counted(void **state)
{
	double value = 0;

	(void)state;
	fake_kernel("latency_ca", chase);
	at("memory=ladder,set=32768");
	assert_ok(bench->launch(&run), error);
	assert_ok(bench->observe(&run, &value), error);
	assert_same(value, 32);
	assert_same(metric("latency"), 1 / 1.25e9);
	assert_same(metric("sm"), 3);
	/* A set that may fit in L1 is read before the clock starts. */
	assert_same(bench->cost(&run).ops, 256 + 4096);
	at("memory=ladder,set=4194304");
	assert_same(bench->cost(&run).ops, 256 + 4096);
	at("memory=ladder,set=524288");
	assert_same(bench->cost(&run).ops, 4096 + 4096);
}

static struct latency_set touched;

static double touch(struct gb_shape shape, const void *args)
{
	const struct latency_set_args *a = args;

	assert_int_equal(shape.grid, 1);
	touched = a->set;
	return 1e-5;
}

/* Otherwise the first samples would show DRAM instead of L2. */
static void a_set_that_fits_in_l2_is_there_before_the_chase(void **state)
{
	(void)state;
	fake_kernel("latency_touch", touch);
	at("memory=ladder,set=32768");
	assert_int_equal(touched.lines, 256);
	touched.lines = 0;
	at("memory=texture,texture_set=4096");
	assert_int_equal(touched.lines, 32);
	assert_int_equal(latency_offset_of(&touched, 31), 31 * 128);
}

static void another_sm_is_said(void **state)
{
	double value;

	(void)state;
	fake_kernel("latency_ca", chase);
	at("memory=ladder,set=32768");
	assert_ok(bench->launch(&run), error);
	assert_ok(bench->observe(&run, &value), error);
	run.doubt[0] = '\0';
	struct latency_place elsewhere = { .sm = 5 };
	assert_ok(gb_copy_in(&run, run.allocation[1], &elsewhere, sizeof elsewhere), error);
	assert_ok(bench->observe(&run, &value), error);
	assert_says(run.doubt, "SM 3 and on SM 5");
}

static void what_does_not_fit_is_skipped(void **state)
{
	(void)state;
	skipped("memory=ladder,set=68719476736", "exceeds the free memory");
	skipped("memory=texture,texture_set=67108864", "exceeds the texture");
}

static void faults_are_caught(void **state)
{
	(void)state;
	for (size_t i = 0; i < verified.count; i++)
		for (fault = 1; fault <= FAULTS; fault++) {
			at("memory=ladder,set=4096"); /* so that the point's own set is linked anew */
			if (verify_with_kernel(i) != GB_FAILED)
				fail_msg("%s passes in spite of fault %d", points[i].point, fault);
		}
}

/* The chase itself does not come by what is wrong: 8192 hops of 12288 lines, and of 16384 texels. */
static void sets_that_are_no_cycle_are_caught(void **state)
{
	(void)state;
	at("memory=ladder,set=4096");
	fault = A_SECOND_CYCLE;
	expect_caught(LARGE_SET, "verify: the cycle comes back after ");
	fault = A_SHORT_CYCLE;
	expect_caught(LARGE_TEXTURE, "verify: the cycle has 16383 words, not 16384");
}

/* Leftovers of an earlier launch or check must not pass for either. */
static void stale_reports_are_caught(void **state)
{
	(void)state;
	assert_ok(verify_with_kernel(LARGE_SET), error);
	real_stale_is_caught(&run, "latency_walk_lines");
	gb_error_clear(&error);
	assert_ok(verify_with_kernel(LARGE_SET), error);
	fault = NO_CYCLES;
	expect_caught(LARGE_SET, "verify: the chase took ");
}

#define L(name) cmocka_unit_test_setup_teardown(name, open_all, close_run)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(a_cycle_has_every_line_once),
		T(a_cycle_has_no_pattern),
		T(lines_of_pages_lie_in_their_pages),
		L(right_kernels_pass),
		L(faults_are_caught),
		L(sets_that_are_no_cycle_are_caught),
		L(stale_reports_are_caught),
		L(kernels_that_do_not_run_are_caught),
		L(lines_in_l1_lie_in_a_row),
		L(the_value_is_what_the_kernel_counted),
		L(a_set_that_fits_in_l2_is_there_before_the_chase),
		L(another_sm_is_said),
		L(what_does_not_fit_is_skipped),
	};
	return run_tests_of("latency", tests);
}
