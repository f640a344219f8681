/* footprint.c: counts the sectors of GPU memory that chosen launches touch, with patches of Compute Sanitizer
 * (footprint.cu): each access of the kernel notes its sector. No hardware counter is read.
 *
 * GPUBENCH_COUNTS lists the numbers of the wanted launches, as in counts.c. A kernel is patched when its wanted launch
 * begins and restored when this launch has ended, so all other launches run unchanged.
 *
 *     footprint  DEVICE  L2-BYTES  GRID-X  Y  Z  BLOCK-X  Y  Z  LAUNCH  READ  WRITTEN  LOST  MANGLED-NAME
 *
 * READ is the number of 32-byte sectors that the launch read before it wrote them, WRITTEN the number that it wrote.
 * Both exclude host memory, managed memory, the memory of other GPUs, and LOST accesses, for which the table had no
 * room. Copies by tensor maps and textures are not seen. */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpubench.h"
#include "inject/counts_records.h"
#include "inject/footprint.h"
#include "inject/inject.h"
#include "inject/libraries.h"
#include "inject/sanitizer.h"
#include "inject/trace.h"

GB_VARIANTS(footprint);

/* A table for 64 GiB takes 512 MiB. If there is not enough memory, the table is smaller. */
enum { CHUNKS_MOST = 1 << 15, CHUNKS_LEAST = 1 << 8, CONTEXTS = 64 };

enum { L2_BYTES = 38, MEMORY_TYPE = 2, IS_MANAGED = 8, DEVICE_ORDINAL = 9, TYPE_DEVICE = 2 };

static struct {
	int (*subscribe)(void **subscriber, sanitizer_callback_fn *callback, void *user);
	int (*enable_domain)(uint32_t enable, void *subscriber, int domain);
	int (*add_patches)(const void *image, void *context);
	int (*patch_instructions)(int instruction, void *module, const char *function);
	int (*patch_module)(void *module);
	int (*unpatch_module)(void *module);
	int (*set_launch_data)(void *launch, void *function, void *stream_handle, const void *data);
	int (*synchronize)(void *stream_handle); /* NULL: stream 0 */
} sanitizer;

static struct {
	int (*allocate)(uint64_t *address, size_t size);
	int (*release)(uint64_t address);
	int (*fill)(uint64_t address, unsigned char value, size_t size);
	int (*copy_in)(uint64_t to, const void *from, size_t size);
	int (*copy_out)(void *to, uint64_t from, size_t size);
	int (*attribute)(int *value, int attribute, int device);
	int (*of_pointer)(void *value, int attribute, uint64_t address);
} driver;

static struct {
	pthread_mutex_t lock;
	const char *wanted; /* the rest of the list */
	uint64_t next;      /* the next wanted launch; UINT64_MAX: none */
	uint64_t launches;  /* launches that have begun */
	void *context[CONTEXTS];
	size_t contexts; /* contexts with the patches */
	void *launch;    /* the launch that is watched now; NULL: none */
	uint64_t number; /* the number of this launch */
	uint32_t grid[3], block[3];
	uint64_t table; /* on the GPU */
	struct gb_footprint head;
} watch = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* Set while this module makes calls, whose own callbacks are ignored. */
static _Thread_local bool is_ours;

/* No further launch is watched. */
static void refuse_launches(const char *what, int result)
{
	gb_trace_add("refused\tfootprint\t%s failed with %d", what, result);
	watch.next = UINT64_MAX;
}

/* ---- beginning of a launch --------------------------------------------------------------------------------------- */

static bool has_patches(void *context)
{
	const struct gb_variant *v = &gb_variants_footprint[0];
	int result;

	for (size_t i = 0; i < watch.contexts; i++)
		if (watch.context[i] == context)
			return true;
	result = watch.contexts < CONTEXTS ? sanitizer.add_patches(v->image, context) : -1;
	if (result != SANITIZER_OK)
		refuse_launches(v->image == v->image_end ? "loading patches, of which this build has none,"
							 : "loading patches",
				result);
	else
		watch.context[watch.contexts++] = context;
	return result == SANITIZER_OK;
}

static size_t table_bytes(uint32_t chunks)
{
	return sizeof(struct gb_footprint) +
	       chunks * (sizeof(struct gb_footprint_chunk) + sizeof(uint32_t[2][GB_FOOTPRINT_WORDS]));
}

