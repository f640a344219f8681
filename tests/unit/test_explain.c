/* The reasons for the time of kernels: each planted fault must be found, and its gain must match hand calculation. */
#include "explain/why.h"
#include "record/record.h"
#include "tables/tables.h"

#include "explain_made.h"

struct found {
	struct gb_reason reason[GB_WHY_MOST];
	size_t count;
	struct gb_binding binding;
	struct gb_load load;
};

static struct found why(void)
{
	struct found f = { .count = 0 };

	gb_binding_find(&f.binding, &k, &gpu.peaks);
	assert_true(gb_load_of(&f.load, &k, &gpu.peaks));
	f.count = gb_why_find(f.reason, &f.binding, &f.load, &gpu.measured);
	return f;
}

/* ---- faults ------------------------------------------------------------------------------------------------------ */

/* Each 4-byte load touches a separate sector, of which an eighth is used. The traffic of DRAM falls to an eighth;
 * the fifth of the time above the bound also falls, or stays. */
KERNEL_TEST(stride)
{
	k.value[GB_LOAD_REQUESTS] = 1e9 * 0.8;
	k.value[GB_LOAD_SECTORS] = 32 * k.value[GB_LOAD_REQUESTS];
	k.value[GB_LOAD_USED] = 1.0 / 8;
	k.value[GB_DRAM_READ] = 0.8e12;
	struct found f = why();
	assert_int_equal(f.count, 1);
	assert_int_equal(f.reason[0].fault, GB_FAULT_COALESCING);
	assert_same(f.reason[0].before, 1);
	/* 0.8e9 requests x 32 sectors x 32 bytes / 8 are 102.4e9 bytes: DRAM takes 0.1024 s instead of 0.8 s. */
	assert_near(f.reason[0].least, 0.1024 / 0.8, 1e-4);
	assert_near(f.reason[0].most, 0.2 + 0.1024, 1e-4);
	assert_true(f.reason[0].least < f.reason[0].after && f.reason[0].after < f.reason[0].most);
	assert_string_equal(f.reason[0].word, "loads use");
	assert_non_null(f.reason[0].row[0]);
	assert_string_equal(f.reason[0].row[0]->point, "op=copy,stride=8,bytes=4");
	assert_string_equal(f.reason[0].row[0]->metric, "bandwidth");
	assert_string_equal(f.reason[0].row[1]->point, "op=copy,stride=1,bytes=4");
}

/* Lanes with 16 bytes each have 16 sectors per request and waste nothing, whether or not this was counted. */
KERNEL_TEST(wide_accesses)
{
	k.value[GB_LOAD_REQUESTS] = 1e9;
	k.value[GB_LOAD_SECTORS] = 16e9;
	k.value[GB_DRAM_READ] = 0.512e12;
	struct found f = why();
	assert_int_equal(f.count, 0);
	k.value[GB_LOAD_USED] = NAN;
	f = why();
	assert_int_equal(f.count, 0);
	k.value[GB_LOAD_REQUESTS] = 0.5e9; /* 32 sectors each: half are wasted at least */
	f = why();
	assert_true(f.count >= 1);
	assert_string_equal(f.reason[0].word, "loads use at most");
	assert_near(f.reason[0].evidence[0], 0.5, 1e-9);
}

/* 7e9 of 8e9 wavefronts are conflicts: the path of L1 takes 0.8 s, and 0.1 s without them. */
KERNEL_TEST(bank_conflicts)
{
	k.value[GB_PATH] = k.value[GB_SHARED_READ] = 8e9 * 128;
	k.value[GB_CONFLICTS_READ] = 7e9;
	struct found f = why();
	assert_true(f.count >= 1);
	assert_int_equal(f.reason[0].fault, GB_FAULT_CONFLICTS);
	assert_near(f.reason[0].least, 0.1 / 0.8, 1e-4);
	assert_near(f.reason[0].most, 1 - 0.7, 1e-4);
	assert_string_equal(f.reason[0].row[0]->point, "pattern=degree,op=load,degree=8,word=4");
	k.value[GB_PATH] = NAN; /* not in the file: the path carries the reads of shared memory at least */
	assert_near(why().reason[0].least, 0.1 / 0.8, 1e-4);
}

/* 60e9 bytes are loaded and 40e9 stored, a tenth of them on each SM. A byte that is stored and loaded costs 0.05 to
 * 0.06 cycles at 1 GHz: 0.25 to 0.3 s for 50e9. */
