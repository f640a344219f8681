/* print.h: prints analysis results for people and for programs: NAME_print.c and NAME_data.c. */
#pragma once

#include <stdio.h>

#include "analysis/fleet_baseline.h"
#include "analysis/roofs.h"
#include "past/history.h"
#include "show/table.h"

/* The table of one run during the measurement, without the parts that do not fit into this many columns; 0:
 * everything fits. */
void gb_roofs_print(const struct gb_roofs *roofs, size_t columns, FILE *out);

/* After gb_roofs_sort(): the roofs of each GPU, and the ridge points of each arithmetic roof with each memory roof. */
void gb_roofs_print_all(const struct gb_roofs *roofs, enum gb_table_style style, FILE *out);

/* The same as CSV, one row per roof or ridge point (`kind`), or as one JSON document. */
int gb_roofs_write_csv(const struct gb_roofs *roofs, FILE *out, struct gb_error *error);
int gb_roofs_write_json(const struct gb_roofs *roofs, FILE *out, struct gb_error *error);

/* ---- compare ----------------------------------------------------------------------------------------------------- */

void gb_compare_print(const struct gb_comparison *comparison, enum gb_table_style style, FILE *out);
/* The roofs of a model compared with another's, the most different first: ratios of medians, and of the known
 * limits. `others`: lines that follow on a screen. */
void gb_compare_print_ratios(const struct gb_fleet_model *base, const struct gb_fleet_model *model, size_t others,
			     enum gb_table_style style, FILE *out);
/* A line for each expected node; on a screen, only the missing and the worst ones. */
void gb_compare_print_nodes(const struct gb_comparison *comparison, size_t others, enum gb_table_style style,
			    FILE *out);
/* The cost of the slowest GPU to a synchronous job, by roof and by node, and in a line (judge/job.h). */
int gb_compare_print_job(const struct gb_comparison *comparison, enum gb_table_style style, FILE *out,
			 struct gb_error *error);
/* The same as CSV or JSON. */
int gb_compare_write_job(const struct gb_comparison *comparison, bool csv, FILE *out, struct gb_error *error);
/* A row for each roof of each GPU. */
int gb_compare_write_csv(const struct gb_comparison *comparison, FILE *out, struct gb_error *error);
int gb_compare_write_json(const struct gb_comparison *comparison, FILE *out, struct gb_error *error);

/* ---- history ----------------------------------------------------------------------------------------------------- */

/* A line for each find on many GPUs, one for each step and drift of a single GPU, and with `all` one for each
 * unchanged series; then a summary of what was examined. */
void gb_history_print(const struct gb_history *history, bool all, enum gb_table_style style, FILE *out);
/* A row for each point of each series. */
int gb_history_write_csv(const struct gb_history *history, FILE *out, struct gb_error *error);
/* An object with `finds`, and `series` with their steps and drifts. */
int gb_history_write_json(const struct gb_history *history, FILE *out, struct gb_error *error);

/* ---- runs that differ -------------------------------------------------------------------------------------------- */

/* Write to `text` a line about differences between runs: versions, modes and, with `plans`, the number of planned
 * points. "": there are none. `earlier` may be NULL. */
void gb_mixture(const struct gb_runs *runs, const struct gb_runs *earlier, bool plans, char *text, size_t size);

/* The same for GPUs with an unknown board, if others have a known one. */
void gb_mixture_boards(const struct gb_fleet *fleet, const struct gb_fleet *earlier, char *text, size_t size);
