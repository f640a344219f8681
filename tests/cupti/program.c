/* program.c: a stand-in for a CUDA program: it loads libgpubench_inject.so like the driver, and launches the kernels
 * named by its arguments. Each argument is a word:
 *
 *     copy4 copy2 copy20    a launch of copy<float, 4> in 64 x 256 of this many milliseconds
 *     nccl           one that waits for other GPUs, of 1 ms
 *     chains         one of another kernel in that shape, of 200 µs
 *     tiny           a hundred launches of 1 µs, 4 µs apart
 *     fill           a fill of a few bytes, by a kernel that no callback reports
 *     h2d            a copy of 64 MB from pinned memory in 1.25 ms
 *     start stop     cudaProfilerStart and cudaProfilerStop
 *     wait           1000 s pass
 *     ranks          the first word: three processes at once, each with a GPU of its own, do what follows
 *     flush          records go to the trace, as they do every half second
 *     fork           a child that does nothing of its own and ends
 *     reopen=FILE    it closes all descriptors from 3, and opens a file that it does not write to
 *     abort, sleep, status7    as they say */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int initialize_fn(void);
typedef void launch_fn(const char *name, int blocks, int threads, unsigned nanoseconds, unsigned gap);
typedef void copy_fn(unsigned from, unsigned to, uint64_t bytes, unsigned nanoseconds);
typedef int flush_fn(uint32_t flag);
typedef void profiler_fn(bool starts);
typedef void wait_fn(unsigned seconds);
typedef void fill_fn(void);
typedef void watched_fn(const char *name, int blocks, int threads, int device);

static launch_fn *play_launch;
static watched_fn *watched; /* by Compute Sanitizer */
static copy_fn *copy;
static flush_fn *flush;
static profiler_fn *profiler;
static wait_fn *pass;
static fill_fn *fill;

static void *symbol(void *library, const char *name)
{
	return library != NULL ? dlsym(library, name) : NULL;
}

static void begin(void)
{
	const char *injection = getenv("CUDA_INJECTION64_PATH"), *cupti = getenv("GPUBENCH_CUPTI");
	void *found = symbol(injection != NULL ? dlopen(injection, RTLD_NOW) : NULL, "InitializeInjection");
	void *fake = cupti != NULL ? dlopen(cupti, RTLD_NOW) : NULL;
	const char *sanitizer = getenv("GPUBENCH_SANITIZER");
	initialize_fn *initialize;

	memcpy(&initialize, &found, sizeof found);
	if (initialize != NULL)
		initialize();
	found = symbol(fake, "fake_launch");
	memcpy(&play_launch, &found, sizeof found);
	found = symbol(sanitizer != NULL ? dlopen(sanitizer, RTLD_NOW) : NULL, "fake_watched");
	memcpy(&watched, &found, sizeof found);
	found = symbol(fake, "fake_copy");
	memcpy(&copy, &found, sizeof found);
	found = symbol(fake, "cuptiActivityFlushAll");
	memcpy(&flush, &found, sizeof found);
	found = symbol(fake, "fake_profiler");
	memcpy(&profiler, &found, sizeof found);
	found = symbol(fake, "fake_wait");
	memcpy(&pass, &found, sizeof found);
	found = symbol(fake, "fake_fill");
	memcpy(&fill, &found, sizeof found);
}

static int rank(void)
{
	const char *rank = getenv("FAKE_RANK");

	return rank != NULL ? rank[0] - '0' : 0;
}

static void launch(const char *name, int blocks, int threads, unsigned nanoseconds, unsigned gap)
{
	if (watched != NULL)
		watched(name, blocks, threads, rank());
	play_launch(name, blocks, threads, nanoseconds, gap);
}

static void play(const char *word)
{
	if (strcmp(word, "copy4") == 0)
		launch("_Z4copyIfLi4EEvPT_", 64, 256, 4000000, 0);
	else if (strcmp(word, "copy2") == 0)
		launch("_Z4copyIfLi4EEvPT_", 64, 256, 2000000, 20000);
	else if (strcmp(word, "copy20") == 0)
		launch("_Z4copyIfLi4EEvPT_", 64, 256, 20000000, 0);
	else if (strcmp(word, "nccl") == 0)
		launch("ncclDevKernel_AllReduce_Sum_f32_RING_LL", 64, 256, 1000000, 0);
	else if (strcmp(word, "chains") == 0)
		launch("chains", 64, 256, 200000, 0);
	else if (strcmp(word, "h2d") == 0)
		copy(2, 3, 64000000, 1250000);
	else if (strcmp(word, "fill") == 0)
		fill();
	else if (strcmp(word, "flush") == 0)
		flush(0);
	else if (strcmp(word, "start") == 0 || strcmp(word, "stop") == 0)
		profiler(strcmp(word, "start") == 0);
	else if (strcmp(word, "wait") == 0)
		pass(1000);
	for (int i = 0; strcmp(word, "tiny") == 0 && i < 100; i++)
		launch("tiny", 1, 32, 1000, 4000);
}

