/* report.h: one HTML page that needs nothing else: what was found, as tables and pictures. Its frame, style and script are
 * page.html, page.css and page.js; its Content-Security-Policy lets a browser run and fetch nothing else. */
#ifndef GB_REPORT_H
#define GB_REPORT_H

#include <stdio.h>

#include "analysis/compare.h"
#include "record/record.h"

/* A row of the files, kept as text for the page's table. */
struct gb_report_rows {
	char *html; /* rows of a table */
	size_t size, count, left_out;
	FILE *out; /* writes into `html` */
};

enum { GB_REPORT_ROWS_MAX = 20000 };

int gb_report_rows_begin(struct gb_report_rows *rows, struct gb_error *error);
/* More than GB_REPORT_ROWS_MAX are counted only. */
void gb_report_rows_add(struct gb_report_rows *rows, const struct gb_record *record);
int gb_report_rows_end(struct gb_report_rows *rows, struct gb_error *error);
void gb_report_rows_free(struct gb_report_rows *rows);

/* A picture: a heading and the text of an SVG. */
struct gb_picture {
	const char *heading;
	char *svg;
};

void gb_report_write(const struct gb_roofs *roofs, const struct gb_comparison *comparison,
		     const struct gb_report_rows *rows, const struct gb_picture *pictures, size_t count, FILE *out);

#endif
