/* team.h: a thread on every core, which together execute the commands of a queue in order.
 *
 * Enqueued commands run when they are started or waited for, so that the enqueuing thread never competes with the
 * working ones. Between batches the threads sleep; within a batch they spin at a barrier after each command. */
#pragma once

#include "device/processor.h"

struct gb_team;

/* A team of all cores. `processor` must outlive it. */
int gb_team_open(struct gb_team **out, const struct gb_processor *processor, struct gb_error *error);
void gb_team_close(struct gb_team *team);

/* Run later commands on the cores of one node, or -1: on all. Waits for earlier commands. GB_SKIPPED: no such node. */
int gb_team_choose(struct gb_team *team, int node, uint32_t *cores, struct gb_error *error);
uint32_t gb_team_cores(const struct gb_team *team); /* the chosen cores */

/* Enqueue a kernel for the first `threads` selected cores; the arguments are copied. */
int gb_team_launch(struct gb_team *team, const struct gb_host_kernel *kernel, uint32_t threads, const void *args,
		   struct gb_error *error);
/* Enqueue a mark: 0 starts and 1 ends the timed interval. All cores wait there and count their clock. */
int gb_team_mark(struct gb_team *team, int which, struct gb_error *error);

void gb_team_start(struct gb_team *team); /* start the enqueued commands */
void gb_team_wait(struct gb_team *team);  /* starts them too, and waits until all are done */

/* Between the last two marks: the seconds, and the mean clock of the cores (NAN: not known). */
double gb_team_seconds(const struct gb_team *team);
double gb_team_clock(const struct gb_team *team);

/* The fraction of the time between start and end marks, since the last call, in which other work on the host kept
 * threads off their cores; 0: nothing was marked. */
double gb_team_lost(struct gb_team *team);
