/* finding.h: the sentence that is the title of a benchmark's picture, with values of the points that are drawn. It is a
 * line of NAME.plot after its panels:
 *
 *     finding TEXT with {VALUE}, {VALUE / VALUE} or {VALUE - VALUE}, each optionally {... as FORMAT}
 *
 * VALUE is "PANEL[LINE] PLACE" and stands for the y of a point; without "[LINE]" the point may belong to any line of
 * the panel. PLACE is
 *
 *     at X           the point at this x, a number or a word
 *     first, last    the smallest and the largest x
 *     max, min       the largest and the smallest y
 *     from N%        the first x whose y is at least N % of the line's largest
 *     until N%       the last such x
 *
 * The prefixes "x of", "limit of", "word of" and "line of" select these properties of the point instead of its y.
 * FORMAT is %, KiB, MiB, GiB or number (no unit). Without it a value has its unit, a quotient has none, and each has
 * three digits.
 *
 * If there are several findings, the first one with all its values counts. A sentence must be true for any device: it
 * states what was measured, such as "32 words apart: {...} of a copy", and leaves it to the figure whether that is
 * little. */
#pragma once

#include <stddef.h>

#include "plot/curve.h"

/* Returns the expected words if a sentence cannot be parsed or names an unknown panel; `*at` is the position of the
 * fault. NULL: the sentence is valid. */
const char *gb_finding_check(const struct gb_plot_kind *kind, const char *text, const char **at);

/* Writes the first sentence for which a GPU has all values, after gb_curve_settle(); "": there is none. */
void gb_finding_of(const struct gb_curve *curve, size_t gpu, char *text, size_t size);
