/* rates.h: the work that each architecture can issue per clock, according to the vendor's documents. */
#ifndef GB_RATES_H
#define GB_RATES_H

#include <stdbool.h>

#include "gpubench.h"

/* The rates of a compute capability; unknown for one that is not in the table. */
struct gb_rates gb_rates_of(int cc_major, int cc_minor);

/* Those of a board by its name, "NVIDIA GeForce RTX 5090". Vendors sell boards with less than their chip has. If the
 * boards of a chip are known to differ in a unit, its rate is unknown for a board that is not in the table. */
struct gb_rates gb_rates_of_board(const char *name, int cc_major, int cc_minor);

/* True if rates of the device are unknown only because its board is not in the table. */
bool gb_rates_are_withheld(const struct gb_device *device);
#define GB_RATES_WITHHELD "limit unknown: this board is not in the table"

/* Fill in what the table has of a board by its name alone; false if it is not in it. */
bool gb_rates_find_board(const char *name, struct gb_device *out);

/* True if the memory of the GPU is that of its host, and its rate does not follow from what CUDA reports of it. */
bool gb_memory_is_shared(const struct gb_device *device);

/* The L2 of a model by its name, "NVIDIA H200"; all 0 for one that is not in the table. */
struct gb_l2 gb_rates_l2(const char *name);

/* The rated SM clock of a model under low-precision matrix instructions, Hz; NAN for one that is not in the table. */
double gb_rates_matrix_clock(const char *name);

/* FP32 lanes per SM, which vendors count as "cores"; -1: not known. */
int gb_rates_cores(int cc_major, int cc_minor);

/* L1 and shared memory of an SM combined, bytes; 0: not known. */
uint64_t gb_rates_l1_bytes(int cc_major, int cc_minor);

#endif
