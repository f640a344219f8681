/* program.c: what a program that uses CUDA is to libgpubench_inject.so: it loads the library as the driver does, and launches
 * what its arguments say. Each argument is a word:
 *
 *     copy4 copy2 copy20    a launch of copy<float, 4> in 64 x 256 of so many milliseconds
 *     chains         one of another kernel in that shape, of 200 us
 *     tiny           a hundred launches of 1 us, 4 us apart
 *     h2d            a copy of 64 MB from pinned memory in 1.25 ms
 *     start stop     cudaProfilerStart and cudaProfilerStop
 *     wait           1000 s pass
 *     ranks          the first word: three processes at once, each with a GPU of its own, do what follows
 *     flush          records go to the trace, as they do every half second
 *     fork           a child that does nothing of its own and ends
 *     abort, sleep, status7    as they say */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int initialize_fn(void);
typedef void launch_fn(const char *name, int blocks, int threads, unsigned nanoseconds, unsigned gap);
typedef void copy_fn(unsigned from, unsigned to, uint64_t bytes, unsigned nanoseconds);
typedef int flush_fn(uint32_t flag);
typedef void profiler_fn(bool starts);
typedef void wait_fn(unsigned seconds);

static launch_fn *launch;
static copy_fn *copy;
static flush_fn *flush;
static profiler_fn *profiler;
static wait_fn *pass;

static void *symbol(void *library, const char *name)
{
	return library != NULL ? dlsym(library, name) : NULL;
}

static void begin(void)
{
	const char *injection = getenv("CUDA_INJECTION64_PATH"), *cupti = getenv("GPUBENCH_CUPTI");
	void *found = symbol(injection != NULL ? dlopen(injection, RTLD_NOW) : NULL, "InitializeInjection");
	void *fake = cupti != NULL ? dlopen(cupti, RTLD_NOW) : NULL;
	initialize_fn *initialize;

	memcpy(&initialize, &found, sizeof found);
	if (initialize != NULL)
		initialize();
	found = symbol(fake, "fake_launch");
	memcpy(&launch, &found, sizeof found);
	found = symbol(fake, "fake_copy");
	memcpy(&copy, &found, sizeof found);
	found = symbol(fake, "cuptiActivityFlushAll");
	memcpy(&flush, &found, sizeof found);
	found = symbol(fake, "fake_profiler");
	memcpy(&profiler, &found, sizeof found);
	found = symbol(fake, "fake_wait");
	memcpy(&pass, &found, sizeof found);
}

static void play(const char *word)
{
	if (strcmp(word, "copy4") == 0)
		launch("_Z4copyIfLi4EEvPT_", 64, 256, 4000000, 0);
	else if (strcmp(word, "copy2") == 0)
		launch("_Z4copyIfLi4EEvPT_", 64, 256, 2000000, 20000);
	else if (strcmp(word, "copy20") == 0)
		launch("_Z4copyIfLi4EEvPT_", 64, 256, 20000000, 0);
	else if (strcmp(word, "chains") == 0)
		launch("chains", 64, 256, 200000, 0);
	else if (strcmp(word, "h2d") == 0)
		copy(2, 3, 64000000, 1250000);
	else if (strcmp(word, "flush") == 0)
		flush(0);
	else if (strcmp(word, "start") == 0 || strcmp(word, "stop") == 0)
		profiler(strcmp(word, "start") == 0);
	else if (strcmp(word, "wait") == 0)
		pass(1000);
	for (int i = 0; strcmp(word, "tiny") == 0 && i < 100; i++)
		launch("tiny", 1, 32, 1000, 4000);
}

/* Of libcuda, which is there in every such program. */
#define EXPORT __attribute__((visibility("default")))
EXPORT int cuCtxGetDevice(int *device);
EXPORT int cuDeviceGetAttribute(int *value, int attribute, int device);
EXPORT int cuCtxSynchronize(void);
EXPORT int cuCtxPushCurrent_v2(void *context);
EXPORT int cuCtxPopCurrent_v2(void **context);

static void *pushed;

int cuCtxPushCurrent_v2(void *context)
{
	pushed = context;
	return context == NULL;
}

/* One that nobody pushed is an error, as it is of the driver where no other lies below. */
int cuCtxPopCurrent_v2(void **context)
{
	*context = pushed;
	pushed = NULL;
	return *context == NULL;
}

int cuCtxGetDevice(int *device)
{
	const char *rank = getenv("FAKE_RANK");

	*device = rank != NULL ? rank[0] - '0' : 0;
	return 0;
}

int cuDeviceGetAttribute(int *value, int attribute, int device)
{
	enum { MAJOR = 75 };

	(void)device;
	*value = attribute == MAJOR ? 9 : 0;
	return 0;
}

int cuCtxSynchronize(void)
{
	return 0;
}

/* Processes without a word of their own before they use the GPU, as a launcher forks them. */
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

int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "ranks") == 0)
		fork_ranks();
	begin();
	for (int i = 1; i < argc; i++) {
		if (launch != NULL)
			play(argv[i]);
		if (strcmp(argv[i], "fork") == 0 && fork() == 0)
			exit(0);
		if (strcmp(argv[i], "abort") == 0)
			abort();
		if (strcmp(argv[i], "sleep") == 0)
			sleep(60);
		if (strcmp(argv[i], "status7") == 0)
			return 7;
	}
	while (wait(NULL) > 0)
		continue;
	return 0;
}
