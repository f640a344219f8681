/* rates.h: the work per clock that each architecture can issue, from the vendor's documents. */
#pragma once

#include <stdbool.h>

#include "gpubench.h"

/* The rates of a compute capability; unknown if it is not in the table. */
struct gb_rates gb_rates_of(int cc_major, int cc_minor);

/* The rates of a board by its name, "NVIDIA GeForce RTX 5090", which may have less than its chip. If boards of a chip
 * are known to differ in a unit, that rate is unknown for boards missing from the table. */
struct gb_rates gb_rates_of_board(const char *name, int cc_major, int cc_minor);

/* True if rates of the device are unknown only because the table lacks its board. */
bool gb_rates_are_withheld(const struct gb_device *device);
#define GB_RATES_WITHHELD "limit unknown: this board is not in the table"

/* Fill in the table's values for a board by its name; false: the table lacks the board. */
bool gb_rates_find_board(const char *name, struct gb_device *out);

/* True if the GPU shares the host's memory, whose rate does not follow from CUDA's attributes. */
bool gb_memory_is_shared(const struct gb_device *device);

/* The L2 of a model by its name, "NVIDIA H200"; all 0: not in the table. */
struct gb_l2 gb_rates_l2(const char *name);

/* The rated SM clock of a model under low-precision matrix instructions, Hz; NAN: not in the table. */
double gb_rates_matrix_clock(const char *name);

/* FP32 lanes per SM, which vendors call "cores"; -1: not known. */
int gb_rates_cores(int cc_major, int cc_minor);

/* The unified L1 and shared memory of an SM, bytes; 0: not known. */
uint64_t gb_rates_l1_bytes(int cc_major, int cc_minor);
