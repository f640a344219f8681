/* team.h: a thread on every core, which together execute the commands of a queue, in order.
 *
 * Enqueued commands start when requested or waited for, so that the enqueuing thread never competes with the working
 * ones. Between batches the threads sleep; within a batch they spin at a barrier after each command. */
#pragma once

#include "device/processor.h"

struct gb_team;

/* The team of all cores. `processor` must outlive it. */
int gb_team_open(struct gb_team **out, const struct gb_processor *processor, struct gb_error *error);
void gb_team_close(struct gb_team *team);

/* Run later commands on the cores of one node, -1: all. Waits for earlier commands. GB_SKIPPED: no such node. */
int gb_team_choose(struct gb_team *team, int node, uint32_t *cores, struct gb_error *error);
uint32_t gb_team_cores(const struct gb_team *team); /* number of selected cores */

/* Enqueue a kernel for the first `threads` selected cores; the arguments are copied. */
int gb_team_launch(struct gb_team *team, const struct gb_host_kernel *kernel, uint32_t threads, const void *args,
		   struct gb_error *error);
/* Enqueue a mark: 0 is the start and 1 the end of the timed interval. All cores wait there and count their clock. */
int gb_team_mark(struct gb_team *team, int which, struct gb_error *error);

void gb_team_start(struct gb_team *team); /* start the enqueued commands */
void gb_team_wait(struct gb_team *team);  /* the same, then wait until all commands are done */

/* For the last two marks: seconds between them, and the mean clock of the cores at them (NAN: not known). */
double gb_team_seconds(const struct gb_team *team);
double gb_team_clock(const struct gb_team *team);

/* The fraction of the time between start and end marks, since the last call, in which other work on the host kept
 * threads off their cores; 0 if nothing was marked. */
double gb_team_lost(struct gb_team *team);
