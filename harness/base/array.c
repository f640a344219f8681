#include "base/array.h"

#include <stdlib.h>

enum { FIRST_ROOM = 16 };

void *gb_array_grow(void *array, size_t count, size_t *room, size_t size)
{
	if (count < *room)
		return array;
	const size_t more = *room > 0 ? 2 * *room : FIRST_ROOM;
	void *grown = realloc(array, more * size);
	if (grown != NULL)
		*room = more;
	return grown;
}
