/* judge_verdict.h: decides if results pass: the rulings on all roofs of all GPUs (judge.h), and the reasons for
 * missing rulings. `check`, `compare --max-drop` and the report print these findings. */
#pragma once

#include "judge/judge.h"
#include "judge/judge_outliers.h"

struct gb_verdict_options {
	const struct gb_judge_set *set; /* NULL: the default set */
	double max_drop;                /* 0: use the scatter of each roof */
	uint64_t gpus;                  /* number of GPUs that must be present; 0: any */
	const char *against;            /* "reference" or "baseline"; NULL: peers */
	const char *const *expect;      /* "driver=580.95.05", see gb_settings_can_expect() */
	size_t expects;
};

/* GB_FOUND_THROTTLED: the card slowed down under load because of its temperature or power supply. GB_FOUND_LINK: a
 * link is slower than possible, or down. GB_FOUND_UNEXPECTED: a value differs from --expect. GB_FOUND_DIFFERS: the
 * GPU differs from its peers in a way that may explain a drop. */
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

/* Slow roofs, throttled GPUs, missing rulings, and notes. */
struct gb_verdict_finding {
	enum gb_verdict_finding_kind kind;
	const struct gb_gpu_roofs *gpu; /* NULL: concerns no GPU in the files */
	const char *roof, *unit;        /* NULL: concerns the GPU or the files */
	struct gb_ruling ruling;
	const char *suspect; /* why the row is suspect; NULL: it is not */
	const char *text;    /* a finding about a GPU or the files */
	bool is_by_part;     /* slow and limited by power: clock and work per clock have different causes */
	double work;         /* in that case, the deviation of the work per clock; NAN: the clock is unknown */
	size_t cohort;       /* the cohort of the fleet that explains the finding, from 1; 0: none */
};

/* At most this many hosts are counted individually. */
enum { GB_VERDICT_HOSTS = 8 };

struct gb_verdict {
	struct gb_verdict_finding *finding; /* slow ones first, the furthest below at the top */
	size_t findings, room;
	size_t slow, throttled, wrong, open, notes; /* wrong: links, and values other than expected */
	size_t roofs, roofs_judged;                 /* in the set, by name; judged: on every GPU that should have one */
	size_t gpus, gpus_slow;
	struct gb_verdict_host {
		const char *name;
		size_t gpus;
	} host[GB_VERDICT_HOSTS];     /* all GPUs per host */
	size_t hosts;                 /* GB_VERDICT_HOSTS + 1: there are more */
	size_t judged;                /* pairs of a roof and a GPU */
	size_t faster;                /* number of faster ones */
	size_t aside;                 /* roofs, by name, for which the reference has too few cards */
	const struct gb_fleet *fleet; /* with its cohorts */
	size_t leading, elsewhere;    /* the cohort that explains most drops, from 1, 0: none; other drops */
	struct gb_strings strings;
};

/* The exit status: 3 if something is slow, throttled, narrowed or not as expected; otherwise 2 if a roof of the set
 * has no verdict; otherwise 0. */
int gb_verdict_status(const struct gb_verdict *verdict);

void gb_verdict_of(struct gb_verdict *verdict, const struct gb_comparison *comparison,
		   const struct gb_verdict_options *options);
void gb_verdict_free(struct gb_verdict *verdict);

/* Add a finding about a whole GPU; NULL: about none. */
void gb_verdict_remark(struct gb_verdict *verdict, enum gb_verdict_finding_kind kind, const struct gb_gpu_roofs *gpu,
		       const char *format, ...) GB_PRINTF(4, 5);

/* "slow", "throttled", "link", "not as expected", "no verdict", "differs", "note". (judge_findings.c) */
const char *gb_verdict_kind_word(enum gb_verdict_finding_kind kind);
/* The slowest roofs first, then by kind, GPU and roof. (judge_findings.c) */
void gb_verdict_sort(struct gb_verdict *verdict);
/* Find the drops that a cohort explains. Findings must be sorted. (judge_findings.c) */
void gb_verdict_explain(struct gb_verdict *verdict);

/* The first line, "38 of 38 roofs judged; ...", with the outcome and the worst finding. `against` is "reference" or
 * "baseline"; NULL: peers. */
void gb_verdict_line(const struct gb_verdict *verdict, const char *against, char *text, size_t size);
/* "n013: GPU 3 (GPU-5e2...) dram.read 9.1 % below its reference". */
void gb_verdict_tell_finding(const struct gb_verdict_finding *finding, const char *against, char *text, size_t size);
