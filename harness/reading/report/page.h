/* page.h: the parts of the page, each of which page_NAME.c writes. */
#pragma once

#include <stdio.h>

#include "judge/judge_outliers.h"
#include "base/error.h"
#include "past/history.h"
#include "plot/curve.h"
#include "record/record.h"
#include "report/page_baseline.h"

struct gb_report_rows;

/* The scripts of the page, in the order of execution. */
#define GB_PAGE_CHARTS(X)  X(page_roofline) X(page_gpus) X(page_heat) X(page_curves) X(page_history)
#define GB_PAGE_SCRIPTS(X) X(chart) X(page) X(page_rows) X(page_model) GB_PAGE_CHARTS(X) X(page_svg) X(page_keep)

/* The GPUs of a page, in its order: those that deviate, those below the reference, then others, up to this many. */
enum { GB_PAGE_GPUS_MAX = 2000 };

struct gb_page_gpu {
	const struct gb_gpu_roofs *gpu;
	const struct gb_outlier *outlier; /* NULL: the GPU does not deviate */
};

struct gb_page_gpus {
	struct gb_page_gpu *list;
	size_t count;
	struct gb_outlier *outlier; /* of the fleet; NULL: none */
	size_t outliers;
};

/* If there are few GPUs, they keep the order of `roofs`. */
void gb_page_gpus_find(struct gb_page_gpus *gpus, const struct gb_roofs *roofs, const struct gb_fleet *fleet,
		       const struct gb_report_baseline *baseline);
void gb_page_gpus_free(struct gb_page_gpus *gpus);

/* ---- summary ----------------------------------------------------------------------------------------------------- */

/* `history` may be NULL. */
void gb_page_summary_write(FILE *out, const struct gb_history *history, const struct gb_page_gpus *gpus,
			   const struct gb_fleet *fleet, const struct gb_report_baseline *baseline,
			   const struct gb_report_rows *rows);

/* ---- history ----------------------------------------------------------------------------------------------------- */

/* A section with the roofs of the same GPUs over time: steps as a table, and the input of page_history.js. */

/* The maximum number of points of series in a page. Series with steps come first. */
enum { GB_PAGE_HISTORY_POINTS_MAX = 50000 };

/* Call this after gb_history_settle(). Prints nothing if every GPU was measured only once. */
void gb_page_history_write(const struct gb_history *history, FILE *out);

/* ---- tables ------------------------------------------------------------------------------------------------------ */

/* Writes a table for each GPU. If there are many, those that deviate or are below the reference come first. */
void gb_page_tables_roofs(FILE *out, const struct gb_page_gpus *gpus, const struct gb_report_baseline *baseline);

/* Writes a table for each model with enough GPUs, and one of the outliers. */
void gb_page_tables_peers(FILE *out, const struct gb_fleet *fleet, const struct gb_page_gpus *gpus);

void gb_page_tables_provenance(FILE *out, const struct gb_page_gpus *gpus);

/* ---- the roofs as text for the page's script --------------------------------------------------------------------- */

/* Lines whose fields are separated by tabs, escaped for HTML:
 *
 *     a WORD                                what roofs are compared with, "reference" or "baseline"; "": nothing
 *     m TITLE                               a model and board
 *     r NAME UNIT LOWER MEDIAN SD           a roof of the model, over its peers; LOWER is "1" if lower is better
 *     g KEY HOST PCI MODEL CLOCK DAY        a GPU, the number of its model, the name of its clock, and its newest day
 *     v NAME UNIT CHANGED FIELD...          a roof of the GPU: bits in hex of the fields that differ from the roof at
 *                                           this place of the GPU before (equal NAME and UNIT are ""), then these:
 *                                           value, half its relative interval, limit, limit at the rated clock, clock,
 *                                           status, throttle, point, verdict among peers (slow, fast or ""), change
 *                                           against WORD, and whether it is below WORD (1)
 *
 * Unknown numbers are "". */
void gb_page_model_write(FILE *out, const struct gb_page_gpus *gpus, const struct gb_fleet *fleet,
			 const struct gb_report_baseline *baseline);

/* ---- the rows as text for the page's script ---------------------------------------------------------------------- */

/* The rows of result files as text for page_rows.js. A row has the fields that differ from the previous row: a line
 * with a bit mask of these fields in hex, then one line for each field. FIELDS in page_rows.js lists the fields. In
 * the page, the rows are packed (html.h). */

enum { GB_PAGE_ROWS_FIELDS = 15 };

struct gb_page_rows {
	char *text, *packed; /* after gb_page_rows_end() */
	size_t size, count, left_out;
	FILE *out;                       /* writes into `text` */
	char *last[GB_PAGE_ROWS_FIELDS]; /* as last written */
};

void gb_page_rows_begin(struct gb_page_rows *rows);
/* Rows beyond `most` are only counted. */
void gb_page_rows_add(struct gb_page_rows *rows, const struct gb_record *record, size_t most);
void gb_page_rows_end(struct gb_page_rows *rows);
void gb_page_rows_free(struct gb_page_rows *rows);

/* ---- views ------------------------------------------------------------------------------------------------------- */

/* Returns lines whose fields are separated by tabs: "k NAME SUMMARY" for each benchmark, followed by "p METRIC X POINTS
 * LINES" for each panel, and "f GPU FINDING" for each GPU of its `curve`. They are packed (html.h); the caller frees
 * them. */
char *gb_page_views(const struct gb_plot_kinds *kinds, struct gb_curve *curve);
