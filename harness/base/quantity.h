/* quantity.h: the names and units of quantities, whether lower is better, and values with the prefixes k, M and G.
 * Nothing else defines them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "gpubench.h"

/* The name of the metric, its unit, and whether lower is better. */
const char *gb_quantity_metric(enum gb_quantity quantity);
const char *gb_quantity_unit(enum gb_quantity quantity);
bool gb_quantity_lower_is_better(enum gb_quantity quantity);
/* True if the value comes from observe() instead of a time. */
bool gb_quantity_is_observed(enum gb_quantity quantity);

/* By unit, for files. A roof has one of the units above; any other unit is that of a metric. */
bool gb_unit_is_of_a_quantity(const char *unit);
bool gb_lower_is_better(const char *unit);

/* The step of the SM clock on H100 and H200 (docs/how-we-measure.md). On a card with smaller steps, intervals are wider
 * than necessary. */
#define GB_CLOCK_STEP_HZ 15e6

/* The suffix of a roof set by a burst, as in "tensor.bf16.burst"; see analysis/roof_kinds.h. */
#define GB_ROOF_BURST ".burst"

/* "B/s, FLOP/s, OP/s, access/s, inst/s, s, cycles, Hz or J". */
extern const char gb_quantity_units[];

/* ---- printed values ---------------------------------------------------------------------------------------------- */

/* Write "1.50 GB", "4.68 TB/s": at least three digits and a decimal prefix. A unit without prefixes ("cycles", "") has
 * none. */
void gb_quantity_write(char *buffer, size_t size, double value, const char *unit);
/* The same, rounded to three digits, for titles: "4.68 TB/s", "611 cycles", "7.12 µs". */
void gb_quantity_write_rounded(char *buffer, size_t size, double value, const char *unit);

/* Write a memory size: "4 MiB", "227 KiB", or "139.8 GiB (150109880320 B)" if it is not a whole number of the unit. */
void gb_quantity_write_bytes(char *buffer, size_t size, double bytes);
