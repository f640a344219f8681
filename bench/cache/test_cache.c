/* `cache`: its arithmetic by hand, its checks against kernels in C, the sides of an L2, and what it concludes. */
#include "state.h"

#include "made.h"
#include "support.h"
#include "verified.h"

enum { A_RESULT = 1 /* a sum, or one word stored */, A_TICKET };

/* ---- the kernels other than the timed ones ----------------------------------------------------------------------------- */

/* The first word of the granule at a place of a set. */
static unsigned long long first_word(const struct cache_check_args *c, unsigned int set, unsigned int place)
{
	if (c->shares == NULL)
		return (set * c->own + place) / 4;
	const struct cache_part part = c->shares[set];
	const unsigned int *chunks = part.side != c->far ? c->chunks_1 : c->chunks_0;
	return (unsigned long long)chunks[part.rank * (c->set / CACHE_CHUNK) + place / CACHE_CHUNK] * (CACHE_CHUNK / 4);
}

/* What the device's check must do, visit by visit. */
static double check(struct gb_shape shape, const void *args)
{
	const struct cache_check_args *c = args;

	for (unsigned int set = 0; set < shape.grid; set++) {
		unsigned int total = 0;
		for (unsigned int warp = 0; warp < c->warps; warp++) {
			const unsigned int visits = c->visits[set * c->warps + warp];
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

/* ---- the timed ones -------------------------------------------------------------------------------------------------- */

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

/* Of `warps` warps each gets more tickets than the one before it, as if it were on an SM that is served better. */
static unsigned int trips_of(const struct cache_args *a, unsigned long long warp, unsigned long long warps)
{
	const unsigned long long before = a->tickets * warp * warp / (warps * warps),
				 after = a->tickets * (warp + 1) * (warp + 1) / (warps * warps);

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

/* Either a result is wrong, or the work that was shared out was not all done. */
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
		const unsigned int count = a->set / CACHE_CHUNK;
		const unsigned int *chunks =
			(part.side != a->far ? a->chunks_1 : a->chunks_0) + (size_t)part.rank * count;
		for (unsigned int v = 0; v < CACHE_WARPS * a->trips; v++) {
			const unsigned int total = granule(
				what, a->at, (unsigned long long)chunks[v % count] * (CACHE_CHUNK / 4), CACHE_CHUNK);
			record(a, part.number, part.number * CACHE_WARPS + v % CACHE_WARPS, total, a->trips);
		}
	}
	break_a_result(what == WRITE ? (unsigned int *)a->at + (size_t)a->chunks_0[0] * (CACHE_CHUNK / 4) : a->sums, a);
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

/* ---- a device with sides ---------------------------------------------------------------------------------------------- */

enum { ONE_SIDE, TWO_SIDES, UNCLEAR, UNREACHED } sides;

/* Cycles of chunk c seen from an SM: odd ones are near to odd SMs. */
static unsigned short cycles(unsigned int sm, unsigned int c)
{
	const bool far = sides != ONE_SIDE && (sm + c) % 2 != 0;

	if (sides == UNCLEAR && sm == 3)
		return (unsigned short)(c % 4 < 2 ? 300 : 500);
	return (unsigned short)((far ? 460 : 280) + c % 7 * 10);
}

static double probe(struct gb_shape shape, const void *args)
{
	const struct cache_probe_args *p = args;

	(void)shape;
	for (unsigned int sm = 0; sm < (sides == UNREACHED ? 3 : 4); sm++) {
		p->claimed[sm] = 1;
		if (!p->everyone && *p->turn == 0) {
			*p->turn = 1;
			for (unsigned int c = 0; c < p->chunks; c++)
				p->all[c] = cycles(sm, c);
		}
		for (unsigned int c = 0; p->everyone && c < CACHE_VOTES; c++)
			p->votes[sm * CACHE_VOTES + c] = cycles(sm, c);
	}
	return 0;
}

/* ---- a run at a point -------------------------------------------------------------------------------------------------- */

static int open_run(void **state)
{
	(void)state;
	reset_device();
	fault = 0;
	sides = TWO_SIDES;
	fake_kernel("cache_fill", real_fill_bits);
	fake_kernel("cache_check", check);
	fake_kernel("cache_probe", probe);
	return open_bench();
}

/* ---- by hand ------------------------------------------------------------------------------------------------------------ */

/* 4 SMs, 1.5 GHz: an SM goes through 256 MiB from L1, 64 MiB of a common set, 16 MiB of others; whole trips of 32 warps. */
static void bytes_of_a_launch(void **state)
{
	(void)state;
	at("walk=l1,set=8192,unroll=4");
	assert_same(bench->cost(&run).bytes, 4 * MIB(256));
	at("walk=l1,set=327680,unroll=8"); /* more than 1.25 x 256 KiB would be short: this is not */
	assert_same(bench->cost(&run).bytes, 4 * MIB(256));
	at("walk=l1,set=393216,unroll=8");
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

/* 9.0 takes 128 bytes a clock and SM from L1; 10 slices of L2 at 1.7 GHz give 64 bytes a clock and take 32; memory gives 2 x
 * 1 GHz x 512 bytes. L2 is 4 MiB. */
static void limits(void **state)
{
	(void)state;
	assert_same(limit_at("walk=l1,set=8192,unroll=4"), 128 * 4 * 1.2e9);
	assert_same(limit_at("walk=l2,share=65536,unroll=8,block=512"), NAN);
	card.device.l2 = (struct gb_l2){ .slices = 10, .read_bytes = 64, .write_bytes = 32, .clock_hz = 1.7e9 };
	assert_same(limit_at("walk=l2,share=65536,unroll=8,block=512"), 640 * 1.7e9);
	assert_same(limit_at("walk=near,total=8388608"), 640 * 1.7e9);
	assert_same(limit_at("walk=far,total=8388608"), 640 * 1.7e9);
	assert_same(limit_at("walk=common,bytes=1048576,unroll=2,blocks=1"), 128 * 4 * 1.2e9);
	assert_same(limit_at("walk=common,bytes=33554432,unroll=2,blocks=1"), 128 * 4 * 1.2e9);
	assert_same(limit_at("walk=write,share=65536,unroll=2,block=256"), 320 * 1.7e9);
	assert_same(limit_at("walk=write,share=16384,unroll=2,block=256"), NAN); /* the stores join */
	/* 4 x 4 MiB */
	assert_same(limit_at("walk=l2,share=4194304,unroll=2,block=256"), 2 * 1e9 * 512);
	assert_same(limit_at("walk=write,share=4194304,unroll=2,block=256"), 2 * 1e9 * 512);
	assert_same(limit_at("walk=near_write,total=8388608"), 320 * 1.7e9);
	assert_same(limit_at("walk=far_write,total=8388608"), NAN);
	at("walk=l1,set=262144,unroll=4");
	assert_null(bench->remark(&run));
	at("walk=l1,set=393216,unroll=4");
	assert_says(bench->remark(&run), "larger than L1");
}

static const char *roof_at(const char *point)
{
	at(point);
	return bench->roof(&run);
}

/* One set of each level: of reads past L1 four SMs fill half of 4 MiB with 512 KiB each, of writes no more than three quarters. */
static void roofs(void **state)
{
	(void)state;
	assert_string_equal(roof_at("walk=l1,set=16384,unroll=8"), "l1.read");
	assert_null(roof_at("walk=l1,set=32768,unroll=8"));
	assert_string_equal(roof_at("walk=l2,share=524288,unroll=8,block=512"), "l2.read");
	assert_null(roof_at("walk=l2,share=262144,unroll=8,block=512"));
	assert_null(roof_at("walk=l2,share=1048576,unroll=8,block=512"));
	assert_string_equal(roof_at("walk=write,share=524288,unroll=8,block=512"), "l2.write");
	assert_string_equal(roof_at("walk=common,bytes=1048576,unroll=4,blocks=2"), "l2.read_common");
	assert_null(roof_at("walk=common,bytes=2097152,unroll=4,blocks=1"));
	assert_null(roof_at("walk=near,total=8388608"));
	/* 132 SMs and 60 MiB */
	card.device.sm_count = 132;
	card.device.l2_bytes = UINT64_C(60) << 20;
	assert_ok(gb_point_read(bench->axes, "walk=l2,share=131072,unroll=8,block=512", &run.point, &error), error);
	assert_string_equal(bench->roof(&run), "l2.read");
	assert_ok(gb_point_read(bench->axes, "walk=write,share=262144,unroll=8,block=512", &run.point, &error), error);
	assert_string_equal(bench->roof(&run), "l2.write");
}

static void further_values(void **state)
{
	(void)state;
	at("walk=l1,set=8192,unroll=4");
	assert_same(metric("working_set"), 4 * 8192);
	assert_same(metric("bytes_per_clock_sm"), 1 / (4 * 1.25e9));
	assert_same(metric("l1_hits"), -1);
	at("walk=l2,share=65536,unroll=8,block=512");
	assert_same(metric("working_set"), 4 * 65536);
	assert_same(metric("l1_hits"), 0);
	assert_same(metric("atomic_latency"), -1);
	at("walk=common,bytes=1048576,unroll=2,blocks=2");
	assert_same(metric("working_set"), 1048576);
	/* 280 and 460 cycles, and 30 more on average, of seven slices. */
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
	skipped("walk=l1,set=1024,unroll=4", "no multiple of the 2048 bytes of a trip");
	skipped("walk=common,bytes=65536,unroll=8,blocks=4", "blocks of 1024 threads");
	skipped("walk=l2,share=1073741824,unroll=8,block=512", "bytes of sets at most");
	skipped("walk=near,total=134217728", "SMs at one side find");
	skipped("walk=near,total=4096", "SMs at one side find");
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
	skipped("walk=near,total=8388608", "it is not clear");
}

static void sms_not_reached(void **state)
{
	(void)state;
	sides = UNREACHED;
	skipped("walk=near,total=8388608", "it is not clear");
}

/* ---- verify ------------------------------------------------------------------------------------------------------------- */

static const struct verified points[] = {
	{ "walk=l2,share=16384,unroll=8,block=512", "cache_shared_read_u8", read_8 },
	{ "walk=l2,share=86016,unroll=2,block=256", "cache_shared_read_u2", read_2 },
	{ "walk=common,bytes=524288,unroll=8,blocks=2", "cache_read_cg_u8", read_8 },
	{ "walk=write,share=65536,unroll=2,block=256", "cache_shared_write_u2", write_2 },
	{ "walk=write,share=69632,unroll=4,block=1024", "cache_shared_write_u4", write_4 },
	{ "walk=near,total=8388608", "cache_sided_read", sided_read },
	{ "walk=far,total=16777216", "cache_sided_read", sided_read },
	{ "walk=near_write,total=8388608", "cache_sided_write", sided_write },
	{ "walk=far_write,total=8388608", "cache_sided_write", sided_write },
};
static const struct verified_points verified = { points, sizeof points / sizeof points[0] };

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

/* 64 MiB of an SM are 1024 trips of 4096 bytes for each of 16 warps. A fifth of them, in tickets of 32 KiB, goes to
 * whoever is through: 25 tickets for each of 64 warps. Where one is not redeemed, that is found. */
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
	expect_caught(0, "verify: ");
	expect_caught(3, "verify: ");
}

/* What a write left must not be what a read finds. */
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

/* ---- conclusions -------------------------------------------------------------------------------------------------------- */

static const struct gb_device ten_sms = { .sm_count = 10, .l1_bytes = 256 << 10, .l2_bytes = 4000000 };

/* A ladder of sizes in bytes and their bandwidths, known to 1 %. */
static void make_ladder(const char *walk, const char *axis, const double (*size_value)[2], size_t count)
{
	char point[128];

	for (size_t i = 0; i < count; i++) {
		snprintf(point, sizeof point, "walk=%s,%s=%lld,unroll=8", walk, axis, (long long)size_value[i][0]);
		struct gb_row *row = make_row(bench, point, "bandwidth", size_value[i][1]);
		row->lo = 0.99 * row->value;
		row->hi = 1.01 * row->value;
		row->limit = 4e13;
	}
}

#define LADDER(walk, axis, values) make_ladder(walk, axis, values, sizeof(values) / sizeof(values)[0])

static void the_l1_and_what_it_holds(void **state)
{
	/* Out of order, with a shape that is slower; the knee is between 245760 and 253952. */
	static const double l1[][2] = { { 65536, 100 }, { 1024, 99 },     { 16384, 101 },
					{ 131072, 98 }, { 245760, 98.5 }, { 253952, 91 },
					{ 262144, 80 }, { 327680, 40 },   { 16384, 50 } };

	(void)state;
	made_count = 0;
	LADDER("l1", "set", l1);
	conclude(bench, &ten_sms);
	const struct gb_finding *plateau = the_finding("walk=l1,level=l1", "bandwidth");
	assert_same(plateau->value, 101);
	assert_same(plateau->lo, 0.99 * 101);
	assert_same(plateau->limit, 4e13);
	assert_null(plateau->roof);
	assert_ptr_equal(plateau->from, &made[2]);
	assert_says(plateau->remark, "5 sizes from 10240 to 2457600 bytes");
	const struct gb_finding *capacity = the_finding("walk=l1,level=l1", "capacity");
	assert_same(capacity->lo, 245760);
	assert_same(capacity->hi, 253952);
	assert_same(capacity->value, 245760);
	assert_null(capacity->roof);
	const struct gb_finding *share = the_finding("walk=l1,level=l1", "capacity_of_reported");
	assert_same(share->value, 245760.0 / 262144);
}

/* Shares of ten SMs; the L2 of 4 MB holds between 3.8 and 4.2 MB, and there is memory after it. */
static void the_l2_and_the_memory_behind_it(void **state)
{
	static const double l2[][2] = { { 100000, 52 },   { 200000, 50 }, { 300000, 51 },
					{ 380000, 50.5 }, { 420000, 45 }, { 450000, 30 },
					{ 600000, 21 },   { 800000, 20 }, { 1600000, 20 } };

	(void)state;
	made_count = 0;
	LADDER("l2", "share", l2);
	made[8].limit = 24; /* of 4 x L2: the memory's */
	conclude(bench, &ten_sms);
	const struct gb_finding *plateau = the_finding("walk=l2,level=l2", "bandwidth"),
				*memory = the_finding("walk=l2,level=dram", "bandwidth"),
				*capacity = the_finding("walk=l2,level=l2", "capacity");
	assert_same(plateau->value, 52);
	assert_null(plateau->roof);
	assert_same(plateau->limit, 4e13);
	assert_same(memory->value, 21);
	assert_same(memory->limit, 24);
	assert_null(memory->roof);
	assert_same(capacity->lo, 3800000);
	assert_same(capacity->hi, 4200000);
	assert_int_equal(finding_count, 4);
}

/* Of two runs that are flat the one of more sizes is the level, also where its ends are a hair nearer: small sets are a little
 * slower, and whether one more of them joins is chance. */
static void a_few_small_sets_are_not_the_level(void **state)
{
	static const double l2[][2] = { { 30000, 84.5 },  { 60000, 85 },    { 120000, 87 }, { 160000, 88.7 },
					{ 190000, 89.7 }, { 250000, 89.6 }, { 280000, 90 }, { 310000, 90.5 },
					{ 340000, 89 },   { 370000, 88.6 }, { 420000, 45 }, { 600000, 21 },
					{ 800000, 20 } };

	(void)state;
	made_count = 0;
	LADDER("l2", "share", l2);
	conclude(bench, &ten_sms);
	const struct gb_finding *plateau = the_finding("walk=l2,level=l2", "bandwidth");
	assert_same(plateau->value, 90.5);
	assert_says(plateau->remark, "8 sizes from 1200000 to 3700000 bytes");
	assert_null(strstr(plateau->remark, "alone"));
	made[1].value = 93; /* one among sizes that are not */
	conclude(bench, &ten_sms);
	plateau = the_finding("walk=l2,level=l2", "bandwidth");
	assert_same(plateau->value, 90.5);
	assert_says(plateau->remark, "600000 bytes alone reach 93 B/s: no neighbour does");
}

static void writes_and_a_common_set(void **state)
{
	/* Small sets are joined before they reach the L2: no plateau of it. */
	static const double write[][2] = { { 10000, 90 },  { 20000, 91 },  { 40000, 90 },
					   { 100000, 30 }, { 200000, 31 }, { 400000, 30 } };
	static const double common[][2] = { { 1000000, 70 }, { 2000000, 75 }, { 3900000, 40 }, { 8000000, 80 } };

	(void)state;
	made_count = 0;
	LADDER("write", "share", write);
	LADDER("common", "bytes", common);
	conclude(bench, &ten_sms);
	const struct gb_finding *stores = the_finding("walk=write,level=l2", "bandwidth"),
				*together = the_finding("walk=common,level=l2", "bandwidth");
	assert_same(stores->value, 31);
	assert_null(stores->roof);
	assert_same(together->value, 75);
	assert_null(together->roof);
	assert_says(together->remark, "it falls to 40 B/s");
	assert_int_equal(finding_count, 2);
}

static void too_little_to_conclude_from(void **state)
{
	static const double slope[][2] = { { 100000, 52 }, { 200000, 40 }, { 300000, 30 }, { 380000, 20 } };
	static const double two[][2] = { { 1024, 52 }, { 2048, 52 } };

	(void)state;
	made_count = 0;
	assert_int_equal(conclude(bench, &ten_sms), 0);
	LADDER("l2", "share", slope);
	LADDER("l1", "set", two);
	assert_int_equal(conclude(bench, &ten_sms), 0);
	/* Rows of other metrics are no rungs. */
	made_count = 1;
	made[0].metric = "working_set";
	assert_int_equal(conclude(bench, &ten_sms), 0);
}

/* A ladder that does not leave its plateau says nothing of a capacity; sizes that are not reported, nothing of a share. */
static void no_knee_and_no_report(void **state)
{
	static const double flat[][2] = { { 1024, 52 }, { 2048, 52 }, { 4096, 52 } };
	static const double knee[][2] = { { 1024, 52 }, { 2048, 52 }, { 4096, 52 }, { 8192, 20 } };
	const struct gb_device unknown = { .sm_count = 10, .l1_bytes = 0, .l2_bytes = 0 };

	(void)state;
	made_count = 0;
	LADDER("l1", "set", flat);
	assert_int_equal(conclude(bench, &ten_sms), 1);
	made_count = 0;
	LADDER("l1", "set", knee);
	conclude(bench, &unknown);
	assert_null(finding_of("walk=l1,level=l1", "capacity_of_reported"));
}

#define C(name) cmocka_unit_test_setup_teardown(name, open_run, close_run)

int main(void)
{
	const struct CMUnitTest tests[] = {
		C(bytes_of_a_launch),
		C(limits),
		C(roofs),
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
		T(the_l1_and_what_it_holds),
		T(the_l2_and_the_memory_behind_it),
		T(a_few_small_sets_are_not_the_level),
		T(writes_and_a_common_set),
		T(too_little_to_conclude_from),
		T(no_knee_and_no_report),
	};
	return run_tests_of("cache", tests);
}
