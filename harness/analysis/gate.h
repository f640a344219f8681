/* gate.h: whether results pass a floor (--max-drop). What could not be judged is a miss, as what lies below the floor is. */
#ifndef GB_GATE_H
#define GB_GATE_H

#include "analysis/compare.h"

/* A miss fails the gate; a note says what it did not judge or may have judged wrongly. */
enum gb_gate_line { GB_GATE_MISS, GB_GATE_NOTE };
typedef void gb_gate_tell_fn(void *context, enum gb_gate_line kind, const char *text);

struct gb_gate {
	size_t misses, notes, judged; /* the last: values compared with their peers or a baseline */
};

struct gb_gate gb_gate_check(const struct gb_comparison *comparison, double max_drop, gb_gate_tell_fn *tell,
			     void *context);

/* Give `text` a line that says in what the runs differ that may explain their values: versions, modes, plans. "": nothing.
 * `earlier` may be NULL. */
void gb_gate_mixture(const struct gb_runs *runs, const struct gb_runs *earlier, char *text, size_t size);

/* The same of GPUs whose board is not told, where others tell theirs. */
void gb_gate_boards(const struct gb_fleet *fleet, const struct gb_fleet *earlier, char *text, size_t size);

#endif
