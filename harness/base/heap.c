#include "base/heap.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/hash.h"

enum { EXIT_NO_MEMORY = 2 }; /* as after any other failure (commands.h) */

void gb_heap_end(void)
{
	fputs("gpubench: out of memory\n", stderr);
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

void gb_heap_close(FILE *stream, char *const *text)
{
	const int lost = ferror(stream);

	/* glibc may lose text without reporting an error. */
	if (fclose(stream) != 0 || lost || *text == NULL)
		gb_heap_end();
}

/* ---- arrays ------------------------------------------------------------------------------------------------------ */

enum { FIRST_ROOM = 16 };

void *gb_array_grow(void *array, size_t count, size_t *room, size_t size)
{
	if (count < *room)
		return array;
	*room = *room > 0 ? 2 * *room : FIRST_ROOM;
	return gb_heap_resize(array, *room, size);
}

/* ---- strings ----------------------------------------------------------------------------------------------------- */

enum { BLOCK = 1 << 16, FIRST_SLOTS = 256 };

struct gb_strings_block {
	struct gb_strings_block *next;
	size_t used, size;
	char text[];
};

static const char **find_slot(const struct gb_strings *strings, const char *text)
{
	const uint64_t hash = gb_hash_finish(gb_hash_mix(GB_HASH_BEGIN, text, strlen(text)));
	size_t at = (size_t)hash & (strings->slots - 1);

	while (strings->slot[at] != NULL && strcmp(strings->slot[at], text) != 0)
		at = (at + 1) & (strings->slots - 1);
	return &strings->slot[at];
}

static void grow_slots(struct gb_strings *strings)
{
	struct gb_strings grown = { .slots = strings->slots ? 2 * strings->slots : FIRST_SLOTS };

	grown.slot = gb_heap_array(grown.slots, sizeof *grown.slot);
	for (size_t i = 0; i < strings->slots; i++)
		if (strings->slot[i] != NULL)
			*find_slot(&grown, strings->slot[i]) = strings->slot[i];
	free(strings->slot);
	strings->slot = grown.slot;
	strings->slots = grown.slots;
}

static const char *copy_text(struct gb_strings *strings, const char *text)
{
	const size_t size = strlen(text) + 1;
	struct gb_strings_block *block = strings->block;

	if (block == NULL || block->size - block->used < size) {
		const size_t room = size > BLOCK ? size : BLOCK;
		block = gb_heap_array(1, sizeof *block + room);
		*block = (struct gb_strings_block){ .next = strings->block, .size = room };
		strings->block = block;
	}
	char *kept = memcpy(block->text + block->used, text, size);
	block->used += size;
	return kept;
}

const char *gb_strings_keep(struct gb_strings *strings, const char *text)
{
	if (text == NULL)
		text = "";
	if (2 * strings->count >= strings->slots)
		grow_slots(strings);
	const char **slot = find_slot(strings, text);
	if (*slot == NULL) {
		*slot = copy_text(strings, text);
		strings->count++;
	}
	return *slot;
}

const char *gb_strings_find(const struct gb_strings *strings, const char *text)
{
	return strings->slots > 0 ? *find_slot(strings, text) : NULL;
}

void gb_strings_free(struct gb_strings *strings)
{
	for (struct gb_strings_block *block = strings->block; block != NULL;) {
		struct gb_strings_block *next = block->next;
		free(block);
		block = next;
	}
	free(strings->slot);
	*strings = (struct gb_strings){ 0 };
}
