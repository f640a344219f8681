/* points.h: the rows of a benchmark as points with all their metrics, and tables of them. */
#ifndef GB_POINTS_H
#define GB_POINTS_H

#include "base/collections.h"
#include "record/record.h"
#include "show/table.h"

struct gb_point_metric {
	const char *name, *unit; /* texts are stored: equal ones are equal pointers, none is NULL */
	double value;
};

/* The outcome of a point, or of a conclusion. */
struct gb_point_row {
	size_t gpu, order;           /* order: in which it was added */
	const char *variant, *point; /* variant "": a conclusion */
	const char *same; /* `point` without the results of a search: two rows with the same one belong to one point */
	const char *axis, *reason;
	enum gb_row_status status;
	double number, lo, hi, fraction;
	bool sets_roof;
	size_t metric, metrics; /* the first of them, which has the interval, and their number */
	size_t figure;          /* the measured metric of the point; after gb_points_settle() */
};

struct gb_point_gpu {
	const char *key, *name, *host, *device;
	const char *peer; /* the other GPU of a pair; else "" */
};

/* Initialise an empty set. */
struct gb_points {
	struct gb_point_row *row;
	size_t rows, row_room;
	struct gb_point_metric *metric;
	size_t metrics, metric_room;
	struct gb_point_gpu *gpu;
	size_t gpus, gpu_room;
	size_t replaced; /* points that a later row has measured again */
	struct gb_strings strings;
};

/* Facts about the benchmark besides its rows; a member is NULL if not known. */
struct gb_points_about {
	const char *name, *summary, *method;
	bool (*is_searched)(const void *context, const char *axis); /* not an axis of the curves */
	const void *context;
};

/* How to show them. */
struct gb_points_look {
	const char *relative_to; /* "stride=1": what values are compared with; NULL: the first of each curve */
	size_t most;             /* with more rows, a table has one line per curve; 0: no limit */
	bool brief;              /* without conclusions about single points */
	enum gb_table_style style;
};

/* Add a row: a metric of the last point, or the first row of another one. */
int gb_points_add(struct gb_points *points, const struct gb_record *record, struct gb_error *error);
/* Put them in the order of tables; of a point that was measured several times, the last is kept. */
int gb_points_settle(struct gb_points *points, const struct gb_points_about *about, struct gb_error *error);
/* After that: tables for each GPU. GB_FAILED: no GPU has the point `relative_to`. */
int gb_points_print(const struct gb_points *points, const struct gb_points_about *about,
		    const struct gb_points_look *look, FILE *out, struct gb_error *error);
void gb_points_free(struct gb_points *points);

#endif
