#include "inject/sanitizer.h"

#include <stdio.h>

#include "inject/libraries.h"

bool gb_sanitizer_open(struct gb_sanitizer *sanitizer, const char *libraries, char *why, size_t size)
{
	const struct gb_library_function functions[] = {
		{ "sanitizerSubscribe", &sanitizer->subscribe },
		{ "sanitizerEnableDomain", &sanitizer->enable_domain },
		{ "sanitizerAddPatches", &sanitizer->add_patches },
		{ "sanitizerPatchInstructions", &sanitizer->patch_instructions },
		{ "sanitizerPatchModule", &sanitizer->patch_module },
		{ "sanitizerUnpatchModule", &sanitizer->unpatch_module },
		{ "sanitizerSetLaunchCallbackData", &sanitizer->set_launch_data },
		{ "sanitizerStreamSynchronize", &sanitizer->synchronize },
	};
	static struct gb_library library;

	if (!gb_library_open(&library, libraries, why, size))
		return false;
	return gb_library_find(&library, functions, sizeof functions / sizeof functions[0]) ||
	       snprintf(why, size, "%s lacks a function", library.path) < 0;
}
