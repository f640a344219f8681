/* fatbin.c: reads nvcc's fatbins and the ELF files in them. The format of a fatbin is not published; this reader covers
 * the parts that cuobjdump shows (CUDA 11.8 to 13): a header, and then for each architecture a header and an ELF file,
 * whose sections .nv.info hold the attributes of kernels. */
#include "dry/fatbin.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/text.h"

/* ---- bytes ------------------------------------------------------------------------------------------------------- */

struct bytes {
	const unsigned char *at;
	uint64_t count;
};

/* NULL: the bytes extend beyond the end. */
static struct bytes slice_bytes(struct bytes of, uint64_t offset, uint64_t count)
{
	const bool inside = offset <= of.count && count <= of.count - offset;

	return inside ? (struct bytes){ of.at + offset, count } : (struct bytes){ NULL, 0 };
}

static bool read_bytes(struct bytes of, uint64_t offset, void *out, size_t size)
{
	const struct bytes from = slice_bytes(of, offset, size);

	if (from.at != NULL)
		memcpy(out, from.at, size);
	return from.at != NULL;
}

static uint32_t word_at(struct bytes of, uint64_t offset)
{
	uint32_t word = 0;

	read_bytes(of, offset, &word, sizeof word);
	return word;
}

static const char *string_at(struct bytes of, uint64_t offset)
{
	if (offset >= of.count || memchr(of.at + offset, 0, (size_t)(of.count - offset)) == NULL)
		return "";
	return (const char *)of.at + offset;
}

/* ---- the ELF file of an architecture ----------------------------------------------------------------------------- */

struct elf {
	struct bytes file, names, strings, symbols;
	uint64_t sections_at;
	unsigned int sections;
};

static bool read_section(const struct elf *elf, unsigned int number, Elf64_Shdr *out)
{
	return number < elf->sections &&
	       read_bytes(elf->file, elf->sections_at + (uint64_t)number * sizeof *out, out, sizeof *out);
}

static struct bytes section_bytes(const struct elf *elf, const Elf64_Shdr *section)
{
	return section->sh_type == SHT_NOBITS ? (struct bytes){ NULL, 0 }
					      : slice_bytes(elf->file, section->sh_offset, section->sh_size);
}

static bool find_section(const struct elf *elf, const char *prefix, const char *name, Elf64_Shdr *out)
{
	const size_t length = strlen(prefix);

	for (unsigned int i = 0; read_section(elf, i, out); i++) {
		const char *found = string_at(elf->names, out->sh_name);
		if (strncmp(found, prefix, length) == 0 && strcmp(found + length, name) == 0)
			return true;
	}
	return false;
}

static bool open_elf(struct bytes file, struct elf *out)
{
	Elf64_Ehdr header;
	Elf64_Shdr names, symbols, strings;

	*out = (struct elf){ .file = file };
	if (!read_bytes(file, 0, &header, sizeof header) || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
	    header.e_ident[EI_CLASS] != ELFCLASS64)
		return false;
	out->sections_at = header.e_shoff;
	out->sections = header.e_shnum;
	if (!read_section(out, header.e_shstrndx, &names))
		return false;
	out->names = section_bytes(out, &names);
	if (!find_section(out, ".symtab", "", &symbols) || !read_section(out, symbols.sh_link, &strings))
		return false;
	out->symbols = section_bytes(out, &symbols);
	out->strings = section_bytes(out, &strings);
	return true;
}

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

/* In a symbol's st_other: a kernel, not a function that kernels call. */
#define ENTRY 0x10u

/* An attribute: one byte for the form of its value, one for its kind, two for the value or its length in bytes. */
enum {
	FORM_SIZED = 4,
	ATTRIBUTE_MAX_THREADS = 0x05,
	ATTRIBUTE_FRAME_SIZE = 0x11,
	ATTRIBUTE_PARAMETERS = 0x19,
	ATTRIBUTE_REGISTERS = 0x2f
};

struct attribute {
	unsigned int form, what, value;
	struct bytes data;
};

/* Advances *at; false after the last attribute. */
static bool next_attribute(struct bytes info, uint64_t *at, struct attribute *out)
{
	const uint32_t word = word_at(info, *at);

	if (slice_bytes(info, *at, 4).at == NULL)
		return false;
	*out = (struct attribute){ word & 0xff, word >> 8 & 0xff, word >> 16, { NULL, 0 } };
	*at += 4;
	if (out->form != FORM_SIZED)
		return true;
	out->data = slice_bytes(info, *at, out->value);
	*at += out->value;
	return out->data.at != NULL;
}

/* The section for all kernels, which names each by the index of its symbol. */
static void read_common_info(const struct elf *elf, uint32_t symbol, struct gb_entry *entry)
{
	struct attribute a;
	Elf64_Shdr section;
	uint64_t at = 0;

	if (!find_section(elf, ".nv.info", "", &section))
		return;
	while (next_attribute(section_bytes(elf, &section), &at, &a)) {
		if (a.data.count != 8 || word_at(a.data, 0) != symbol)
			continue;
		if (a.what == ATTRIBUTE_REGISTERS)
			entry->registers = word_at(a.data, 4);
		if (a.what == ATTRIBUTE_FRAME_SIZE)
			entry->local_bytes = word_at(a.data, 4);
	}
}

