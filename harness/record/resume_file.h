/* resume_file.h: a file that a run completes: locked, copied next to itself, and replaced when all is well. */
#ifndef GB_RESUME_FILE_H
#define GB_RESUME_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

struct gb_resume_file {
	char *path;               /* as it was named */
	bool is_new;              /* there was none: this run begins it */
	size_t points, kept;      /* of this run; of them, those that are in it already */
	FILE *was, *copy;         /* what is read; what takes its place, and is locked for as long as it is open */
	char *target, *temporary; /* names of both, links followed; the second until the copy has the first */
};

/* Open and lock the file at `path`, or make an empty one, and begin its copy, with its permissions. A link to nothing
 * is refused. */
int gb_resume_file_open(struct gb_resume_file *file, struct gb_error *error);
/* The copy takes the place of the file when it is on the disk. The file stays locked as long as `copy` is open. */
int gb_resume_file_replace(struct gb_resume_file *file, struct gb_error *error);
/* Close it; a copy that is in nobody's place goes, and so does a file that was made for it. */
void gb_resume_file_close(struct gb_resume_file *file);

#endif
