/* The cycles, the checks and the conclusions of `latency`, with kernels in C on the fake device. */
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

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

static struct gb_finding found[GB_FINDINGS_MAX];
static size_t found_count;

enum { MADE_MAX = 64 };
static struct gb_row made[2 * MADE_MAX];
static struct gb_point made_point[MADE_MAX];

/* Rows of points "WORDS=x" with these cycles, and latencies at 2 GHz. */
static void conclude_made(const char *words, const double (*ladder)[2], size_t count)
{
	const struct gb_device device = { .l1_bytes = 256 << 10, .l2_bytes = 60u << 20, .sm_count = 132 };
	char text[96];

	for (size_t i = 0; i < count; i++) {
		snprintf(text, sizeof text, "%s=%.0f", words, ladder[i][0]);
		made_point[i] = real_point(bench, text);
		for (size_t k = 0; k < 2; k++) {
			const double value = k == 0 ? ladder[i][1] : ladder[i][1] / 2e9;
			made[2 * i + k] = (struct gb_row){
				.bench = bench,
				.variant = "default",
				.metric = k == 0 ? "cycles" : "latency",
				.value_of = made_point[i].value,
				.has = (const unsigned char *)made_point[i].has,
				.value = value,
				.lo = value,
				.hi = value,
				.sm_hz = 2e9,
			};
		}
	}
	found_count = bench->conclude(&device, made, 2 * count, found);
}

static const struct gb_axis *axis_named(const char *name)
{
	for (const struct gb_axis *axis = bench->axes; axis->name != NULL; axis++)
		if (strcmp(axis->name, name) == 0)
			return axis;
	fail_msg("no axis %s", name);
	return NULL;
}

static const struct gb_finding *find(const char *point, const char *metric)
{
	for (size_t i = 0; i < found_count; i++)
		if (strcmp(found[i].point, point) == 0 && strcmp(found[i].metric, metric) == 0)
			return &found[i];
	fail_msg("no %s of %s", metric, point);
	return NULL;
}

#define K 1024.0
#define M 1048576.0
/* An H200's, of 2026-11-22, rounded. */
static const double ladder[][2] = {
	{ 1 * K, 32 },    { 32 * K, 32 },  { 128 * K, 32 },  { 208 * K, 32 },  { 256 * K, 171 },
	{ 320 * K, 280 }, { 1 * M, 280 },  { 8 * M, 280 },   { 24 * M, 280 },  { 28 * M, 287 },
	{ 32 * M, 408 },  { 40 * M, 524 }, { 48 * M, 525 },  { 56 * M, 532 },  { 60 * M, 592 },
	{ 64 * M, 659 },  { 72 * M, 683 }, { 128 * M, 683 }, { 512 * M, 688 }, { 1024 * M, 692 },
};

static void levels_are_found(void **state)
{
	(void)state;
	conclude_made("memory=ladder,set", ladder, sizeof ladder / sizeof ladder[0]);
	assert_same(find("level=l1", "cycles")->value, 32);
	assert_string_equal(find("level=l1", "cycles")->roof, "l1.latency");
	assert_same(find("level=l1", "capacity")->value, 208 * K);
	assert_same(find("level=l1", "capacity_below")->value, 256 * K);
	assert_same(find("level=l1", "capacity")->lo, NAN);
	assert_same(find("level=l2", "cycles")->value, 280);
	assert_string_equal(find("level=l2", "cycles")->roof, "l2.latency");
	assert_same(find("level=l2", "capacity")->value, 28 * M);
	assert_same(find("level=l2_mixed", "cycles")->value, 525);
	assert_null(find("level=l2_mixed", "cycles")->roof);
	assert_says(find("level=l2_mixed", "cycles")->remark, "a mixture");
	assert_same(find("level=l2_mixed", "capacity")->value, 56 * M);
	assert_same(find("level=dram", "latency")->value, 683 / 2e9);
	assert_string_equal(find("level=dram", "latency")->roof, "dram.latency");
	assert_string_equal(find("level=dram", "latency")->unit, "s");
}

