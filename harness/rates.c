/* Sources
 *   Arithmetic: CUDA C++ Programming Guide, "Arithmetic Instructions", table of results per clock cycle and
 *     multiprocessor (release 12.9 for 7.x ... 12.0). An FMA counts as two FLOP; of INT32 the multiply-add is meant.
 *     FP16 is the packed half2 FMA.
 *   Shared memory and L1: 32 banks of 4 bytes a clock (CUDA C++ Programming Guide, "Shared Memory", 5.x and later),
 *     and one 128-byte line of L1 a clock (NVIDIA white papers of Volta, Ampere and Hopper).
 *   L2: 64 bytes a clock on the SM's side (Nsight Compute's lts2xbar peak; measured by RRZE's gpu-benches). */
#include "rates.h"

#include <stddef.h>

static const struct {
	int cc; /* major * 10 + minor */
	int cores;
	struct gb_rates rates;
} table[] = {
	/*  cc   cores     fp32 fp64 fp16 int32 shared  l1  l2 */
	{ 70, 64, { 128, 64, 256, 128, 128, 128, 64 } },    { 72, 64, { 128, 64, 256, 128, 128, 128, 64 } },
	{ 75, 64, { 128, 4, 256, 128, 128, 64, 64 } },      { 80, 64, { 128, 64, 512, 128, 128, 128, 64 } },
	{ 86, 128, { 256, 4, 256, 128, 128, 128, 64 } },    { 87, 128, { 256, 4, 256, 128, 128, 128, 64 } },
	{ 89, 128, { 256, 4, 256, 128, 128, 128, 64 } },    { 90, 128, { 256, 128, 512, 128, 128, 128, 64 } },
	{ 100, 128, { 256, 128, 512, 128, 128, 128, 64 } }, { 103, 128, { 256, 4, 512, 128, 128, 128, 64 } },
	{ 120, 128, { 256, 4, 256, 128, 128, 128, 64 } },
};

struct gb_rates gb_rates_of(int cc_major, int cc_minor)
{
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
		if (table[i].cc == 10 * cc_major + cc_minor)
			return table[i].rates;
	return (struct gb_rates){ 0 };
}

int gb_rates_cores(int cc_major, int cc_minor)
{
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
		if (table[i].cc == 10 * cc_major + cc_minor)
			return table[i].cores;
	return 0;
}
