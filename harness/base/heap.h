/* heap.h: memory for the program's own data, with arrays and texts. If memory runs out, the program reports that,
 * removes its temporary files and ends, so no caller has to check. Sizes that a plug-in or a file asks for are
 * allocated elsewhere, where they can be refused. */
#pragma once

#include <stddef.h>
#include <stdio.h>

#define GB_NEVER_NULL __attribute__((returns_nonnull, warn_unused_result))

/* Set to zero. */
void *gb_heap_array(size_t count, size_t size) GB_NEVER_NULL;
/* The added elements are not set to zero. */
void *gb_heap_resize(void *array, size_t count, size_t size) GB_NEVER_NULL;

char *gb_heap_text(const char *text) GB_NEVER_NULL;
/* Its first bytes, at most `length`. */
char *gb_heap_part(const char *text, size_t length) GB_NEVER_NULL;

/* A stream into memory. After gb_heap_close() the text is complete and belongs to the caller. */
FILE *gb_heap_stream(char **text, size_t *size) GB_NEVER_NULL;
void gb_heap_close(FILE *stream, char *const *text);

/* End with "out of memory", for libraries that report it themselves. */
void gb_heap_end(void) __attribute__((noreturn));

/* ---- arrays that grow by one element at a time ------------------------------------------------------------------- */

/* Make room for an element of `size` bytes after the first `count`; `*room` is the number of elements that fit. Returns
 * the array, which doubles when it is full and may move. */
void *gb_array_grow(void *array, size_t count, size_t *room, size_t size) GB_NEVER_NULL;

/* ---- a set of strings -------------------------------------------------------------------------------------------- */

/* One copy of each different string, so that thousands of equal texts take the memory of one, and equal texts have
 * equal pointers. */
struct gb_strings_block;

struct gb_strings {
	const char **slot; /* a hash table; NULL: free */
	size_t slots, count;
	struct gb_strings_block *block;
};

/* The set's own copy of `text` (NULL counts as ""), which lives until the set is freed. */
const char *gb_strings_keep(struct gb_strings *strings, const char *text) __attribute__((returns_nonnull));
/* The set's copy of `text`; NULL: none. */
const char *gb_strings_find(const struct gb_strings *strings, const char *text);
void gb_strings_free(struct gb_strings *strings);
