/* identity.h: recognises rows that describe the same observation, by the identity columns of columns.h, and compares
 * their values. */
#pragma once

#include <stdint.h>

#include "base/hash.h"
#include "record/record.h"

/* A hash of the columns that identify a row, the same on every machine. */
uint64_t gb_identity_of(const struct gb_record *record);

/* Add a field of a record to a hash: a text with its end, a number as its bits. All unknown values are equal. */
uint64_t gb_hash_field(uint64_t hash, const struct gb_record *record, const struct gb_column *column);

/* The rows seen so far; {0} is empty. */
struct gb_identities {
	struct gb_identity {
		uint64_t of, said; /* `of` 0: free */
	} * slot;
	size_t slots, count;
};

enum gb_seen { GB_SEEN_FIRST, GB_SEEN_SAME, GB_SEEN_OTHERWISE };

/* Add a row, and return whether a row with the same identity was already there, with the same or with other values. The
 * first one is kept. A row without a value contradicts nothing: a failed row may accompany a successful one. */
enum gb_seen gb_identities_see(struct gb_identities *seen, const struct gb_record *record);
/* The same for any pair of numbers: an identity and a result. */
enum gb_seen gb_identities_note(struct gb_identities *seen, uint64_t of, uint64_t said);
void gb_identities_free(struct gb_identities *seen);

/* Describe a row: "run 1f2e of GPU-1: dram op=read, bandwidth". Returns `text`. */
enum { GB_IDENTITY_TEXT = 512 };
const char *gb_identity_text(const struct gb_record *record, char text[GB_IDENTITY_TEXT]);

/* Where and when a run measured a GPU, in seconds since 1970; NAN: unknown. */
struct gb_seat {
	const char *host, *pci, *run;
	double begun, ended;
};

/* True if one card cannot have been in both places, so that two cards share a UUID. Two host names may belong to two
 * containers of one host, unless the times overlap or are unknown. For another PCI address, somebody must have moved
 * the card to another slot. */
bool gb_seats_are_of_two(const struct gb_seat *a, const struct gb_seat *b);
/* The message for that case: the UUID, then host and PCI address of each. */
#define GB_IDENTITY_TWINS                                                                                         \
	"GPU %.80s was measured in two places at once, %.80s (%.40s) and %.80s (%.40s): two cards have the same " \
	"UUID, so a slow one cannot be identified"

/* The key of a GPU: its UUID, or its location if it has none. `key` must have room for either. */
enum { GB_GPU_KEY = 512 };
const char *gb_gpu_key(const struct gb_record *record, char key[GB_GPU_KEY]);
