/* gate.h: whether results pass: the verdicts of all roofs of all GPUs (judge.h), and what keeps one from a verdict. `check`,
 * `compare --max-drop` and the report print what is found here. */
#ifndef GB_GATE_H
#define GB_GATE_H

#include "analysis/compare.h"
#include "analysis/judge.h"

struct gb_gate_options {
	const struct gb_gate_set *set; /* NULL: as it is */
	double max_drop;               /* 0: by the scatter of each roof */
	uint64_t gpus;                 /* that must be there; 0: as many as there are */
	const char *against;           /* "reference" or "baseline"; NULL: peers */
};

enum gb_gate_what { GB_FOUND_SLOW, GB_FOUND_OPEN, GB_FOUND_NOTE };

/* What is slow, what has no verdict, and what only needs telling. */
struct gb_gate_found {
	enum gb_gate_what kind;
	const struct gb_gpu *gpu; /* NULL: of no GPU that is there */
	const char *roof, *unit;  /* NULL: of the GPU or the files */
	struct gb_ruling ruling;
	const char *suspect; /* why its row is; NULL: it is not */
	const char *text;    /* the finding in words, without its GPU */
};

struct gb_gate {
	struct gb_gate_found *finding; /* slow ones first, the furthest below before all others */
	size_t findings, room;
	size_t slow, open, notes;
	size_t roofs, roofs_judged; /* of the set, by name: judged on every GPU that should have it */
	size_t gpus, gpus_slow;
	const char *host; /* of all GPUs; NULL: they have several */
	size_t judged;    /* roofs of GPUs */
	size_t faster;    /* of these */
	size_t aside;     /* roofs, by name, that the reference has too few cards to judge */
	struct gb_strings strings;
};

/* The exit status: 3 where something is slow, else 2 where a roof of the set has no verdict, else 0. */
int gb_gate_status(const struct gb_gate *gate);

int gb_gate_of(struct gb_gate *gate, const struct gb_comparison *comparison, const struct gb_gate_options *options,
	       struct gb_error *error);
void gb_gate_free(struct gb_gate *gate);

/* "38 of 38 roofs judged; ...": the first line, which says how it ends and names what is worst. `against` is "reference" or
 * "baseline"; NULL: peers. */
void gb_gate_line(const struct gb_gate *gate, const char *against, char *text, size_t size);
/* "n013: GPU 3 (GPU-5e2...) dram.read 9.1 % below its reference". */
void gb_gate_tell(const struct gb_gate_found *finding, const char *against, char *text, size_t size);

#endif
