/* inputs.h: the files that a command reads: operands, the files of a folder, and those of a list. Used by all commands.
 *
 * A folder stands for its result files and stores (*.csv, *.db), by name. Other plain files, folders and dangling links
 * in it are left out, with a note; hidden files are left out without one. A list has one name per line, or names
 * terminated by NUL if there is one, as written by `find -print0`; "-" is standard input. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

struct gb_inputs {
	bool only_csv;   /* from folders, without stores */
	bool only_names; /* true if a list has names other than those of files */
	char **file;
	size_t count, room;
	char **note; /* one line each: what was left out */
	size_t notes, note_room;
};

/* Add a name as it is. */
void gb_inputs_keep(struct gb_inputs *inputs, const char *path);
/* Add a name, or the contents of a folder. A folder without contents is an error. */
int gb_inputs_add(struct gb_inputs *inputs, const char *path, struct gb_error *error);
/* Add the names in a list. */
int gb_inputs_add_list(struct gb_inputs *inputs, const char *list, struct gb_error *error);
void gb_inputs_free(struct gb_inputs *inputs);
