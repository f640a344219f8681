/* gate_set.h: which roofs a gate judges. A roof outside the set is informative: it is shown, and no status depends on
 * it. */
#ifndef GB_GATE_SET_H
#define GB_GATE_SET_H

#include <stdbool.h>
#include <stddef.h>

enum gb_gate_kind {
	GB_GATE_STEADY,      /* of the chip: runs agree */
	GB_GATE_POWER_BOUND, /* as fast as the power limit lets it: judged by work per clock and by the clock */
	GB_GATE_UNSTEADY,    /* informative: a library or the place of data decides */
	GB_GATE_HOST_BOUND,  /* informative: the host, its link or its load decides */
	GB_GATE_UNKNOWN, /* a plug-in's: judged if --max-drop or --roof asks for it, or if enough cards show its scatter */
};

/* The table: a name stands for itself and for all that it is followed by a dot in; the longest that fits counts. Closed
 * by NULL. */
struct gb_gate_entry {
	const char *roofs;
	enum gb_gate_kind kind;
};
extern const struct gb_gate_entry gb_gate_entries[];

enum gb_gate_kind gb_gate_kind_of(const char *roof);
/* "steady", "power-bound", ... */
const char *gb_gate_kind_name(enum gb_gate_kind kind);

/* The user's changes: names as in the table. */
struct gb_gate_set {
	const char *const *only, *const *without;
	size_t onlys, withouts;
};
/* True if the name was given with --roof. */
bool gb_gate_set_names(const struct gb_gate_set *set, const char *roof);
/* True if a gate judges it, according to the set; a roof of GB_GATE_UNKNOWN may be. */
bool gb_gate_set_has(const struct gb_gate_set *set, const char *roof);

#endif