KERNEL_TEST(spilled)
{
	k.value[GB_LOCAL_READ] = 60e9;
	k.value[GB_LOCAL_WRITE] = 40e9;
	k.value[GB_PATH] = 100e9;
	k.value[GB_FP32_FMA] = 0.2e12;
	struct found f = why();
	assert_true(f.count >= 1);
	assert_int_equal(f.reason[0].fault, GB_FAULT_SPILLS);
	assert_near(f.reason[0].least, 0.7, 1e-4);
	assert_near(f.reason[0].most, 0.75, 1e-4);
}

/* Spills that no cache holds: their traffic in L2 and DRAM is saved too, and so are the instructions that access
 * them; requests of global loads stay. 0.6e12 bytes of local memory are 600 ms of L2 and DRAM and 0.6e12 / 128
 * accesses of a warp, of which 10 SMs issue 40 in a nanosecond: 117 ms of 200. */
KERNEL_TEST(spilled_out_of_caches)
{
	k.value[GB_LOCAL_READ] = 0.6e12;
	k.value[GB_PATH] = 0.65e12;
	k.value[GB_L2_READ] = k.value[GB_DRAM_READ] = 0.65e12;
	k.value[GB_LOAD_SECTORS] = 0.05e12 / 32;
	k.value[GB_LOAD_REQUESTS] = k.value[GB_LOAD_SECTORS] / 4;
	k.value[GB_ISSUE] = 0.2;
	struct found f = why();
	assert_true(f.count >= 1);
	assert_int_equal(f.reason[0].fault, GB_FAULT_SPILLS);
	/* Without the spills, the issue slots take longest; with them, L2 and DRAM. */
	const double without = 0.2 - 0.1172;
	assert_near(f.reason[0].least, without, 1e-3);
	assert_near(f.reason[0].after, without / 0.65, 1e-3);
	/* Bytes that no global load explains promise no gain, because strided loads may fetch them. */
	k.value[GB_LOCAL_READ] = 1e9;
	k.value[GB_L2_READ] = k.value[GB_DRAM_READ] = 0.9e12;
	f = why();
	for (size_t i = 0; i < f.count; i++)
		assert_int_not_equal(f.reason[i].fault, GB_FAULT_SPILLS);
}

/* 16 warps of 64 reach half of DRAM's rate: a kernel at that rate doubles with all warps. */
KERNEL_TEST(low_occupancy)
{
	k.value[GB_DRAM_READ] = 0.5e12;
	k.value[GB_WARPS] = 0.25;
	k.value[GB_LIMIT_REGISTERS] = 2;
	k.value[GB_LIMIT_SHARED] = 8;
	k.value[GB_LIMIT_WARPS] = 16;
	k.value[GB_LIMIT_BLOCKS] = 32;
	struct found f = why();
	assert_int_equal(f.count, 1);
	assert_int_equal(f.reason[0].fault, GB_FAULT_WARPS);
	assert_near(f.reason[0].after, 0.5, 1e-4);
	assert_string_equal(f.reason[0].word, "registers");
}

/* A block of one warp starts in a nanosecond: 500 million take half of a second, and their reads a tenth. */
KERNEL_TEST(slow_starts)
{
	curve("launch", "op=blocks,threads=32", "op_rate", 1e9);
	curve("launch", "op=blocks,threads=1024", "op_rate", 0.5e9);
	k.value[GB_DRAM_READ] = 0.1e12;
	k.value[GB_COUNTED_SECONDS] = k.seconds = 0.5;
	k.grid = "(1000, 1000, 500)";
	struct found f = why();
	assert_int_equal(f.count, 1);
	assert_int_equal(f.reason[0].fault, GB_FAULT_BLOCKS);
	assert_near(f.reason[0].after, 0.1, 1e-4);
	assert_string_equal(f.reason[0].row[0]->metric, "op_rate");
	k.grid = "(1000, 1000, 50)";
	assert_int_equal(why().count, 0);
}

KERNEL_TEST(one_sm)
{
	k.value[GB_ACTIVE_CYCLES] = 0.1e9;
	k.value[GB_PATH] = 0.1e12;
	struct found f = why();
	assert_true(f.count >= 1);
	assert_int_equal(f.reason[0].fault, GB_FAULT_IDLE_SMS);
	assert_near(f.reason[0].after, 0.1, 1e-4);
	assert_string_equal(f.reason[0].row[0]->point, "op=grid,blocks=1");
}

