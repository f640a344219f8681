#include "plan/object.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/heap.h"

#if defined(__x86_64__)
#define MACHINE EM_X86_64
#elif defined(__aarch64__)
#define MACHINE EM_AARCH64
#elif defined(__powerpc64__)
#define MACHINE EM_PPC64
#elif defined(__riscv)
#define MACHINE EM_RISCV
#endif

#define CLASS (__ELF_NATIVE_CLASS == 64 ? ELFCLASS64 : ELFCLASS32)
#define DATA  (__BYTE_ORDER == __LITTLE_ENDIAN ? ELFDATA2LSB : ELFDATA2MSB)

typedef ElfW(Ehdr) file_header;
typedef ElfW(Phdr) segment;
typedef ElfW(Shdr) section;
typedef ElfW(Dyn) dynamic;

struct object {
	int fd;
	uint64_t bytes; /* of the file */
	file_header header;
	segment *segment; /* header.e_phnum of them */
};

/* ---- reading ---------------------------------------------------------------------------------------------------- */

static int check_inside(const struct object *o, uint64_t offset, uint64_t bytes, const char *what,
			struct gb_error *error)
{
	if (offset <= o->bytes && bytes <= o->bytes - offset)
		return GB_OK;
	return gb_error_set(error,
			    "the file is truncated or damaged: it has %llu bytes, and %s is %llu bytes at offset %llu",
			    (unsigned long long)o->bytes, what, (unsigned long long)bytes, (unsigned long long)offset);
}

/* Read a part of the file. It is an ordinary error if the file has shrunk meanwhile. */
static int read_part(const struct object *o, void *to, uint64_t offset, uint64_t bytes, const char *what,
		     struct gb_error *error)
{
	GB_TRY(check_inside(o, offset, bytes, what, error));
	for (uint64_t done = 0; done < bytes;) {
		const ssize_t got = pread(o->fd, (char *)to + done, bytes - done, (off_t)(offset + done));
		if (got <= 0)
			return gb_error_set(error, "%s cannot be read: %s", what,
					    got < 0 ? strerror(errno) : "the file ends there");
		done += (uint64_t)got;
	}
	return GB_OK;
}

/* A table of the file, which the caller frees; NULL: an error is set. */
static void *read_table(const struct object *o, uint64_t offset, uint64_t bytes, const char *what,
			struct gb_error *error)
{
	if (check_inside(o, offset, bytes, what, error) != GB_OK)
		return NULL;
	void *table = gb_heap_array(1, bytes + 1);
	if (read_part(o, table, offset, bytes, what, error) != GB_OK) {
		free(table);
		return NULL;
	}
	return table;
}

/* ---- the checks ------------------------------------------------------------------------------------------------- */

static int check_header(struct object *o, struct gb_error *error)
{
	const file_header *h = &o->header;

	if (o->bytes < sizeof *h)
		return gb_error_set(error, "not a shared object: it has %llu bytes", (unsigned long long)o->bytes);
	GB_TRY(read_part(o, &o->header, 0, sizeof *h, "its header", error));
	if (memcmp(h->e_ident, ELFMAG, SELFMAG) != 0)
		return gb_error_set(error, "not a shared object: it does not begin with an ELF header");
	if (h->e_ident[EI_CLASS] != CLASS || h->e_ident[EI_DATA] != DATA)
		return gb_error_set(error,
				    "a shared object for another kind of machine: its word size or byte order differs");
#ifdef MACHINE
	if (h->e_machine != MACHINE)
		return gb_error_set(error,
				    "a shared object for another kind of machine: ELF machine %u; this one is %u",
				    (unsigned int)h->e_machine, (unsigned int)MACHINE);
#endif
	if (h->e_type != ET_DYN)
		return gb_error_set(error, "not a shared object: ELF type %u, expected %u", (unsigned int)h->e_type,
				    (unsigned int)ET_DYN);
	if (h->e_phnum == 0 || h->e_phentsize != sizeof(segment) ||
	    (h->e_shoff != 0 && h->e_shentsize != sizeof(section)))
		return gb_error_set(error, "the ELF header is damaged: %u segments of %u bytes, sections of %u",
				    (unsigned int)h->e_phnum, (unsigned int)h->e_phentsize,
				    (unsigned int)h->e_shentsize);
	return GB_OK;
}

static const segment *find_segment(const struct object *o, uint32_t type)
{
	for (size_t i = 0; i < o->header.e_phnum; i++)
		if (o->segment[i].p_type == type)
			return &o->segment[i];
	return NULL;
}

