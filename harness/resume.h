/* resume.h: what an interrupted run has left, so that another completes it. */
#ifndef GB_RESUME_H
#define GB_RESUME_H

#include "devices.h"
#include "tasks.h"

struct gb_resume {
	bool *done;     /* [device * tasks + task]: a row that is not `failed` is there */
	size_t kept;    /* rows */
	size_t dropped; /* failed rows, which are measured anew, and a torn last one */
};

/* Read `path` and rewrite it: whole rows that did not fail stay, in their order. What is missing can then be appended.
 * Refused, with the file as it was: another schema, a GPU that is not among `devices`, a row this run does not have. */
int gb_resume_read(struct gb_resume *resume, const char *path, const struct gb_devices *devices,
		   const struct gb_tasks *tasks, struct gb_error *error);
void gb_resume_free(struct gb_resume *resume);

#endif
