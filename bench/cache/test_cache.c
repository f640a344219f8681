/* Tests of `cache`: its arithmetic by hand, its checks against kernels in C, and the sides of an L2. */
#include "state.h"

#include "support.h"
#include "verified.h"

enum { A_RESULT = 1 /* a sum, or one word stored */, A_TICKET };

/* ---- the kernels other than the timed ones ----------------------------------------------------------------------- */

/* The first word of the granule at a position in a set. */
static unsigned long long first_word(const struct cache_check_args *c, unsigned int set, unsigned int place)
{
	if (c->shares == NULL)
		return (set * c->own + place) / 4;
	const struct cache_part part = c->shares[set];
	const unsigned int *chunks = part.side != c->far ? c->chunks_1 : c->chunks_0;
	return (unsigned long long)chunks[part.rank * (c->set / HOME_CHUNK) + place / HOME_CHUNK] * (HOME_CHUNK / 4);
}

/* The work of the device's check, visit by visit. */
static double check(struct gb_shape shape, const void *args)
{
	const struct cache_check_args *c = args;

	for (unsigned int set = 0; set < shape.grid; set++) {
		unsigned int total = 0;
		for (unsigned int warp = 0; warp < c->warps; warp++) {
			const unsigned int visits = c->visits[set * c->warps + warp];
			assert_true(visits <= 1u << 20); /* 1 GiB in granules of 1 KiB */
			c->report->compared += visits;
			for (unsigned long long v = 0; v < visits && c->sums != NULL; v++) {
				const unsigned long long on = set * c->start + warp * c->granule + v * c->step;
				const unsigned long long at =
					first_word(c, set, (unsigned int)(on % (c->set > 0 ? c->set : 1)));
				for (unsigned int w = 0; w < c->granule / 4; w++)
					total += input_bits(at + w);
			}
		}
		if (c->sums != NULL && c->sums[set] != total)
			real_wrong(c->report, set);
		for (unsigned int place = 0; place < c->set && c->sums == NULL; place += c->granule)
			for (unsigned int w = 0; w < c->granule / 4; w++) {
				const unsigned long long at = first_word(c, set, place) + w;
				c->report->compared++;
				if (((const unsigned int *)c->at)[at] != input_mark(at))
					real_wrong(c->report, at);
			}
	}
	return 0;
}

/* ---- the timed ones ---------------------------------------------------------------------------------------------- */

enum { READ, WRITE };

/* A warp's accesses of one trip. */
static unsigned int granule(int what, unsigned int *words, unsigned long long first, unsigned int bytes)
{
	unsigned int total = 0;

	for (unsigned long long i = first; i < first + bytes / 4; i++)
		if (what == WRITE)
			words[i] = input_mark(i);
		else
			total += words[i];
	return total;
}

/* Each of `warps` warps gets more tickets than the previous one, as if its SM were served faster.
 * Tickets below the counter are taken already. */
static unsigned int trips_of(const struct cache_args *a, unsigned long long warp, unsigned long long warps)
{
	const unsigned long long tickets = *a->ticket < a->tickets ? a->tickets - *a->ticket : 0;
	const unsigned long long before = tickets * warp * warp / (warps * warps),
				 after = tickets * (warp + 1) * (warp + 1) / (warps * warps);

	return a->trips + (unsigned int)(after - before) * a->each;
}

static void record(const struct cache_args *a, unsigned int set, unsigned int warp, unsigned int total,
		   unsigned int trips)
{
	if (!a->record)
		return;
	a->sums[set] += total;
	a->visits[warp] = trips;
}

/* Faults: a wrong result, or shared-out work that was not all done. */
static void break_a_result(unsigned int *result, const struct cache_args *a)
{
	if (fault == A_RESULT && a->record)
		result[0] ^= 1;
	if (fault == A_TICKET && a->record)
		a->visits[0] -= a->each;
}

