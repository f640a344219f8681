/* Kernels of `tma`: copies by the tensor memory accelerator, one after another, each timed; and round trips between
 * barriers in shared memory. */
#include "../common/cluster.h"
#include "../common/now.h"
#include "tma.h"

extern __shared__ __align__(1024) unsigned char memory[];

#if HOPPER
#include "tma_copies.h"
#include "tma_cluster.h"
#endif

/* ---- not timed --------------------------------------------------------------------------------------------------- */

extern "C" __global__ void tma_fill(struct input_fill_args args)
{
	input_fill<input_bits>(args);
}

/* Brings the places into L2. The sum keeps the compiler from removing the loads. */
extern "C" __global__ void tma_touch(const __grid_constant__ struct tma_args args)
{
	const unsigned long long words = args.places * args.apart / 4,
				 step = (unsigned long long)gridDim.x * blockDim.x;
	uint32_t sum = 0;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < words; i += step)
		sum += __ldcg((const uint32_t *)args.at + i);
	if (sum == 1 && args.record)
		args.cycles[0] = sum;
}

static __device__ uint32_t expected(uint32_t reduction, uint32_t word)
{
	const uint32_t before = TMA_BACKGROUND * 0x01010101u;

	switch (reduction) {
	case TMA_add_u32:
		return before + word;
	case TMA_add_f32:
		return __float_as_uint(__fadd_rn(__uint_as_float(before), __uint_as_float(word)));
	case TMA_max_u32:
		return max(before, word);
	case TMA_xor_b32:
		return before ^ word;
	default:
		return word;
	}
}

/* Checks all words that the last launch stored or reduced; one block per place. */
extern "C" __global__ void tma_check(const __grid_constant__ struct tma_args args)
{
	const unsigned long long place = tma_place(&args, *args.turn - args.copies + blockIdx.x);
	const uint32_t *const words = (const uint32_t *)(args.at + place);
	unsigned long long looked = 0;

	for (uint32_t i = threadIdx.x; i < args.bytes / 4; i += blockDim.x, looked++)
		if (words[tma_stored_at(&args, i)] != expected(args.reduction, tma_word(args.reduction, i)))
			gb_report_wrong(args.report, place / 4 + i);
	gb_report_compared(args.report, looked);
}
