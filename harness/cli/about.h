/* about.h: what a plug-in says of its benchmark, for tables of its points. */
#ifndef GB_ABOUT_H
#define GB_ABOUT_H

#include "gpubench.h"
#include "show/points.h"

/* `bench` NULL: nothing is known but the name. */
struct gb_points_about gb_about(const char *name, const struct gb_bench *bench);

#endif