/* The table is as large as fits, because the program may have taken most of the memory. */
static bool make_table(void)
{
	uint32_t chunks = CHUNKS_MOST;
	int result = driver.allocate(&watch.table, table_bytes(chunks));

	while (result != 0 && chunks > CHUNKS_LEAST) {
		chunks /= 2;
		result = driver.allocate(&watch.table, table_bytes(chunks));
	}
	if (result != 0) {
		refuse_launches("allocating memory", result);
		return false;
	}
	watch.head = (struct gb_footprint){ .chunks = chunks };
	result = driver.fill(watch.table, 0, table_bytes(chunks));
	if (result == 0)
		result = driver.copy_in(watch.table, &watch.head, sizeof watch.head);
	if (result == 0)
		result = sanitizer.synchronize(NULL);
	if (result != 0) {
		driver.release(watch.table);
		refuse_launches("filling memory", result);
	}
	return result == 0;
}

/* An older Sanitizer leaves instructions that it does not know unpatched. */
static int patch_accesses(void *module)
{
	static const struct {
		int instruction;
		const char *function;
	} patches[] = { { SANITIZER_ASYNC_COPY, "gb_footprint_async" },
			{ SANITIZER_BULK_LOAD, "gb_footprint_bulk_load" },
			{ SANITIZER_BULK_STORE, "gb_footprint_bulk_store" },
			{ SANITIZER_BULK_REDUCTION, "gb_footprint_bulk_add" } };
	const int result = sanitizer.patch_instructions(SANITIZER_GLOBAL_ACCESS, module, "gb_footprint_access");

	if (result != SANITIZER_OK)
		return result;
	for (size_t i = 0; i < sizeof patches / sizeof patches[0]; i++)
		sanitizer.patch_instructions(patches[i].instruction, module, patches[i].function);
	return sanitizer.patch_module(module);
}

static void on_launch_begin(const struct sanitizer_launch *l)
{
	const uint64_t number = watch.launches++;
	int result;

	while (watch.next < number)
		watch.next = gb_inject_next(&watch.wanted);
	if (watch.next != number || watch.launch != NULL || !has_patches(l->context) || !make_table())
		return;
	result = patch_accesses(l->module);
	if (result == SANITIZER_OK)
		result = sanitizer.set_launch_data(l->launch, l->function, l->stream_handle,
						   (const void *)(uintptr_t)watch.table);
	if (result != SANITIZER_OK) {
		sanitizer.unpatch_module(l->module);
		driver.release(watch.table);
		refuse_launches("patching", result);
		return;
	}
	watch.launch = l->launch;
	watch.number = number;
	memcpy(watch.grid, l->grid, sizeof watch.grid);
	memcpy(watch.block, l->block, sizeof watch.block);
}

/* ---- end of a launch --------------------------------------------------------------------------------------------- */

static bool is_here(uint64_t address, int device)
{
	uint32_t type = 0, managed = 1;
	int ordinal = -1;

	return driver.of_pointer(&type, MEMORY_TYPE, address) == 0 && type == TYPE_DEVICE &&
	       driver.of_pointer(&managed, IS_MANAGED, address) == 0 && managed == 0 &&
	       driver.of_pointer(&ordinal, DEVICE_ORDINAL, address) == 0 && ordinal == device;
}

static void tell_footprint(const struct sanitizer_launch *l, const struct gb_footprint_chunk *chunk)
{
	uint64_t read = 0, written = 0;
	static char name[GB_COUNTS_NAME];
	int l2 = 0;

	for (uint32_t i = 0; i < watch.head.chunks; i++)
		if (chunk[i].key != 0 && is_here(chunk[i].address, l->device)) {
			read += chunk[i].read;
			written += chunk[i].written;
		}
	driver.attribute(&l2, L2_BYTES, l->device);
	gb_trace_add("footprint\t%d\t%d\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu32
		     "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%llu\t%s",
		     l->device, l2, watch.grid[0], watch.grid[1], watch.grid[2], watch.block[0], watch.block[1],
		     watch.block[2], watch.number, read, written, watch.head.lost,
		     gb_trace_text(name, sizeof name, l->name));
	gb_trace_flush();
}

