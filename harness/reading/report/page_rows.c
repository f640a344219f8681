/* page_rows.c: all rows of the files, as compressed text for the table of rows. */
#include "report/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/heap.h"
#include "base/text.h"
#include "report/html.h"

enum { NUMBER = 32 };

void gb_page_rows_begin(struct gb_page_rows *rows)
{
	*rows = (struct gb_page_rows){ 0 };
	rows->out = gb_heap_stream(&rows->text, &rows->size);
}

/* Writes the value with more digits than the table shows; "": unknown. */
static const char *number_text(double value, char text[NUMBER])
{
	text[0] = '\0';
	if (isfinite(value))
		gb_text_add(text, NUMBER, "%.5g", value);
	return text;
}

void gb_page_rows_add(struct gb_page_rows *rows, const struct gb_record *r, size_t most)
{
	if (rows->count == most) {
		rows->left_out++;
		return;
	}
	rows->count++;
	char value[NUMBER], limit[NUMBER], clock[NUMBER], lo[NUMBER], hi[NUMBER];
	const char *const texts[GB_PAGE_ROWS_FIELDS] = { r->host,
							 r->gpu_uuid,
							 r->benchmark,
							 r->variant,
							 r->point,
							 r->roof,
							 r->metric,
							 r->unit,
							 number_text(r->value, value),
							 number_text(r->limit, limit),
							 number_text(r->sm_clock_hz, clock),
							 gb_row_status_word(r->status),
							 r->reason,
							 number_text(r->lo, lo),
							 number_text(r->hi, hi) };
	char *escaped[GB_PAGE_ROWS_FIELDS];
	unsigned int changed = 0;

	for (size_t i = 0; i < GB_PAGE_ROWS_FIELDS; i++) {
		escaped[i] = gb_escape_copy(GB_ESCAPE_LINE, texts[i]);
		if (strcmp(escaped[i], rows->last[i] != NULL ? rows->last[i] : "") != 0)
			changed |= 1U << i;
	}
	fprintf(rows->out, "%x\n", changed);
	for (size_t i = 0; i < GB_PAGE_ROWS_FIELDS; i++) {
		if ((changed >> i & 1U) == 0) {
			free(escaped[i]);
			continue;
		}
		fprintf(rows->out, "%s\n", escaped[i]);
		free(rows->last[i]);
		rows->last[i] = escaped[i];
	}
}

void gb_page_rows_end(struct gb_page_rows *rows)
{
	gb_heap_close(rows->out, &rows->text);
	rows->out = NULL;
	rows->packed = gb_compress(rows->text, rows->size);
}

void gb_page_rows_free(struct gb_page_rows *rows)
{
	if (rows->out != NULL)
		fclose(rows->out);
	for (size_t i = 0; i < GB_PAGE_ROWS_FIELDS; i++)
		free(rows->last[i]);
	free(rows->text);
	free(rows->packed);
	*rows = (struct gb_page_rows){ 0 };
}
