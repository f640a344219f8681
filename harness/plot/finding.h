/* finding.h: the sentence that a picture of a benchmark has for a title, with values of the points that are drawn. It is a line of
 * NAME.plot after its panels:
 *
 *     finding TEXT with {VALUE}, {VALUE / VALUE} or {VALUE - VALUE}, each maybe {... as FORMAT}
 *
 * VALUE is "PANEL[LINE] PLACE", and is the y of a point; without "[LINE]" the point may be of any line of the panel. PLACE is
 *
 *     at X           the point at this x, a number or a word
 *     first, last    the least and the greatest x
 *     max, min       the greatest and the least y
 *     from N%        the first x whose y is N % of the line's greatest, or more
 *     until N%       the last such x
 *
 * Before it, "x of", "limit of", "word of" and "line of" take these of the point. FORMAT is %, KiB, MiB, GiB or number (no unit). Otherwise a value
 * has its unit, a quotient has none, and each has three digits.
 *
 * Of several lines the first one counts whose values are all there. A sentence has to be true of any device: it says what was
 * measured, "32 words apart: {...} of a copy", and leaves to the figure whether that is little. */
#ifndef GB_FINDING_H
#define GB_FINDING_H

#include <stddef.h>

#include "plot/curve.h"

/* What was expected instead if a sentence cannot be parsed or names an unknown panel; NULL: it is valid. `*at` is the
 * place. */
const char *gb_finding_check(const struct gb_plot_kind *kind, const char *text, const char **at);

/* The first sentence for which a GPU has all values, after gb_curve_settle(); "": there is none. */
void gb_finding_of(const struct gb_curve *curve, size_t gpu, char *text, size_t size);

#endif
