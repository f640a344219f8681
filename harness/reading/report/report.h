/* report.h: writes one self-contained HTML page with the results as tables and pictures. Its template, style and
 * scripts are page.html, page.css, page*.js and the charting library third_party/chartjs; its Content-Security-Policy
 * lets a browser run and fetch nothing else. */
#ifndef GB_REPORT_H
#define GB_REPORT_H

#include <stdio.h>

#include "analysis/fleet_baseline.h"
#include "past/history.h"
#include "record/record.h"
#include "report/page.h"

/* With more GPUs than this, a page has an index, creates tables on demand, and includes only rows that set a roof or
 * are not ok. */
enum { GB_REPORT_FEW_GPUS = 8, GB_REPORT_ROWS_MAX = 100000 };

/* The rows of the files that the page includes. */
struct gb_report_rows {
	struct gb_page_rows all, brief;
	char *views; /* how benchmarks are drawn: gb_page_views(); NULL: not known */
	size_t count, suspect, failed;
};

int gb_report_rows_begin(struct gb_report_rows *rows, struct gb_error *error);
void gb_report_rows_add(struct gb_report_rows *rows, const struct gb_record *record);
int gb_report_rows_end(struct gb_report_rows *rows, struct gb_error *error);
/* The rows that a page for this many GPUs includes. */
const struct gb_page_rows *gb_report_rows_of(const struct gb_report_rows *rows, size_t gpus);
void gb_report_rows_free(struct gb_report_rows *rows);

/* A picture: a heading and an SVG, see gb_svg_packed(); NULL: there is none. */
struct gb_picture {
	const char *heading;
	char *packed;
};

/* The comparison's baseline may be NULL; without a name, it is the reference. `history`: after gb_history_settle(),
 * or NULL. */
void gb_report_write(const struct gb_roofs *roofs, const struct gb_comparison *comparison,
		     const struct gb_history *history, const struct gb_report_rows *rows,
		     const struct gb_picture *pictures, size_t count, FILE *out);

#endif
