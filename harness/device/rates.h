/* rates.h: what each architecture can issue per clock, according to the vendor's documents. */
#ifndef GB_RATES_H
#define GB_RATES_H

#include "gpubench.h"

/* The rates of a compute capability; unknown for one that is not in the table. */
struct gb_rates gb_rates_of(int cc_major, int cc_minor);

/* Those of a board by its name, "NVIDIA GeForce RTX 5090": GeForce boards of some architectures have half the rate in
 * FP16, BF16 and TF32 with sums of 32 bits. */
struct gb_rates gb_rates_of_board(const char *name, int cc_major, int cc_minor);

/* The L2 of a model by its name, "NVIDIA H200"; all 0 for one that is not in the table. */
struct gb_l2 gb_rates_l2(const char *name);

/* The rated SM clock of a model under low-precision matrix instructions, Hz; NAN for one that is not in the table. */
double gb_rates_matrix_clock(const char *name);

/* FP32 lanes per SM, which vendors count as "cores"; -1: not known. */
int gb_rates_cores(int cc_major, int cc_minor);

/* L1 and shared memory of an SM combined, bytes; 0: not known. */
uint64_t gb_rates_l1_bytes(int cc_major, int cc_minor);

#endif
