/* reference.h: the baselines that commands accept: a file, or the word for the references that come with the
 * program. */
#ifndef GB_CLI_REFERENCE_H
#define GB_CLI_REFERENCE_H

#include "analysis/change.h"
#include "analysis/reference.h"

/* True if the argument of --baseline selects the references; false for NULL. */
bool gb_baseline_is_reference(const char *argument);

/* Read what the argument names. Only references for a GPU of `now` are kept; NULL: all. Returns the number of
 * problems. */
size_t gb_baseline_read(struct gb_roofs *into, const char *argument, const struct gb_roofs *now,
			gb_files_tell_fn *tell);

/* Report the basis on which each model of `now` is judged, one line each; `what` is "reference" or "baseline". */
void gb_baseline_tell(const struct gb_baseline *baseline, const struct gb_roofs *now, const char *what,
		      gb_files_tell_fn *tell);

#endif