static void on_launch_end(const struct sanitizer_launch *l)
{
	const size_t size = CHUNKS_MOST * sizeof(struct gb_footprint_chunk);
	struct gb_footprint_chunk *chunk;
	int result;

	if (watch.launch == NULL || l->launch != watch.launch)
		return;
	watch.launch = NULL;
	chunk = malloc(size);
	result = chunk != NULL ? sanitizer.synchronize(l->stream_handle) : -1;
	if (result == 0)
		result = driver.copy_out(&watch.head, watch.table, sizeof watch.head);
	if (result == 0)
		result = driver.copy_out(chunk, watch.table + sizeof watch.head, watch.head.chunks * sizeof *chunk);
	if (result == 0)
		tell_footprint(l, chunk);
	else
		refuse_launches("reading the sectors", result);
	driver.release(watch.table); /* waits for the GPU, because other threads may have launched the patched kernel */
	sanitizer.unpatch_module(l->module);
	free(chunk);
}

static void on_sanitizer_callback(void *user, int domain, uint32_t id, const void *data)
{
	if (is_ours || domain != SANITIZER_OF_LAUNCHES)
		return;
	is_ours = true;
	pthread_mutex_lock(&watch.lock);
	if (id == SANITIZER_LAUNCH_BEGINS)
		on_launch_begin(data);
	else if (id == SANITIZER_LAUNCH_ENDS)
		on_launch_end(data);
	pthread_mutex_unlock(&watch.lock);
	is_ours = false;
}

/* ---- the module -------------------------------------------------------------------------------------------------- */

/* False: `why` says what is missing. */
static bool find_sanitizer(char *why, size_t size)
{
	const struct gb_library_function functions[] = {
		{ "sanitizerSubscribe", &sanitizer.subscribe },
		{ "sanitizerEnableDomain", &sanitizer.enable_domain },
		{ "sanitizerAddPatches", &sanitizer.add_patches },
		{ "sanitizerPatchInstructions", &sanitizer.patch_instructions },
		{ "sanitizerPatchModule", &sanitizer.patch_module },
		{ "sanitizerUnpatchModule", &sanitizer.unpatch_module },
		{ "sanitizerSetLaunchCallbackData", &sanitizer.set_launch_data },
		{ "sanitizerStreamSynchronize", &sanitizer.synchronize },
	};
	static struct gb_library library;
	const char *names = getenv(GB_TRACE_SANITIZER_VARIABLE);

	if (!gb_library_open(&library, names != NULL ? names : "", why, size))
		return false;
	return gb_library_find(&library, functions, sizeof functions / sizeof functions[0]) ||
	       snprintf(why, size, "%s lacks a function", library.path) < 0;
}

static bool find_driver(void)
{
	const struct gb_library_function functions[] = {
		{ "cuMemAlloc_v2", &driver.allocate },
		{ "cuMemFree_v2", &driver.release },
		{ "cuMemsetD8_v2", &driver.fill },
		{ "cuMemcpyHtoD_v2", &driver.copy_in },
		{ "cuMemcpyDtoH_v2", &driver.copy_out },
		{ "cuDeviceGetAttribute", &driver.attribute },
		{ "cuPointerGetAttribute", &driver.of_pointer },
	};

	return gb_library_find_driver(functions, sizeof functions / sizeof functions[0]);
}

static bool begin_footprint(char *why, size_t size)
{
	void *subscriber = NULL;
	int result;

	watch.wanted = getenv(GB_TRACE_COUNTS_VARIABLE);
	watch.next = gb_inject_next(&watch.wanted);
	if (!find_sanitizer(why, size))
		return false;
	if (!find_driver())
		return snprintf(why, size, "the driver lacks a function") < 0;
	result = sanitizer.subscribe(&subscriber, on_sanitizer_callback, NULL);
	if (result == SANITIZER_OK)
		result = sanitizer.enable_domain(1, subscriber, SANITIZER_OF_LAUNCHES);
	if (result != SANITIZER_OK)
		snprintf(why, size, "Compute Sanitizer refuses callbacks: %d", result);
	return result == SANITIZER_OK;
}

const struct gb_inject_module gb_inject_footprint = { .name = "footprint",
						      .without_cupti = true,
						      .begin = begin_footprint };
