/* Kernels of `streams`: some run for a given time and record when they ran, one works on chunks, and one reads. */
#include "streams.h"

static __device__ unsigned long long nanoseconds()
{
	unsigned long long now;
	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now)::"memory");
	return now;
}

extern "C" __global__ void streams_hold(struct streams_hold_args args)
{
	const unsigned long long begin = nanoseconds();

	if (threadIdx.x == 0) {
		atomicAdd(&args.count->all, 1u);
		atomicMax(&args.count->most, atomicAdd(&args.count->now, 1u) + 1);
	}
	while (nanoseconds() - begin < args.nanoseconds)
		;
	if (threadIdx.x == 0)
		atomicSub(&args.count->now, 1u);
}

extern "C" __global__ void streams_mark(struct streams_mark_args args)
{
	const unsigned long long begin = nanoseconds();

	while (nanoseconds() - begin < args.nanoseconds)
		;
	if (threadIdx.x == 0) {
		atomicMin(&args.stamp->begin, begin);
		atomicMax(&args.stamp->end, nanoseconds());
	}
}

extern "C" __global__ void streams_work(struct streams_work_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x, begin = nanoseconds();
	const uint4 *in = (const uint4 *)args.in;
	uint4 *out = (uint4 *)args.out;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < args.words / 4;
	     i += step) {
		uint4 v = in[i];
#pragma unroll 4
		for (uint32_t r = 0; r < args.rounds; r++) {
			v.x = v.x * 1664525u + 1013904223u;
			v.y = v.y * 1664525u + 1013904223u;
			v.z = v.z * 1664525u + 1013904223u;
			v.w = v.w * 1664525u + 1013904223u;
		}
		out[i] = v;
	}
	if (args.stamp != nullptr && threadIdx.x == 0) {
		atomicMin(&args.stamp->begin, begin);
		atomicMax(&args.stamp->end, nanoseconds());
	}
}

extern "C" __global__ void streams_read(struct streams_read_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x, count = args.words / 4;
	const uint4 *in = (const uint4 *)args.in;
	uint32_t sum = 0;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < count;
	     i += 4 * step) {
		uint4 v[4];
#pragma unroll
		for (int u = 0; u < 4; u++)
			if (i + u * step < count)
				v[u] = __ldcs(in + i + u * step);
#pragma unroll
		for (int u = 0; u < 4; u++)
			if (i + u * step < count)
				sum += v[u].x + v[u].y + v[u].z + v[u].w;
	}
	if (args.record)
		atomicAdd(args.sum, sum);
}

/* ---- not timed ---- */

extern "C" __global__ void streams_fill(struct input_fill_args args)
{
	input_fill<input_bits>(args);
}

extern "C" __global__ void streams_check(struct streams_check_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
	unsigned long long seen = 0;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < args.words;
	     i += step, seen++)
		if (args.out[i] != streams_change(input_bits(i), args.rounds))
			gb_report_wrong(args.report, i);
	gb_report_compared(args.report, seen);
}
