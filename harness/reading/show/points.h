/* points.h: the rows of a benchmark as points with all their metrics, and tables of them. */
#pragma once

#include "base/heap.h"
#include "record/record.h"
#include "show/table.h"

struct gb_point_metric {
	const char *name, *unit; /* texts are stored: equal ones are equal pointers, none is NULL */
	double value;
};

/* The outcome of a point, or of a conclusion. */
struct gb_point_row {
	size_t gpu, order;           /* order of addition */
	const char *variant, *point; /* variant "": a conclusion */
	const char *same;            /* `point` without search results: rows with the same one belong to one point */
	const char *axis, *reason;
	enum gb_row_status status;
	double number, lo, hi, fraction;
	bool sets_roof;
	size_t metric, metrics; /* the first row, which has the interval, and the number of rows */
	size_t figure;          /* the measured metric of the point; after gb_points_settle() */
};

struct gb_point_gpu {
	const char *key, *name, *host, *device;
	const char *peer; /* the other GPU of a pair, otherwise "" */
};

/* Initialise an empty set. */
struct gb_points {
	struct gb_point_row *row;
	size_t rows, row_room;
	struct gb_point_metric *metric;
	size_t metrics, metric_room;
	struct gb_point_gpu *gpu;
	size_t gpus, gpu_room;
	size_t replaced; /* number of points that a later row measured again */
	struct gb_strings strings;
};

/* Facts about the benchmark besides its rows; unknown members are NULL. */
struct gb_points_about {
	const char *name, *summary, *method;
	bool (*is_searched)(const void *context, const char *axis); /* not an axis of the curves */
	const void *context;
};

/* How to show them. */
struct gb_points_look {
	const char *relative_to; /* "stride=1": the point to compare with; NULL: the first of each curve */
	size_t most;             /* above this number of rows, a table has one line per curve; 0: no limit */
	bool brief;              /* without conclusions about single points */
	enum gb_table_style style;
};

/* Add a row: a metric of the last point, or the first row of a new point. */
void gb_points_add(struct gb_points *points, const struct gb_record *record);
/* Sort points into the order of tables; if a point was measured several times, the last result is kept. */
void gb_points_settle(struct gb_points *points, const struct gb_points_about *about);
/* After that, print tables for each GPU. GB_FAILED: no GPU has the point `relative_to`. */
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
	size_t *curve; /* of each row; the first is 0 */
	size_t rows;
	const char *primary; /* axis */
	const char *figure;  /* the measured metrics; "": none */
	bool concluded;      /* not measured, but derived from several rows */
	char axis[GB_POINT_AXES][GB_NAME_MAX];
	bool varies[GB_POINT_AXES], is_searched[GB_POINT_AXES];
	size_t axes;
	const char *metric[GB_POINT_METRICS];
	size_t metrics;
};

/* Reasons, each once, with the number of rows that have it. */
struct gb_points_notes {
	const char *text[GB_POINT_NOTES];
	size_t rows[GB_POINT_NOTES], count;
	bool only_doubts;     /* none of the rows that are ok */
	const char *left_out; /* the last one of these; NULL: there was none */
};
/* A screen has this many of them. */
enum { GB_POINT_NOTES_SHOWN = 3 };

/* The word of an axis in a point; NULL: there is none. */
const char *gb_points_word(const struct gb_point_row *row, const char *axis, size_t *length);
/* True if all values of the primary axis are numbers. */
bool gb_points_is_numeric(const struct gb_points_group *group);
bool gb_points_is_same_word(const struct gb_point_row *a, const struct gb_point_row *b, const char *axis);
/* True if two points differ only in the primary axis and the results of a search. */
bool gb_points_is_of_curve(const struct gb_points_group *group, const struct gb_point_row *a,
			   const struct gb_point_row *b);

/* The number of a row's reason among the notes; "" if it has none. */
void gb_points_add_note(struct gb_table *table, struct gb_points_notes *notes, const struct gb_point_row *row);
/* The lines of a screen below a table: a blank one, notes, and the totals. */
size_t gb_points_lines_below(const struct gb_points_notes *notes);
/* "4.284 TB/s", "0.125"; a dash if not known. */
void gb_points_add_value(struct gb_table *table, const struct gb_point_metric *metric);

/* A line for each point, or for each curve. */
void gb_points_print_rows(const struct gb_points_group *group, struct gb_points_notes *notes, FILE *out);
void gb_points_print_curves(const struct gb_points_group *group, FILE *out);
