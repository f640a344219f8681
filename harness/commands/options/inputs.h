/* inputs.h: the files that a command reads: operands, the contents of folders, and the files of a list.
 *
 * A folder stands for its result files and stores (*.csv, *.db), by name. Other plain files, folders and dangling links
 * in it are left out with a note; hidden files are left out without one. A list has one name per line, or names
 * terminated by NUL as `find -print0` writes them; "-" is standard input. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

struct gb_inputs {
	bool only_csv;   /* of folders, no stores */
	bool only_names; /* a list may contain names that are not those of files */
	char **file;
	size_t count, room;
	char **note; /* what was left out, one line each */
	size_t notes, note_room;
};

void gb_inputs_keep(struct gb_inputs *inputs, const char *path);
/* Add a name, or the contents of a folder. An empty folder is an error. */
int gb_inputs_add(struct gb_inputs *inputs, const char *path, struct gb_error *error);
int gb_inputs_add_list(struct gb_inputs *inputs, const char *list, struct gb_error *error);
void gb_inputs_free(struct gb_inputs *inputs);
