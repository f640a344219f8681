/* print.h: prints results of an analysis as text (NAME_print.c), and as CSV and JSON (NAME_data.c). */
#pragma once

#include <stdio.h>

#include "analysis/fleet_baseline.h"
#include "analysis/roofs.h"
#include "past/history.h"
#include "show/table.h"

/* Prints the table of a run as it is measured, without the parts that do not fit into this many columns; 0: all fit. */
void gb_roofs_print(const struct gb_roofs *roofs, size_t columns, FILE *out);

/* After gb_roofs_sort(): prints the roofs of each GPU, and the ridge points of arithmetic roofs with memory roofs. */
void gb_roofs_print_all(const struct gb_roofs *roofs, enum gb_table_style style, FILE *out);

/* Write the same as CSV, one row per roof or ridge point (`kind`), or as one JSON document. */
int gb_roofs_write_csv(const struct gb_roofs *roofs, FILE *out, struct gb_error *error);
int gb_roofs_write_json(const struct gb_roofs *roofs, FILE *out, struct gb_error *error);

/* ---- compare ----------------------------------------------------------------------------------------------------- */

void gb_compare_print(const struct gb_comparison *comparison, enum gb_table_style style, FILE *out);
/* Prints the ratios of a model's roofs to those of another model, the most different first: of medians, and of known
 * limits. `others`: lines that follow on a screen. */
void gb_compare_print_ratios(const struct gb_fleet_model *base, const struct gb_fleet_model *model, size_t others,
			     enum gb_table_style style, FILE *out);
/* Prints a line for each expected node; on a screen, only for missing nodes and the worst ones. */
void gb_compare_print_nodes(const struct gb_comparison *comparison, size_t others, enum gb_table_style style,
			    FILE *out);
/* Prints what the slowest GPU costs a synchronous job, by roof, by node, and in one line (judge/job.h). */
int gb_compare_print_job(const struct gb_comparison *comparison, enum gb_table_style style, FILE *out,
			 struct gb_error *error);
/* Writes the same as CSV or JSON. */
int gb_compare_write_job(const struct gb_comparison *comparison, bool csv, FILE *out, struct gb_error *error);
/* Write a row for each roof of each GPU. */
int gb_compare_write_csv(const struct gb_comparison *comparison, FILE *out, struct gb_error *error);
int gb_compare_write_json(const struct gb_comparison *comparison, FILE *out, struct gb_error *error);

/* ---- history ----------------------------------------------------------------------------------------------------- */

/* Prints a line for each find on many GPUs, one for each step and drift of a single GPU, and with `all` one for each
 * unchanged series; then a summary of what was examined. */
void gb_history_print(const struct gb_history *history, bool all, enum gb_table_style style, FILE *out);
/* Writes a row for each point of each series. */
int gb_history_write_csv(const struct gb_history *history, FILE *out, struct gb_error *error);
/* Writes an object with `finds`, and with `series` and their steps and drifts. */
int gb_history_write_json(const struct gb_history *history, FILE *out, struct gb_error *error);

/* ---- runs that differ -------------------------------------------------------------------------------------------- */

/* Writes one line about differences between runs: versions, modes and, with `plans`, the number of planned points. "":
 * there are none. `earlier` may be NULL. */
void gb_mixture(const struct gb_runs *runs, const struct gb_runs *earlier, bool plans, char *text, size_t size);

/* Writes one line about GPUs of unknown board, if the board of others is known. */
void gb_mixture_boards(const struct gb_fleet *fleet, const struct gb_fleet *earlier, char *text, size_t size);
