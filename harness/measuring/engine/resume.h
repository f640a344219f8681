/* resume.h: reads the results of an interrupted run, so that another run can complete them. */
#pragma once

#include "base/host.h"
#include "device/devices.h"
#include "engine/conclude.h"
#include "engine/tasks.h"
#include "record/resume_file.h"

struct gb_resume {
	struct gb_resume_file *file; /* no other run can write them while this is open */
	size_t files;
	size_t *file_of; /* of each device */
	bool *done;      /* [device * tasks + task]: true if its rows exist, and none is `failed` */
	size_t kept;     /* points */
	size_t suspect;  /* number of rows kept */
	/* The versions and modes of the kept rows if they differ from this run's; otherwise "". */
	char differs[GB_ERROR_TEXT];
	bool is_complete; /* all conclusions exist: the files are unchanged, and nothing is left to do */
	size_t dropped; /* rows: failed ones, which are measured again, and the last point if the file ends within it */
};

/* Read the files of these devices, which the pattern names (record/output.h), and rewrite them: complete rows that
 * did not fail are kept in order, and added to `rows`. Missing rows can then be appended; conclusions are dropped,
 * because they will be drawn again. Rows of modes other than `mode` are kept too. A file that is missing, empty or
 * ends within its header is started. Refused, with all files unchanged: another schema, a GPU that is not among
 * those of the file, a row that this run does not have. */
int gb_resume_read(struct gb_resume *resume, const char *pattern, const struct gb_host *host, const char *mode,
		   const struct gb_devices *devices, const struct gb_tasks *tasks, struct gb_rows *rows,
		   struct gb_error *error);
/* If `status` is a failure, the copies are removed. */
void gb_resume_free(struct gb_resume *resume);

/* ---- the points of a file as a run ------------------------------------------------------------------------------- */

/* Each point of these benchmarks that was measured in `path`, in the file's order and once, with the values of its
 * searched axes. Points of other benchmarks are ignored; a point that this program does not have is refused. */
int gb_replay_tasks(struct gb_tasks *tasks, const char *path, const struct gb_bench *const *benches, size_t count,
		    struct gb_error *error);
