/* made.h: a result file made from the bytes of an input, and the required properties of every output made from it. */
#pragma once

#include <stdio.h>

#include "judge/judge_outliers.h"
#include "fuzz.h"
#include "report/report.h"

/* The rows of a file that is made from the input.
 *   "@..."            the header of a result file, then the rest as it is
 *   "CODES\nTEXTS..." a row for each byte of the first line, which says what roof it sets and with what unit,
 *   value and status;
 *                     every text column has the lines after it by turns. '~' stands for a new line.
 *   anything else     the bytes are the file */
struct made {
	struct gb_roofs roofs;
	struct gb_history history;
	struct gb_comparison comparison;
	struct gb_baseline baseline;
	struct gb_report_rows rows;
};

/* false: the file has no GPU, and nothing needs to be freed. */
bool made_read(struct made *made, const uint8_t *bytes, size_t size);
void made_free(struct made *made);

/* The text written so far, followed by a 0. */
struct written {
	FILE *file;
	char *text;
	size_t size;
};
void written_open(struct written *w);
const char *written_close(struct written *w);
void written_free(struct written *w);

/* UTF-8 without control characters except new lines, and without invisible or reordering ones. */
void check_visible(const char *what, const char *text);
/* Every line must match an extended regular expression completely. */
void check_lines(const char *what, const char *text, const char *expression);
