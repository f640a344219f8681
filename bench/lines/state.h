/* state.h: the host state of a run of `lines`, and the functions that its files share. */
#ifndef LINES_STATE_H
#define LINES_STATE_H

#include <stdbool.h>

#include "gpubench.h"
#include "lines.h"

/* The axes `measure` and `level`. */
enum measure { FETCH, TAGS, WAYS, REPLACEMENT, HASH, CAMPING };
enum level { L1, L2 };
extern const char *const lines_measures[], *const lines_levels[];

struct state {
	gb_ptr room, data, place, trace, cycles, sums, report;
	uint64_t room_bytes, data_bytes; /* buffers of chases, and of constant data */
	struct gb_kernel link, touch, walk[2], hash, camp, check;
	struct lines_args args; /* of the current point, as the next two */
	struct lines_hash_args hash_args;
	struct lines_camp_args camp_args;
	struct gb_shape shape;    /* of `camping` */
	double cut[2];            /* cycles that separate hits from misses of each level; 0: not measured yet */
	double hits[2];           /* hits among first words, or all words; among second words. NAN: not measured yet */
	double nearest, farthest; /* cycles of the places of `hash`; NAN likewise */
	double difference;        /* ... difference to the place with another bit; NAN likewise */
	double moved;             /* share of lines that another bit moves; NAN likewise */
};

static inline enum measure lines_measure(const struct gb_run *run)
{
	return (enum measure)gb_value(run, "measure");
}
static inline bool lines_is_chase(enum measure measure)
{
	return measure <= REPLACEMENT;
}
enum level lines_level(const struct gb_run *run);
/* Words of the cycle. */
uint32_t lines_words(const struct lines_set *set);

/* ---- launch.c, verify.c, conclude.c ------------------------------------------------------------------------------ */

int lines_prepare(struct gb_run *run);
int lines_launch(struct gb_run *run);
int lines_observe(struct gb_run *run, double *value);
int lines_rewind(struct gb_run *run);
int lines_verify(struct gb_run *run);
size_t lines_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		      struct gb_finding out[GB_FINDINGS_MAX]);

#endif
