/* about.h: a plug-in's description of its benchmark, for tables of its points. */
#ifndef GB_ABOUT_H
#define GB_ABOUT_H

#include "gpubench.h"
#include "show/points.h"

/* `bench` NULL: only the name is known. */
struct gb_points_about gb_about(const char *name, const struct gb_bench *bench);

#endif
