/* identity.h: whether two rows are of one observation, by the columns that columns.h declares, and whether they say the
 * same. */
#ifndef GB_IDENTITY_H
#define GB_IDENTITY_H

#include <stdint.h>

#include "base/hash.h"
#include "record/record.h"

/* For the columns that identify a row; of those that say what was observed: when, values, limits, state and
 * outcome. Neither depends on the machine. */
uint64_t gb_identity_of(const struct gb_record *record);
uint64_t gb_identity_said(const struct gb_record *record);

/* Mix a field of a record in: a text with its end, a number as its bits, in which all that is not known is equal. */
uint64_t gb_hash_field(uint64_t hash, const struct gb_record *record, const struct gb_column *column);

/* The rows seen so far; {0} is none. */
struct gb_identities {
	struct gb_identity {
		uint64_t of, said; /* of 0: free */
	} * slot;
	size_t slots, count;
};

enum gb_seen { GB_SEEN_FIRST, GB_SEEN_SAME, GB_SEEN_OTHERWISE, GB_SEEN_NO_MEMORY };

/* Note a row, and say whether one of its identity was there, with the same values or with others. The first one stays.
 * Rows without a value contradict nothing: one that failed may stand next to one that did not. */
enum gb_seen gb_identities_see(struct gb_identities *seen, const struct gb_record *record);
/* The same of any pair of numbers. */
enum gb_seen gb_identities_note(struct gb_identities *seen, uint64_t of, uint64_t said);
void gb_identities_free(struct gb_identities *seen);

/* "run 1f2e of GPU-1: dram op=read, bandwidth": a row in words. Returns `text`. */
enum { GB_IDENTITY_TEXT = 512 };
const char *gb_identity_text(const struct gb_record *record, char text[GB_IDENTITY_TEXT]);

/* Where and when a run measured a GPU; seconds since 1970, NAN: not known. */
struct gb_seat {
	const char *host, *pci, *run;
	double begun, ended;
};

/* True if one card cannot have been in both: two cards with one UUID. A card that is in two hosts by their names
 * may be in two containers of one, but not at once, and not when nobody knows when; to get another PCI address it
 * has to be taken out. */
bool gb_seats_are_of_two(const struct gb_seat *a, const struct gb_seat *b);
/* The text for that case: UUID, then host and PCI address of each. */
#define GB_IDENTITY_TWINS                                                                                                    \
	"GPU %.80s was measured in two places at once, %.80s (%.40s) and %.80s (%.40s): two cards have one UUID, and which " \
	"of them is slow cannot be seen"

/* How a GPU is known: by its UUID; one without by its place. `key` has room for that. */
enum { GB_GPU_KEY = 512 };
const char *gb_gpu_key(const struct gb_record *record, char key[GB_GPU_KEY]);

#endif
