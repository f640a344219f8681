/* session.h: the state shared by session*.c. Other files call gb_run_measure() (command_run.h). */
#pragma once

#include "analysis/roofs.h"
#include "cli/command_run_options.h"
#include "cli/progress.h"
#include "device/devices.h"
#include "engine/resume.h"
#include "record/identity.h"
#include "record/output.h"
#include "record/peak_cache.h"
#include "sdc/sdc.h"
#include "show/points.h"
#include "show/table.h"

/* Size of a result file's name, in bytes. */
enum { GB_SESSION_FILE = 64 };

/* Sums over the rows of a watch; NAN: unknown. */
struct gb_sdc_sum {
	double metric[GB_SDC_METRIC_COUNT];
};

struct gb_session {
	const struct gb_run_options *options;
	const struct gb_bench *bench[GB_PLUGINS_MAX];
	size_t benches;
	struct gb_tasks tasks;
	struct gb_devices devices;
	struct gb_host host;
	struct gb_sweep_options sweep;
	struct gb_supervisor supervisor;
	struct gb_resume resume;
	struct gb_output output;
	struct gb_progress progress;
	struct gb_tally tally;
	struct gb_roofs roofs, *found;            /* found: owned by the caller; NULL: not needed */
	struct gb_rows rows;                      /* for conclusions */
	struct gb_peak_cache peaks;               /* for --remember */
	size_t failed, suspect;                   /* rows */
	char told[GB_RECORD_REASON + GB_GPU_KEY]; /* the last message about a row that is not ok, without the point */
	size_t repeats;                           /* further rows with the same message */
	char failure[GB_ERROR_TEXT];              /* the first failed row, and the reason */
	struct gb_table watch;                    /* for --sdc: one line per unit */
	size_t corrupt;                           /* units in which a watch has found an error */
	bool *watched;                            /* of each device: true if something was checked on it */
	struct gb_sdc_sum sum;                    /* over all units */
	/* On a terminal: */
	bool shows_tables;             /* instead of CSV */
	char pattern[GB_SESSION_FILE]; /* name of the file for rows if none was given; "": no file */
	struct gb_points *points;      /* of each selected benchmark; NULL: none yet */
};

/* Callbacks of the supervisor; `context` is the session. */
void gb_session_begin(void *context, const struct gb_found_device *on, const struct gb_task *task);
int gb_session_deliver(void *context, const struct gb_record *records, size_t count,
		       const struct gb_measurement *measurement, struct gb_error *error);

/* True if the run is a watch for silent data corruption (--sdc). */
static inline bool gb_session_is_watch(const struct gb_session *s)
{
	return s->options->sweep.effort == GB_SDC;
}

/* Takes the rows of a watch for its table, sums and exit status. */
void gb_session_watch_begin(struct gb_session *s);
void gb_session_watch_take(struct gb_session *s, const struct gb_record *records, size_t count);
/* Print the table on standard error, and one line with the outcome. */
void gb_session_watch_tell(struct gb_session *s);

/* Decides where the CSV goes, and thus whether tables are shown. Returns what gb_output_init() takes. */
const char *gb_session_csv(struct gb_session *s);
/* Keeps a point for the table at the end of the run. */
void gb_session_keep_point(struct gb_session *s, size_t bench, const struct gb_record *record);
void gb_session_show(struct gb_session *s);
void gb_session_free_points(struct gb_session *s);

/* These functions print on standard error. */
/* Prints one line with the status and reason of a row, and this name for its point. */
void gb_session_tell_reason(const struct gb_record *record, const char *point);
/* Prints the number of rows that were not reported separately, because the last message also applies to them. */
void gb_session_tell_repeats(struct gb_session *s);
/* Report the file that keeps the rows of a terminal, in the first and in the last message. */
void gb_session_tell_begin(const struct gb_session *s);
void gb_session_tell_end(const struct gb_session *s);
/* Print the number of failed rows and the first of them below the tables, because its message has scrolled away by
 * then. Prints nothing if no row failed. */
void gb_session_tell_failed(const struct gb_session *s);
void gb_session_tell_interrupted(size_t rows);
/* Print the number of rows kept from each file, and the numbers of another version or mode. */
void gb_session_tell_resumed(const struct gb_session *s);
/* Reports points that are measured only for a sample of the pairs. */
void gb_session_tell_sample(const struct gb_tasks *tasks, const struct gb_plan *plan);