static double walk(int what, unsigned int unroll, struct gb_shape shape, const struct cache_args *a)
{
	const unsigned int bytes = unroll * CACHE_ACCESS, warps = shape.block / 32;

	for (unsigned int block = 0; block < shape.grid; block++)
		for (unsigned int warp = 0; warp < warps; warp++) {
			unsigned int place = (block * a->start + warp * bytes) % a->set, total = 0;
			const unsigned int trips = trips_of(a, (unsigned long long)block * warps + warp,
							    (unsigned long long)shape.grid * warps);
			for (unsigned int trip = 0; trip < trips; trip++) {
				total += granule(what, a->at, (block * a->own + place) / 4, bytes);
				place = place + a->step < a->set ? place + a->step : place + a->step - a->set;
			}
			record(a, block, block * warps + warp, total, trips);
		}
	break_a_result(what == WRITE ? (unsigned int *)a->at : a->sums, a);
	return 0;
}

static double sided(int what, struct gb_shape shape, const struct cache_args *a)
{
	for (unsigned int sm = 0; sm < shape.grid; sm++) {
		const struct cache_part part = a->parts[sm];
		const unsigned int count = a->set / HOME_CHUNK;
		const unsigned int *chunks =
			(part.side != a->far ? a->chunks_1 : a->chunks_0) + (size_t)part.rank * count;
		for (unsigned int v = 0; v < CACHE_WARPS * a->trips; v++) {
			const unsigned int total = granule(
				what, a->at, (unsigned long long)chunks[v % count] * (HOME_CHUNK / 4), HOME_CHUNK);
			record(a, part.number, part.number * CACHE_WARPS + v % CACHE_WARPS, total, a->trips);
		}
	}
	break_a_result(what == WRITE ? (unsigned int *)a->at + (size_t)a->chunks_0[0] * (HOME_CHUNK / 4) : a->sums, a);
	return 0;
}

#define WALK(name, what, unroll)                                    \
	static double name(struct gb_shape shape, const void *args) \
	{                                                           \
		return walk(what, unroll, shape, args);             \
	}
WALK(read_2, READ, 2)
WALK(read_8, READ, 8)
WALK(write_2, WRITE, 2)
WALK(write_4, WRITE, 4)

static double sided_read(struct gb_shape shape, const void *args)
{
	return sided(READ, shape, args);
}
static double sided_write(struct gb_shape shape, const void *args)
{
	return sided(WRITE, shape, args);
}

/* ---- a device with sides ----------------------------------------------------------------------------------------- */

enum { ONE_SIDE, TWO_SIDES, UNCLEAR, UNREACHED } sides;

/* Cycles of chunk c as seen from an SM: odd chunks are near odd SMs. */
static unsigned short cycles(unsigned int sm, unsigned int c)
{
	const bool far = sides != ONE_SIDE && (sm + c) % 2 != 0;

	if (sides == UNCLEAR && sm == 3)
		return (unsigned short)(c % 4 < 2 ? 300 : 500);
	return (unsigned short)((far ? 460 : 280) + c % 7 * 10);
}

static double probe(struct gb_shape shape, const void *args)
{
	const struct home_probe_args *p = args;

	(void)shape;
	for (unsigned int sm = 0; sm < (sides == UNREACHED ? 3 : 4); sm++) {
		p->claimed[sm] = 1;
		if (!p->everyone && *p->turn == 0) {
			*p->turn = 1;
			for (unsigned int c = 0; c < p->chunks; c++)
				p->all[c] = cycles(sm, c);
		}
		for (unsigned int c = 0; p->everyone && c < HOME_VOTES; c++)
			p->votes[sm * HOME_VOTES + c] = cycles(sm, c);
	}
	return 0;
}

/* ---- a run at a point -------------------------------------------------------------------------------------------- */

static int open_run(void **state)
{
	(void)state;
	reset_device();
	fake.free_bytes = UINT64_C(24) << 20; /* verify() copies and compares all that is allocated */
	fault = 0;
	sides = TWO_SIDES;
	fake_kernel("cache_fill", real_fill_bits);
	fake_kernel("cache_check", check);
	fake_kernel("cache_probe", probe);
	return open_bench();
}

/* ---- by hand ----------------------------------------------------------------------------------------------------- */

/* 4 SMs at 1.5 GHz: an SM reads 256 MiB from L1, 1 GiB of the set that sets the roof, 64 MiB of a common set and 16
 * MiB of others, in whole trips of 32 warps. */
