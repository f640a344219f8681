/* fail.c, by LD_PRELOAD: one call of the C library fails: the first at a place of the program, or the n-th of its kind;
 * and with "+" every call of its kind after it.
 *
 * GPUBENCH_FAIL_FILE is a file of sizeof(struct calls) zeros, shared by all processes of a program: it counts the calls
 * of each kind and of each place, and records whether one has failed. GPUBENCH_FAIL is "KIND n N", "KIND at PLACE",
 * "KIND n+ N" or "KIND at+ PLACE"; without it none fails. A place is the offset in the program of the call that led
 * there, be it through a library other than hwloc. Printing on standard error never fails: failures are reported there.
 * */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum kind { MALLOC, OPEN, READ, WRITE, FSYNC, RENAME, FORK, KINDS };
enum { PLACES = 8192, FRAMES = 48, NTH = 1, AT = 2, HAS_ERROR = 0x20 /* glibc's _IO_ERR_SEEN */ };

static const char *const kind_names[KINDS] = { "malloc", "open", "read", "write", "fsync", "rename", "fork" };

/* tests/cli/fault_matrix.py reads it. */
struct calls {
	atomic_uint failed, count[KINDS];
	struct {
		atomic_uint kind, at, count; /* kind + 1; 0: none yet */
	} place[PLACES];
};

static struct calls *calls;
static int wanted_kind = -1, how, goes_on;
static unsigned long wanted;
static uintptr_t program_begin, program_end, hwloc_begin, hwloc_end;
static _Thread_local int inside;

/* ---- where and which --------------------------------------------------------------------------------------------- */

static int find_objects(struct dl_phdr_info *info, size_t size, void *context)
{
	uintptr_t *begin = NULL, *end = NULL;

	if (program_end == 0) /* the first */
		begin = &program_begin, end = &program_end;
	else if (strstr(info->dlpi_name, "/libhwloc") != NULL)
		begin = &hwloc_begin, end = &hwloc_end;
	for (int i = 0; i < info->dlpi_phnum && begin != NULL; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD) {
			*begin = info->dlpi_addr;
			*end = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
		}
	return 0;
}

__attribute__((constructor)) static void begin(void)
{
	const char *file = getenv("GPUBENCH_FAIL_FILE"), *text = getenv("GPUBENCH_FAIL");
	char kind[16], word[4];
	void *frame[2];

	inside = 1;
	dl_iterate_phdr(find_objects, NULL);
	backtrace(frame, 2); /* loads what it needs */
	const int fd = file != NULL ? (int)syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CLOEXEC) : -1;
	void *shared = fd >= 0 ? mmap(NULL, sizeof *calls, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) : MAP_FAILED;
	if (fd >= 0)
		syscall(SYS_close, fd);
	/* NOLINTNEXTLINE(cert-err34-c): only the test writes it */
	if (text != NULL && sscanf(text, "%15s %3s %li", kind, word, (long *)&wanted) == 3) {
		how = word[0] == 'n' ? NTH : AT;
		goes_on = strchr(word, '+') != NULL;
		for (int i = 0; i < KINDS; i++)
			if (strcmp(kind, kind_names[i]) == 0)
				wanted_kind = i;
	}
	/* gnuplot is another program. */
	unsetenv("LD_PRELOAD");
	calls = shared != MAP_FAILED ? shared : NULL;
	inside = 0;
}

/* The offset of `address` in the program; 0: elsewhere. */
static unsigned int place_of(const void *address)
{
	const uintptr_t at = (uintptr_t)address;

	return at >= program_begin && at < program_end ? (unsigned int)(at - program_begin) : 0;
}

/* 0: no place, or one in hwloc, which ends the process if a malloc fails. The stack is walked only for a caller
 * outside the program, because that takes longer than the call. */
static unsigned int place_of_call(const void *caller)
{
	void *frame[FRAMES];
	unsigned int at = place_of(caller);
	const int count = at == 0 ? backtrace(frame, FRAMES) : 0;

	for (int i = 0; i < count && at == 0; i++) {
		if ((uintptr_t)frame[i] >= hwloc_begin && (uintptr_t)frame[i] < hwloc_end)
			return 0;
		at = place_of(frame[i]);
	}
	return at;
}

static void note(enum kind kind, unsigned int at)
{
	for (size_t i = (at * 2654435761U + kind) % PLACES, tried = 0; tried < PLACES; i = (i + 1) % PLACES, tried++) {
		unsigned int none = 0;
		if (atomic_compare_exchange_strong(&calls->place[i].kind, &none, kind + 1U))
			atomic_store(&calls->place[i].at, at);
		if (atomic_load(&calls->place[i].kind) == kind + 1U && atomic_load(&calls->place[i].at) == at) {
			atomic_fetch_add(&calls->place[i].count, 1);
			return;
		}
	}
}

/* True if this call fails. After a failure, other kinds are ignored, and so are later calls unless they must fail
 * too. */
#define FAILS(kind, why) fails(kind, why, __builtin_return_address(0))
static int fails(enum kind kind, int why, const void *caller)
{
	if (calls == NULL || inside ||
	    (wanted_kind >= 0 && ((int)kind != wanted_kind || (!goes_on && atomic_load(&calls->failed) > 0))))
		return 0;
	inside = 1;
	const unsigned int at = place_of_call(caller), nth = at != 0 ? atomic_fetch_add(&calls->count[kind], 1) + 1 : 0;
	if (at != 0 && wanted_kind < 0)
		note(kind, at);
	int now = at != 0 && (int)kind == wanted_kind && (how == NTH ? nth == wanted : at == wanted);
	if (now || (goes_on && at != 0 && atomic_load(&calls->failed) > 0))
		now = atomic_fetch_add(&calls->failed, 1) == 0 || goes_on;
	inside = 0;
	if (now)
		errno = why;
	return now;
}

