/* quantity.h: what a value is, in which unit, and which way is better: the one place that knows. */
#ifndef GB_QUANTITY_H
#define GB_QUANTITY_H

#include <stdbool.h>

#include "gpubench.h"

/* The name of the metric, its unit and whether less is better. */
const char *gb_quantity_metric(enum gb_quantity quantity);
const char *gb_quantity_unit(enum gb_quantity quantity);
bool gb_quantity_lower_is_better(enum gb_quantity quantity);
/* True if the value comes from observe(), and follows from no time. */
bool gb_quantity_is_observed(enum gb_quantity quantity);

/* By the unit, as files have it. A roof has one of the units above; any other text is the unit of a metric. */
bool gb_unit_is_of_a_quantity(const char *unit);
bool gb_lower_is_better(const char *unit);

/* Ends the name of the roof that a burst sets, "tensor.bf16.burst": analysis/roof_kinds.h says what it is taken for. */
#define GB_ROOF_BURST ".burst"

/* "B/s, FLOP/s, OP/s, access/s, s, cycles or Hz". */
extern const char gb_quantity_units[];

#endif