static void bytes_of_a_launch(void **state)
{
	(void)state;
	at("walk=l1,set=8192,unroll=4,width=8");
	assert_same(bench->cost(&run).bytes, 4 * MIB(256));
	at("walk=l1,set=16384,unroll=4,width=8");
	assert_same(bench->cost(&run).bytes, 4 * MIB(1024));
	at("walk=l1,set=327680,unroll=8,width=8"); /* a launch would be short above 1.25 x 256 KiB */
	assert_same(bench->cost(&run).bytes, 4 * MIB(256));
	at("walk=l1,set=393216,unroll=8,width=8");
	assert_same(bench->cost(&run).bytes, 4 * MIB(16));
	at("walk=l2,share=65536,unroll=8,block=512");
	assert_same(bench->cost(&run).bytes, 4 * MIB(64));
	at("walk=common,bytes=1048576,unroll=2,blocks=1");
	assert_same(bench->cost(&run).bytes, 4 * MIB(64));
	at("walk=near,total=8388608");
	assert_same(bench->cost(&run).bytes, 4 * MIB(16));
}

static double limit_at(const char *point)
{
	at(point);
	return bench->limit(&run, gb_device(&run), 1.2e9);
}

/* A 9.0 reads 128 bytes per clock and SM from L1. 10 slices of L2 at 1.7 GHz deliver 64 bytes per clock and receive
 * 32. Memory delivers 2 x 1 GHz x 512 bytes. L2 holds 4 MiB. */
static void limits(void **state)
{
	(void)state;
	assert_same(limit_at("walk=l1,set=8192,unroll=4,width=8"), 128 * 4 * 1.2e9);
	assert_same(limit_at("walk=l2,share=65536,unroll=8,block=512"), NAN);
	card.device.l2 = (struct gb_l2){ .slices = 10, .read_bytes = 64, .write_bytes = 32, .clock_hz = 1.7e9 };
	assert_same(limit_at("walk=l2,share=65536,unroll=8,block=512"), 640 * 1.7e9);
	assert_same(limit_at("walk=near,total=8388608"), 640 * 1.7e9);
	assert_same(limit_at("walk=far,total=8388608"), 640 * 1.7e9);
	assert_same(limit_at("walk=common,bytes=1048576,unroll=2,blocks=1"), 128 * 4 * 1.2e9);
	assert_same(limit_at("walk=common,bytes=16777216,unroll=2,blocks=1"), 128 * 4 * 1.2e9);
	assert_same(limit_at("walk=write,share=65536,unroll=2,block=256"), 320 * 1.7e9);
	assert_same(limit_at("walk=write,share=16384,unroll=2,block=256"), NAN); /* the stores are merged */
	/* 4 x 4 MiB */
	assert_same(limit_at("walk=l2,share=4194304,unroll=2,block=256"), 2 * 1e9 * 512);
	assert_same(limit_at("walk=write,share=4194304,unroll=2,block=256"), 2 * 1e9 * 512);
	assert_same(limit_at("walk=near_write,total=8388608"), 320 * 1.7e9);
	assert_same(limit_at("walk=far_write,total=8388608"), NAN);
	at("walk=l1,set=262144,unroll=4,width=8");
	assert_null(bench->remark(&run));
	at("walk=l1,set=393216,unroll=4,width=8");
	assert_says(bench->remark(&run), "larger than L1");
}

static const char *roof_at(const char *point)
{
	at(point);
	return bench->roof(&run);
}

/* One set per level. In L2, four SMs with 512 KiB each fill half of 4 MiB. */
static void roofs(void **state)
{
	(void)state;
	assert_string_equal(roof_at("walk=l1,set=16384,unroll=8,width=8"), "l1.read");
	assert_null(roof_at("walk=l1,set=32768,unroll=8,width=8"));
	assert_string_equal(roof_at("walk=l2,share=524288,unroll=8,block=512"), "l2.read");
	assert_null(roof_at("walk=l2,share=262144,unroll=8,block=512"));
	assert_null(roof_at("walk=l2,share=1048576,unroll=8,block=512"));
	assert_string_equal(roof_at("walk=write,share=524288,unroll=8,block=512"), "l2.write");
	assert_string_equal(roof_at("walk=common,bytes=1048576,unroll=4,blocks=2"), "l2.read_common");
	assert_null(roof_at("walk=common,bytes=2097152,unroll=4,blocks=1"));
	assert_null(roof_at("walk=near,total=8388608"));
}