/* A function of libcuda, which every such program has. */
#define EXPORT __attribute__((visibility("default")))
/* The functions are found by name; no header has them. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

EXPORT int cuCtxGetDevice(int *device)
{
	*device = rank();
	return 0;
}

EXPORT int cuDeviceGetAttribute(int *value, int attribute, int device)
{
	enum { L2_BYTES = 38, MAJOR = 75 };

	*value = attribute == MAJOR ? 9 : attribute == L2_BYTES ? 16384 : 0;
	return 0;
}

enum { PAGE = 4096, POISONED = 16 << 20 };

/* The GPU's memory is that of the process, FAKE_MEMORY bytes. Only the first part of a large allocation is touched,
 * because hundreds of megabytes may take too long on a busy machine. */
EXPORT int cuMemAlloc_v2(uint64_t *address, size_t size)
{
	const char *text = getenv("FAKE_MEMORY");
	const size_t whole = (size + PAGE - 1) / PAGE * PAGE;
	void *memory = size <= strtoull(text != NULL ? text : "10000000", NULL, 10) ? aligned_alloc(PAGE, whole) : NULL;

	if (memory != NULL)
		memset(memory, 0xa5, size < POISONED ? size : POISONED);
	*address = (uint64_t)(uintptr_t)memory;
	return memory != NULL ? 0 : 2;
}

EXPORT int cuMemFree_v2(uint64_t address)
{
	free((void *)(uintptr_t)address);
	return 0;
}

EXPORT int cuMemsetD8_v2(uint64_t address, unsigned char value, size_t size)
{
	void *memory = (void *)(uintptr_t)address;
	const size_t pages = value == 0 && address % PAGE == 0 ? size / PAGE * PAGE : 0;

	/* Pages that were given back read as 0. */
	const size_t cleared = pages > 0 && madvise(memory, pages, MADV_DONTNEED) == 0 ? pages : 0;
	memset((char *)memory + cleared, value, size - cleared);
	return 0;
}

EXPORT int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t size)
{
	memcpy((void *)(uintptr_t)to, from, size);
	return 0;
}

EXPORT int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t size)
{
	memcpy(to, (const void *)(uintptr_t)from, size);
	return 0;
}

/* The meaning of an address's lowest bits (tests/cupti/fake_sanitizer.c): 1, host memory; 2, managed; 3, another
 * GPU's; 4, unknown. */
EXPORT int cuPointerGetAttribute(void *value, int attribute, uint64_t address)
{
	enum { TYPE = 2, MANAGED = 8, ORDINAL = 9 };
	const unsigned kind = address & 7;
	const int known = attribute == TYPE      ? (kind == 1 ? 1 : 2)
			  : attribute == MANAGED ? kind == 2
						 : rank() + (kind == 3);

	memcpy(value, &known, sizeof known);
	return kind == 4 ? 1 : 0;
}

EXPORT int cuCtxSynchronize(void)
{
	return 0;
}

/* Processes that run nothing of their own before they use the GPU, as a launcher forks them. */
static void fork_ranks(void)
{
	char rank[2] = "0";

	for (; rank[0] < '3'; rank[0]++)
		if (fork() == 0) {
			setenv("FAKE_RANK", rank, 1);
			return;
		}
	while (wait(NULL) > 0)
		continue;
	exit(0);
}

/* Close all files, as daemons do, and open one, which gets a closed file's number. */
static bool close_and_open(const char *path)
{
	static FILE *opened; /* until the end */

	for (int fd = 3; fd < 1 << 16; fd++)
		close(fd);
	opened = fopen(path, "w");
	return opened != NULL;
}

int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "ranks") == 0)
		fork_ranks();
	begin();
	for (int i = 1; i < argc; i++) {
		if (play_launch != NULL)
			play(argv[i]);
		if (strcmp(argv[i], "fork") == 0 && fork() == 0)
			exit(0);
		if (strcmp(argv[i], "abort") == 0)
			abort();
		if (strncmp(argv[i], "reopen=", 7) == 0 && !close_and_open(argv[i] + 7))
			return 1;
		if (strcmp(argv[i], "sleep") == 0)
			sleep(60);
		if (strcmp(argv[i], "status7") == 0)
			return 7;
	}
	while (wait(NULL) > 0)
		continue;
	return 0;
}
