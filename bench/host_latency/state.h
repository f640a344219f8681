/* state.h: what the files of host_latency share: the data of a run, the set that the loads go through, and its check. */
#ifndef HOST_LATENCY_STATE_H
#define HOST_LATENCY_STATE_H

#include <stdbool.h>

#include "gpubench.h"
#include "host_latency.h"

/* Of the axis `pages`, and of `memory`. */
enum { SMALL, HUGE_ONES };
extern const char *const host_latency_page_kinds[];
enum { OWN, NEXT };

/* Memory of one kind of pages on one node. */
struct place {
	gb_ptr at; /* 0: not asked for yet */
	bool placed;
	uint64_t linked; /* lines in the circle now */
	uint64_t most;   /* that were ever: their pages are there */
	double huge;     /* the part in huge pages; NAN: not known */
};

enum { SLOT_AT, SLOT_BEGIN, SLOT_END, SLOTS };

/* Slots hold addresses of lines: where the timed chase is, and those of the check. */
struct state {
	uint64_t room; /* bytes of each place */
	struct place place[2][2];
	gb_ptr slots, report;
	struct gb_kernel link, chase, check;
	struct place *now; /* of the current point */
	uint64_t lines, loads;
	struct place *warm; /* what was gone through last, and its lines */
	uint64_t warm_lines;
};

static const struct gb_shape one_core = { .grid = 1, .block = 1 };

/* ---- circle.c ------------------------------------------------------------------------------------------------------ */

/* Choose how large sets may be. */
int host_latency_choose_room(struct gb_run *run);
/* Make the current point's memory one circle of its lines, and go through it. */
int host_latency_circle(struct gb_run *run);
/* Have a slot hold the address of line 0. */
int host_latency_rewind(struct gb_run *run, unsigned int slot);
/* Follow the circle from where slot `begin` says, and have slot `end` say where that led. */
int host_latency_follow(struct gb_run *run, uint64_t loads, unsigned int begin, unsigned int end);
gb_ptr host_latency_slot(const struct gb_run *run, unsigned int slot);

/* ---- verify.c, conclude.c, kernels.c ------------------------------------------------------------------------------- */

int host_latency_verify(struct gb_run *run);
size_t host_latency_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			     struct gb_finding out[GB_FINDINGS_MAX]);
extern const struct gb_host_kernel host_latency_kernels[];

#endif