/* 64 MiB, a fifteenth more than L2, as fast as larger sets: one plateau, which is not a third part of L2. */
static void memory_may_begin_near_the_end_of_l2(void **state)
{
	static const double even[][2] = {
		{ 8 * M, 280 },   { 16 * M, 280 },  { 24 * M, 280 },  { 32 * M, 408 },   { 40 * M, 512 },
		{ 48 * M, 512 },  { 56 * M, 513 },  { 60 * M, 573 },  { 64 * M, 656 },   { 80 * M, 658 },
		{ 128 * M, 659 }, { 256 * M, 657 }, { 512 * M, 663 }, { 1024 * M, 666 }, { 4096 * M, 669 },
	};

	(void)state;
	conclude_made("memory=ladder,set", even, sizeof even / sizeof even[0]);
	assert_same(find("level=l2_mixed", "cycles")->value, 512);
	assert_same(find("level=dram", "latency")->value, 659 / 2e9);
	size_t mixed = 0;
	for (size_t i = 0; i < found_count; i++)
		mixed += strcmp(found[i].point, "level=l2_mixed") == 0 && strcmp(found[i].metric, "cycles") == 0;
	assert_int_equal(mixed, 1);
}

/* The interval of nine sizes excludes the fastest and the slowest; for fewer it includes all. */
static void the_interval_of_a_plateau_is_over_its_points(void **state)
{
	static const double sets[][2] = {
		{ 1 * M, 282 },  { 2 * M, 279 },  { 4 * M, 280 },  { 8 * M, 284 },  { 12 * M, 278 },
		{ 16 * M, 283 }, { 18 * M, 281 }, { 20 * M, 286 }, { 22 * M, 285 },
	};

	(void)state;
	conclude_made("memory=ladder,set", sets, 9);
	assert_same(find("level=l2", "cycles")->value, 282);
	assert_same(find("level=l2", "cycles")->lo, 279);
	assert_same(find("level=l2", "cycles")->hi, 285);
	assert_same(find("level=l2", "latency")->hi, 285 / 2e9);
	conclude_made("memory=ladder,set", sets, 8);
	assert_same(find("level=l2", "cycles")->lo, 278);
	assert_same(find("level=l2", "cycles")->hi, 286);
}

/* Within 3 %, but slower with every third of the sizes. */
static void a_slope_is_no_plateau(void **state)
{
	static const double rising[][2] = {
		{ 1 * M, 278 },
		{ 4 * M, 282 },
		{ 16 * M, 286 },
	};

	(void)state;
	conclude_made("memory=ladder,set", rising, 3);
	assert_int_equal(found_count, 0);
}

/* Two SMs of each half: the mean of four, and separate rows for how they differ. */
static void near_and_far_are_told_apart(void **state)
{
	static const double cycles[][2] = { { 1, 280 }, { 2, 284 } };
	static const char *const words[] = { "memory=halves,lines=dram_far,half=0,pick",
					     "memory=halves,lines=l2_far,half=0,pick" };

	(void)state;
	conclude_made(words[0], cycles, 2);
	assert_string_equal(find("lines=dram_far", "latency")->roof, "dram.latency_far");
	assert_same(find("lines=dram_far", "latency")->value, 141e-9);
	assert_null(find("lines=dram_far", "cycles")->roof);
	conclude_made(words[1], cycles, 2);
	assert_same(find("lines=l2_far", "cycles")->value, 282);
	assert_string_equal(find("lines=l2_far", "cycles")->roof, "l2.latency_far");
	assert_same(find("lines=l2_far", "cycles_least")->value, 280);
	assert_same(find("lines=l2_far", "cycles_most")->value, 284);
	assert_same(find("lines=l2_far", "cycles_most")->lo, NAN);
	assert_null(find("lines=l2_far", "latency")->roof);
}

