#include "inject/cubins.h"

#include <elf.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { CUBINS_MAX = 4096 };
static const size_t bytes_max = (size_t)4 << 30;

static struct {
	pthread_mutex_t lock;
	struct {
		char *bytes;
		size_t size;
		uint32_t crc;
		bool has_crc;
	} cubin[CUBINS_MAX];
	size_t count, bytes;
} kept = { .lock = PTHREAD_MUTEX_INITIALIZER };

void gb_cubins_keep(const struct cupti_module *module)
{
	if (module == NULL || module->cubin == NULL || module->size == 0)
		return;
	pthread_mutex_lock(&kept.lock);
	char *copy = kept.count < CUBINS_MAX && module->size <= bytes_max - kept.bytes ? malloc(module->size) : NULL;
	if (copy != NULL) {
		memcpy(copy, module->cubin, module->size);
		kept.cubin[kept.count].bytes = copy;
		kept.cubin[kept.count].size = module->size;
		kept.count++;
		kept.bytes += module->size;
	}
	pthread_mutex_unlock(&kept.lock);
}

static bool has_checksum(size_t i, uint32_t crc)
{
	if (!kept.cubin[i].has_crc) {
		struct cupti_crc asked = { CUPTI_SIZE_TO(cupti_crc, crc), kept.cubin[i].size, kept.cubin[i].bytes, 0 };
		int (*ask)(struct cupti_crc *);
		const struct gb_library_function function = { "cuptiGetCubinCrc", &ask };
		if (!gb_cupti_find(&function, 1) || ask(&asked) != CUPTI_OK)
			return false;
		kept.cubin[i].crc = (uint32_t)asked.crc;
		kept.cubin[i].has_crc = true;
	}
	return kept.cubin[i].crc == crc;
}

static bool copy_out(const char *bytes, size_t size, uint64_t at, void *to, size_t length)
{
	if (at > size || length > size - at)
		return false;
	memcpy(to, bytes + at, length);
	return true;
}

static bool is_code_named(const char *bytes, size_t size, const Elf64_Shdr *names, uint32_t at, const char *function)
{
	static const char prefix[] = ".text.";
	const size_t length = strlen(function) + sizeof prefix; /* with the closing 0 */

	return at < names->sh_size && names->sh_offset <= size && names->sh_size <= size - names->sh_offset &&
	       length <= names->sh_size - at && memcmp(bytes + names->sh_offset + at, prefix, sizeof prefix - 1) == 0 &&
	       memcmp(bytes + names->sh_offset + at + sizeof prefix - 1, function, strlen(function) + 1) == 0;
}

static bool find_code(const char *bytes, size_t size, const char *function, Elf64_Shdr *code)
{
	Elf64_Ehdr head;
	Elf64_Shdr names;

	if (!copy_out(bytes, size, 0, &head, sizeof head) || memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 ||
	    head.e_ident[EI_CLASS] != ELFCLASS64 ||
	    !copy_out(bytes, size, head.e_shoff + (uint64_t)head.e_shstrndx * sizeof names, &names, sizeof names))
		return false;
	for (unsigned i = 0; i < head.e_shnum; i++)
		if (copy_out(bytes, size, head.e_shoff + (uint64_t)i * sizeof *code, code, sizeof *code) &&
		    is_code_named(bytes, size, &names, code->sh_name, function))
			return true;
	return false;
}

static bool find_in_cubin(size_t i, const char *function, uint32_t place, uint64_t *low, uint64_t *high)
{
	const char *bytes = kept.cubin[i].bytes;
	const size_t size = kept.cubin[i].size;
	uint64_t word[2];
	Elf64_Shdr code;

	if (!find_code(bytes, size, function, &code) || place > code.sh_size || sizeof word > code.sh_size - place ||
	    !copy_out(bytes, size, code.sh_offset + place, word, sizeof word))
		return false;
	*low = word[0];
	*high = word[1];
	return true;
}

bool gb_cubins_find(uint32_t crc, const char *function, uint32_t place, uint64_t *low, uint64_t *high)
{
	bool found = false;

	pthread_mutex_lock(&kept.lock);
	for (size_t i = 0; i < kept.count && !found; i++)
		found = has_checksum(i, crc) && find_in_cubin(i, function, place, low, high);
	pthread_mutex_unlock(&kept.lock);
	return found;
}
