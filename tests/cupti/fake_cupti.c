/* fake_cupti.c: a CUPTI that plays what a program (program.c) says it launched. FAKE_CUPTI says what it does besides:
 * "refuse": tracing and counting are not allowed; "drop": it has lost seven records. */
#include <stdlib.h>
#include <string.h>

#include "inject/cupti.h"

#define EXPORT __attribute__((visibility("default")))

enum { PRIVILEGES = 35, END_OF_RECORDS = 12, RECORD = 256, RECORDS_MAX = 40000 };

static cupti_request_fn *request;
static cupti_complete_fn *complete;
static cupti_callback_fn *callback;
static void *user;
static struct {
	unsigned char bytes[RECORD];
} record[RECORDS_MAX];
static size_t records, flushed;
static uint64_t now = 1000000;
static uint32_t correlation;

EXPORT int cuptiGetVersion(uint32_t *version);
EXPORT int cuptiGetTimestamp(uint64_t *time);
EXPORT int cuptiGetResultString(int result, const char **text);
EXPORT int cuptiSubscribe(void **subscriber, cupti_callback_fn *wanted, void *data);
EXPORT int cuptiEnableCallback(uint32_t enable, void *subscriber, uint32_t domain, uint32_t id);
EXPORT int cuptiActivityRegisterCallbacks(cupti_request_fn *ask, cupti_complete_fn *done);
EXPORT int cuptiActivityEnable(uint32_t kind);
EXPORT int cuptiActivityGetNextRecord(uint8_t *buffer, size_t valid, void **next);
EXPORT int cuptiActivityGetNumDroppedRecords(void *context, uint32_t stream, size_t *count);
EXPORT int cuptiActivityFlushAll(uint32_t flag);
EXPORT int cuptiActivityFlushPeriod(uint32_t milliseconds);
EXPORT void fake_launch(const char *name, int blocks, int threads, unsigned nanoseconds, unsigned gap);
EXPORT void fake_copy(unsigned from, unsigned to, uint64_t bytes, unsigned nanoseconds);

static bool is_told(const char *word)
{
	const char *told = getenv("FAKE_CUPTI");

	return told != NULL && strstr(told, word) != NULL;
}

int cuptiGetVersion(uint32_t *version)
{
	*version = 130000;
	return CUPTI_OK;
}

int cuptiGetTimestamp(uint64_t *time)
{
	*time = now;
	return CUPTI_OK;
}

int cuptiGetResultString(int result, const char **text)
{
	*text = result == PRIVILEGES ? "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES" : "CUPTI_ERROR_UNKNOWN";
	return CUPTI_OK;
}

int cuptiSubscribe(void **subscriber, cupti_callback_fn *wanted, void *data)
{
	*subscriber = &callback;
	callback = wanted;
	user = data;
	return CUPTI_OK;
}

int cuptiEnableCallback(uint32_t enable, void *subscriber, uint32_t domain, uint32_t id)
{
	(void)enable;
	(void)subscriber;
	(void)domain;
	(void)id;
	return CUPTI_OK;
}

int cuptiActivityRegisterCallbacks(cupti_request_fn *ask, cupti_complete_fn *done)
{
	request = ask;
	complete = done;
	return CUPTI_OK;
}

static void *add(const void *from, size_t size)
{
	void *to = records < RECORDS_MAX ? record[records++].bytes : record[0].bytes;

	memset(to, 0, RECORD);
	memcpy(to, from, size);
	return to;
}

int cuptiActivityEnable(uint32_t kind)
{
	const struct cupti_device device = { .id = 0, .uuid = { 1, 2, 3 }, .name = "Fake GPU" };

	if (is_told("refuse"))
		return PRIVILEGES;
	if (kind == CUPTI_DEVICE) {
		const uint32_t is = CUPTI_DEVICE;
		memcpy(add(&device, sizeof device), &is, sizeof is);
	}
	return CUPTI_OK;
}

int cuptiActivityGetNextRecord(uint8_t *buffer, size_t valid, void **next)
{
	uint8_t *at = *next == NULL ? buffer : (uint8_t *)*next + RECORD;

	if (at + RECORD > buffer + valid)
		return END_OF_RECORDS;
	*next = at;
	return CUPTI_OK;
}

int cuptiActivityGetNumDroppedRecords(void *context, uint32_t stream, size_t *count)
{
	static bool told;

	(void)context;
	(void)stream;
	*count = is_told("drop") && !told ? 7 : 0;
	told = true;
	return CUPTI_OK;
}

int cuptiActivityFlushAll(uint32_t flag)
{
	(void)flag;
	while (flushed < records && request != NULL) {
		uint8_t *buffer;
		size_t size, limit, some;
		request(&buffer, &size, &limit);
		some = size / RECORD < records - flushed ? size / RECORD : records - flushed;
		memcpy(buffer, record[flushed].bytes, some * RECORD);
		flushed += some;
		complete(NULL, 0, buffer, size, some * RECORD);
	}
	return CUPTI_OK;
}

int cuptiActivityFlushPeriod(uint32_t milliseconds)
{
	(void)milliseconds;
	return CUPTI_OK;
}

/* A launch that begins `gap` after the one before has ended. */
void fake_launch(const char *name, int blocks, int threads, unsigned nanoseconds, unsigned gap)
{
	const struct cupti_kernel kernel = { .kind = CUPTI_KERNEL,
					     .registers = 32,
					     .start = now + gap,
					     .end = now + gap + nanoseconds,
					     .grid = { blocks, 1, 1 },
					     .block = { threads, 1, 1 },
					     .correlation = ++correlation,
					     .name = name };

	now = kernel.end;
	add(&kernel, sizeof kernel);
}

void fake_copy(unsigned from, unsigned to, uint64_t bytes, unsigned nanoseconds)
{
	const struct cupti_copy copy = { .kind = CUPTI_MEMCPY,
					 .from = (uint8_t)from,
					 .to = (uint8_t)to,
					 .bytes = bytes,
					 .start = now,
					 .end = now + nanoseconds };

	now = copy.end;
	add(&copy, sizeof copy);
}
