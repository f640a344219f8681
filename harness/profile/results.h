/* results.h: which files of results there are where a user keeps them. */
#ifndef GB_RESULTS_H
#define GB_RESULTS_H

#include <stddef.h>

#include "base/error.h"

enum { GB_RESULTS_MAX = 1024 };

struct gb_results {
	char *file[GB_RESULTS_MAX];
	size_t count;
};

/* Add a file, or every CSV and store (.db) in a folder and in the folders in it, in the order of their names; links to
 * folders are not followed, and what begins with a dot is passed over. */
int gb_results_add(struct gb_results *results, const char *path, struct gb_error *error);
void gb_results_free(struct gb_results *results);

#endif
