/* resume_file.h: a file that a run completes: locked, copied next to itself, and replaced once everything is in
 * order. */
#ifndef GB_RESUME_FILE_H
#define GB_RESUME_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

struct gb_resume_file {
	char *path;          /* the given name */
	bool is_new;         /* it did not exist: this run creates it */
	size_t points, kept; /* of this run; out of them, those already in it */
	FILE *was, *copy;    /* the file that is read; its replacement, which is locked while it is open */
	/* names of both, with links followed; the second until the copy is renamed to the first */
	char *target, *temporary;
};

/* Open and lock the file at `path`, or create an empty one, and begin its copy, with the same permissions. A dangling
 * link is refused. */
int gb_resume_file_open(struct gb_resume_file *file, struct gb_error *error);
/* Replace the file by the copy once that is on the disk. The file stays locked while `copy` is open. */
int gb_resume_file_replace(struct gb_resume_file *file, struct gb_error *error);
/* Close it; an unused copy is removed, and so is a file that was created for it. */
void gb_resume_file_close(struct gb_resume_file *file);

#endif
