/* A kernel without its local memory: the part that counters attribute to it, and the part that they leave open. */
#include "explain/load.h"

#include "support.h"

enum { ROOF = 128000 };

/* 1000 wavefronts of local loads, as many of local stores, and 500 of global loads. */
static struct gb_profiled spilling(void)
{
	struct gb_profiled k = { .name = "k", .launches = 1 };

	for (int c = 0; c < GB_COUNTERS; c++)
		k.value[c] = NAN;
	k.value[GB_LOCAL_READ] = k.value[GB_LOCAL_WRITE] = 128e3;
	k.value[GB_LOAD_SECTORS] = 2000;
	k.value[GB_LOAD_REQUESTS] = 500;
	return k;
}

/* Sectors of local loads and of global ones are equally likely to miss: a third of the bytes that L2 sends belongs to
 * the latter. Between none and all of these bytes may be theirs, up to what the global loads request. */
TEST(misses_that_were_not_told_apart)
{
	const struct gb_profiled k = spilling();
	const struct gb_load load = { .l2_read = 90e3, .dram_read = 30e3 };
	const struct gb_without_local x = gb_without_local(&load, &k, ROOF);

	assert_near(x.least.l2_read, 0, 1e-9);
	assert_near(x.likely.l2_read, 30e3, 1e-9);
	assert_near(x.most.l2_read, 64e3, 1e-9);
	assert_near(x.likely.dram_read, 10e3, 1e-9);
	assert_near(x.most.dram_read, 30e3, 1e-9);
}

/* L1 had 100e3 of the 128e3 bytes that local loads read: the other 28e3 came from L2. */
TEST(hits_that_were_counted)
{
	struct gb_profiled k = spilling();
	const struct gb_load load = { .l2_read = 90e3, .arrived = 90e3, .dram_read = 62e3 };

	k.value[GB_LOCAL_HITS] = 100e3;
	const struct gb_without_local x = gb_without_local(&load, &k, ROOF);
	assert_near(x.least.l2_read, 62e3, 1e-9);
	assert_near(x.most.l2_read, 62e3, 1e-9);
	assert_near(x.likely.arrived, 62e3, 1e-9);
	/* DRAM reads no more for local memory than L2 does. */
	assert_near(x.least.dram_read, 34e3, 1e-9);
	assert_near(x.most.dram_read, 62e3, 1e-9);
}

/* Local stores pass through to L2; the rest that L2 receives comes from global stores. */
TEST(stores)
{
	struct gb_profiled k = spilling();
	const struct gb_load load = { .l2_write = 160e3 };

	k.value[GB_STORE_SECTORS] = 1000;
	k.value[GB_STORE_REQUESTS] = 250;
	const struct gb_without_local x = gb_without_local(&load, &k, ROOF);
	assert_near(x.least.l2_write, 32e3, 1e-9);
	assert_near(x.most.l2_write, 32e3, 1e-9);
}

/* 3000 wavefronts, of which 2000 are local accesses and 500 are global ones that touch one line each. The other 500
 * belong to exchanges with L2, of which 8000 sectors are local, or to accesses that touch more lines: up to 1500,
 * because 500 requests have 2000 sectors. */
TEST(wavefronts)
{
	const struct gb_profiled k = spilling();
	const struct gb_load load = { .path = 128.0 * 3000, .l2_write = 128e3, .l2_read = 128e3, .issue = 1 };
	const struct gb_without_local x = gb_without_local(&load, &k, ROOF);
	const double of_local = 128e3 / 32 + 128e3 / 32 * 2 / 3;

	assert_near(x.least.path, 128.0 * 500, 1e-9);
	assert_near(x.likely.path, 128 * (500 + 500 * 1500 / (1500 + of_local)), 1e-9);
	assert_near(x.most.path, 128.0 * 1000, 1e-9);
	/* 2000 instructions, of which L1's path takes 1000 in a second and the issue slots 4000. */
	assert_near(x.likely.issue, 0.5, 1e-9);
}

TEST(shared_memory)
{
	struct gb_profiled k = spilling();
	const struct gb_load load = { .path = 128.0 * 4000 };

	k.value[GB_SHARED_READ] = 128.0 * 1500;
	const struct gb_without_local x = gb_without_local(&load, &k, ROOF);
	assert_near(x.least.path, 128.0 * 2000, 1e-9);
	assert_near(x.most.path, 128.0 * 2000, 1e-9);
}
