#include "plan/seal.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"

enum { CHUNK = 1 << 18, NOTES_MOST = 1 << 16 };

struct seal {
	uint64_t bytes, whole, loaded;
};

struct file {
	int fd;
	uint64_t bytes;
	ElfW(Ehdr) header;
	ElfW(Phdr) * segment; /* header.e_phnum of them */
	bool has_note;
	uint64_t note; /* offset of the seal in the file */
	struct seal seal;
};

/* ---- reading ---------------------------------------------------------------------------------------------------- */

static int read_at(const struct file *f, void *to, uint64_t bytes, uint64_t offset, struct gb_error *error)
{
	for (uint64_t done = 0; done < bytes;) {
		const ssize_t got = pread(f->fd, (char *)to + done, bytes - done, (off_t)(offset + done));
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return gb_error_set(error, "cannot be read: %s", got < 0 ? strerror(errno) : "it ends early");
		done += (uint64_t)got;
	}
	return GB_OK;
}

static uint64_t round_up(uint64_t size, uint64_t to)
{
	return (size + to - 1) / to * to;
}

/* Find a seal among the notes of a segment. Zeros are not a checksum; they mean damage. */
static int find_seal(struct file *f, const ElfW(Phdr) * s, const unsigned char *notes, struct gb_error *error)
{
	const uint64_t to = s->p_align == 8 ? 8 : 4, name_size = sizeof GB_SEAL_NOTE;
	uint32_t head[3]; /* size of the name, size of the contents, type */

	for (uint64_t at = 0; at + sizeof head <= s->p_filesz;) {
		memcpy(head, notes + at, sizeof head);
		const uint64_t from = at + round_up(sizeof head + head[0], to), next = from + round_up(head[1], to);
		if (head[0] == 0 && head[1] == 0 && head[2] == 0)
			return gb_error_set(error, "the file is damaged: it has zeros where notes should be");
		if (head[0] == name_size && head[1] == sizeof f->seal && head[2] == GB_SEAL_TYPE &&
		    from + sizeof f->seal <= s->p_filesz &&
		    memcmp(notes + at + sizeof head, GB_SEAL_NOTE, name_size) == 0) {
			memcpy(&f->seal, notes + from, sizeof f->seal);
			f->note = s->p_offset + from;
			f->has_note = true;
		}
		at = next;
	}
	return GB_OK;
}

static int read_notes(struct file *f, const ElfW(Phdr) * s, struct gb_error *error)
{
	unsigned char *notes = s->p_filesz <= NOTES_MOST ? malloc(s->p_filesz + 1) : NULL;
	int status = GB_OK;

	if (notes == NULL)
		return gb_error_set(error, "its notes of %llu bytes cannot be read", (unsigned long long)s->p_filesz);
	status = read_at(f, notes, s->p_filesz, s->p_offset, error);
	if (status == GB_OK)
		status = find_seal(f, s, notes, error);
	free(notes);
	return status;
}

