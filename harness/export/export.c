#include "export/export.h"

#include <string.h>

const struct gb_export gb_exports[] = {
	{ "ncu", "section file for Nsight Compute: its roofline chart with measured roofs", gb_export_ncu },
	{ "ert", "roofline.json of the Empirical Roofline Toolkit", gb_export_ert },
	{ "nersc", "input of NERSC's roofline plot scripts", gb_export_nersc },
	{ "superbench", "SuperBench results, a line a node", gb_export_superbench },
	{ "aiconfigurator", "system file of aiconfigurator", gb_export_aiconfigurator },
	{ "prometheus", "metrics for node_exporter's textfile collector", gb_export_prometheus },
	{ NULL, NULL, NULL },
};

const struct gb_export *gb_export_find(const char *name)
{
	for (const struct gb_export *e = gb_exports; e->name != NULL; e++)
		if (strcmp(e->name, name) == 0)
			return e;
	return NULL;
}

int gb_export_unknown(const char *name, struct gb_error *error)
{
	gb_error_write(error, "--export '%s': expected ncu, ert, nersc, superbench, aiconfigurator or prometheus",
		       name);
	return GB_FAILED;
}
