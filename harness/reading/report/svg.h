/* svg.h: embeds a gnuplot picture in a page. */
#pragma once

#include <stdio.h>

/* From <svg> on, without parts that draw nothing: empty groups, which are a quarter of the bytes, indentation, and
 * line attributes with their default value. */
void gb_svg_put(FILE *out, const char *svg);
/* The same packed, see html.h. The caller frees it. */
char *gb_svg_packed(const char *svg);
