/* svg.h: a picture of gnuplot inside a page. */
#ifndef GB_SVG_H
#define GB_SVG_H

#include <stdio.h>

/* From its <svg> on, without what draws nothing: groups without content, which are a quarter of its bytes, indents, and
 * ends of lines as they are anyway. */
void gb_svg_put(FILE *out, const char *svg);
/* The same packed, see packed.h. The caller frees it. NULL: out of memory. */
char *gb_svg_packed(const char *svg);

#endif
