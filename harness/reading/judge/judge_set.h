/* judge_set.h: the roofs that are judged, by their kinds and the user's selection. A roof outside this set is
 * informative: it is shown, but no status depends on it. */
#pragma once

#include "analysis/roofs.h"

enum gb_judge_kind {
	GB_JUDGED_STEADY,      /* a property of the chip: runs agree */
	GB_JUDGED_POWER_BOUND, /* limited by the power cap: judged by work per clock and by the clock */
	GB_JUDGED_UNSTEADY,    /* informative: depends on a library, or on where data lie */
	GB_JUDGED_LINK,        /* depends on the host and its links: compared only with other GPUs of the host */
	GB_JUDGED_LAUNCH,      /* like a link, but also depends on the host's load */
	/* from a plug-in: judged if --max-drop or --roof selects it, or if its scatter is known from enough cards */
	GB_JUDGED_UNKNOWN,
};

/* A name matches itself and all names that continue it with a dot; the longest match counts. NULL ends the table. */
struct gb_judge_set_entry {
	const char *roofs;
	enum gb_judge_kind kind;
};
extern const struct gb_judge_set_entry gb_judge_set_entries[];

enum gb_judge_kind gb_judge_kind_of(const char *roof);

/* The user's selection: names as in the table, or GB_JUDGE_SET_LINKS for everything that depends on links. `also` is
 * added to the default set. */
#define GB_JUDGE_SET_LINKS "links"
struct gb_judge_set {
	const char *const *only, *const *without, *const *also;
	size_t onlys, withouts, alsos;
};
/* True if a verdict with this set judges the roof, or, for GB_JUDGED_UNKNOWN, may judge it. */
bool gb_judge_set_has(const struct gb_judge_set *set, const char *roof);

/* True if roofs of this kind are compared only with other GPUs of the same host. */
bool gb_judge_kind_is_of_host(enum gb_judge_kind kind);

bool gb_judge_set_names(const struct gb_judge_set *set, const char *roof);

/* Writes the remark in a row of the GPU about its links: one is slower than card and slot allow, or is down. "": there
 * is none, or links are not in the set. */
void gb_judge_set_link(const struct gb_gpu_roofs *gpu, const struct gb_judge_set *set, char *text, size_t size);

/* True if the driver reported a slowdown of the GPU during a roof of the set; set NULL: during any roof. `text` is then
 * "hardware or thermal slowdown in 2 roofs, first tensor.fp64". Work per clock does not reveal a slowdown, and absolute
 * values do so only if they are judged. */
bool gb_judge_set_throttled(const struct gb_gpu_roofs *gpu, const struct gb_judge_set *set, char *text, size_t size);

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

/* An expected node, and its GPUs in the files. */
struct gb_expected_node {
	const char *name, *model; /* model: of its first GPU; NULL: the node did not report */
	size_t gpus, usual;       /* usual: the number that most of these nodes with this model have */
};
/* True if both names mean the same host. One may include a domain. */
bool gb_is_host(const char *name, const char *other);
void gb_expected_nodes(const struct gb_roofs *roofs, const char *const *name, size_t count,
		       struct gb_expected_node *node);
