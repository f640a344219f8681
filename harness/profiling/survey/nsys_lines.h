/* nsys_lines.h: the lines of `nsys stats` and their fields. The lines are CSV, or belong to a text table, whose columns
 * are as wide as the dashes under their headings. */
#pragma once

#include <csv.h>
#include <stdbool.h>
#include <stdio.h>

enum { GB_NSYS_FIELDS = 64 };

struct gb_nsys_lines {
	struct csv_parser parser;
	char *text, *before; /* without line ends */
	size_t number;       /* of the line, from 1 */
	char *field[GB_NSYS_FIELDS];
	size_t fields;                       /* may exceed GB_NSYS_FIELDS */
	size_t begin[GB_NSYS_FIELDS], ruled; /* the columns of a text table; 0: CSV */
	char *copy;                          /* contains the fields */
	size_t room, room_before, room_copy, used;
};

void gb_nsys_lines_open(struct gb_nsys_lines *lines);
/* Reads the next line. GB_END after the last one. */
int gb_nsys_lines_read(struct gb_nsys_lines *lines, FILE *file);
/* Splits the line into fields. False: it has none, or is not of this kind. */
bool gb_nsys_lines_split(struct gb_nsys_lines *lines);
/* True for a line of dashes: its columns apply from now on, and the previous line is current again. */
bool gb_nsys_lines_rule(struct gb_nsys_lines *lines);
void gb_nsys_lines_close(struct gb_nsys_lines *lines);
