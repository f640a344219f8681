/* gate_set.h: the set of roofs that a gate judges. A roof outside the set is informative: it is shown, but no status
 * depends on it. */
#ifndef GB_GATE_SET_H
#define GB_GATE_SET_H

#include <stdbool.h>
#include <stddef.h>

enum gb_gate_kind {
	GB_GATE_STEADY,      /* a property of the chip: runs agree */
	GB_GATE_POWER_BOUND, /* limited by the power limit: judged by work per clock and by the clock */
	GB_GATE_UNSTEADY,    /* informative: depends on a library or on where data lies */
	GB_GATE_HOST_BOUND,  /* informative: depends on the host, its link or its load */
	/* from a plug-in: judged if --max-drop or --roof selects it, or if enough cards show its scatter */
	GB_GATE_UNKNOWN,
};

/* The table: a name matches itself and all names that continue it with a dot; the longest match counts. Terminated by
 * NULL. */
struct gb_gate_entry {
	const char *roofs;
	enum gb_gate_kind kind;
};
extern const struct gb_gate_entry gb_gate_entries[];

enum gb_gate_kind gb_gate_kind_of(const char *roof);

/* The user's selection: names as in the table. */
struct gb_gate_set {
	const char *const *only, *const *without;
	size_t onlys, withouts;
};
/* True if a gate with this set judges it; for GB_GATE_UNKNOWN, true if it may. */
bool gb_gate_set_has(const struct gb_gate_set *set, const char *roof);

#endif
