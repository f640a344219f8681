#include "inject/cupti.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

struct gb_cupti gb_cupti;
static void *library;
static char path[PATH_MAX];

static const struct {
	const char *name;
	void *to; /* the address of a pointer to a function */
} functions[] = {
	{ "cuptiGetVersion", &gb_cupti.version },
	{ "cuptiGetTimestamp", &gb_cupti.timestamp },
	{ "cuptiGetResultString", &gb_cupti.result_string },
	{ "cuptiSubscribe", &gb_cupti.subscribe },
	{ "cuptiEnableCallback", &gb_cupti.enable_callback },
	{ "cuptiActivityRegisterCallbacks", &gb_cupti.register_callbacks },
	{ "cuptiActivityEnable", &gb_cupti.enable },
	{ "cuptiActivityGetNextRecord", &gb_cupti.next_record },
	{ "cuptiActivityGetNumDroppedRecords", &gb_cupti.dropped },
	{ "cuptiActivityFlushAll", &gb_cupti.flush_all },
	{ "cuptiActivitySetAttribute", &gb_cupti.set_attribute },
};

void *gb_cupti_function(const char *name)
{
	return library != NULL ? dlsym(library, name) : NULL;
}

static void find_functions(void)
{
	for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
		void *found = gb_cupti_function(functions[i].name);
		memcpy(functions[i].to, &found, sizeof found);
	}
}

static bool open_one(const char *name, size_t length, char *why, size_t size)
{
	if (length == 0 || length >= sizeof path)
		return false;
	memcpy(path, name, length);
	path[length] = '\0';
	library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (library == NULL)
		snprintf(why, size, "%s", dlerror());
	return library != NULL;
}

bool gb_cupti_open(const char *libraries, char *why, size_t size)
{
	snprintf(why, size, "no library is named");
	for (const char *at = libraries; *at != '\0';) {
		const size_t length = strcspn(at, ":");
		if (open_one(at, length, why, size)) {
			find_functions();
			return true;
		}
		at += length + (at[length] == ':');
	}
	return false;
}

const char *gb_cupti_path(void)
{
	return path;
}

const char *gb_cupti_says(int result)
{
	const char *text = NULL;

	if (gb_cupti.result_string == NULL || gb_cupti.result_string(result, &text) != CUPTI_OK || text == NULL)
		return "unknown error";
	return text;
}

uint64_t gb_cupti_now(void)
{
	uint64_t now = 0;

	return gb_cupti.timestamp != NULL && gb_cupti.timestamp(&now) == CUPTI_OK ? now : 0;
}
