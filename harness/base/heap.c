#include "base/heap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"

enum { EXIT_NO_MEMORY = 2 }; /* as after any other failure (commands.h) */

_Noreturn void gb_heap_end(void)
{
	fprintf(stderr, "%s: out of memory\n", program_invocation_short_name);
	gb_cleanup_now(EXIT_NO_MEMORY);
}

static void *require_memory(void *memory)
{
	if (memory == NULL)
		gb_heap_end();
	return memory;
}

void *gb_heap_array(size_t count, size_t size)
{
	return require_memory(calloc(count > 0 ? count : 1, size));
}

void *gb_heap_resize(void *array, size_t count, size_t size)
{
	return require_memory(reallocarray(array, count > 0 ? count : 1, size));
}

char *gb_heap_text(const char *text)
{
	return require_memory(strdup(text));
}

char *gb_heap_part(const char *text, size_t length)
{
	return require_memory(strndup(text, length));
}

FILE *gb_heap_stream(char **text, size_t *size)
{
	return require_memory(open_memstream(text, size));
}

void gb_heap_close(FILE *stream)
{
	const int lost = ferror(stream);

	if (fclose(stream) != 0 || lost)
		gb_heap_end();
}
