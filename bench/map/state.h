/* state.h: what the files of `map` share. */
#ifndef MAP_STATE_H
#define MAP_STATE_H

#include <stdbool.h>

#include "gpubench.h"
#include "map.h"

/* Of the axes. */
enum view { VIEW_SM, VIEW_DRAM, VIEW_L2 };
enum which { WHICH_SPREAD, WHICH_PACKED, WHICH_GROUPS };

/* Lines of each half of L2, from those nearest to the first group of SMs to those farthest from it. */
enum { COLUMNS = 24 };
/* Lines that a point of one SM takes. */
enum { LINES_TIMED = 512 };

/* What was found of this device. */
struct survey {
	bool done, by_clusters;
	unsigned int sms, groups, halves, slices;
	double margin; /* how many times as unlike a small group is to another than to the one it joined, the least; infinite: none did */
	unsigned int group[MAP_SMS], half[MAP_SMS];
	unsigned char line_half[MAP_LINES], line_column[MAP_LINES];
};

struct state {
	gb_ptr lines, cycles, visited, where, in, active, next, sums;
	uint64_t in_bytes;
	struct gb_kernel link, map, one, clusters, read, fill, sum; /* map, one: of all SMs, of a point's */
	struct survey survey;
	unsigned short *found; /* cycles as the device counted them: [SM][line] */
	struct gb_shape one_each;
	struct map_read_args args;
	double column[COLUMNS]; /* of the SM of this point, cycles a load */
	double near, far;
};

/* ---- survey.c ------------------------------------------------------------------------------------------------------ */

/* Measure from every SM to every line, once; and find groups, halves and slices in it. */
int map_survey(struct gb_run *run);
int map_enqueue_survey(struct gb_run *run, const struct gb_kernel *kernel, uint32_t lines, uint32_t untimed,
		       uint32_t tries, uint32_t part, uint32_t parts);

int map_verify(struct gb_run *run);
int map_launch(struct gb_run *run);
size_t map_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		    struct gb_finding out[GB_FINDINGS_MAX]);

#endif
