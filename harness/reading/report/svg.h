/* svg.h: embeds a gnuplot picture in a page. */
#pragma once

#include <stdio.h>

/* Writes a picture from <svg> on, without parts that draw nothing: empty groups (a quarter of the bytes), indentation,
 * and attributes of lines that have their default value. */
void gb_svg_put(FILE *out, const char *svg);
/* Returns the same, packed (html.h); the caller frees it. */
char *gb_svg_packed(const char *svg);
