/* Sources
 *   Arithmetic: the table of results per clock cycle and multiprocessor, in the CUDA C++ Programming Guide up to 12.9 and
 *     in the CUDA C++ Best Practices Guide from 13.0 on. An FMA counts as two FLOP; of INT32 the multiply-add is meant;
 *     FP16 is the packed half2 FMA. On 8.6, 8.9 and 12.x releases of the table differ; 128 FMAs a clock are what
 *     Accel-sim's authors measured on GA102. Where sources disagree or none was found, the rate is 0: not known.
 *   Shared memory and L1: 32 banks of 4 bytes a clock and one 128-byte line a clock (NVIDIA's white papers of Volta,
 *     Ampere and Hopper); half of it on Turing ("128 bytes/clock per SM versus 64 bytes/clock in Turing", GA102).
 *   L2: 64 bytes a clock on the SM's side (l1tex__m_xbar2l1tex_read_bytes of Nsight Compute). */
#include "rates.h"

#include <stddef.h>

static const struct {
	int cc; /* major * 10 + minor */
	int cores;
	struct gb_rates rates;
} table[] = {
	// clang-format off
	/* cc, cores, { fp32, fp64, fp16, int32, shared, l1, l2 } */
	{  70,  64, { 128,  64, 256, 128, 128, 128, 64 } },
	{  72,  64, { 128,  64, 256, 128, 128, 128, 64 } },
	{  75,  64, { 128,   4, 256, 128,  64,  64, 64 } },
	{  80,  64, { 128,  64, 512, 128, 128, 128, 64 } },
	{  86, 128, { 256,   4, 256, 128, 128, 128, 64 } },
	{  87, 128, { 256,   4, 512, 128, 128, 128, 64 } },
	{  89, 128, { 256,   4, 256, 128, 128, 128, 64 } },
	{  90, 128, { 256, 128, 512, 128, 128, 128, 64 } },
	{ 100, 128, { 256, 128,   0, 128, 128, 128, 64 } },
	{ 103, 128, { 256,   4,   0,   0, 128, 128, 64 } },
	{ 120, 128, { 256,   4, 256, 128, 128, 128, 64 } },
	{ 121, 128, { 256,   4, 256, 128, 128, 128, 64 } },
	// clang-format on
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
