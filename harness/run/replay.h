/* replay.h: the points of a result file as the rows of a run. */
#ifndef GB_REPLAY_H
#define GB_REPLAY_H

#include "run/tasks.h"

/* Each point of these benchmarks that was measured in `path`, in the file's order and once, with the values of its
 * searched axes. Points of other benchmarks are ignored; a point that this program does not have is refused. */
int gb_replay_tasks(struct gb_tasks *tasks, const char *path, const struct gb_bench *const *benches, size_t count,
		    struct gb_error *error);

#endif
