/* points_parts.h: declarations shared by the files that print points. For points_*.c. */
#ifndef GB_POINTS_PARTS_H
#define GB_POINTS_PARTS_H

#include "show/points.h"

enum { GB_POINT_AXES = 32, GB_POINT_METRICS = 16, GB_POINT_NOTES = 32 };

/* Points with the same primary axis and first metric, in the order of a table: curve by curve. */
struct gb_points_group {
	const struct gb_points *points;
	const struct gb_points_about *about;
	const struct gb_points_look *look;
	const struct gb_point_row **row;
	size_t *curve; /* of each row; the first is 0 */
	size_t rows;
	const char *primary; /* axis */
	const char *figure;  /* the measured metrics; "": none */
	bool concluded;      /* not measured: from several rows */
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
};

/* The word of an axis in a point; NULL: it has none. */
const char *gb_points_word(const struct gb_point_row *row, const char *axis, size_t *length);
bool gb_points_is_same_word(const struct gb_point_row *a, const struct gb_point_row *b, const char *axis);
/* True if two points differ only in the primary axis and the results of a search. */
bool gb_points_is_of_curve(const struct gb_points_group *group, const struct gb_point_row *a,
			   const struct gb_point_row *b);

/* The number of a row's reason among the notes; "" if it has none. */
void gb_points_add_note(struct gb_table *table, struct gb_points_notes *notes, const char *reason);
/* "4.284 TB/s", "0.125"; a dash if not known. */
void gb_points_add_value(struct gb_table *table, const struct gb_point_metric *metric);

/* A line for each point, or for each curve. */
void gb_points_print_rows(const struct gb_points_group *group, struct gb_points_notes *notes, FILE *out);
void gb_points_print_curves(const struct gb_points_group *group, FILE *out);

#endif
