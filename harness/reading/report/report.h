/* report.h: writes a self-contained HTML page with the results as tables and pictures. Template, style and scripts are
 * page.html, page.css, page*.js and the charting library third_party/chartjs. Its Content-Security-Policy lets a
 * browser run and fetch nothing else. */
#pragma once

#include <stdio.h>

#include "analysis/fleet_baseline.h"
#include "past/history.h"
#include "record/record.h"
#include "report/page.h"

/* With more GPUs, a page has an index, creates tables on demand, and has only rows that set a roof or are not ok. */
enum { GB_REPORT_FEW_GPUS = 8, GB_REPORT_ROWS_MAX = 100000 };

struct gb_report_rows {
	struct gb_page_rows all, brief;           /* all: complete if there are few GPUs */
	char gpu[GB_REPORT_FEW_GPUS][GB_GPU_KEY]; /* keys of the first GPUs */
	size_t gpus;                              /* number of GPUs, at most one more than there is room for */
	char *views;                              /* gb_page_views(): how benchmarks are drawn; NULL: unknown */
	size_t count, suspect, failed;
};

void gb_report_rows_begin(struct gb_report_rows *rows);
void gb_report_rows_add(struct gb_report_rows *rows, const struct gb_record *record);
void gb_report_rows_end(struct gb_report_rows *rows);
/* Return the rows that the page includes, and whether these are all rows. */
const struct gb_page_rows *gb_report_rows_of(const struct gb_report_rows *rows);
bool gb_report_rows_are_all(const struct gb_report_rows *rows);
void gb_report_rows_free(struct gb_report_rows *rows);

/* A heading and an SVG (gb_svg_packed()); NULL: there is none. */
struct gb_picture {
	const char *heading;
	char *packed;
};

/* The comparison's baseline may be NULL; without a name, the baseline is the reference. `history`: after
 * gb_history_settle(), or NULL. */
void gb_report_write(const struct gb_roofs *roofs, const struct gb_comparison *comparison,
		     const struct gb_history *history, const struct gb_report_rows *rows,
		     const struct gb_picture *pictures, size_t count, FILE *out);
