/* judge_verdict.h: decides whether results pass, from the rulings on all roofs of all GPUs (judge.h) and the reasons
 * for missing rulings. `check`, `compare --max-drop` and the report print these findings. */
#pragma once

#include "judge/judge.h"
#include "judge/judge_outliers.h"

struct gb_verdict_options {
	const struct gb_judge_set *set; /* NULL: the default set */
	double max_drop;                /* 0: use the scatter of each roof */
	uint64_t gpus;                  /* number of GPUs that must be present; 0: any */
	const char *against;            /* "reference" or "baseline"; NULL: peers */
	const char *const *expect;      /* such as "driver=580.95.05", see gb_settings_can_expect() */
	size_t expects;
};

/* GB_FOUND_THROTTLED: the card slowed down under load because of its temperature or power supply. GB_FOUND_LINK: a link
 * is slower than possible, or down. GB_FOUND_UNEXPECTED: a value differs from --expect. GB_FOUND_DIFFERS: the GPU
 * differs from its peers in a way that may explain a drop. */
enum gb_verdict_finding_kind {
	GB_FOUND_SLOW,
	GB_FOUND_THROTTLED,
	GB_FOUND_LINK,
	GB_FOUND_UNEXPECTED,
	GB_FOUND_OPEN,
	GB_FOUND_DIFFERS,
	GB_FOUND_NOTE,
	GB_FOUND_KINDS
};

/* A slow roof, a throttled GPU, a missing ruling, or a note. */
struct gb_verdict_finding {
	enum gb_verdict_finding_kind kind;
	const struct gb_gpu_roofs *gpu; /* NULL: the finding is not about a GPU in the files */
	const char *roof, *unit;        /* NULL: the finding is about the GPU or the files */
	struct gb_ruling ruling;
	const char *suspect; /* why the row is suspect; NULL: it is ok */
	const char *text;    /* a finding about a GPU or the files */
	bool is_by_part;     /* slow and limited by power: clock and work per clock are reported separately */
	double work;         /* if so, the deviation of the work per clock; NAN: the clock is unknown */
	size_t cohort;       /* the fleet's cohort that explains the finding, from 1; 0: none */
};

/* More hosts than this are not counted individually. */
enum { GB_VERDICT_HOSTS = 8 };

struct gb_verdict {
	struct gb_verdict_finding *finding; /* the slowest first */
	size_t findings, room;
	size_t slow, throttled, wrong, open, notes; /* wrong: links, and values that differ from --expect */
	size_t roofs, roofs_judged;                 /* roofs of the set, by name; those judged on every GPU that
	                                             * should have them */
	size_t gpus, gpus_slow;
	struct gb_verdict_host {
		const char *name;
		size_t gpus;
	} host[GB_VERDICT_HOSTS];     /* all GPUs of each host */
	size_t hosts;                 /* GB_VERDICT_HOSTS + 1: there are more */
	size_t judged;                /* pairs of roof and GPU */
	size_t faster;                /* pairs that are faster */
	size_t aside;                 /* roofs, by name, for which the reference has too few cards */
	const struct gb_fleet *fleet; /* with its cohorts */
	size_t leading, elsewhere;    /* leading: the cohort that explains most drops, from 1; 0: none. elsewhere:
	                               * other drops */
	struct gb_strings strings;
};

/* Returns the exit status: 3 if something is slow, throttled, narrowed or not as expected; otherwise 2 if a roof of the
 * set has no verdict; otherwise 0. */
int gb_verdict_status(const struct gb_verdict *verdict);

void gb_verdict_of(struct gb_verdict *verdict, const struct gb_comparison *comparison,
		   const struct gb_verdict_options *options);
void gb_verdict_free(struct gb_verdict *verdict);

/* Adds a finding about a whole GPU; NULL: about none. */
void gb_verdict_remark(struct gb_verdict *verdict, enum gb_verdict_finding_kind kind, const struct gb_gpu_roofs *gpu,
		       const char *format, ...) GB_PRINTF(4, 5);

/* Returns "slow", "throttled", "link", "not as expected", "no verdict", "differs" or "note" (judge_findings.c). */
const char *gb_verdict_kind_word(enum gb_verdict_finding_kind kind);
/* Sorts findings: the slowest roofs first, then by kind, GPU and roof (judge_findings.c). */
void gb_verdict_sort(struct gb_verdict *verdict);
/* Finds the drops that a cohort explains. Findings must be sorted (judge_findings.c). */
void gb_verdict_explain(struct gb_verdict *verdict);

/* Writes the first line, "38 of 38 roofs judged; ...", with the outcome and the worst finding. `against` is "reference"
 * or "baseline"; NULL: peers. */
void gb_verdict_line(const struct gb_verdict *verdict, const char *against, char *text, size_t size);
/* Writes "n013: GPU 3 (GPU-5e2...) dram.read 9.1 % below its reference". */
void gb_verdict_tell_finding(const struct gb_verdict_finding *finding, const char *against, char *text, size_t size);
