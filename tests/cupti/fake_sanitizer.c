/* fake_sanitizer.c: a stand-in for Compute Sanitizer that simulates a program's launches (program.c). Each block of
 * a patched kernel touches the same memory as each warp of fake_cupti.c, and the same amount outside the GPU's
 * memory. FAKE_SANITIZER selects its behaviour: "refuse": it allows no callbacks; "unpatched": it can patch nothing. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "inject/footprint.h"
#include "inject/sanitizer.h"

#define EXPORT __attribute__((visibility("default")))
/* The functions are found by name; no header has them. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum { REFUSED = 6, WARP = 32, SECTORS = 4, CHUNK_SECTORS = 32 * GB_FOOTPRINT_WORDS };

static sanitizer_callback_fn *callback;
static bool enabled, has_patches, is_patched;
static const void *data;

static bool is_told(const char *word)
{
	const char *told = getenv("FAKE_SANITIZER");

	return told != NULL && strstr(told, word) != NULL;
}

EXPORT int sanitizerSubscribe(void **subscriber, sanitizer_callback_fn *wanted, void *user)
{
	*subscriber = &callback;
	callback = wanted;
	return is_told("refuse") ? REFUSED : SANITIZER_OK;
}

EXPORT int sanitizerEnableDomain(uint32_t enable, void *subscriber, int domain)
{
	enabled = enable == 1 && domain == SANITIZER_OF_LAUNCHES;
	return SANITIZER_OK;
}

EXPORT int sanitizerAddPatches(const void *image, void *context)
{
	has_patches = true;
	return SANITIZER_OK;
}

/* Like a version without bulk copies. */
EXPORT int sanitizerPatchInstructions(int instruction, void *module, const char *function)
{
	return has_patches && instruction < SANITIZER_BULK_LOAD && strncmp(function, "gb_footprint_", 13) == 0
		       ? SANITIZER_OK
		       : 1;
}

EXPORT int sanitizerPatchModule(void *module)
{
	is_patched = !is_told("unpatched");
	return is_patched ? SANITIZER_OK : REFUSED;
}

EXPORT int sanitizerUnpatchModule(void *module)
{
	is_patched = false;
	return SANITIZER_OK;
}

EXPORT int sanitizerSetLaunchCallbackData(void *launch, void *function, void *stream, const void *wanted)
{
	data = wanted;
	return SANITIZER_OK;
}

EXPORT int sanitizerStreamSynchronize(void *stream)
{
	return SANITIZER_OK;
}

/* Complete chunks, then the rest; `kind` identifies the memory for cuPointerGetAttribute() in program.c. */
static void touch(struct gb_footprint_chunk *chunk, uint64_t sectors, unsigned kind)
{
	for (uint64_t i = 0; sectors > 0; i++) {
		const uint64_t address = ((i + 1) << GB_FOOTPRINT_CHUNK_BITS) + kind;
		const uint32_t some = sectors < CHUNK_SECTORS ? (uint32_t)sectors : CHUNK_SECTORS;
		chunk[i] =
			(struct gb_footprint_chunk){ .key = i + 2, .address = address, .read = some, .written = some };
		sectors -= some;
	}
}

static void run_patched(int blocks, int threads)
{
	struct gb_footprint *f = (struct gb_footprint *)(uintptr_t)data;
	struct gb_footprint_chunk *chunk = (struct gb_footprint_chunk *)(f + 1);
	const uint64_t sectors = (uint64_t)blocks * (uint64_t)(threads / WARP) * SECTORS;

	for (unsigned kind = 0; kind <= 4; kind++)
		touch(chunk + kind * f->chunks / 8, sectors, kind);
}

EXPORT void fake_watched(const char *name, int blocks, int threads, int device)
{
	static int context, launch;
	const struct sanitizer_launch l = { .context = &context,
					    .module = &context,
					    .name = name,
					    .grid = { (uint32_t)blocks, 1, 1 },
					    .block = { (uint32_t)threads, 1, 1 },
					    .launch = &launch,
					    .device = device };

	if (!enabled)
		return;
	data = NULL;
	callback(NULL, SANITIZER_OF_LAUNCHES, SANITIZER_LAUNCH_BEGINS, &l);
	if (is_patched && data != NULL)
		run_patched(blocks, threads);
	callback(NULL, SANITIZER_OF_LAUNCHES, SANITIZER_LAUNCH_ENDS, &l);
}
