/* inputs.h: the files that a command reads: those that are named, those of a folder, and those of a list. One place for
 * all commands.
 *
 * A folder stands for its result files and stores (*.csv, *.db), by name; other plain files, folders and links to
 * nothing in it are left out, which a note says, and so is what is hidden, without one. A list has a name a line, or
 * names closed by NUL where there is one, as `find -print0` writes them; "-" is standard input. */
#ifndef GB_INPUTS_H
#define GB_INPUTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

struct gb_inputs {
	bool only_csv; /* of folders, and no stores */
	char **file;
	size_t count, room;
	char **note; /* a line each: what was left out */
	size_t notes, note_room;
};

/* Add a name as it is. */
int gb_inputs_keep(struct gb_inputs *inputs, const char *path, struct gb_error *error);
/* Add a name, or what a folder has; a folder without any is an error. */
int gb_inputs_add(struct gb_inputs *inputs, const char *path, struct gb_error *error);
/* Add what a list names. */
int gb_inputs_add_list(struct gb_inputs *inputs, const char *list, struct gb_error *error);
void gb_inputs_free(struct gb_inputs *inputs);

#endif
