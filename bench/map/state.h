/* state.h: definitions shared by the files of `map`. */
#pragma once

#include "../common/kernel.h"
#include "map.h"

enum view { VIEW_SM, VIEW_DRAM, VIEW_L2, VIEW_GPC_DRAM, VIEW_GPC_L2, VIEW_RANDOM, VIEW_HOMES, VIEW_SHARED };
enum which { WHICH_SPREAD, WHICH_PACKED, WHICH_GROUPS };
enum assign { ASSIGN_ALL, ASSIGN_GROUPS, ASSIGN_SMS };
enum home { HOME_BOTH, HOME_NEAR, HOME_FAR };

/* The lines of each half of L2 are divided into columns, from those nearest to the first group of SMs to the
 * farthest. */
enum { COLUMNS = 24 };
/* Lines that a point of a single SM times. */
enum { LINES_TIMED = 512 };

/* Properties of the device, from the survey. */
struct survey {
	bool done, by_clusters;
	uint32_t sms, groups, halves, slices;
	double margin; /* join_margin: see map.c; infinite: no small group joined a larger one */
	uint32_t group[MAP_SMS], half[MAP_SMS];
	unsigned char line_half[MAP_LINES], line_column[MAP_LINES];
};

struct point {
	enum view view;
	uint32_t sm, share;
	enum which which;
	uint32_t gpcs, gpc, part;
	enum assign assign;
	enum home home;
	uint64_t span;
	uint32_t flight, partner;
};

/* The L2 home of each chunk of `in`. */
struct map_homes {
	bool probed;
	char why_not[96]; /* why homes are unknown; "": they are known */
	gb_ptr bits;
	uint32_t words; /* words of `bits`, each for 32 chunks */
	signed char side_of_sm[MAP_SMS];
};

struct state {
	gb_ptr lines, cycles, visited, where, in, active, next, sums;
	uint64_t in_bytes;
	gb_ptr wide; /* the set of view=random and view=shared, `wide_bytes` long, filled */
	uint64_t wide_bytes;
	uint64_t pair_bytes;                                        /* set of view=shared; 0: not chosen */
	struct gb_kernel link, map, one, clusters, read, fill, sum; /* map: surveys SMs; one: times the SM of a point */
	struct gb_kernel random, replay;
	struct survey survey;
	struct gb_shape one_each, wave;
	struct map_read_args args;
	struct map_random_args random_args;
	struct map_homes homes;
	double column[COLUMNS]; /* cycles per load to each column from the SM of this point */
	double near, far;
	uint32_t readers;
};

/* ---- survey.c ---------------------------------------------------------------------------------------------------- */

/* Measure the latency of every SM to every line once, and find groups, halves and slices. */
int map_survey(struct gb_run *run);
int map_enqueue_survey(struct gb_run *run, const struct gb_kernel *kernel, uint32_t lines, uint32_t untimed,
		       uint32_t tries, uint32_t part, uint32_t parts);

/* ---- random_reads.c ---------------------------------------------------------------------------------------------- */

int map_prepare_windows(struct gb_run *run);
int map_prepare_homes(struct gb_run *run);
int map_prepare_shared(struct gb_run *run);
int map_launch_random(struct gb_run *run);
int map_verify_random(struct gb_run *run);
bool map_is_random(const struct gb_run *run);
uint64_t map_set_bytes(const struct gb_run *run);
double map_random_reads(const struct gb_run *run);
uint32_t map_windows(const struct gb_run *run);

int map_verify(struct gb_run *run);
int map_launch(struct gb_run *run);
size_t map_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		    struct gb_finding out[GB_FINDINGS_MAX]);
