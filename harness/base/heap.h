/* heap.h: memory for the program's own data. Without it the program says so, removes its temporary files and ends: half
 * an answer helps nobody, and no caller has to look. Sizes that a plug-in, a file or a worker asks for are allocated
 * where they can be refused. */
#pragma once

#include <stddef.h>
#include <stdio.h>

#define GB_NEVER_NULL __attribute__((returns_nonnull, warn_unused_result))

/* All zero. */
void *gb_heap_array(size_t count, size_t size) GB_NEVER_NULL;
/* What is added is not zero. */
void *gb_heap_resize(void *array, size_t count, size_t size) GB_NEVER_NULL;

char *gb_heap_text(const char *text) GB_NEVER_NULL;
/* Its first bytes, at most `length`. */
char *gb_heap_part(const char *text, size_t length) GB_NEVER_NULL;

/* A stream whose text is complete, and the caller's, once it is closed. */
FILE *gb_heap_stream(char **text, size_t *size) GB_NEVER_NULL;
void gb_heap_close(FILE *stream);

/* "out of memory", for libraries that report it themselves. */
_Noreturn void gb_heap_end(void);
