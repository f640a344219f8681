/* Kernels in machine code: a hand-made fatbin, byte for byte as nvcc makes them, then cut off or damaged anywhere. */
#include <elf.h>

#include "dry/fatbin.h"
#include "support.h"

enum { SECTIONS = 8, ROOM = 4096 };

/* Written one after another into `bytes`. */
static struct {
	unsigned char bytes[ROOM];
	size_t at;
} made;

static size_t put(const void *from, size_t size)
{
	const size_t at = made.at;

	assert_true(made.at + size <= ROOM);
	memcpy(made.bytes + made.at, from, size);
	made.at += (size + 7) / 8 * 8;
	return at;
}

/* "\0first\0second\0": the offsets of the words follow from their lengths. */
static const char names[] = "\0.strtab\0.symtab\0.nv.info\0.nv.info.my_add\0.nv.shared.my_add\0.text.my_add";
enum { N_STRTAB = 1, N_SYMTAB = 9, N_INFO = 17, N_OWN = 26, N_SHARED = 42, N_TEXT = 60 };
static const char strings[] = "\0my_add\0helper";

/* A file with one kernel, symbol 1, of 40 registers, 16 bytes of local memory and 512 of shared memory, blocks of 256
 * at most and 24 bytes of arguments; symbol 2 is a function that it calls. */
static size_t put_elf(void)
{
	const size_t start = made.at;
	const uint32_t common[] = { 0x00082f04, 1, 40, 0x00081104, 1, 16, 0x00082f04, 2, 99 };
	const uint32_t own[] = { 0x000c0504, 256, 1, 1, 0x00181903 };
	const Elf64_Sym symbol[] = { { 0 },
				     { .st_name = 1, .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), .st_other = 0x10 },
				     { .st_name = 8, .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), .st_other = 0 } };
	Elf64_Ehdr header = { .e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64, 1, 1 },
			      .e_shnum = SECTIONS,
			      .e_shentsize = sizeof(Elf64_Shdr),
			      .e_shstrndx = 1 };
	Elf64_Shdr section[SECTIONS] = { { 0 } };
	const size_t header_at = put(&header, sizeof header);

#define SECTION(i, n, what, type, l)                                             \
	section[i] = (Elf64_Shdr){ .sh_name = (n),                               \
				   .sh_type = (type),                            \
				   .sh_offset = put(what, sizeof(what)) - start, \
				   .sh_size = sizeof(what),                      \
				   .sh_link = (l) }
	SECTION(1, N_STRTAB, names, SHT_STRTAB, 0);
	SECTION(2, N_STRTAB, strings, SHT_STRTAB, 0);
	SECTION(3, N_SYMTAB, symbol, SHT_SYMTAB, 2);
	SECTION(4, N_INFO, common, SHT_LOPROC, 3);
	SECTION(5, N_OWN, own, SHT_LOPROC, 3);
	section[6] = (Elf64_Shdr){ .sh_name = N_SHARED, .sh_type = SHT_NOBITS, .sh_size = 512 };
	section[7] = (Elf64_Shdr){ .sh_name = N_TEXT, .sh_type = SHT_PROGBITS };
	header.e_shoff = put(section, sizeof section) - start;
	memcpy(made.bytes + header_at, &header, sizeof header);
	return made.at - start;
}

/* The head of an architecture's code, 64 bytes. */
static size_t put_head(uint32_t arch, uint64_t flags)
{
	unsigned char head[64] = { 2, 0, 1, 1, 64 };

	memcpy(head + 28, &arch, sizeof arch);
	memcpy(head + 40, &flags, sizeof flags);
	return put(head, sizeof head);
}

static void set_size(size_t head_at, uint64_t size)
{
	memcpy(made.bytes + head_at + 8, &size, sizeof size);
}

/* sm_90a as above, and a compressed sm_120. */
static void make_fatbin(void)
{
	const unsigned char file[16] = { 0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0 };

	memset(&made, 0, sizeof made);
	put(file, sizeof file);
	size_t head = put_head(90, 0x100011);
	set_size(head, put_elf());
	head = put_head(120, 0x8011);
	put("\x28\xb5\x2f\xfd is packed.", 16);
	set_size(head, 16);
}

TEST(what_a_kernel_needs_is_read)
{
	FREED_BY(gb_fatbin_free) struct gb_fatbin found;

	make_fatbin();
	assert_ok(gb_fatbin_read(made.bytes, made.bytes + made.at, &found, &error), error);
	assert_int_equal(found.count, 2);
	assert_string_equal(found.code[0].arch, "sm_90a");
	assert_int_equal(found.code[0].cc, 90);
	assert_false(found.code[0].packed);
	assert_int_equal(found.code[0].entries, 1); /* a function called by kernels is not a kernel */
	const struct gb_entry *k = gb_code_find(&found.code[0], "my_add");
	assert_non_null(k);
	assert_int_equal(k->registers, 40);
	assert_int_equal(k->local_bytes, 16);
	assert_int_equal(k->shared_bytes, 512);
	assert_int_equal(k->threads_max, 256);
	assert_int_equal(k->args_bytes, 24);
	assert_null(gb_code_find(&found.code[0], "helper"));
	assert_string_equal(found.code[1].arch, "sm_120");
	assert_true(found.code[1].packed);
	assert_int_equal(found.code[1].entries, 0);
}

TEST(a_build_without_kernels_has_none)
{
	struct gb_fatbin found;

	assert_ok(gb_fatbin_read(made.bytes, made.bytes, &found, &error), error);
	assert_int_equal(found.count, 0);
	memset(made.bytes, 'x', 64);
	assert_fails(gb_fatbin_read(made.bytes, made.bytes + 64, &found, &error), "embed a fatbin");
}

/* Wherever it is cut off, the result is an error or complete parts. AddressSanitizer detects reads past the end. */
TEST(one_that_is_cut_off_is_not_read_past_its_end)
{
	make_fatbin();
	for (size_t kept = 2; kept < made.at; kept++) {
		unsigned char *copy = malloc(kept);
		struct gb_fatbin found;
		gb_error_clear(&error);
		assert_non_null(copy);
		memcpy(copy, made.bytes, kept);
		if (gb_fatbin_read(copy, copy + kept, &found, &error) == GB_OK)
			gb_fatbin_free(&found);
		else
			assert_true(strstr(error.text, "truncated") != NULL ||
				    strstr(error.text, "embed a fatbin") != NULL);
		free(copy);
	}
}

TEST(one_that_is_damaged_ends)
{
	for (size_t i = 0; i < 2000; i++) {
		struct gb_fatbin found;
		gb_error_clear(&error);
		make_fatbin();
		made.bytes[i * 7919 % made.at] = (unsigned char)(i * 31);
		made.bytes[i * 104729 % made.at] ^= (unsigned char)(1 << i % 8);
		if (gb_fatbin_read(made.bytes, made.bytes + made.at, &found, &error) == GB_OK)
			gb_fatbin_free(&found);
	}
}