/* The C library's own declarations have other names for these. */
/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name,bugprone-macro-parentheses) */

/* ---- memory ------------------------------------------------------------------------------------------------------ */

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size)
{
	return FAILS(MALLOC, ENOMEM) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	return FAILS(MALLOC, ENOMEM) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
	return FAILS(MALLOC, ENOMEM) ? NULL : __libc_realloc(old, size);
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* The next function with this name, looked up once. */
#define NEXT(name)                              \
	({                                      \
		static __typeof__(&name) found; \
		if (found == NULL)              \
			found = next(#name);    \
		found;                          \
	})
static void *next(const char *name)
{
	inside++;
	void *function = dlsym(RTLD_NEXT, name);
	inside--;
	return function;
}

static mode_t mode_of(int flags, va_list rest)
{
	return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
}

#define OPEN_AS(name)                                                            \
	int name(const char *path, int flags, ...)                               \
	{                                                                        \
		va_list rest;                                                    \
		va_start(rest, flags);                                           \
		const mode_t mode = mode_of(flags, rest);                        \
		va_end(rest);                                                    \
		return FAILS(OPEN, EMFILE) ? -1 : NEXT(name)(path, flags, mode); \
	}
OPEN_AS(open)
OPEN_AS(open64)

FILE *fopen(const char *path, const char *mode)
{
	return FAILS(OPEN, EMFILE) ? NULL : NEXT(fopen)(path, mode);
}

FILE *fopen64(const char *path, const char *mode)
{
	return FAILS(OPEN, EMFILE) ? NULL : NEXT(fopen64)(path, mode);
}

/* Leaves the stream in the same state as a failed call. */
#define STREAM_FAILS(file, kind, why) stream_fails(file, kind, why, __builtin_return_address(0))
static int stream_fails(FILE *file, enum kind kind, int why, const void *caller)
{
	if (file == stderr || !fails(kind, why, caller))
		return 0;
	file->_flags |= HAS_ERROR;
	return 1;
}

ssize_t read(int fd, void *to, size_t size)
{
	return FAILS(READ, EIO) ? -1 : NEXT(read)(fd, to, size);
}

ssize_t pread(int fd, void *to, size_t size, off_t at)
{
	return FAILS(READ, EIO) ? -1 : NEXT(pread)(fd, to, size, at);
}

ssize_t pread64(int fd, void *to, size_t size, off64_t at)
{
	return FAILS(READ, EIO) ? -1 : NEXT(pread64)(fd, to, size, at);
}

size_t fread(void *to, size_t size, size_t count, FILE *file)
{
	return STREAM_FAILS(file, READ, EIO) ? 0 : NEXT(fread)(to, size, count, file);
}

char *fgets(char *to, int size, FILE *file)
{
	return STREAM_FAILS(file, READ, EIO) ? NULL : NEXT(fgets)(to, size, file);
}

ssize_t getline(char **line, size_t *size, FILE *file)
{
	return STREAM_FAILS(file, READ, EIO) ? -1 : NEXT(getline)(line, size, file);
}

ssize_t write(int fd, const void *from, size_t size)
{
	return fd != STDERR_FILENO && FAILS(WRITE, ENOSPC) ? -1 : NEXT(write)(fd, from, size);
}

/* To a worker or its supervisor. */
ssize_t send(int fd, const void *from, size_t size, int flags)
{
	return FAILS(WRITE, ENOBUFS) ? -1 : NEXT(send)(fd, from, size, flags);
}

ssize_t pwrite(int fd, const void *from, size_t size, off_t at)
{
	return FAILS(WRITE, ENOSPC) ? -1 : NEXT(pwrite)(fd, from, size, at);
}

ssize_t pwrite64(int fd, const void *from, size_t size, off64_t at)
{
	return FAILS(WRITE, ENOSPC) ? -1 : NEXT(pwrite64)(fd, from, size, at);
}

/* Writing to a buffer alone cannot fail. */
static int has_to_write(FILE *file)
{
	return file != NULL && __fwriting(file) && __fpending(file) > 0;
}

int fflush(FILE *file)
{
	return has_to_write(file) && STREAM_FAILS(file, WRITE, ENOSPC) ? EOF : NEXT(fflush)(file);
}

/* The contents of the buffer are lost. */
int fclose(FILE *file)
{
	if (!has_to_write(file) || !STREAM_FAILS(file, WRITE, ENOSPC))
		return NEXT(fclose)(file);
	__fpurge(file);
	NEXT(fclose)(file);
	errno = ENOSPC;
	return EOF;
}

int fsync(int fd)
{
	return FAILS(FSYNC, EIO) ? -1 : NEXT(fsync)(fd);
}

int fdatasync(int fd)
{
	return FAILS(FSYNC, EIO) ? -1 : NEXT(fdatasync)(fd);
}

int rename(const char *from, const char *to)
{
	return FAILS(RENAME, EACCES) ? -1 : NEXT(rename)(from, to);
}

pid_t fork(void)
{
	return FAILS(FORK, EAGAIN) ? -1 : NEXT(fork)();
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name,bugprone-macro-parentheses) */
