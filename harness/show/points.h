/* points.h: the rows of a benchmark as points, with all that was measured at each next to each other, and tables of
 * them. */
#ifndef GB_POINTS_H
#define GB_POINTS_H

#include "base/strings.h"
#include "record/record.h"
#include "show/table.h"

struct gb_point_metric {
	const char *name, *unit; /* texts are kept: equal ones are equal pointers, none is NULL */
	double value;
};

/* The outcome of a point, or of a conclusion. */
struct gb_point_row {
	size_t gpu, order;           /* order: as it came */
	const char *variant, *point; /* variant "": a conclusion */
	const char *same; /* `point` without what a search found: two rows that agree in it are of one point */
	const char *axis, *reason;
	enum gb_row_status status;
	double number, lo, hi, fraction;
	bool sets_roof;
	size_t metric, metrics; /* the first of them, whose interval it is, and how many */
	size_t figure;          /* what the point is measured for; after gb_points_settle() */
};

struct gb_point_gpu {
	const char *key, *name, *host, *device;
	const char *peer; /* of a pair the other one; else "" */
};

/* Begin with an empty one. */
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

/* Known facts of the benchmark besides its rows; a member is NULL where nothing is. */
struct gb_points_about {
	const char *name, *summary, *method;
	bool (*is_searched)(const void *context, const char *axis); /* it is no axis of the curves */
	const void *context;
};

/* How to show them. */
struct gb_points_look {
	const char *relative_to; /* "stride=1": what values are compared with; NULL: the first of each curve */
	size_t most;             /* rows of a table, where there are more it has a line for each curve; 0: no bound */
	bool brief;              /* nothing of what is concluded of single points */
	enum gb_table_style style;
};

/* Take a row: a metric of the point that came last, or the first of another one. */
int gb_points_add(struct gb_points *points, const struct gb_record *record, struct gb_error *error);
/* Put them in the order of tables; of a point that was measured several times the last stays. */
int gb_points_settle(struct gb_points *points, const struct gb_points_about *about, struct gb_error *error);
/* After that: tables of each GPU. No GPU has the point `relative_to`: GB_FAILED. */
int gb_points_print(const struct gb_points *points, const struct gb_points_about *about,
		    const struct gb_points_look *look, FILE *out, struct gb_error *error);
void gb_points_free(struct gb_points *points);

#endif
