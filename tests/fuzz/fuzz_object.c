/* fuzz_object: gb_object_check() on any file, and gb_seal_check() on accepted files, whose segments must all lie
 * inside the file. */
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"
#include "plan/object.h"
#include "plan/seal.h"

static void check_taken(const uint8_t *bytes, size_t size)
{
	ElfW(Ehdr) header;
	ElfW(Phdr) segment;

	memcpy(&header, bytes, sizeof header);
	for (size_t i = 0; i < header.e_phnum; i++) {
		memcpy(&segment, bytes + header.e_phoff + i * sizeof segment, sizeof segment);
		fuzz_require(segment.p_offset <= size && segment.p_filesz <= size - segment.p_offset,
			     "segment %zu lies outside", i);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct gb_error error = { "" };
	char path[64];
	bool absent;
	const int fd = memfd_create("fuzz", MFD_CLOEXEC);

	fuzz_require(fd >= 0 && write(fd, bytes, size) == (ssize_t)size, "no file of %zu bytes", size);
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	if (gb_object_check(path, &absent, &error) == GB_OK) {
		bool has_seal;
		check_taken(bytes, size);
		if (gb_seal_check(path, &has_seal, &error) != GB_OK)
			fuzz_one_line(&error);
	} else {
		fuzz_one_line(&error);
	}
	close(fd);
	return 0;
}