static bool is_quick(const char *axis, const char *value)
{
	char values[256], wanted[32];
	const int at = gb_axes_find(bench->axes, axis, strlen(axis));

	snprintf(values, sizeof values, ",%s,", bench->axes[at].quick);
	snprintf(wanted, sizeof wanted, ",%s,", value);
	return strstr(values, wanted) != NULL;
}

/* Whatever the size of L2, a quick run has both of its roofs: 80 SMs of a V100, 108 of an A100, 132 of an H200, 148 of a
 * B200, 128 of an RTX 4090. */
static void roofs_of_all_sizes_of_l2(void **state)
{
	static const struct {
		int sms;
		uint32_t l2_mib;
		const char *read, *write;
	} cases[] = {
		{ 80, 6, "32768", "32768" },     { 108, 40, "131072", "131072" },  { 132, 50, "131072", "196608" },
		{ 132, 60, "131072", "196608" }, { 148, 126, "262144", "393216" }, { 128, 72, "262144", "262144" },
	};
	char point[96];

	(void)state;
	at("walk=near,total=8388608");
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		card.device.sm_count = cases[i].sms;
		card.device.l2_bytes = (uint64_t)cases[i].l2_mib << 20;
		snprintf(point, sizeof point, "walk=l2,share=%s,unroll=8,block=512", cases[i].read);
		assert_ok(gb_point_read(bench->axes, point, &run.point, &error), error);
		assert_string_equal(bench->roof(&run), "l2.read");
		snprintf(point, sizeof point, "walk=write,share=%s,unroll=8,block=512", cases[i].write);
		assert_ok(gb_point_read(bench->axes, point, &run.point, &error), error);
		assert_string_equal(bench->roof(&run), "l2.write");
		assert_true(is_quick("share", cases[i].read) && is_quick("share", cases[i].write));
	}
}

static void further_values(void **state)
{
	(void)state;
	at("walk=l1,set=8192,unroll=4,width=8");
	assert_same(metric("working_set"), 4 * 8192);
	assert_same(metric("bytes_per_clock_sm"), 1 / (4 * 1.25e9));
	assert_same(metric("l1_hits"), -1);
	at("walk=l2,share=65536,unroll=8,block=512");
	assert_same(metric("working_set"), 4 * 65536);
	assert_same(metric("l1_hits"), 0);
	assert_same(metric("atomic_latency"), -1);
	at("walk=common,bytes=1048576,unroll=2,blocks=2");
	assert_same(metric("working_set"), 1048576);
	/* 280 and 460 cycles, and 30 more on average, from seven slices. */
	at("walk=near,total=8388608");
	assert_near(metric("atomic_latency"), 310, 1e-3);
	assert_same(metric("working_set"), 8388608);
	assert_same(metric("fabric_sectors"), 0);
	at("walk=far,total=8388608");
	assert_near(metric("atomic_latency"), 490, 1e-3);
	assert_same(metric("fabric_sectors"), -1);
}

static void points_that_do_not_fit(void **state)
{
	(void)state;
	skipped("walk=l1,set=1024,unroll=4,width=8", "not a multiple of the 2048 bytes of a trip");
	skipped("walk=common,bytes=65536,unroll=4,blocks=4", "blocks of 1024 threads");
	skipped("walk=common,bytes=4194304,unroll=8,blocks=2", "where so small a set lies");
	skipped("walk=l2,share=1073741824,unroll=8,block=512", "the free device memory holds at most");
	skipped("walk=near,total=134217728", "SMs on one side have");
	skipped("walk=near,total=4096", "SMs on one side have");
}

static void one_partition(void **state)
{
	(void)state;
	sides = ONE_SIDE;
	skipped("walk=near,total=8388608", "it has one partition");
	skipped("walk=far_write,total=8388608", "it has one partition");
}

