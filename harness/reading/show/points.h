/* points.h: the rows of a benchmark as points with all their metrics, and tables of these points. */
#pragma once

#include "base/heap.h"
#include "record/record.h"
#include "show/table.h"

struct gb_point_metric {
	const char *name, *unit; /* from one collection: equal texts are equal pointers, none is NULL */
	double value;
};

/* The outcome of a point, or of a conclusion. */
struct gb_point_row {
	size_t gpu, order;
	const char *variant, *point; /* variant "": a conclusion */
	const char *same;            /* `point` without the results of a search; rows with the same text belong to
	                              * one point */
	const char *axis, *reason;
	enum gb_row_status status;
	double number, lo, hi, fraction;
	bool sets_roof;
	size_t metric, metrics; /* index of the first row, which has the interval; number of rows */
	size_t figure;          /* after gb_points_settle(), the measured metric of the point */
};

struct gb_point_gpu {
	const char *key, *name, *host, *device;
	const char *peer; /* the other GPU of a pair, otherwise "" */
};

struct gb_points {
	struct gb_point_row *row;
	size_t rows, row_room;
	struct gb_point_metric *metric;
	size_t metrics, metric_room;
	struct gb_point_gpu *gpu;
	size_t gpus, gpu_room;
	size_t replaced; /* points that a later row measured again */
	struct gb_strings strings;
};

/* The description of the benchmark. Unknown members are NULL. */
struct gb_points_about {
	const char *name, *summary, *method;
	bool (*is_searched)(const void *context, const char *axis); /* true for axes that do not distinguish curves */
	const void *context;
};

struct gb_points_look {
	const char *relative_to; /* "stride=1": the point to compare with; NULL: the first of each curve */
	size_t most;             /* with more rows, a table has one line per curve; 0: no limit */
	bool brief;              /* without conclusions about single points */
	enum gb_table_style style;
};

/* Adds a row: a metric of the last point, or the first row of a new point. */
void gb_points_add(struct gb_points *points, const struct gb_record *record);
/* Sorts points into the order of tables. If a point was measured several times, the last result is kept. */
void gb_points_settle(struct gb_points *points, const struct gb_points_about *about);
/* After gb_points_settle(), prints tables for each GPU. GB_FAILED: no GPU has the point `relative_to`. */
int gb_points_print(const struct gb_points *points, const struct gb_points_about *about,
		    const struct gb_points_look *look, FILE *out, struct gb_error *error);
void gb_points_free(struct gb_points *points);

/* ---- for points_*.c ---------------------------------------------------------------------------------------------- */

enum { GB_POINT_AXES = 32, GB_POINT_METRICS = 16, GB_POINT_NOTES = 32 };

/* Points with the same primary axis and first metric, in the order of a table, curve by curve. */
struct gb_points_group {
	const struct gb_points *points;
	const struct gb_points_about *about;
	const struct gb_points_look *look;
	const struct gb_point_row **row;
	size_t *curve; /* of each row, from 0 */
	size_t rows;
	const char *primary; /* axis */
	const char *figure;  /* the measured metric; "": none */
	bool concluded;      /* derived from several rows instead of measured */
	char axis[GB_POINT_AXES][GB_NAME_MAX];
	bool varies[GB_POINT_AXES], is_searched[GB_POINT_AXES];
	size_t axes;
	const char *metric[GB_POINT_METRICS];
	size_t metrics;
};

/* Reasons, each once, and the number of rows with each. */
struct gb_points_notes {
	const char *text[GB_POINT_NOTES];
	size_t rows[GB_POINT_NOTES], count;
	bool only_doubts;     /* leaves out rows that are ok */
	const char *left_out; /* the last reason without room; NULL: there was none */
};
enum { GB_POINT_NOTES_SHOWN = 3 };

/* Returns the word of an axis in a point; NULL: there is none. */
const char *gb_points_word(const struct gb_point_row *row, const char *axis, size_t *length);
/* True if all values of the primary axis are numbers. */
bool gb_points_is_numeric(const struct gb_points_group *group);
bool gb_points_is_same_word(const struct gb_point_row *a, const struct gb_point_row *b, const char *axis);
/* True if two points differ only in the primary axis and the results of a search. */
bool gb_points_is_of_curve(const struct gb_points_group *group, const struct gb_point_row *a,
			   const struct gb_point_row *b);

/* Adds the number of a row's reason among the notes; "": the row has none. */
void gb_points_add_note(struct gb_table *table, struct gb_points_notes *notes, const struct gb_point_row *row);
/* Returns the number of lines of a screen below a table: a blank one, notes, and the totals. */
size_t gb_points_lines_below(const struct gb_points_notes *notes);
/* Adds "4.284 TB/s", "0.125", or a dash if the value is unknown. */
void gb_points_add_value(struct gb_table *table, const struct gb_point_metric *metric);

/* Print a line for each point, or for each curve. */
void gb_points_print_rows(const struct gb_points_group *group, struct gb_points_notes *notes, FILE *out);
void gb_points_print_curves(const struct gb_points_group *group, FILE *out);
