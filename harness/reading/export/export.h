/* export.h: writes measured roofs in the formats of other tools. */
#pragma once

#include <stdio.h>

#include "judge/judge_verdict.h"
#include "analysis/roofs.h"

struct gb_export {
	const char *name, *help;
	int (*write)(const struct gb_roofs *roofs, FILE *out, struct gb_error *error); /* after gb_roofs_sort() */
};

/* Terminated by an entry without a name. */
extern const struct gb_export gb_exports[];
const struct gb_export *gb_export_find(const char *name); /* NULL: there is none */
int gb_export_unknown(const char *name, struct gb_error *error);

/* All formats in the order of the help: a word, which is the option's argument and the suffix of gb_export_<word>(),
 * and the help text. A new format is one line here and a file; help, manual, completion and messages follow. */
#define GB_EXPORTS(X)                                                                     \
	X(ncu, "section file for Nsight Compute: its roofline chart with measured roofs") \
	X(ert, "roofline.json of the Empirical Roofline Toolkit")                         \
	X(nersc, "input of NERSC's roofline plot scripts")                                \
	X(superbench, "SuperBench results, one line per node")                            \
	X(aiconfigurator, "system file of aiconfigurator")                                \
	X(prometheus, "metrics for node_exporter's textfile collector")

#define GB_EXPORT_DECLARED(word, help) \
	int gb_export_##word(const struct gb_roofs *roofs, FILE *out, struct gb_error *error);
GB_EXPORTS(GB_EXPORT_DECLARED)

/* Files for use with SuperBench's results. */
int gb_export_superbench_baseline(const struct gb_roofs *roofs, FILE *out, struct gb_error *error);
int gb_export_superbench_rules(const struct gb_roofs *roofs, FILE *out, struct gb_error *error);

void gb_export_findings(const struct gb_verdict *verdict, FILE *out);
/* Writes alert rules for these metrics and those of gb_export_prometheus(). Thresholds come from the tables of the
 * judge (judge.h, scatter.h), not from the roofs. */
int gb_export_prometheus_rules(const struct gb_roofs *roofs, FILE *out, struct gb_error *error);
