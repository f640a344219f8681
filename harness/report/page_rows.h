/* page_rows.h: the rows of result files as text that page_rows.js reads: for each row, the fields that differ from the
 * previous row, as bits in hex, and a line for each of these. The fields are those of FIELDS in page_rows.js. The page
 * has them packed, see compress.h. */
#ifndef GB_PAGE_ROWS_H
#define GB_PAGE_ROWS_H

#include <stdio.h>

#include "base/error.h"
#include "record/record.h"

enum { GB_PAGE_ROWS_FIELDS = 15 };

struct gb_page_rows {
	char *text, *packed; /* both after gb_page_rows_end() */
	size_t size, count, left_out;
	FILE *out;                       /* writes into `text` */
	char *last[GB_PAGE_ROWS_FIELDS]; /* as they were written */
};

int gb_page_rows_begin(struct gb_page_rows *rows, struct gb_error *error);
/* Rows beyond `most` are only counted. */
void gb_page_rows_add(struct gb_page_rows *rows, const struct gb_record *record, size_t most);
int gb_page_rows_end(struct gb_page_rows *rows, struct gb_error *error);
void gb_page_rows_free(struct gb_page_rows *rows);

#endif
