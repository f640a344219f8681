/* state.h: the host state of a run of `lines`, and the functions that its files share. */
#pragma once

#include "../common/kernel.h"
#include "lines.h"

enum measure { FETCH, TAGS, WAYS, REPLACEMENT, HASH, CAMPING, EVICTION, SET, PROMOTION };
enum level { L1, L2 };
extern const char *const lines_measures[], *const lines_levels[];

enum { TARGETS = 16, SEARCHES = 2 }; /* target lines of L2; disjoint sets found for each */

/* A target line of L2, and lines of its set. The lines found by a search are a minimal set that evicts the target. */
struct congruent {
	uint32_t line, cut;       /* line number of the target; threshold between hit and miss, 0: not measured yet */
	uint32_t found[SEARCHES]; /* number of lines found; 0: not searched yet */
	uint32_t lines[SEARCHES][LINES_OF_SET];
	uint32_t passes;                     /* rounds through the lines of the first search that evict the target */
	char why_not[SEARCHES][GB_NAME_MAX]; /* why a search failed; "": no failure */
	double evicted, spared;              /* shares of tests: all lines evicted the target; all but one spared it */
};

/* Target lines of L2 and their sets. */
struct sets {
	gb_ptr bits, found, rounds, list, taken;
	struct gb_kernel search, evict, walk;
	uint32_t pool;
	uint32_t sm, ticket; /* the SM of all launches; the ticket of the last launch */
	struct congruent target[TARGETS];
	struct lines_evict_args evict_args; /* evict_args and rounds_args: of the current point */
	struct lines_rounds_args rounds_args;
	double least, most; /* hits in the set with the fewest and with the most hits; NAN: not measured yet */
};

struct point {
	enum measure measure;
	enum level level;
	uint32_t distance, stride, spacing, count, overload, bit, apart, target, lines;
	int promotion;
};

struct state {
	gb_ptr room, data, place, trace, cycles, sums, report;
	uint64_t room_bytes, data_bytes; /* sizes of the buffers for chases and for constant data */
	struct gb_kernel link, touch, walk[2], hash, camp, check;
	struct gb_kernel promoted; /* the chase with the prefetch size of the current point */
	struct lines_args args;    /* args, hash_args and camp_args: of the current point */
	struct lines_hash_args hash_args;
	struct lines_camp_args camp_args;
	struct gb_shape shape;    /* of `camping` */
	double cut[2];            /* cycles that separate hits from misses, by level; 0: not measured yet */
	double hits[2];           /* share of hits among first (or all) words, and second words; NAN: none yet */
	double nearest, farthest; /* least and greatest cycles of the lines of `hash`; NAN: not measured yet */
	double difference;        /* difference to the line with the bit flipped; NAN: not measured yet */
	double moved;             /* share of lines that the bit moves to another slice; NAN: not measured yet */
	struct sets sets;
};

static inline enum measure lines_measure(const struct gb_run *run)
{
	return gb_value(run, measure);
}
static inline bool lines_is_chase(enum measure measure)
{
	return measure <= REPLACEMENT || measure == PROMOTION;
}
static inline bool lines_has_pairs(enum measure measure)
{
	return measure == FETCH || measure == PROMOTION;
}
enum level lines_level(const struct gb_run *run);
uint32_t lines_words(const struct lines_set *set);

/* ---- search.c, sets.c -------------------------------------------------------------------------------------------- */

struct gb_shape lines_one_block(const struct gb_run *run, uint32_t block, uint32_t shared);
struct lines_alone lines_next_ticket(struct state *s);
int lines_launch_tests(struct gb_run *run, const struct gb_kernel *kernel, struct lines_evict_args *args);
/* Counts misses in the tests from number `first` on. */
uint32_t lines_count_misses(const struct lines_evict_found *found, uint32_t first, uint32_t cut);
/* The lines that search `number` finds for a target. The first call runs the search. Skips the point if it finds
 * none. */
int lines_find_set(struct gb_run *run, uint32_t target, uint32_t number);
/* Make `*args` read the lines of the target's first search. */
int lines_send_set(struct gb_run *run, uint32_t target, struct lines_evict_args *args);
int lines_setup_sets(struct gb_run *run);
int lines_prepare_eviction(struct gb_run *run);
int lines_prepare_set(struct gb_run *run);
int lines_launch_eviction(struct gb_run *run);
int lines_launch_set(struct gb_run *run);
int lines_observe_eviction(struct gb_run *run, double *value);
int lines_observe_set(struct gb_run *run, double *value);
int lines_verify_eviction(struct gb_run *run);
int lines_verify_set(struct gb_run *run);

/* ---- launch.c, verify.c, conclude.c ------------------------------------------------------------------------------ */

int lines_prepare(struct gb_run *run);
int lines_launch(struct gb_run *run);
int lines_observe(struct gb_run *run, double *value);
int lines_rewind(struct gb_run *run);
int lines_verify(struct gb_run *run);
size_t lines_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		      struct gb_finding out[GB_FINDINGS_MAX]);
