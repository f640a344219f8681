/* gate.h: whether results pass: the verdicts of all roofs of all GPUs (judge.h), and what keeps one from a verdict.
 * `check`, `compare --max-drop` and the report print what is found here. */
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

/* Slow roofs, missing verdicts, and notes. */
struct gb_gate_found {
	enum gb_gate_what kind;
	const struct gb_gpu *gpu; /* NULL: of no GPU that is there */
	const char *roof, *unit;  /* NULL: of the GPU or the files */
	struct gb_ruling ruling;
	const char *suspect; /* why its row is; NULL: it is not */
	const char *text;    /* what is found of a GPU or of the files */
	bool is_by_part;     /* slow, and bound by power: the clock and the work per clock have different causes, */
	double work;         /* and this is how far off the work per clock is; NAN: the clock is not known */
	size_t cause;        /* its number + 1 in the gate; 0: slow by itself, or not slow */
};

/* Slow GPUs that have in common what few healthy ones have: one thing to look at, and not as many as there are GPUs. */
struct gb_cause {
	const char *what,
		*value; /* "with driver", "580.1"; of hosts `length` characters, with which their names begin */
	size_t length;
	size_t slow, of;  /* GPUs */
	const char *roof; /* in which most of them are slow, */
	size_t roofs;     /* one of so many */
	bool is_by_part;
	double part, work; /* medians of the roof */
};

/* Hosts whose GPUs are counted each. */
enum { GB_GATE_HOSTS = 8 };

struct gb_gate {
	struct gb_gate_found *finding; /* slow ones first, the furthest below before all others */
	size_t findings, room;
	size_t slow, open, notes;
	size_t roofs, roofs_judged; /* of the set, by name: judged on every GPU that should have it */
	size_t gpus, gpus_slow;
	struct gb_gate_host {
		const char *name;
		size_t gpus;
	} host[GB_GATE_HOSTS];  /* of all GPUs */
	size_t hosts;           /* GB_GATE_HOSTS + 1: there are more of them */
	size_t judged;          /* roofs of GPUs */
	size_t faster;          /* of these */
	size_t aside;           /* roofs, by name, that the reference has too few cards to judge */
	struct gb_cause *cause; /* of most GPUs first */
	size_t causes;
	struct gb_strings strings;
};

/* The exit status: 3 where something is slow, else 2 where a roof of the set has no verdict, else 0. */
int gb_gate_status(const struct gb_gate *gate);

int gb_gate_of(struct gb_gate *gate, const struct gb_comparison *comparison, const struct gb_gate_options *options,
	       struct gb_error *error);
void gb_gate_free(struct gb_gate *gate);

/* Find what slow GPUs have in common: a host, the beginning of hosts' names, a driver, a VBIOS, a board, a PCI address.
 * The findings are sorted. (cause.c) */
int gb_gate_find_causes(struct gb_gate *gate, const struct gb_roofs *roofs, struct gb_error *error);

/* "38 of 38 roofs judged; ...": the first line, which says how it ends and names what is worst. `against` is
 * "reference" or "baseline"; NULL: peers. */
void gb_gate_line(const struct gb_gate *gate, const char *against, char *text, size_t size);
/* "n013: GPU 3 (GPU-5e2...) dram.read 9.1 % below its reference". */
void gb_gate_tell(const struct gb_gate_found *finding, const char *against, char *text, size_t size);
/* "19 of 63 GPUs on hosts r07*: tensor.fp16 2.1 % below (median): clock under load -2.1 %, work per clock +0.0 %". */
void gb_gate_tell_cause(const struct gb_cause *cause, char *text, size_t size);

#endif
