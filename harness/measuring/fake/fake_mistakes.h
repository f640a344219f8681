/* fake_mistakes.h: kernels of the fake device that make deliberate mistakes, which a verification must notice. */
#pragma once

#include "fake/gpu_fake.h"

/* Such a kernel leaves a part of one allocation unchanged (all of it, or the first or last word that it would have
 * changed), or writes one of these words wrong. */
enum fake_mistake {
	FAKE_ALL_KEPT,
	FAKE_FIRST_KEPT,
	FAKE_LAST_KEPT,
	FAKE_FIRST_TURNED,
	FAKE_MIDDLE_TURNED,
	FAKE_LAST_TURNED,
	FAKE_MISTAKES
};
/* "a wrong last word" */
extern const char *const fake_mistake_text[FAKE_MISTAKES];

/* 32-bit words of an allocation, from the first to the one after the last; equal numbers: none. */
struct fake_words {
	size_t first, end;
};

enum { FAKE_OBSERVED_MAX = 8 };

/* Each of these functions determines the effect of launches until the next such call. The names of kernels are
 * copied. */
/* These kernels work correctly, and the words that they change are noted. */
void fake_observe(char (*kernel)[GB_NAME_MAX], size_t kernels);
void fake_observe_one(const char *kernel);
/* This kernel does nothing. */
void fake_idle(const char *kernel);
/* This kernel makes a mistake in the allocation of this slot: among these words, in those that it changes and that
 * are checked. */
void fake_mistake(const char *kernel, size_t slot, struct fake_words words, enum fake_mistake mistake);
/* This kernel works correctly except for this word, if it writes it. */
void fake_turn_word(const char *kernel, size_t slot, size_t word);
void fake_be_right(void);

/* Returns what the observed kernel of this number has changed in each allocation, without uncheckable words at
 * either end (gb_model_unchecked()). */
const struct fake_words *fake_changes(size_t kernel);
/* False if the word cannot be checked. */
bool fake_is_checked(const uint32_t *word);
/* True if a mistake was made since the last call of these functions. */
bool fake_was_mistaken(void);
