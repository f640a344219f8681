/* state.h: definitions shared by the files of host_latency: the data of a run, the set that the loads visit, and its
 * check. */
#pragma once

#include "../common/kernel.h"
#include "host_latency.h"

enum { SMALL, HUGE_ONES };
extern const char *const host_latency_page_kinds[];
enum { OWN, NEXT };

/* Memory of one kind of pages on one node. */
struct place {
	gb_ptr at; /* 0: not allocated yet */
	bool placed;
	uint64_t linked; /* lines currently in the circle */
	uint64_t most;   /* most lines ever used: their pages are allocated */
	double huge;     /* the part in huge pages; NAN: not known */
};

enum { SLOT_AT, SLOT_BEGIN, SLOT_END, SLOTS };

struct point {
	int memory, pages;
	uint64_t set, remote_set;
};

/* Slots hold addresses of lines: the positions of the timed chase and of the check. */
struct state {
	uint64_t room; /* bytes of each place */
	struct place place[2][2];
	gb_ptr slots, report;
	struct gb_kernel link, chase, check;
	struct place *now; /* place of the current point */
	uint64_t lines, loads;
	struct place *warm; /* the last set traversed, and its lines */
	uint64_t warm_lines;
};

static const struct gb_shape one_core = { .grid = 1, .block = 1 };

/* ---- circle.c ---------------------------------------------------------------------------------------------------- */

int host_latency_choose_room(struct gb_run *run);
/* Link the current point's memory into one circle of lines, and traverse it. */
int host_latency_circle(struct gb_run *run);
/* Set a slot to the address of line 0. */
int host_latency_rewind(struct gb_run *run, uint32_t slot);
/* Follow the circle from the line in slot `begin`, and store the last line in slot `end`. */
int host_latency_follow(struct gb_run *run, uint64_t loads, uint32_t begin, uint32_t end);
gb_ptr host_latency_slot(const struct gb_run *run, uint32_t slot);

/* ---- verify.c, conclude.c, kernels.c ----------------------------------------------------------------------------- */

int host_latency_verify(struct gb_run *run);
size_t host_latency_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			     struct gb_finding out[GB_FINDINGS_MAX]);
extern const struct gb_host_kernel host_latency_kernels[];