/* A thousand launches of a microsecond, one every 2 µs; in a graph they would follow each other every 0.5 µs. */
KERNEL_TEST(launch_bound)
{
	k.launches = k.launched = 1000;
	k.seconds = k.value[GB_COUNTED_SECONDS] = 1e-3;
	k.value[GB_COUNTED_CYCLES] = k.value[GB_ACTIVE_CYCLES] = 1e6;
	k.value[GB_DRAM_READ] = 1e9;
	struct found f = why();
	assert_int_equal(f.count, 1);
	assert_int_equal(f.reason[0].fault, GB_FAULT_LAUNCHES);
	assert_near(f.reason[0].before, 2e-3, 1e-4);
	assert_near(f.reason[0].after, 1e-3, 1e-4);
}

/* A third of the stalls are barriers, and the path of L1 is half busy. */
KERNEL_TEST(barriers)
{
	k.value[GB_PATH] = 0.64e12;
	k.value[GB_STALL_FIRST] = 1;
	k.value[GB_STALL_FIRST + 7] = 2;
	struct found f = why();
	bool found = false;
	for (size_t i = 0; i < f.count; i++)
		if (f.reason[i].fault == GB_FAULT_BARRIERS) {
			assert_near(f.reason[i].after, 2.0 / 3, 1e-4);
			found = true;
		}
	assert_true(found);
}

KERNEL_TEST(at_its_roof)
{
	k.value[GB_DRAM_READ] = 0.92e12;
	k.value[GB_L2_READ] = 0.5e12;
	k.value[GB_STALL_FIRST + 7] = 5;
	struct found f = why();
	assert_int_equal(f.count, 0);
}

/* If there are more faults than can be shown, the greatest ones are, in order; times cover all launches of the
 * program. */
KERNEL_TEST(greatest_first)
{
	k.launched = 10;
	k.seconds = 10;
	k.value[GB_ACTIVE_CYCLES] = 0.5e9;
	k.value[GB_PATH] = k.value[GB_SHARED_READ] = 0.5e12;
	k.value[GB_CONFLICTS_READ] = 3e9;
	k.value[GB_STALL_FIRST] = k.value[GB_STALL_FIRST + 7] = 1;
	k.value[GB_LOCAL_READ] = 20e9;
	struct found f = why();
	assert_int_equal(f.count, GB_WHY_MOST);
	for (size_t i = 0; i + 1 < f.count; i++)
		assert_true(gb_reason_gain(&f.reason[i]) >= gb_reason_gain(&f.reason[i + 1]));
	assert_same(f.reason[0].before, 10);
}

/* ---- which rows -------------------------------------------------------------------------------------------------- */

TEST(rows_of_the_gpu)
{
	static const struct {
		const char *uuid, *model, *run, *time;
	} from[] = { { "GPU-2", "Fake GPU", "a", "2025" },
		     { "GPU-1", "Fake GPU", "b", "2024" },
		     { "GPU-1", "Fake GPU", "c", "2025" },
		     { "GPU-3", "Other", "d", "2026" } };
	FREED_BY(gb_curves_free) struct gb_curves curves = { .count = 0 };

	for (size_t i = 0; i < sizeof from / sizeof from[0]; i++) {
		struct gb_record r = gb_record_empty();
		r.gpu_uuid = from[i].uuid;
		r.gpu_name = from[i].model;
		r.run_id = from[i].run;
		r.time_utc = from[i].time;
		r.benchmark = "launch";
		r.metric = "time";
		r.point = "op=period,args=8";
		r.value = (double)i;
		gb_curves_add(&curves, &r);
		r.point = "top=period"; /* nobody uses it */
		gb_curves_add(&curves, &r);
	}
	assert_string_equal(gb_curves_find(&curves, "GPU-1", "Fake GPU")->run, "c");
	assert_string_equal(gb_curves_find(&curves, "GPU-9", "Other")->run, "d");
	assert_null(gb_curves_find(&curves, "GPU-9", "Fifth"));
	assert_int_equal(curves.set[0].count, 1);
	assert_same(gb_point_number("op=period,args=8", "args"), 8);
	assert_unknown(gb_point_number("op=period,args=8", "op"));
	assert_unknown(gb_point_number("op=period,args=8", "arg"));
}
