#include "inject/cupti.h"

struct gb_cupti gb_cupti;
static struct gb_library library;

static const struct gb_library_function functions[] = {
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

bool gb_cupti_open(const char *libraries, char *why, size_t size)
{
	if (!gb_library_open(&library, libraries, why, size))
		return false;
	gb_library_find(&library, functions, sizeof functions / sizeof functions[0]);
	return true;
}

bool gb_cupti_find(const struct gb_library_function *wanted, size_t count)
{
	return gb_library_find(&library, wanted, count);
}

const char *gb_cupti_path(void)
{
	return library.path;
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
