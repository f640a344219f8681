/* bank_model.h: the number of passes that the banks of shared memory need for a warp's request, computed from its
 * addresses alone. Each of the 32 banks is 4 bytes wide and reads or writes one row per pass. 8-byte words are served
 * by halves of a warp and 16-byte words by quarters, one part after the other. Two neighbouring parts of a load are
 * joined if every lane of the warp loads the same word as the lane next to it, or every lane the same as the lane two
 * further. Lanes of a part that access the same word, or halves of it, share a pass; atomics do not: they are served
 * one after the other. Joined parts of 8 and 16-byte words also fill the return path to the registers, 256 bytes per
 * clock, and take 1 or 2 % longer. The parts and the rule for joining them are not documented. They were found on an
 * H200, where the model holds for 8400 patterns, most of them random. CUDA's documentation says only that 4-byte words
 * in different rows of a bank conflict. */
#ifndef BANK_MODEL_H
#define BANK_MODEL_H

#include <stdbool.h>

#include "bank.h"

enum bank_access { BANK_LOAD, BANK_STORE, BANK_ATOMIC };

/* The number of parts in which a warp is served when all its words differ. */
static inline unsigned int bank_parts(unsigned int word)
{
	return word > 8 ? 4 : word > 4 ? 2 : 1;
}

/* Every lane has the same word as the lane at this distance. */
static inline bool bank_all_match(const unsigned int *offset, unsigned int distance)
{
	for (unsigned int l = 0; l < BANK_LANES; l++)
		if (offset[l] != offset[l ^ distance])
			return false;
	return true;
}

/* Lanes of a part. */
static inline unsigned int bank_lanes_together(const unsigned int *offset, unsigned int word, enum bank_access access)
{
	const unsigned int lanes = BANK_LANES / bank_parts(word);
	const bool join = access == BANK_LOAD && word > 4 && (bank_all_match(offset, 1) || bank_all_match(offset, 2));

	return join ? 2 * lanes : lanes;
}

/* A lane between `first` and `l` has the same word, or a half of the same 4 bytes. */
static inline bool bank_is_shared(const unsigned int *offset, unsigned int first, unsigned int l)
{
	for (unsigned int i = first; i < l; i++)
		if (offset[i] / 4 == offset[l] / 4)
			return true;
	return false;
}

/* Passes of the part from lane `first` to before `end`: the largest number of rows that any bank must serve. */
static inline unsigned int bank_part_passes(const unsigned int *offset, unsigned int first, unsigned int end,
					    enum bank_access access)
{
	unsigned int rows[BANK_ROW / 4] = { 0 }, most = 0;

	for (unsigned int l = first; l < end; l++) {
		unsigned int *bank = &rows[offset[l] % BANK_ROW / 4];
		if (access == BANK_ATOMIC || !bank_is_shared(offset, first, l))
			++*bank;
		most = *bank > most ? *bank : most;
	}
	return most;
}

/* Passes of a request: `offset` are the bytes of the 32 lanes' words, multiples of `word`. */
static inline unsigned int bank_passes(const unsigned int *offset, unsigned int word, enum bank_access access)
{
	const unsigned int lanes = bank_lanes_together(offset, word, access);
	unsigned int total = 0;

	for (unsigned int first = 0; first < BANK_LANES; first += lanes)
		total += bank_part_passes(offset, first, first + lanes, access);
	return total;
}

#endif