static int check_segments(struct object *o, struct gb_error *error)
{
	const size_t count = o->header.e_phnum;

	o->segment = read_table(o, o->header.e_phoff, count * sizeof *o->segment, "its table of segments", error);
	if (o->segment == NULL)
		return GB_FAILED;
	for (size_t i = 0; i < count; i++) {
		GB_TRY(check_inside(o, o->segment[i].p_offset, o->segment[i].p_filesz, "a segment", error));
		if (o->segment[i].p_type == PT_LOAD && o->segment[i].p_filesz > o->segment[i].p_memsz)
			return gb_error_set(error, "the file is damaged: segment %zu is larger than its memory", i);
	}
	if (find_segment(o, PT_LOAD) == NULL || find_segment(o, PT_DYNAMIC) == NULL)
		return gb_error_set(error, "not a shared object: it has no segments to load");
	return GB_OK;
}

/* Loading does not need sections, but their table comes last, so a truncated file lacks it. */
static int check_sections(const struct object *o, struct gb_error *error)
{
	const file_header *h = &o->header;
	const char *const what = "its table of sections";
	section one;

	if (h->e_shoff == 0)
		return GB_OK;
	GB_TRY(read_part(o, &one, h->e_shoff, sizeof one, what, error));
	/* The first, empty section has the number if the header has no room for it. */
	const uint64_t count = h->e_shnum != 0 ? h->e_shnum : one.sh_size;
	if (count > o->bytes / sizeof one)
		return check_inside(o, h->e_shoff, UINT64_MAX, what, error);
	section *table = read_table(o, h->e_shoff, count * sizeof *table, what, error);
	int status = table != NULL ? GB_OK : GB_FAILED;
	for (uint64_t i = 0; i < count && status == GB_OK; i++)
		if (table[i].sh_type != SHT_NULL && table[i].sh_type != SHT_NOBITS)
			status = check_inside(o, table[i].sh_offset, table[i].sh_size, "a section", error);
	free(table);
	return status;
}

static bool is_loaded(const struct object *o, uint64_t address)
{
	for (size_t i = 0; i < o->header.e_phnum; i++) {
		const segment *s = &o->segment[i];
		if (s->p_type == PT_LOAD && address >= s->p_vaddr && address - s->p_vaddr < s->p_filesz)
			return true;
	}
	return false;
}

/* An incomplete copy that is filled up with zeros has the full size, but lacks the tables that the linker uses without
 * checking. */
static int check_dynamic(const struct object *o, struct gb_error *error)
{
	const segment *s = find_segment(o, PT_DYNAMIC);
	bool strings = false, symbols = false, ends = false;
	dynamic *table = read_table(o, s->p_offset, s->p_filesz, "its dynamic section", error);

	if (table == NULL)
		return GB_FAILED;
	for (uint64_t i = 0; i < s->p_filesz / sizeof *table && !ends; i++) {
		ends = table[i].d_tag == DT_NULL;
		strings |= table[i].d_tag == DT_STRTAB && is_loaded(o, table[i].d_un.d_ptr);
		symbols |= table[i].d_tag == DT_SYMTAB && is_loaded(o, table[i].d_un.d_ptr);
	}
	free(table);
	return strings && symbols && ends
		       ? GB_OK
		       : gb_error_set(error, "the file is damaged: its dynamic section has no symbols");
}

/* ---- the file --------------------------------------------------------------------------------------------------- */

static const char *file_kind(mode_t mode)
{
	return S_ISDIR(mode) ? "a folder" : S_ISFIFO(mode) ? "a FIFO" : S_ISSOCK(mode) ? "a socket" : "a device";
}

static int open_file(struct object *o, const char *path, bool *absent, struct gb_error *error)
{
	struct stat st;

	if (stat(path, &st) != 0) {
		*absent = errno == ENOENT || errno == ENOTDIR;
		return gb_error_set(error, "cannot be read: %s", strerror(errno));
	}
	if (!S_ISREG(st.st_mode))
		return gb_error_set(error, "%s, expected a shared object", file_kind(st.st_mode));
	/* If the file has become a FIFO meanwhile, opening it must not block. */
	o->fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (o->fd < 0 || fstat(o->fd, &st) != 0 || !S_ISREG(st.st_mode))
		return gb_error_set(error, "cannot be read: %s", o->fd < 0 ? strerror(errno) : "it changes");
	o->bytes = (uint64_t)st.st_size;
	return GB_OK;
}

int gb_object_check(const char *path, bool *absent, struct gb_error *error)
{
	struct object o = { .fd = -1 };

	*absent = false;
	const int status = open_file(&o, path, absent, error) == GB_OK && check_header(&o, error) == GB_OK &&
					   check_segments(&o, error) == GB_OK && check_sections(&o, error) == GB_OK
				   ? check_dynamic(&o, error)
				   : GB_FAILED;
	free(o.segment);
	if (o.fd >= 0)
		close(o.fd);
	return status;
}