static int open_file(struct file *f, const char *path, int how, struct gb_error *error)
{
	struct stat is;

	f->fd = open(path, how | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (f->fd < 0 || fstat(f->fd, &is) != 0)
		return gb_error_set(error, "cannot be read: %s", strerror(errno));
	f->bytes = (uint64_t)is.st_size;
	GB_TRY(read_at(f, &f->header, sizeof f->header, 0, error));
	const uint64_t bytes = f->header.e_phnum * sizeof *f->segment;
	f->segment = calloc(1, bytes + 1);
	if (f->segment == NULL)
		return gb_error_set(error, "out of memory");
	int status = read_at(f, f->segment, bytes, f->header.e_phoff, error);
	for (size_t i = 0; i < f->header.e_phnum && status == GB_OK; i++)
		if (f->segment[i].p_type == PT_NOTE)
			status = read_notes(f, &f->segment[i], error);
	return status;
}

static void close_file(struct file *f)
{
	free(f->segment);
	if (f->fd >= 0)
		close(f->fd);
}

/* ---- checksums -------------------------------------------------------------------------------------------------- */

/* Zero the overlap of two ranges of the file, of which the first is in memory at `bytes`. */
static void blank_overlap(unsigned char *bytes, uint64_t at, uint64_t size, uint64_t from, uint64_t count)
{
	const uint64_t begin = from > at ? from : at, end = from + count < at + size ? from + count : at + size;

	if (begin < end)
		memset(bytes + (begin - at), 0, end - begin);
}

static int hash_range(const struct file *f, uint64_t from, uint64_t count, unsigned char *bytes,
		      struct gb_hash_blocks *hash, struct gb_error *error)
{
	for (uint64_t at = from, size; at < from + count; at += size) {
		size = from + count - at < CHUNK ? from + count - at : CHUNK;
		GB_TRY(read_at(f, bytes, size, at, error));
		blank_overlap(bytes, at, size, 0, sizeof f->header);
		for (size_t i = 0; i < f->header.e_phnum; i++)
			if (f->segment[i].p_type == PT_NOTE)
				blank_overlap(bytes, at, size, f->segment[i].p_offset, f->segment[i].p_filesz);
		gb_hash_add_blocks(hash, bytes, size);
	}
	return GB_OK;
}

static int compute_sum(const struct file *f, bool whole, uint64_t *out, struct gb_error *error)
{
	struct gb_hash_blocks hash = GB_HASH_BLOCKS_BEGIN;
	unsigned char *bytes = malloc(CHUNK);
	int status = bytes != NULL ? GB_OK : gb_error_set(error, "out of memory");

	if (whole && status == GB_OK)
		status = hash_range(f, 0, f->bytes, bytes, &hash, error);
	for (size_t i = 0; i < f->header.e_phnum && !whole && status == GB_OK; i++)
		if (f->segment[i].p_type == PT_LOAD)
			status = hash_range(f, f->segment[i].p_offset, f->segment[i].p_filesz, bytes, &hash, error);
	free(bytes);
	*out = gb_hash_of_blocks(&hash);
	return status;
}

/* ---- the seal --------------------------------------------------------------------------------------------------- */

static int check_sums(const struct file *f, struct gb_error *error)
{
	const bool whole = f->bytes == f->seal.bytes;
	uint64_t now;

	GB_TRY(compute_sum(f, whole, &now, error));
	if (now != (whole ? f->seal.whole : f->seal.loaded))
		return gb_error_set(
			error, "the file is damaged: its checksum is %016llx, and was %016llx when it was built",
			(unsigned long long)now, (unsigned long long)(whole ? f->seal.whole : f->seal.loaded));
	return GB_OK;
}

int gb_seal_check(const char *path, bool *has_seal, struct gb_error *error)
{
	struct file f = { .fd = -1 };
	int status = open_file(&f, path, O_RDONLY, error);

	*has_seal = status == GB_OK && f.has_note && f.seal.bytes > 0;
	if (*has_seal)
		status = check_sums(&f, error);
	close_file(&f);
	return status;
}

int gb_seal_write(const char *path, struct gb_error *error)
{
	struct file f = { .fd = -1 };
	int status = open_file(&f, path, O_RDWR, error);

	if (status == GB_OK && !f.has_note)
		status = gb_error_set(error, "has no room for a checksum");
	f.seal = (struct seal){ .bytes = f.bytes };
	if (status == GB_OK)
		status = compute_sum(&f, true, &f.seal.whole, error);
	if (status == GB_OK)
		status = compute_sum(&f, false, &f.seal.loaded, error);
	if (status == GB_OK && pwrite(f.fd, &f.seal, sizeof f.seal, (off_t)f.note) != (ssize_t)sizeof f.seal)
		status = gb_error_set(error, "cannot be written: %s", strerror(errno));
	close_file(&f);
	return status;
}