/* The first of these, on the slope, is within 3 % of the next five, but not of the last five: it does not split a
 * level. */
static void a_set_on_the_way_up_cuts_no_level_in_two(void **state)
{
	static const double rising[][2] = {
		{ 48 * M, 524.5 },   { 52 * M, 524.6 },    { 56 * M, 527.4 },    { 60 * M, 588.5 },
		{ 64 * M, 666.1 },   { 80 * M, 684.3 },    { 96 * M, 683.4 },    { 128 * M, 683.6 },
		{ 192 * M, 684.8 },  { 256 * M, 683.1 },   { 512 * M, 689.1 },   { 1024 * M, 691.4 },
		{ 4096 * M, 693.1 }, { 16384 * M, 692.8 }, { 65536 * M, 694.5 },
	};

	(void)state;
	conclude_made("memory=ladder,set", rising, sizeof rising / sizeof rising[0]);
	assert_same(find("level=dram", "latency")->value, 684.8 / 2e9);
	assert_non_null(strstr(find("level=dram", "latency")->remark, "10 sizes from 83886080"));
}

/* The sets of --quick are enough for every level that sets a roof; with an H200's cycles. */
static void the_quick_ladder_has_all_levels(void **state)
{
	static const double cycles[] = { 32, 32, 32, 281, 281, 281, 512, 512, 512, 658, 657, 666 };
	static const char *const levels[] = { "level=l1", "level=l2", "level=l2_mixed", "level=dram" };
	double quick[16][2];
	size_t count = 0;

	(void)state;
	for (const char *at = axis_named("set")->quick; at != NULL; at = strchr(at, ',')) {
		at += *at == ',';
		assert_true(count < sizeof cycles / sizeof cycles[0]);
		quick[count][0] = strtod(at, NULL);
		quick[count][1] = cycles[count];
		count++;
	}
	conclude_made("memory=ladder,set", (const double(*)[2])quick, count);
	for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
		find(levels[i], "latency");
}

/* One L2 without halves, and a ladder that ends in it. */
static void levels_that_are_not_there_are_not_found(void **state)
{
	(void)state;
	conclude_made("memory=ladder,set", ladder, 10);
	assert_int_equal(found_count, 6); /* two of L1 and two of its capacity, two of L2 */
	find("level=l2", "latency");
	conclude_made("memory=ladder,set", ladder, 2);
	assert_int_equal(found_count, 0);
}

static void steps_of_the_translation_are_found(void **state)
{
	static const double pages[][2] = {
		{ 1, 303 },    { 8, 279 },       { 64, 280 },    { 256, 288 },
		{ 1024, 289 }, { 32768, 290.6 }, { 34816, 297 }, { 65536, 339 },
	};

	(void)state;
	static const double flat[][2] = { { 64, 288 }, { 256, 288 }, { 1024, 289 } };
	conclude_made("memory=l2_pages,l2_pages", pages, sizeof pages / sizeof pages[0]);
	assert_same(find("translation=l2_hits", "reach")->value, 65536 * M);
	assert_same(find("translation=l2_hits", "reach_below")->value, 69632 * M);
	assert_same(find("translation=l2_hits_first", "reach")->value, 128 * M);
	assert_same(find("translation=l2_hits_first", "reach_below")->value, 512 * M);
	conclude_made("memory=l2_pages,l2_pages", flat, 3);
	assert_int_equal(found_count, 0);
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
		T(levels_are_found),
		T(memory_may_begin_near_the_end_of_l2),
		T(a_set_on_the_way_up_cuts_no_level_in_two),
		T(the_interval_of_a_plateau_is_over_its_points),
		T(a_slope_is_no_plateau),
		T(near_and_far_are_told_apart),
		T(the_quick_ladder_has_all_levels),
		T(levels_that_are_not_there_are_not_found),
		T(steps_of_the_translation_are_found),
	};
	return run_tests_of("latency", tests);
}
