/* collections.h: arrays that grow by one element at a time, and a set that keeps one copy of each different string, so
 * that thousands of equal texts cost as much as one, and equal texts are equal pointers. */
#pragma once

#include <stddef.h>

#include "base/heap.h"

/* Make room for an element of `size` bytes after the first `count`; `*room` is the number of elements that fit. Returns
 * the array, which doubles when it is full and may have moved. */
void *gb_array_grow(void *array, size_t count, size_t *room, size_t size) GB_NEVER_NULL;

/* ---- strings ----------------------------------------------------------------------------------------------------- */

struct gb_strings_block;

struct gb_strings {
	const char **slot; /* a hash table; NULL: free */
	size_t slots, count;
	struct gb_strings_block *block;
};

/* The collection's own copy of `text` (NULL counts as ""), which lives until the collection is freed. */
const char *gb_strings_keep(struct gb_strings *strings, const char *text) __attribute__((returns_nonnull));
/* The collection's copy of `text` if there is one, otherwise NULL. */
const char *gb_strings_find(const struct gb_strings *strings, const char *text);
void gb_strings_free(struct gb_strings *strings);
