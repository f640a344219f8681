/* profiling.h: the steps of the command `profile` from its options to its tables. */
#pragma once

#include "cli/profiler.h"
#include "device/devices.h"
#include "explain/why.h"
#include "profile/binding.h"
#include "profile/gather.h"
#include "profile/matching_roofs.h"
#include "profile/sample.h"

/* Seconds for counting, in addition to the program's own time. */
enum { GB_PROFILING_BUDGET = 120 };

struct gb_profiling {
	const struct gb_profiling_options *options;
	const char *const *program; /* NULL: --from */
	struct gb_survey survey;
	struct gb_survey_roofs survey_roofs;
	struct gb_child_end alone; /* the program's exit status under the survey */
	bool surveyed;
	struct gb_gathering gathered;
	struct gb_roofs roofs;
	size_t wrong; /* messages about files of roofs that the user named */
	struct gb_devices devices;
	struct gb_bindings bindings;
	struct gb_curves curves;
	struct gb_explained *explained; /* of each kernel */
};

/* Sets the time until the end of the whole command, in seconds from now. */
void gb_profiling_limit(double seconds);
/* True if the user wants to stop, or the time limit is reached. The first signal requests a stop; the next one ends the
 * program and its children (signals.h). */
bool gb_profiling_stop(void);
/* The reason for stopping, for a message; and the exit status if results are shown. */
const char *gb_profiling_stop_text(void);
int gb_profiling_stop_status(void);
/* Reports that nothing can be shown, because the command stopped before a kernel was `done`. */
int gb_profiling_finish_nothing(const char *done);
/* True if the options select launches in a way that only ncu supports. */
bool gb_profiling_has_filter(const struct gb_profiling_options *options);
int gb_profiling_read_roofs(struct gb_profiling *profiling, struct gb_error *error);
/* True if the program is first run once to find where its time goes. */
bool gb_profiling_wants_survey(const struct gb_profiling *profiling);
/* If no survey is possible, the program is profiled anyway, unless only a survey was requested. */
int gb_profiling_survey(struct gb_profiling *profiling, struct gb_error *error);
int gb_profiling_read_file(struct gb_profiling *profiling, struct gb_error *error);
int gb_profiling_gather(struct gb_profiling *profiling, struct gb_error *error);

/* Reports what a survey lacks. Returns the number of messages. */
int gb_profiling_tell_survey(const struct gb_profiling *profiling);
/* Print the results; these functions return the exit status. */
int gb_profiling_finish(struct gb_profiling *profiling);
int gb_profiling_finish_survey(const struct gb_profiling *profiling);
