/* array.h: arrays that grow by one element at a time. */
#ifndef GB_ARRAY_H
#define GB_ARRAY_H

#include <stddef.h>

/* Make room for an element of `size` bytes after the first `count`; `*room` is the number of elements that fit. Returns
 * the array, which doubles when it is full and may have moved. NULL: out of memory, and the array is unchanged. */
void *gb_array_grow(void *array, size_t count, size_t *room, size_t size);

#endif
