/* gpu_host.c: the host's processors as a device: its memory is the host's, its kernels are C functions that a team of threads
 * runs, one bound to each core, and its stream is the team's queue. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "host/dmi.h"
#include "device/gpu.h"
#include "base/host.h"
#include "base/host_memory.h"
#include "host/team.h"
#include "base/text.h"

enum { HUGE_PAGE = 2 << 20, BLOCKS_MAX = 256 };

struct block {
	char *at;
	uint64_t bytes;
};

struct gpu {
	const struct gb_processor *processor;
	struct gb_team *team;
	struct block block[BLOCKS_MAX]; /* at NULL: free */
};

struct gpu_module {
	const struct gb_host_kernel *kernels;
};

/* ---- what it is ------------------------------------------------------------------------------------------------- */

/* The processors do not change, and hwloc takes its time to look at them: once a process. */
static const struct gb_processor *processors(struct gb_error *error)
{
	static struct gb_processor read;

	return read.topology != NULL || gb_processor_read(&read, error) == GB_OK ? &read : NULL;
}

static int host_count(int *count, struct gb_error *error)
{
	(void)error;
	*count = 1;
	return GB_OK;
}

/* The first line of a file, without its end; "" where there is none. */
static void line_of(const char *path, char *text, size_t size)
{
	FILE *file = fopen(path, "r");

	text[0] = '\0';
	if (file == NULL)
		return;
	if (fgets(text, (int)size, file) != NULL)
		text[strcspn(text, "\n")] = '\0';
	fclose(file);
}

/* The same for all runs on this machine, and on no other: made of the machine's id, which should not be published itself,
 * and the host's name, as containers may share the id. */
static void make_uuid(char *text, size_t size)
{
	struct gb_host host;
	char machine[64];
	uint64_t hash[2] = { UINT64_C(0xcbf29ce484222325), UINT64_C(0x84222325cbf29ce4) };

	gb_host_describe(&host);
	line_of("/etc/machine-id", machine, sizeof machine);
	const char *const parts[] = { "gpubench", machine, host.name };
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
		for (const char *at = parts[i]; *at != '\0'; at++)
			for (int half = 0; half < 2; half++)
				hash[half] =
					(hash[half] ^ (unsigned char)*at) * UINT64_C(0x100000001b3) + (uint64_t)half;
	gb_text_add(text, size, "CPU-%08x-%04x-%04x-%04x-%012llx", (unsigned int)(hash[0] >> 32),
		    (unsigned int)(hash[0] >> 16) & 0xffff, (unsigned int)hash[0] & 0xffff,
		    (unsigned int)(hash[1] >> 48), (unsigned long long)hash[1] & 0xffffffffffffULL);
}

static double clock_max_hz(void)
{
	char text[32];

	line_of("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", text, sizeof text);
	const double khz = strtod(text, NULL);
	return khz > 0 ? 1e3 * khz : (double)NAN;
}

static void describe(const struct gb_processor *p, struct gb_device *device, struct gpu_identity *identity)
{
	struct utsname system;
	struct gb_error unknown = { "" };
	struct gb_dmi_memory memory;
	const bool known = gb_dmi_read(&memory, &unknown) == GB_OK;

	*device = (struct gb_device){
		.target = GB_HOST,
		.sm_count = (int)p->cores,
		.warp_size = 1,
		.threads_per_sm = 1,
		.threads_per_block = 1,
		.blocks_per_sm = 1,
		.l1_bytes = p->l1_bytes,
		.l2_bytes = p->l2_bytes,
		.l3_bytes = p->l3_bytes,
		.numa_nodes = p->nodes,
		.memory_bytes = p->memory_bytes,
		.sm_clock_max_hz = clock_max_hz(),
		.mem_bus_bits = known ? memory.bits : 0,
		.mem_clock_hz = known ? memory.transfers_hz / 2 : (double)NAN, /* two transfers a clock */
		.rates = p->rates,
	};
	gb_text_copy(device->name, sizeof device->name, p->name);
	make_uuid(device->uuid, sizeof device->uuid);
	*identity = (struct gpu_identity){ .power_limit_w = NAN, .numa_node = -1 };
	if (uname(&system) == 0)
		gb_text_add(identity->driver, sizeof identity->driver, "%.10s %.20s", system.sysname, system.release);
}

