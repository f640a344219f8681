/* gate.h: decides whether results pass: the verdicts on all roofs of all GPUs (judge.h), and what prevents a verdict.
 * `check`, `compare --max-drop` and the report print what is found here. */
#ifndef GB_GATE_H
#define GB_GATE_H

#include "analysis/compare.h"
#include "analysis/judge.h"

struct gb_gate_options {
	const struct gb_judged_roofs *set; /* NULL: the default set */
	double max_drop;                   /* 0: by the scatter of each roof */
	uint64_t gpus;                     /* number that must be present; 0: any */
	const char *against;               /* "reference" or "baseline"; NULL: peers */
};

/* GB_FOUND_THROTTLED: the card slowed itself down under load, for its temperature or its power supply. */
enum gb_gate_what { GB_FOUND_SLOW, GB_FOUND_THROTTLED, GB_FOUND_OPEN, GB_FOUND_NOTE, GB_FOUND_KINDS };

/* Slow roofs, throttled GPUs, missing verdicts, and notes. */
struct gb_gate_found {
	enum gb_gate_what kind;
	const struct gb_gpu_roofs *gpu; /* NULL: it concerns no GPU in the files */
	const char *roof, *unit;        /* NULL: it concerns the GPU or the files */
	struct gb_ruling ruling;
	const char *suspect; /* why its row is suspect; NULL: it is not */
	const char *text;    /* a finding about a GPU or the files */
	bool is_by_part;     /* slow and bound by power: clock and work per clock have different causes */
	double work;         /* then: the deviation of the work per clock; NAN: the clock is not known */
	size_t cause;        /* index in the gate + 1; 0: no common cause, or not slow */
};

/* A trait that slow GPUs share and few healthy ones have: one thing to look at instead of one per GPU. */
struct gb_cause {
	const char *what, *value; /* "with driver", "580.1"; for hosts, the first `length` characters of their names */
	size_t length;
	size_t slow, of;  /* GPUs */
	const char *roof; /* in which most of them are slow */
	size_t roofs;     /* number of roofs in which they are slow */
	bool is_by_part;
	double part, work; /* medians over the roof */
};

/* At most this many hosts are counted separately. */
enum { GB_GATE_HOSTS = 8 };

struct gb_gate {
	struct gb_gate_found *finding; /* slow ones first, the furthest below at the top */
	size_t findings, room;
	size_t slow, throttled, open, notes;
	size_t roofs, roofs_judged; /* in the set, by name; judged: on every GPU that should have it */
	size_t gpus, gpus_slow;
	struct gb_gate_host {
		const char *name;
		size_t gpus;
	} host[GB_GATE_HOSTS];  /* all GPUs per host */
	size_t hosts;           /* GB_GATE_HOSTS + 1: there are more */
	size_t judged;          /* pairs of a roof and a GPU */
	size_t faster;          /* number of those that are faster */
	size_t aside;           /* roofs, by name, for which the reference has too few cards */
	struct gb_cause *cause; /* the cause of the most GPUs first */
	size_t causes;
	struct gb_strings strings;
};

/* The exit status: 3 if something is slow or throttled, else 2 if a roof of the set has no verdict, else 0. */
int gb_gate_status(const struct gb_gate *gate);

int gb_gate_of(struct gb_gate *gate, const struct gb_comparison *comparison, const struct gb_gate_options *options,
	       struct gb_error *error);
void gb_gate_free(struct gb_gate *gate);

/* True if the driver reported a slowdown of the GPU during a roof of the set; NULL: during any roof. `text` is then
 * "hardware or thermal slowdown in 2 roofs, first tensor.fp64". Work per clock does not show a slowdown, and absolute
 * values show it only if they are judged. */
bool gb_gate_throttled(const struct gb_gpu_roofs *gpu, const struct gb_judged_roofs *set, char *text, size_t size);

/* Find what slow GPUs have in common: a host, a prefix of host names, a driver, a VBIOS, a board, a PCI address.
 * Findings must be sorted. (cause.c) */
int gb_gate_find_causes(struct gb_gate *gate, const struct gb_roofs *roofs, struct gb_error *error);

/* The first line, "38 of 38 roofs judged; ...", with the outcome and the worst finding. `against` is "reference" or
 * "baseline"; NULL: peers. */
void gb_gate_line(const struct gb_gate *gate, const char *against, char *text, size_t size);
/* "n013: GPU 3 (GPU-5e2...) dram.read 9.1 % below its reference". */
void gb_gate_tell(const struct gb_gate_found *finding, const char *against, char *text, size_t size);
/* "19 of 63 GPUs on hosts r07*: tensor.fp16 2.1 % below (median): clock under load -2.1 %, work per clock +0.0 %". */
void gb_gate_tell_cause(const struct gb_cause *cause, char *text, size_t size);

#endif
