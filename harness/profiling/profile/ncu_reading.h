/* ncu_reading.h: the state of a reader of Nsight Compute's files, shared by ncu_csv.c and ncu_launch.c. */
#pragma once

#include <csv.h>

#include "profile/ncu.h"
#include "profile/numbers.h"

enum gb_ncu_field {
	GB_NCU_ID,
	GB_NCU_KERNEL,
	GB_NCU_BLOCK,
	GB_NCU_GRID,
	GB_NCU_DEVICE,
	GB_NCU_CAPABILITY,
	GB_NCU_GPU,
	GB_NCU_METRIC,
	GB_NCU_UNIT,
	GB_NCU_VALUE,
	GB_NCU_TEXTS
};

struct gb_ncu_column {
	int text;    /* one of gb_ncu_field; -1: none */
	int metric;  /* index in gb_ncu_metric_table; -1: none */
	double unit; /* unit of its numbers, in base units; NAN: no line of units was read */
};

/* The kind of a line, by its first field. */
enum gb_ncu_line { GB_NCU_HEADER, GB_NCU_UNITS, GB_NCU_LAUNCH, GB_NCU_OTHER };

/* The number of texts that are not numbers in a notation, and the first of them. */
struct gb_ncu_fit {
	size_t bad;
	char first[GB_ERROR_TEXT / 2];
};

struct gb_ncu_reading {
	const char *path;
	gb_ncu_launch_fn *take;
	void *context;
	struct gb_ncu_said *said;
	struct gb_error *error;
	struct csv_parser parser;
	char *line; /* of LINE_MAX_BYTES */
	size_t number;
	struct gb_ncu_column *column; /* of COLUMNS_MAX */
	size_t columns, field;
	size_t needed; /* fields that a launch needs; a line of the details page may end after the value */
	enum gb_ncu_line kind;
	enum gb_notation notation;
	struct gb_ncu_fit *fit;           /* of each notation, in the first pass; NULL: launches are passed to `take` */
	enum gb_notation foreign;         /* notation of the first number that is invalid in C's notation; C's: there is
	                             * none */
	bool bad;                         /* the current line is skipped */
	bool is_torn;                     /* the file ends within this line, whose last number proves no notation */
	bool is_refused;                  /* the file is refused, and `error` is set */
	bool is_quoted, is_details;       /* of the current table */
	size_t unit_column, value_column; /* line in the text's table; 0: none */
	bool is_open;                     /* further lines of the details page may belong to the launch in `open` */
	char *text[GB_NCU_TEXTS];         /* texts of the current line */
	char *open[GB_NCU_TEXTS];         /* texts of the launch in the previous lines */
	double *count;                    /* of each metric of the launch; NAN: none */
};

/* Returns the text of this kind in a row of texts; "": none. */
const char *gb_ncu_text(char *const *texts, enum gb_ncu_field field);

void gb_ncu_take_text(struct gb_ncu_reading *r, enum gb_ncu_field field, const char *text, size_t length);

void gb_ncu_refuse_line(struct gb_ncu_reading *r, const char *reason);
void gb_ncu_refuse_file(struct gb_ncu_reading *r, const char *reason);

/* ---- ncu_launch.c ------------------------------------------------------------------------------------------------ */

/* Returns the size of a metric's unit. The file is refused if the unit is unknown. */
double gb_ncu_find_unit(struct gb_ncu_reading *r, size_t place, const char *unit);
/* Keeps a number, in base units, of the metric at this index of the table. Negative numbers are ignored. */
void gb_ncu_take_number(struct gb_ncu_reading *r, size_t place, double unit, const char *text);
/* After the first pass, chooses the notation of the whole file. */
int gb_ncu_choose_notation(struct gb_ncu_reading *r, const struct gb_ncu_fit *fit);

void gb_ncu_clear_counts(struct gb_ncu_reading *r);
/* Passes the launch in a line of the raw page to `take`. */
int gb_ncu_give_launch(struct gb_ncu_reading *r, char *const *texts);
/* The current texts belong to a launch, whose metrics follow. */
int gb_ncu_begin_launch(struct gb_ncu_reading *r);
/* Keeps the number of the metric whose name, unit and value are current. */
void gb_ncu_take_metric(struct gb_ncu_reading *r);
/* Called after a line of the details page, which has one metric of a launch. */
int gb_ncu_end_metric(struct gb_ncu_reading *r);
/* Called after all lines of the details page for a launch. */
int gb_ncu_end_launch(struct gb_ncu_reading *r);

/* ---- ncu_text.c -------------------------------------------------------------------------------------------------- */

/* Takes a line outside any CSV, which may belong to ncu's text output. */
int gb_ncu_take_text_line(struct gb_ncu_reading *r);
