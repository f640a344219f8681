/* The stamp kernel: every SM writes its cycle counter and the time, as one pair.
 *
 * Run before and after a timed batch in the same stream, the differences on each SM give the mean clock of exactly
 * that interval; the counter runs on between kernels, so what is timed needs no instrumentation. The delay holds the
 * device while the host enqueues the batch after it, so that the host's time to enqueue is not measured. */
#include "measure/stamp.h"

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
		/* One 16-byte store: two blocks on one SM cannot mix their halves. */
		*(ulonglong2 *)&args.stamps[sm] = make_ulonglong2(cycles, now);
	}
}

/* Holds the stream until the host says that all is enqueued. */
extern "C" __global__ void gb_gate(struct gb_gate_args args)
{
	const unsigned long long start = global_nanoseconds();

	while (*args.word != args.turn && global_nanoseconds() - start < args.most)
		;
}
