/* resume_file.h: a file that a run completes. It is locked, copied into the same folder, and replaced by the copy once
 * all is well. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

struct gb_resume_file {
	char *path;          /* the given name */
	bool is_new;         /* the file did not exist and was created */
	size_t points, kept; /* tasks of this run, and those of them in the file */
	FILE *was, *copy;    /* the file being read, and its replacement, which is locked while open */
	/* names of both, with links followed; the second is valid until the copy is renamed */
	char *target, *temporary;
};

/* Open and lock the file at `path`, or create an empty one, and begin its copy with the same permissions. A dangling
 * link is refused. */
int gb_resume_file_open(struct gb_resume_file *file, struct gb_error *error);
/* Replace the file by the copy once the copy is on the disk. The file stays locked while `copy` is open. */
int gb_resume_file_replace(struct gb_resume_file *file, struct gb_error *error);
/* Close the file. An unused copy is removed, and so is a file that was created for it. */
void gb_resume_file_close(struct gb_resume_file *file);