/* The registers of an SM, and the granularity of allocation. */
enum { REGISTERS = 65536, REGISTER_STEP = 256, WARP = 32, THREADS_MAX = 1024 };

static uint32_t threads_by_registers(uint32_t registers)
{
	const uint32_t of_warp = (WARP * registers + REGISTER_STEP - 1) / REGISTER_STEP * REGISTER_STEP;
	/* A block's warps are distributed over the four partitions of an SM. */
	const uint32_t most = of_warp > 0 ? REGISTERS / 4 / of_warp * 4 * WARP : THREADS_MAX;

	return most < THREADS_MAX ? most : THREADS_MAX;
}

static void read_own_info(const struct elf *elf, struct gb_entry *entry)
{
	struct attribute a;
	Elf64_Shdr section;
	uint64_t at = 0;

	if (find_section(elf, ".nv.shared.", entry->name, &section))
		entry->shared_bytes = (uint32_t)section.sh_size;
	entry->threads_max = threads_by_registers(entry->registers);
	if (!find_section(elf, ".nv.info.", entry->name, &section))
		return;
	while (next_attribute(section_bytes(elf, &section), &at, &a)) {
		if (a.what == ATTRIBUTE_PARAMETERS)
			entry->args_bytes = a.value;
		if (a.what == ATTRIBUTE_MAX_THREADS && a.data.count == 12 && word_at(a.data, 0) < entry->threads_max)
			entry->threads_max = word_at(a.data, 0);
	}
}

static void read_code(struct bytes file, struct gb_code *code)
{
	struct elf elf;
	Elf64_Sym symbol;

	code->packed = !open_elf(file, &elf);
	for (uint32_t i = 0;
	     !code->packed && read_bytes(elf.symbols, (uint64_t)i * sizeof symbol, &symbol, sizeof symbol); i++) {
		if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || (symbol.st_other & ENTRY) == 0)
			continue;
		struct gb_entry entry = { .name = string_at(elf.strings, symbol.st_name) };
		read_common_info(&elf, i, &entry);
		read_own_info(&elf, &entry);
		code->entry = gb_heap_resize(code->entry, code->entries + 1, sizeof *code->entry);
		code->entry[code->entries++] = entry;
	}
}

/* ---- the fatbin -------------------------------------------------------------------------------------------------- */

struct file_header {
	uint32_t magic;
	uint16_t version, bytes;
	uint64_t content;
};

struct code_header {
	uint16_t kind, version;
	uint32_t bytes;
	uint64_t content;
	uint32_t not_known[3], arch;
	uint64_t not_known_either, flags;
};

#define MAGIC    0xba55ed50u
#define KIND_ELF 2u
/* Code for only this architecture ("90a"), or for its family ("100f"). */
#define FLAG_ALONE  0x100000u
#define FLAG_FAMILY 0x200000u

static void add_code(struct gb_fatbin *out, const struct code_header *header, struct bytes file)
{
	out->code = gb_heap_resize(out->code, out->count + 1, sizeof *out->code);
	struct gb_code *code = &out->code[out->count++];
	*code = (struct gb_code){ .cc = (int)header->arch };
	gb_text_add(code->arch, sizeof code->arch, "sm_%u%s", header->arch % 1000,
		    header->flags & FLAG_FAMILY  ? "f"
		    : header->flags & FLAG_ALONE ? "a"
						 : "");
	read_code(file, code);
}

int gb_fatbin_read(const unsigned char *image, const unsigned char *end, struct gb_fatbin *out, struct gb_error *error)
{
	const struct bytes all = { image, (uint64_t)(end - image) };
	struct file_header file;
	struct code_header header;
	int status = GB_OK;

	*out = (struct gb_fatbin){ 0 };
	if (all.count <= 1) /* built without kernels */
		return GB_OK;
	if (!read_bytes(all, 0, &file, sizeof file) || file.magic != MAGIC)
		return gb_error_set(error, "the plug-in does not embed a fatbin");
	for (uint64_t at = file.bytes;
	     status == GB_OK && read_bytes(all, at, &header, sizeof header) && header.bytes > 0;
	     at += header.bytes + header.content) {
		const struct bytes content_of = slice_bytes(all, at + header.bytes, header.content);
		if (content_of.at == NULL)
			status = gb_error_set(error, "the fatbin is truncated");
		else if (header.kind == KIND_ELF)
			add_code(out, &header, content_of);
	}
	if (status != GB_OK)
		gb_fatbin_free(out);
	return status;
}

void gb_fatbin_free(struct gb_fatbin *fatbin)
{
	for (size_t i = 0; i < fatbin->count; i++)
		free(fatbin->code[i].entry);
	free(fatbin->code);
	*fatbin = (struct gb_fatbin){ 0 };
}

const struct gb_entry *gb_code_find(const struct gb_code *code, const char *name)
{
	for (size_t i = 0; i < code->entries; i++)
		if (strcmp(code->entry[i].name, name) == 0)
			return &code->entry[i];
	return NULL;
}
