/* team.h: a thread on every core, which do together what is put into their queue, in order.
 *
 * What is enqueued starts when it is asked for or waited for, so that the thread that enqueues never competes with
 * those that work. Between batches the threads sleep; inside one they spin at a barrier after each command. */
#ifndef GB_TEAM_H
#define GB_TEAM_H

#include "device/processor.h"

struct gb_team;

/* The team of all cores. `processor` must outlive it. */
int gb_team_open(struct gb_team **out, const struct gb_processor *processor, struct gb_error *error);
void gb_team_close(struct gb_team *team);

/* Have later commands run on the cores of one node, -1: all. Waits for those before. GB_SKIPPED: no such node. */
int gb_team_choose(struct gb_team *team, int node, uint32_t *cores, struct gb_error *error);
uint32_t gb_team_cores(const struct gb_team *team); /* how many are chosen */

/* Enqueue a kernel for the first `threads` of the chosen cores; the arguments are copied. */
int gb_team_launch(struct gb_team *team, const struct gb_host_kernel *kernel, uint32_t threads, const void *args,
		   struct gb_error *error);
/* Enqueue a mark: 0 start, 1 end of what is timed. All cores wait there and count their clock. */
int gb_team_mark(struct gb_team *team, int which, struct gb_error *error);

void gb_team_start(struct gb_team *team); /* what is enqueued */
void gb_team_wait(struct gb_team *team);  /* start it, and wait until it is done */

/* For the two marks that were passed last: seconds between them, and the mean clock of the cores at them (NAN: not
 * known). */
double gb_team_seconds(const struct gb_team *team);
double gb_team_clock(const struct gb_team *team);

/* The part of the time between start and end marks, since the last call, in which threads were kept from their cores by
 * other work on the host; 0 where nothing was marked. */
double gb_team_lost(struct gb_team *team);

#endif
