/* record.h: one observation, and its columns (columns.h). Unknown values: NAN for a number, "" (never NULL) for a text,
 * GB_ROW_UNKNOWN for a status. All are written as an empty field, never as 0. */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "gpubench.h"
#include "record/columns.h"

enum { GB_RECORD_REASON = GB_ERROR_TEXT };

/* The value of the column `mode` in rows of a watch for silent data corruption, which are not measurements. */
#define GB_MODE_SDC "sdc"

/* The outcome of a row; its word appears in files. */
enum gb_row_status { GB_ROW_UNKNOWN, GB_ROW_OK, GB_ROW_SUSPECT, GB_ROW_SKIPPED, GB_ROW_FAILED };

/* How the reason begins in failed rows that were not measured in time. */
#define GB_LATE "the deadline of the run"

/* "ok"; "" if unknown or not a status. */
const char *gb_row_status_word(enum gb_row_status status);
/* GB_ROW_UNKNOWN: any other word. */
enum gb_row_status gb_row_status_read(const char *word);

/* Why rows are suspect, by kind: the reason of a row has the figures as text, and summaries count the kinds. */

/* Name, and the words for summaries of many rows. */
#define GB_DOUBTS(X)                                \
	X(BEYOND, "better than the limit")          \
	X(CLOCK, "clock moved")                     \
	X(UNSTEADY, "never steady in the warm-up")  \
	X(SLOWDOWN, "hardware or thermal slowdown") \
	X(SHARED, "other work on the GPU")          \
	X(MEMORY_CLOCK, "memory clock too low")     \
	X(WARMED, "GPU warmed up")                  \
	X(ECC, "memory errors (ECC)")               \
	X(LOST, "other work on the host")           \
	X(WIDE, "wide interval")                    \
	X(OWN, "the benchmark's own doubt")         \
	X(SOURCE, "rests on a suspect row")

#define GB_DOUBT_NAME(name, words) GB_DOUBT_##name,
enum gb_doubt { GB_DOUBTS(GB_DOUBT_NAME) GB_DOUBT_COUNT };

/* One bit for each kind, because a row may have several. */
#define GB_DOUBT_BIT(kind) (1U << (kind))
/* The kinds that other work on the machine causes while its processors are measured. */
#define GB_DOUBTS_OF_NOISE \
	(GB_DOUBT_BIT(GB_DOUBT_CLOCK) | GB_DOUBT_BIT(GB_DOUBT_UNSTEADY) | GB_DOUBT_BIT(GB_DOUBT_LOST))

/* "clock moved". */
const char *gb_doubt_words(enum gb_doubt kind);

/* True if the words of the column `throttle` include a hardware or thermal slowdown. The software power cap does not
 * count, because it is how a card keeps to its power limit. */
bool gb_record_is_slowdown(const char *throttle);

/* ---- a row ------------------------------------------------------------------------------------------------------- */

#define GB_MEMBER_TEXT(group, name, help)   const char *name;
#define GB_MEMBER_NUMBER(group, name, help) double name;
#define GB_MEMBER_STATUS(group, name, help) enum gb_row_status name;
struct gb_record { // NOLINT(clang-analyzer-optin.performance.Padding): the columns keep their order
	GB_COLUMNS(GB_MEMBER_TEXT, GB_MEMBER_NUMBER, GB_MEMBER_STATUS)
	unsigned int doubts; /* not a column: bits by enum gb_doubt, set during a run; 0 in a row from a file */
	const char *other;   /* the value of gb_column_grouped, if a user added that column */
};

#define GB_MEMBER_PLACE(group, name, help) GB_COLUMN_AT_##name,
enum { GB_COLUMNS(GB_MEMBER_PLACE, GB_MEMBER_PLACE, GB_MEMBER_PLACE) GB_COLUMN_COUNT };

enum gb_column_type { GB_TEXT, GB_NUMBER, GB_STATUS };

/* The subject of a column. */
enum gb_column_group {
	GB_COLUMN_RUN,
	GB_COLUMN_DEVICE,
	GB_COLUMN_POINT,  /* what is measured */
	GB_COLUMN_VALUE,  /* the metric, and the statistics of its samples */
	GB_COLUMN_LIMIT,  /* the values with which it is compared */
	GB_COLUMN_STATE,  /* of the device during the measurement */
	GB_COLUMN_OUTCOME /* whether the value can be trusted */
};

struct gb_column {
	const char *name;
	enum gb_column_type type;
	enum gb_column_group group;
	bool added;       /* added after the schema: files of older versions lack it */
	size_t offset;    /* in struct gb_record */
	const char *help; /* one line, for the schema page */
};

/* In the order of the file, terminated by an entry without a name. */
extern const struct gb_column gb_columns[GB_COLUMN_COUNT + 1];

/* The column of --group-by, possibly one that a user added to files. No name: none. */
extern struct gb_column gb_column_grouped;
void gb_column_group_by(const char *name);

/* True if this is one of the columns that identify a row (GB_COLUMNS_IDENTITY). */
bool gb_column_identifies(const struct gb_column *column);

/* A record in which only the schema is known. */
struct gb_record gb_record_empty(void);

void gb_record_clear(struct gb_record *record, enum gb_column_group group);

/* A roof is known, regardless of the clock, if half the interval of its value or of its value per clock is within this
 * fraction. */
#define GB_KNOWN_INTERVAL 0.01
/* The value as a fraction of this limit, such as the limit at another clock; for seconds and cycles, the limit as a
 * fraction of the value. NAN: the limit or the value is unknown. */
double gb_record_fraction(const struct gb_record *record, double limit);
/* Half the width of an interval, relative to the value; NAN: none. */
double gb_half_interval(double value, double lo, double hi);
bool gb_is_known_per_clock(const struct gb_record *record);
/* Copy the columns of a group from another record, with which texts are shared. */
void gb_record_copy(struct gb_record *record, const struct gb_record *from, enum gb_column_group group);

/* A text of a plug-in, in which NULL means none. */
static inline const char *gb_record_text(const char *text)
{
	return text != NULL ? text : "";
}

static inline bool gb_record_is_measured(const struct gb_record *record)
{
	return record->status == GB_ROW_OK || record->status == GB_ROW_SUSPECT;
}

/* The field of a record as text, "" if unknown. Numbers have nine significant digits and a '.'. */
enum { GB_FIELD_TEXT = 32 };
const char *gb_record_field(const struct gb_record *record, const struct gb_column *column, char number[GB_FIELD_TEXT]);

/* ---- the axes of a point as in a row, "axis=value,axis=value" ---------------------------------------------------- */

/* The value of an axis whose name has `length_of_axis` bytes, and the length of the value; NULL: the point has no such
 * axis. */
const char *gb_point_word(const char *point, const char *axis, size_t length_of_axis, size_t *length);

/* The same as a number; NAN: not a number, or the point has no such axis. */
double gb_point_number(const char *point, const char *axis);

/* True if the point contains all words of `words`, such as "stride=1,op=read". */
bool gb_point_has_words(const char *point, const char *words);

/* ---- devices by their label, "0" or "host", as in rows and files ------------------------------------------------- */

/* The word before a label: "GPU ", or "" for "host". */
const char *gb_device_word(const char *label);

/* The name of this device's clock: "SM clock", "core clock". */
const char *gb_device_clock(const char *label);

/* True if the list of -d selects the host's processors, which cannot be combined with other devices. */
bool gb_devices_mean_host(const char *list);
