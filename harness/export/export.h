/* export.h: measured roofs in the form that other tools read. */
#ifndef GB_EXPORT_H
#define GB_EXPORT_H

#include <stdio.h>

#include "analysis/roofs.h"

struct gb_export {
	const char *name, *help;
	int (*write)(const struct gb_roofs *roofs, FILE *out, struct gb_error *error); /* after gb_roofs_sort() */
};

/* Closed by an entry without name. */
extern const struct gb_export gb_exports[];
const struct gb_export *gb_export_find(const char *name); /* NULL: there is none */
int gb_export_unknown(const char *name, struct gb_error *error);

int gb_export_ncu(const struct gb_roofs *roofs, FILE *out, struct gb_error *error);
int gb_export_ert(const struct gb_roofs *roofs, FILE *out, struct gb_error *error);
int gb_export_nersc(const struct gb_roofs *roofs, FILE *out, struct gb_error *error);
int gb_export_aiconfigurator(const struct gb_roofs *roofs, FILE *out, struct gb_error *error);
int gb_export_prometheus(const struct gb_roofs *roofs, FILE *out, struct gb_error *error);
int gb_export_superbench(const struct gb_roofs *roofs, FILE *out, struct gb_error *error);
/* What goes with it. */
int gb_export_superbench_baseline(const struct gb_roofs *roofs, FILE *out, struct gb_error *error);
int gb_export_superbench_rules(const struct gb_roofs *roofs, FILE *out, struct gb_error *error);

#endif