static void sms_of_no_side(void **state)
{
	(void)state;
	sides = UNCLEAR;
	skipped("walk=near,total=8388608", "could not be determined");
}

static void sms_not_reached(void **state)
{
	(void)state;
	sides = UNREACHED;
	skipped("walk=near,total=8388608", "could not be determined");
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static const struct verified points[] = {
	{ "walk=l1,set=393216,unroll=8,width=8", "cache_read_ca8_u8", read_8 },
	{ "walk=l1,set=393216,unroll=2,width=16", "cache_read_ca16_u2", read_2 },
	{ "walk=l2,share=16384,unroll=8,block=512", "cache_shared_read_u8", read_8 },
	{ "walk=l2,share=86016,unroll=2,block=256", "cache_shared_read_u2", read_2 },
	{ "walk=common,bytes=8388608,unroll=8,blocks=2", "cache_read_cg_u8", read_8 },
	{ "walk=write,share=65536,unroll=2,block=256", "cache_shared_write_u2", write_2 },
	{ "walk=write,share=69632,unroll=4,block=1024", "cache_shared_write_u4", write_4 },
	{ "walk=near,total=8388608", "cache_sided_read", sided_read },
	{ "walk=far,total=8388608", "cache_sided_read", sided_read },
	{ "walk=near_write,total=8388608", "cache_sided_write", sided_write },
	{ "walk=far_write,total=8388608", "cache_sided_write", sided_write },
};
static const struct verified_points verified = { points, sizeof points / sizeof points[0] };
static const struct verified_device verified_device = { .work = 0.0625 };

static void one_wrong_sum_or_word_is_caught(void **state)
{
	(void)state;
	fault = A_RESULT;
	for (size_t i = 0; i < verified.count; i++) {
		expect_caught(i, "verify: 1 of ");
		assert_says(error.text, strstr(points[i].point, "write") != NULL ? " visits and words are wrong"
										 : " visits of sets are wrong");
	}
}

/* 64 MiB per SM are 1024 trips of 4096 bytes for each of 16 warps. A fifth of them, in tickets of 32 KiB, goes to
 * warps that have finished: 25 tickets for each of 64 warps. The check must notice one that is not redeemed. */
static void work_that_is_shared_out(void **state)
{
	const struct cache_state *s;

	(void)state;
	at("walk=l2,share=65536,unroll=8,block=512");
	s = gb_state(&run);
	assert_int_equal(s->args.each, 8);
	assert_int_equal(s->args.tickets, 25 * 64);
	assert_int_equal(s->args.trips, 1024 - 25 * 8);
	at("walk=common,bytes=1048576,unroll=2,blocks=2");
	assert_int_equal(s->args.tickets, 0);
	fault = A_TICKET;
	expect_caught(2, "verify: ");
	expect_caught(5, "verify: ");
}

/* Words left by a write must not be those that a read expects. */
static void a_write_leaves_the_input_as_it_was(void **state)
{
	(void)state;
	fake_kernel("cache_shared_write_u2", write_2);
	fake_kernel("cache_shared_read_u8", read_8);
	at("walk=write,share=65536,unroll=2,block=256");
	assert_ok(gb_run_verify(&run), error);
	at("walk=l2,share=16384,unroll=8,block=512");
	assert_ok(gb_run_verify(&run), error);
}

#define C(name) cmocka_unit_test_setup_teardown(name, open_run, close_run)

int main(void)
{
	const struct CMUnitTest tests[] = {
		C(bytes_of_a_launch),
		C(limits),
		C(roofs),
		C(roofs_of_all_sizes_of_l2),
		C(further_values),
		C(points_that_do_not_fit),
		C(one_partition),
		C(sms_of_no_side),
		C(sms_not_reached),
		C(right_kernels_pass),
		C(kernels_that_do_not_run_are_caught),
		C(one_wrong_sum_or_word_is_caught),
		C(work_that_is_shared_out),
		C(a_write_leaves_the_input_as_it_was),
	};
	return run_tests_of("cache", tests);
}
