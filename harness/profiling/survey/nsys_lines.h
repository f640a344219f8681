/* nsys_lines.h: the lines of `nsys stats` and their fields, which are CSV, or as wide as the dashes under the headings
 * of a text table. */
#pragma once

#include <csv.h>
#include <stdbool.h>
#include <stdio.h>

enum { GB_NSYS_FIELDS = 64 };

struct gb_nsys_lines {
	struct csv_parser parser;
	char *text, *before; /* without their ends */
	size_t number;       /* of the line, from 1 */
	char *field[GB_NSYS_FIELDS];
	size_t fields;                       /* which may be more than there is room for */
	size_t begin[GB_NSYS_FIELDS], ruled; /* the columns of a text table; 0: lines are CSV */
	char *copy;                          /* of the fields */
	size_t room, room_before, room_copy, used;
};

void gb_nsys_lines_open(struct gb_nsys_lines *lines);
/* GB_END after the last line. */
int gb_nsys_lines_read(struct gb_nsys_lines *lines, FILE *file);
/* False: the line has no field, or is not of this kind. */
bool gb_nsys_lines_split(struct gb_nsys_lines *lines);
/* True if the line is one of dashes: its columns apply from here on, and the line before is current again. */
bool gb_nsys_lines_rule(struct gb_nsys_lines *lines);
void gb_nsys_lines_close(struct gb_nsys_lines *lines);
