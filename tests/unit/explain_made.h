/* explain_made.h: a hand-made GPU, and a kernel that does nothing on it, for the tests of explanations. */
#pragma once

#include "explain/bound.h"

#include "roofs_made.h"

/* A GPU with 10 SMs at 1 GHz: 128 bytes of L1 per clock and SM. 64 warps per SM reach the full rate of DRAM, 16
 * reach half. */
static struct gpu {
	struct gb_roofs roofs;
	struct gb_peaks peaks;
	struct gb_curves curves;
	struct gb_measured measured;
} gpu;

/* A kernel that did no work for a second on all SMs with all warps, which a test changes. A launch takes 2 µs: figures
 * are exact within 1e-4. */
static struct gb_profiled k;

static inline struct gb_profiled idle(void)
{
	struct gb_profiled made = {
		.name = "k", .block = "(32, 1, 1)", .grid = "(9, 1, 1)", .launches = 1, .launched = 1, .seconds = 1
	};

	for (int c = 0; c < GB_COUNTERS; c++)
		made.value[c] = 0;
	made.value[GB_COUNTED_SECONDS] = 1;
	made.value[GB_COUNTED_CYCLES] = made.value[GB_ACTIVE_CYCLES] = 1e9;
	made.value[GB_WARPS] = 1;
	made.value[GB_LOAD_USED] = made.value[GB_STORE_USED] = 1;
	return made;
}

static inline void curve(const char *benchmark, const char *point, const char *metric, double value)
{
	struct gb_record r = gb_record_empty();

	r.gpu_uuid = "GPU-1";
	r.gpu_name = "Fake GPU";
	r.benchmark = benchmark;
	r.point = point;
	r.metric = metric;
	r.value = value;
	r.unit = "";
	gb_curves_add(&gpu.curves, &r);
}

static inline int begin(void)
{
	static const int warps[] = { 16, 64 };
	char point[64];

	gpu = (struct gpu){ .curves = { .count = 0 } };
	add(&gpu.roofs, made("GPU-1", "dram.read", "B/s", 1e12));
	add(&gpu.roofs, made("GPU-1", "dram.copy", "B/s", 1e12));
	add(&gpu.roofs, made("GPU-1", "l2.read", "B/s", 1e12));
	add(&gpu.roofs, made("GPU-1", "l2.write", "B/s", 1e12));
	add(&gpu.roofs, made("GPU-1", "l1.read", "B/s", 1.28e12));
	add(&gpu.roofs, made("GPU-1", "fp32", "FLOP/s", 2e12));
	gb_roofs_sort(&gpu.roofs);
	assert_ok(gb_peaks_of(&gpu.peaks, &gpu.roofs, &error), error);
	for (int i = 0; i < 2; i++) {
		snprintf(point, sizeof point, "op=read,by=shared,warps=%d,ilp=2", warps[i]);
		curve("occupancy", point, "bandwidth", i == 0 ? 0.5e12 : 1e12);
	}
	curve("stride", "op=copy,stride=1,bytes=4", "sectors_per_request", 4);
	curve("stride", "op=copy,stride=8,bytes=4", "sectors_per_request", 32);
	curve("stride", "op=copy,stride=1,bytes=4", "bandwidth", 1e12);
	curve("stride", "op=copy,stride=8,bytes=4", "bandwidth", 0.1e12);
	curve("bank", "pattern=degree,op=load,degree=1,word=4", "cycles", 1);
	curve("bank", "pattern=degree,op=load,degree=8,word=4", "cycles", 8);
	curve("bank", "pattern=degree,op=load,degree=1,word=4", "passes", 1);
	curve("bank", "pattern=degree,op=load,degree=8,word=4", "passes", 8);
	curve("spill", "build=a,array=registers", "cost_of_local_byte", 0.05);
	curve("spill", "build=b,array=registers", "cost_of_local_byte", 0.06);
	curve("occupancy", "op=grid,blocks=1", "tail", 0.1);
	curve("launch", "op=period,args=8", "time", 2e-6);
	curve("launch", "op=graph,nodes=chain", "time", 0.5e-6);
	gpu.measured = (struct gb_measured){ &gpu.peaks, gb_curves_find(&gpu.curves, "GPU-1", "Fake GPU") };
	k = idle();
	return 0;
}

static inline int end(void)
{
	gb_peaks_free(&gpu.peaks);
	gb_roofs_free(&gpu.roofs);
	gb_curves_free(&gpu.curves);
	return 0;
}

#define KERNEL_TEST(name) TEST_WITH(name, begin, end)
