/* array.h: arrays that grow by one element at a time. */
#ifndef GB_ARRAY_H
#define GB_ARRAY_H

#include <stddef.h>

/* The array with room for an element after its `count`, of `size` bytes each; `*room` is how many it has room for. It
 * doubles when it is full, and may have moved. NULL: out of memory, and the array is as it was. */
void *gb_array_grow(void *array, size_t count, size_t *room, size_t size);

#endif