static int host_describe(int index, struct gb_device *device, struct gpu_identity *identity, struct gb_error *error)
{
	const struct gb_processor *p = processors(error);

	(void)index;
	if (p == NULL)
		return GB_FAILED;
	describe(p, device, identity);
	return GB_OK;
}

/* What the system says of huge pages on request, as words of which one is in brackets. */
static bool has_huge_pages(void)
{
	char words[64];

	line_of("/sys/kernel/mm/transparent_hugepage/enabled", words, sizeof words);
	return words[0] != '\0' && strstr(words, "[never]") == NULL;
}

static int host_attribute(int index, int i, struct gpu_attribute *out, struct gb_error *error)
{
	const struct gb_processor *p = processors(error);

	(void)index;
	if (p == NULL)
		return GB_FAILED;
	const struct gpu_attribute attributes[] = {
		{ "packages", "", (double)p->packages },
		{ "NUMA nodes with cores", "", p->nodes },
		{ "hardware threads", "", (double)p->threads },
		{ "L1 data cache, a core", "B", (double)p->l1_bytes },
		{ "L2 caches together", "B", (double)p->l2_bytes },
		{ "L3 caches together", "B", (double)p->l3_bytes },
		{ "page", "B", (double)sysconf(_SC_PAGESIZE) },
		{ "huge pages on request", "bool", has_huge_pages() },
		{ "memory free now", "B", (double)gb_host_memory_available() },
	};
	if ((size_t)i >= sizeof attributes / sizeof attributes[0])
		return GB_END;
	*out = attributes[i];
	return GB_OK;
}

/* Other work on the host shows in the time that the team lost to it. */
static int host_processes(int index)
{
	(void)index;
	return -1;
}

/* ---- open and close --------------------------------------------------------------------------------------------- */

static void host_close(struct gpu *gpu)
{
	if (gpu->team != NULL)
		gb_team_close(gpu->team);
	free(gpu);
}

static int host_open(int index, struct gpu **out, struct gb_error *error)
{
	struct gpu *gpu = calloc(1, sizeof *gpu);

	(void)index;
	if (gpu == NULL)
		return gb_error_set(error, "out of memory");
	gpu->processor = processors(error);
	int status = gpu->processor != NULL ? gb_team_open(&gpu->team, gpu->processor, error) : GB_FAILED;
	if (status == GB_OK)
		*out = gpu;
	else
		host_close(gpu);
	return status;
}

/* ---- memory ----------------------------------------------------------------------------------------------------- */

static uint64_t whole_pages(uint64_t bytes)
{
	return (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
}

/* Bytes of a block that nobody has touched yet: the system has promised them, and counts them when they are touched. */
static uint64_t untouched(const struct block *block)
{
	enum { PAGES = 1 << 16 };
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), bytes = whole_pages(block->bytes);
	unsigned char *there = malloc(PAGES);
	uint64_t count = 0;

	for (uint64_t at = 0; there != NULL && at < bytes; at += PAGES * page) {
		const uint64_t part = bytes - at < PAGES * page ? bytes - at : PAGES * page;
		if (mincore(block->at + at, part, there) != 0)
			break;
		for (uint64_t i = 0; i < part / page; i++)
			count += !(there[i] & 1);
	}
	free(there);
	return count * page;
}

/* What is left once all that was promised has been touched. */
static uint64_t memory_left(const struct gpu *gpu, struct gb_host_memory *memory)
{
	uint64_t promised = 0;

	gb_host_memory_read("", memory);
	for (size_t i = 0; i < BLOCKS_MAX; i++)
		promised += gpu->block[i].at != NULL ? untouched(&gpu->block[i]) : 0;
	return memory->available - (promised < memory->available ? promised : memory->available);
}

static int host_memory_free(struct gpu *gpu, uint64_t *bytes, struct gb_error *error)
{
	struct gb_host_memory memory;

	(void)error;
	*bytes = memory_left(gpu, &memory);
	return GB_OK;
}

