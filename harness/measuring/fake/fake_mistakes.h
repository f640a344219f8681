/* fake_mistakes.h: lets kernels of the fake device make mistakes, which a verification must notice. */
#pragma once

#include "fake/gpu_fake.h"

/* A mistake leaves a part of one allocation unchanged (all of it, or the first or last word that the kernel would have
 * changed), or makes one of these words wrong. */
enum fake_mistake {
	FAKE_ALL_KEPT,
	FAKE_FIRST_KEPT,
	FAKE_LAST_KEPT,
	FAKE_FIRST_TURNED,
	FAKE_MIDDLE_TURNED,
	FAKE_LAST_TURNED,
	FAKE_MISTAKES
};
/* Such as "a wrong last word". */
extern const char *const fake_mistake_text[FAKE_MISTAKES];

/* 32-bit words of an allocation, from the first to the one after the last; none if the two are equal. */
struct fake_words {
	size_t first, end;
};

enum { FAKE_OBSERVED_MAX = 8 };

/* Each of these functions determines the effect of launches until the next call of one of them. Kernel names are
 * copied. */
/* Kernels work correctly, and the words that these kernels change are noted. */
void fake_observe(char (*kernel)[GB_NAME_MAX], size_t kernels);
void fake_observe_one(const char *kernel);
/* This kernel does nothing. */
void fake_idle(const char *kernel);
/* This kernel makes a mistake in the allocation of this slot, in a word that it changes and that is checked, among
 * these words. */
void fake_mistake(const char *kernel, size_t slot, struct fake_words words, enum fake_mistake mistake);
/* This kernel works correctly except that it does not write this word. */
void fake_turn_word(const char *kernel, size_t slot, size_t word);
void fake_be_right(void);

/* The words that the observed kernel of this number changed in each allocation, without unchecked words at either end
 * (gb_model_unchecked()). */
const struct fake_words *fake_changes(size_t kernel);
/* False if the word cannot be checked. */
bool fake_is_checked(const uint32_t *word);
/* True if a mistake was made since the last call of one of these functions. */
bool fake_was_mistaken(void);
