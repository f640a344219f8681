/* resume.h: reads the results of an interrupted run, so that another run can complete them. */
#pragma once

#include "base/host.h"
#include "device/devices.h"
#include "engine/conclude.h"
#include "engine/tasks.h"
#include "record/resume_file.h"

struct gb_resume {
	struct gb_resume_file *file; /* no other run can write them while they are open */
	size_t files;
	size_t *file_of; /* for each device */
	bool *done;      /* [device * tasks + task]: true if its rows exist and none is `failed` */
	size_t kept;     /* points in the files */
	size_t suspect;  /* suspect rows in the files */
	/* The versions and modes of the kept rows, if they differ from this run's; otherwise "". */
	char differs[GB_ERROR_TEXT];
	bool is_complete; /* all conclusions exist: the files are unchanged, and nothing is left to do */
	size_t dropped;   /* rows: failed ones, which are measured again, and those of an incomplete last point */
};

/* Read the files of these devices, which the pattern names (record/output.h), and rewrite them. Complete rows that did
 * not fail are kept in order and added to `rows`; missing rows can then be appended. Conclusions are dropped, because
 * they will be drawn again. Rows of modes other than `mode` are kept too. A file that is missing, empty or ends within
 * its header is started. It is an error, with all files unchanged, if a file has another schema, a GPU of this run is
 * not in its file, or this run does not have one of the rows. */
int gb_resume_read(struct gb_resume *resume, const char *pattern, const struct gb_host *host, const char *mode,
		   const struct gb_devices *devices, const struct gb_tasks *tasks, struct gb_rows *rows,
		   struct gb_error *error);
/* If `status` is a failure, the copies are removed. */
void gb_resume_free(struct gb_resume *resume);

/* ---- the points of a file as a run ------------------------------------------------------------------------------- */

/* Plan each point of these benchmarks that was measured in `path`, once and in the file's order, with the values of its
 * searched axes. Points of other benchmarks are ignored; a point that this program does not have is an error. */
int gb_replay_tasks(struct gb_tasks *tasks, const char *path, const struct gb_bench *const *benches, size_t count,
		    struct gb_error *error);