/* Pages that begin at a boundary of huge ones. */
static char *map(uint64_t bytes)
{
	char *at = mmap(NULL, bytes + HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (at == MAP_FAILED)
		return NULL;
	const uint64_t before = (HUGE_PAGE - (uintptr_t)at % HUGE_PAGE) % HUGE_PAGE;
	if (before > 0)
		munmap(at, before);
	munmap(at + before + bytes, HUGE_PAGE - before);
	return at + before;
}

/* GB_SKIPPED: there is no memory for it. */
static int no_memory(uint64_t bytes, const char *why, struct gb_error *error)
{
	gb_error_write(error, "%llu bytes of host memory: %s", (unsigned long long)bytes, why);
	return GB_SKIPPED;
}

static int host_alloc(struct gpu *gpu, uint64_t bytes, gb_ptr *out, struct gb_error *error)
{
	struct gb_host_memory memory;
	const uint64_t left = memory_left(gpu, &memory);
	size_t i = 0;

	while (i < BLOCKS_MAX && gpu->block[i].at != NULL)
		i++;
	if (i == BLOCKS_MAX)
		return gb_error_set(error, "more than %d allocations of host memory", BLOCKS_MAX);
	/* The system would promise them all the same, and end the process that touches them. */
	if (bytes > left) {
		char why[256] = "";
		gb_text_add(why, sizeof why, "%llu are free", (unsigned long long)left);
		gb_host_memory_name_limit(&memory, why, sizeof why);
		return no_memory(bytes, why, error);
	}
	char *at = map(whole_pages(bytes));
	if (at == NULL)
		return no_memory(bytes, strerror(errno), error);
	gpu->block[i] = (struct block){ at, bytes };
	*out = (gb_ptr)(uintptr_t)at;
	return GB_OK;
}

static void host_release(struct gpu *gpu, gb_ptr at)
{
	gb_team_wait(gpu->team);
	for (size_t i = 0; i < BLOCKS_MAX; i++)
		if (gpu->block[i].at != NULL && gpu->block[i].at == gb_address(at)) {
			munmap(gpu->block[i].at, whole_pages(gpu->block[i].bytes));
			gpu->block[i].at = NULL;
		}
}

/* A range that plug-ins may touch; NULL, with an error, when it is not within one allocation. */
static char *range(const struct gpu *gpu, gb_ptr at, uint64_t bytes, const char *what, struct gb_error *error)
{
	char *start = gb_address(at);

	for (size_t i = 0; i < BLOCKS_MAX; i++) {
		const struct block *b = &gpu->block[i];
		if (b->at != NULL && start >= b->at && bytes <= b->bytes &&
		    (uint64_t)(start - b->at) <= b->bytes - bytes)
			return start;
	}
	gb_error_write(error, "%s: %llu bytes that are not within an allocation", what, (unsigned long long)bytes);
	return NULL;
}

static int host_fill(struct gpu *gpu, gb_ptr at, int byte, uint64_t bytes, struct gb_error *error)
{
	char *to = range(gpu, at, bytes, "fill", error);

	if (to == NULL)
		return GB_FAILED;
	gb_team_wait(gpu->team);
	memset(to, byte, bytes);
	return GB_OK;
}

static int host_copy_in(struct gpu *gpu, gb_ptr to, const void *from, uint64_t bytes, struct gb_error *error)
{
	char *target = range(gpu, to, bytes, "copy", error);

	if (target == NULL)
		return GB_FAILED;
	gb_team_wait(gpu->team);
	memcpy(target, from, bytes);
	return GB_OK;
}

static int host_copy_out(struct gpu *gpu, void *to, gb_ptr from, uint64_t bytes, struct gb_error *error)
{
	const char *source = range(gpu, from, bytes, "copy", error);

	if (source == NULL)
		return GB_FAILED;
	gb_team_wait(gpu->team);
	memcpy(to, source, bytes);
	return GB_OK;
}

static int host_place(struct gpu *gpu, gb_ptr at, uint64_t bytes, int node, enum gb_pages pages, struct gb_error *error)
{
	char *start = range(gpu, at, bytes, "place", error);

	if (start == NULL)
		return GB_FAILED;
	if (pages == GB_PAGES_LARGEST)
		pages = has_huge_pages() ? GB_PAGES_HUGE : GB_PAGES_ANY;
	if (pages == GB_PAGES_HUGE && !has_huge_pages()) {
		gb_error_write(error, "this system has no transparent huge pages");
		return GB_SKIPPED;
	}
	if (pages != GB_PAGES_ANY &&
	    madvise(start, bytes, pages == GB_PAGES_HUGE ? MADV_HUGEPAGE : MADV_NOHUGEPAGE) != 0 &&
	    pages == GB_PAGES_HUGE)
		return gb_error_set(error, "madvise(MADV_HUGEPAGE): %s", strerror(errno));
	return node >= 0 ? gb_processor_place(gpu->processor, start, bytes, node, error) : GB_OK;
}

/* ---- kernels ---------------------------------------------------------------------------------------------------- */

static int host_load(struct gpu *gpu, const struct gb_variant *variant, struct gpu_module **out, struct gb_error *error)
{
	(void)gpu;
	*out = malloc(sizeof **out);
	if (*out == NULL)
		return gb_error_set(error, "out of memory");
	(*out)->kernels = variant->kernels;
	return GB_OK;
}

static void host_unload(struct gpu *gpu, struct gpu_module *module)
{
	gb_team_wait(gpu->team);
	free(module);
}

static int host_kernel(struct gpu *gpu, struct gpu_module *module, const char *name, struct gb_kernel *out,
		       struct gb_error *error)
{
	(void)gpu;
	for (const struct gb_host_kernel *k = module->kernels; k != NULL && k->name != NULL; k++)
		if (strcmp(k->name, name) == 0) {
			/* Only read: launch() gets it back as what it was. */
			*out = (struct gb_kernel){ .handle = (void *)(uintptr_t)k, .threads_max = 1 };
			return GB_OK;
		}
	return gb_error_set(error, "the plug-in has no kernel '%s' for the host", name);
}

static int host_launch(struct gpu *gpu, const struct gb_kernel *kernel, struct gb_shape shape, const void *args,
		       struct gb_error *error)
{
	return gb_team_launch(gpu->team, kernel->handle, shape.grid, args, error);
}

struct copy_args {
	char *to;
	const char *from;
	uint64_t bytes;
};

/* The C library's own copy, each thread its part, in whole cache lines. */
static void copy_part(uint32_t thread, uint32_t threads, const void *args)
{
	const struct copy_args *copy = args;
	const uint64_t part = (copy->bytes / threads + 63) / 64 * 64, begin = part * thread;

	if (begin < copy->bytes)
		memcpy(copy->to + begin, copy->from + begin, part < copy->bytes - begin ? part : copy->bytes - begin);
}

static const struct gb_host_kernel copy_kernel = { "copy", copy_part, sizeof(struct copy_args) };

static int host_copy_on(struct gpu *gpu, gb_ptr to, gb_ptr from, uint64_t bytes, struct gb_error *error)
{
	const struct copy_args args = { range(gpu, to, bytes, "copy", error), range(gpu, from, bytes, "copy", error),
					bytes };

	if (args.to == NULL || args.from == NULL)
		return GB_FAILED;
	return gb_team_launch(gpu->team, &copy_kernel, gb_team_cores(gpu->team), &args, error);
}

static int host_team(struct gpu *gpu, int node, uint32_t *cores, struct gb_error *error)
{
	return gb_team_choose(gpu->team, node, cores, error);
}

/* ---- what only GPUs have ---------------------------------------------------------------------------------------- */

static int not_here(struct gb_error *error, const char *what)
{
	gb_error_write(error, "the host's processors have no %s", what);
	return GB_SKIPPED;
}

static int host_occupancy(struct gpu *gpu, const struct gb_kernel *kernel, uint32_t block, uint32_t shared_bytes,
			  uint32_t *blocks, struct gb_error *error)
{
	(void)gpu;
	(void)kernel;
	(void)block;
	(void)shared_bytes;
	(void)blocks;
	return not_here(error, "blocks");
}

static int host_carveout(struct gpu *gpu, const struct gb_kernel *kernel, int percent, struct gb_error *error)
{
	(void)gpu;
	(void)kernel;
	(void)percent;
	return not_here(error, "shared memory");
}

static int host_clusters(struct gpu *gpu, const struct gb_kernel *kernel, struct gb_shape shape, uint32_t *clusters,
			 struct gb_error *error)
{
	(void)gpu;
	(void)kernel;
	(void)shape;
	(void)clusters;
	return not_here(error, "clusters of blocks");
}

static int host_tensor_map(struct gpu *gpu, const struct gb_tensor *tensor, struct gb_tensor_map *out,
			   struct gb_error *error)
{
	(void)gpu;
	(void)tensor;
	(void)out;
	return not_here(error, "tensor copies");
}

static int host_texture_open(struct gpu *gpu, const struct gb_texture *texture, struct gpu_texture **out,
			     uint64_t *object, struct gb_error *error)
{
	(void)gpu;
	(void)texture;
	(void)out;
	(void)object;
	return not_here(error, "textures");
}

static void host_texture_close(struct gpu *gpu, struct gpu_texture *texture)
{
	(void)gpu;
	(void)texture;
}

static int host_stream(struct gpu *gpu, uint32_t number, void **handle, struct gb_error *error)
{
	(void)gpu;
	(void)number;
	(void)handle;
	return not_here(error, "streams");
}

static int host_streams(struct gpu *gpu, uint32_t count, struct gb_error *error)
{
	(void)gpu;
	(void)count;
	return not_here(error, "streams");
}

/* ---- time and state --------------------------------------------------------------------------------------------- */

static int host_mark(struct gpu *gpu, int which, struct gb_error *error)
{
	return gb_team_mark(gpu->team, which, error);
}

static int host_sync(struct gpu *gpu, struct gb_error *error)
{
	(void)error;
	gb_team_wait(gpu->team);
	return GB_OK;
}

static int host_elapsed(struct gpu *gpu, double *seconds, struct gb_error *error)
{
	(void)error;
	*seconds = gb_team_seconds(gpu->team);
	return GB_OK;
}

static double host_clock(struct gpu *gpu)
{
	return gb_team_clock(gpu->team);
}

static void host_state(struct gpu *gpu, struct gpu_state *out)
{
	*out = (struct gpu_state){ NAN, NAN, NAN, "", false, NAN, gb_team_lost(gpu->team) };
	gb_team_start(gpu->team);
}

static double host_power(struct gpu *gpu, double since, double until)
{
	(void)gpu;
	(void)since;
	(void)until;
	return NAN;
}

static double host_energy(struct gpu *gpu)
{
	gb_team_start(gpu->team);
	return NAN;
}

const struct gpu_ops gpu_host = {
	.name = "host",
	.target = GB_HOST,
	.count = host_count,
	.describe = host_describe,
	.attribute = host_attribute,
	.processes = host_processes,
	.open = host_open,
	.close = host_close,
	.memory_free = host_memory_free,
	.alloc = host_alloc,
	.release = host_release,
	.fill = host_fill,
	.copy_in = host_copy_in,
	.copy_out = host_copy_out,
	.load = host_load,
	.unload = host_unload,
	.kernel = host_kernel,
	.occupancy = host_occupancy,
	.carveout = host_carveout,
	.clusters = host_clusters,
	.tensor_map = host_tensor_map,
	.texture_open = host_texture_open,
	.texture_close = host_texture_close,
	.stream = host_stream,
	.fork = host_streams,
	.join = host_streams,
	.team = host_team,
	.place = host_place,
	.launch = host_launch,
	.copy_on = host_copy_on,
	.mark = host_mark,
	.sync = host_sync,
	.elapsed = host_elapsed,
	.clock = host_clock,
	.state = host_state,
	.power = host_power,
	.energy = host_energy,
};
