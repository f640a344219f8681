/* The stamp kernel: every SM writes its cycle counter and the time, as one pair.
 *
 * If it runs before and after a timed batch in the same stream, the differences on each SM give the mean clock of
 * exactly that interval. The counter keeps running between kernels, so the timed work needs no instrumentation. The
 * delay holds the device while the host enqueues the batch, so that the time to enqueue is not measured. */
#include "stamp.h"

static __device__ unsigned long long global_nanoseconds()
{
	unsigned long long now;
	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
	return now;
}

extern "C" __global__ void gb_stamp(struct gb_stamp_args args)
{
	unsigned int sm;
	const unsigned long long start = global_nanoseconds();

	while (global_nanoseconds() - start < args.delay)
		;
	asm("mov.u32 %0, %%smid;" : "=r"(sm));
	if (sm < GB_STAMPS_MAX) {
		const unsigned long long cycles = clock64();
		const unsigned long long now = global_nanoseconds();
		/* One 16-byte store, so that two blocks on an SM cannot mix their halves. */
		*(ulonglong2 *)&args.stamps[sm] = make_ulonglong2(cycles, now);
	}
}

/* One product on the matrix units, D = D + A B in low precision. */
static __device__ void multiply(unsigned int *d, unsigned int word)
{
#if __CUDA_ARCH__ >= 800
	asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, {%4, %4}, "
		     "{%0, %1, %2, %3};"
		     : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
		     : "r"(word));
#elif __CUDA_ARCH__ >= 750
	asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %4}, {%4}, "
		     "{%0, %1, %2, %3};"
		     : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
		     : "r"(word));
#else
	asm volatile("mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16 {%0, %1, %2, %3}, {%4, %4}, {%4, %4}, "
		     "{%0, %1, %2, %3};"
		     : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
		     : "r"(word));
#endif
}

/* Multiply zeros for this long. Each block reports the cycles of its SM and the time between two readings of both. A
 * block whose sums are not zero did not do its work and reports none. */
extern "C" __global__ void gb_matrix(struct gb_matrix_args args)
{
	enum { SUMS = 8, ROUNDS = 16 };
	unsigned int sum[SUMS][4] = {}, left = 0;
	const unsigned long long start = global_nanoseconds(), from = clock64();
	unsigned long long now;

	do {
#pragma unroll 1
		for (int round = 0; round < ROUNDS; round++)
#pragma unroll
			for (int i = 0; i < SUMS; i++)
				multiply(sum[i], args.zero);
		now = global_nanoseconds();
	} while (now - start < args.nanoseconds);
	const unsigned long long cycles = clock64() - from;
#pragma unroll
	for (int i = 0; i < 4 * SUMS; i++)
		left |= sum[i / 4][i % 4];
	if (threadIdx.x == 0)
		*(ulonglong2 *)&args.spans[blockIdx.x] =
			left == 0 ? make_ulonglong2(cycles, now - start) : make_ulonglong2(0, 0);
}

/* Hold the stream until the host signals that everything is enqueued. */
extern "C" __global__ void gb_gate(struct gb_gate_args args)
{
	const unsigned long long start = global_nanoseconds();

	while (*args.word != args.turn && global_nanoseconds() - start < args.most)
		;
}
