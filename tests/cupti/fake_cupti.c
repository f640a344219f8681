/* fake_cupti.c: a stand-in for CUPTI that simulates the launches of a program (program.c). FAKE_CUPTI selects its
 * behaviour: "refuse": tracing and counting are not allowed; "uncounted": counting alone is not; "drop": it has lost
 * seven records; "once": it counts one launch per process, like that of CUDA 13.0; "thin": it counts only warps.
 * FAKE_RANK is the number of the GPU that the process uses. The time comes from a simulated clock.
 *
 * Like CUPTI 13.0, it patches only the first function that is launched after the request, even a fill of memory.
 * Counts are gone when another launch begins, and with a function that is unloaded. Each function has the same counts:
 * a load, a fused multiply-add and a store. */
#include <elf.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "inject/cupti.h"

#define EXPORT __attribute__((visibility("default")))
/* The functions are found by name; no header has them. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum { OUT_OF_MEMORY = 8, PRIVILEGES = 35, END_OF_RECORDS = 12, RECORD = 256, RECORDS_MAX = 40000 };

static cupti_request_fn *request;
static cupti_complete_fn *complete;
static cupti_callback_fn *callback;
static void *user;
static struct {
	unsigned char bytes[RECORD];
} record[RECORDS_MAX];
static size_t records, flushed;
static uint64_t now = UINT64_C(1000000000000000);
static uint32_t correlation;

static bool is_told(const char *word)
{
	const char *told = getenv("FAKE_CUPTI");

	return told != NULL && strstr(told, word) != NULL;
}

static uint32_t rank(void)
{
	const char *text = getenv("FAKE_RANK");

	return text != NULL ? (uint32_t)strtoul(text, NULL, 10) : 0;
}

EXPORT int cuptiGetVersion(uint32_t *version)
{
	*version = 130000;
	return CUPTI_OK;
}

EXPORT int cuptiGetTimestamp(uint64_t *time)
{
	*time = now;
	return CUPTI_OK;
}

EXPORT int cuptiGetResultString(int result, const char **text)
{
	*text = result == PRIVILEGES ? "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES" : "CUPTI_ERROR_UNKNOWN";
	return CUPTI_OK;
}

EXPORT int cuptiSubscribe(void **subscriber, cupti_callback_fn *wanted, void *data)
{
	*subscriber = &callback;
	callback = wanted;
	user = data;
	return CUPTI_OK;
}

EXPORT int cuptiEnableCallback(uint32_t enable, void *subscriber, uint32_t domain, uint32_t id)
{
	return CUPTI_OK;
}

EXPORT int cuptiActivityRegisterCallbacks(cupti_request_fn *ask, cupti_complete_fn *done)
{
	request = ask;
	complete = done;
	return CUPTI_OK;
}

/* Records are added and handed over by different threads. */
static pthread_mutex_t adding = PTHREAD_MUTEX_INITIALIZER, flushing = PTHREAD_MUTEX_INITIALIZER;

static void add(const void *from, size_t size)
{
	pthread_mutex_lock(&adding);
	void *to = records < RECORDS_MAX ? record[records++].bytes : record[0].bytes;
	memset(to, 0, RECORD);
	memcpy(to, from, size);
	pthread_mutex_unlock(&adding);
}

EXPORT int cuptiActivityEnable(uint32_t kind)
{
	struct cupti_device device = { .uuid = { 1, 2, 3 }, .name = "Fake GPU" };

	if (is_told("refuse"))
		return PRIVILEGES;
	for (device.id = 0; kind == CUPTI_DEVICE && device.id <= rank(); device.id++) {
		memcpy(device.before, &kind, sizeof kind);
		device.uuid[3] = (uint8_t)device.id;
		add(&device, sizeof device);
	}
	return CUPTI_OK;
}

EXPORT int cuptiActivityGetNextRecord(uint8_t *buffer, size_t valid, void **next)
{
	uint8_t *at = *next == NULL ? buffer : (uint8_t *)*next + RECORD;

	if (at + RECORD > buffer + valid)
		return END_OF_RECORDS;
	*next = at;
	return CUPTI_OK;
}

EXPORT int cuptiActivityGetNumDroppedRecords(void *context, uint32_t stream, size_t *count)
{
	static bool told;

	*count = is_told("drop") && !told ? 7 : 0;
	told = true;
	return CUPTI_OK;
}

EXPORT int cuptiActivityFlushAll(uint32_t flag)
{
	pthread_mutex_lock(&flushing);
	for (size_t some = 1; some > 0 && request != NULL;) {
		uint8_t *buffer;
		size_t size, limit;
		request(&buffer, &size, &limit);
		pthread_mutex_lock(&adding);
		some = size / RECORD < records - flushed ? size / RECORD : records - flushed;
		memcpy(buffer, record[flushed].bytes, some * RECORD);
		flushed += some;
		pthread_mutex_unlock(&adding);
		complete(NULL, 0, buffer, size, some * RECORD);
	}
	pthread_mutex_unlock(&flushing);
	return CUPTI_OK;
}

/* ---- callbacks of the driver ------------------------------------------------------------------------------------- */

static int context; /* whose address is one */

static void call_back(uint32_t domain, uint32_t id, const void *data)
{
	if (callback != NULL)
		callback(user, domain, id, data);
}

/* ---- machine code ------------------------------------------------------------------------------------------------ */

enum { CRC = 77, INSTRUCTIONS = 3, METRICS = 7, NAMES = 256 };

static const uint64_t words[INSTRUCTIONS][2] = {
	{ 0x0000000402037981, 0x000ea8000c1e1900 }, /* LDG.E */
	{ 0x0000000807087223, 0x004fc8000000000b }, /* FFMA */
	{ 0x0000000304007986, 0x004fe2000c101904 }, /* STG.E */
};

/* A module with one function. */
static void load_module(const char *name)
{
	static struct {
		Elf64_Ehdr head;
		Elf64_Shdr section[3];
		char names[NAMES];
		uint64_t code[INSTRUCTIONS][2];
	} cubin;
	struct cupti_module module = { .size = sizeof cubin, .cubin = (const char *)&cubin };
	const struct cupti_resource resource = { &context, NULL, &module };

	memset(&cubin, 0, sizeof cubin);
	memcpy(cubin.head.e_ident, ELFMAG, SELFMAG);
	cubin.head.e_ident[EI_CLASS] = ELFCLASS64;
	cubin.head.e_shoff = offsetof(__typeof__(cubin), section);
	cubin.head.e_shnum = 3;
	cubin.head.e_shstrndx = 1;
	memcpy(cubin.names + 1, ".text.", 6);
	strncpy(cubin.names + 7, name, NAMES - 8);
	cubin.section[1].sh_offset = offsetof(__typeof__(cubin), names);
	cubin.section[1].sh_size = NAMES;
	cubin.section[2].sh_name = 1;
	cubin.section[2].sh_offset = offsetof(__typeof__(cubin), code);
	cubin.section[2].sh_size = sizeof cubin.code;
	memcpy(cubin.code, words, sizeof cubin.code);
	call_back(CUPTI_OF_RESOURCE, CUPTI_MODULE_LOADED, &resource);
}

/* ---- SASS metrics ------------------------------------------------------------------------------------------------ */

static bool is_patching;
static struct {
	const char *name; /* NULL: none yet */
	uint64_t warps;
} patched;
static bool has_told, has_set;

EXPORT int cuptiProfilerInitialize(struct cupti_profiler *p)
{
	return is_told("refuse") || is_told("uncounted") ? PRIVILEGES : CUPTI_OK;
}

EXPORT int cuptiDeviceGetChipName(struct cupti_chip *p)
{
	p->chip = "GH100";
	return CUPTI_OK;
}

EXPORT int cuptiGetCubinCrc(struct cupti_crc *p)
{
	p->crc = CRC;
	return CUPTI_OK;
}

/* The same records for each metric, in another order. */
EXPORT int cuptiSassMetricsGetProperties(struct cupti_sass_property *p)
{
	static uint64_t last = 100;

	p->id = ++last;
	return CUPTI_OK;
}

static uint64_t ids[METRICS];

EXPORT int cuptiSassMetricsSetConfig(struct cupti_sass_set *p)
{
	for (size_t i = 0; i < METRICS; i++)
		ids[i] = p->metrics[i].id;
	has_set = !has_set;
	if (is_told("once") && has_told)
		return OUT_OF_MEMORY;
	return p->count == METRICS && has_set ? CUPTI_OK : 1;
}

EXPORT int cuptiSassMetricsUnsetConfig(struct cupti_sass_unset *p)
{
	has_set = false;
	return CUPTI_OK;
}

EXPORT int cuptiSassMetricsEnable(struct cupti_sass_enable *p)
{
	is_patching = true;
	patched.name = NULL;
	return CUPTI_OK;
}

EXPORT int cuptiSassMetricsDisable(struct cupti_sass_disable *p)
{
	is_patching = false;
	p->dropped = 0;
	return CUPTI_OK;
}

EXPORT int cuptiSassMetricsGetDataProperties(struct cupti_sass_properties *p)
{
	p->records = patched.name != NULL ? INSTRUCTIONS * METRICS : 0;
	p->instances = 1;
	return CUPTI_OK;
}

/* A warp reads and writes four sectors of one line; each metric of an instruction has a separate record. "thin":
 * only warps, as an H100 returned to a reader that expected one record per instruction. */
EXPORT int cuptiSassMetricsFlushData(struct cupti_sass_flush *p)
{
	static const uint64_t of_access[METRICS] = { 1, 32, 4, 1, 0, 0, 0 }, of_sum[METRICS] = { 1, 32, 0, 0, 0, 0, 0 };

	has_told = true;
	for (uint32_t i = 0; i < p->records; i++) {
		const uint32_t instruction = i / METRICS % INSTRUCTIONS, metric = i % METRICS;
		p->record[i].crc = CRC;
		p->record[i].function = patched.name;
		p->record[i].place = 16 * instruction;
		for (size_t m = 0; m < METRICS; m++) {
			const bool counts = m == metric && (m == 0 || !is_told("thin"));
			p->record[i].values[m] = (struct cupti_sass_value){
				ids[m], counts ? patched.warps * (instruction == 1 ? of_sum : of_access)[m] : 0
			};
		}
	}
	return CUPTI_OK;
}

static void count_launch(const char *name, int blocks, int threads)
{
	if (!is_patching || patched.name != NULL)
		return;
	patched.name = name;
	patched.warps = (uint64_t)blocks * (uint64_t)threads / 32;
}

/* A launch that begins `gap` after the end of the previous one. */
EXPORT void fake_launch(const char *name, int blocks, int threads, unsigned nanoseconds, unsigned gap)
{
	correlation++;
	const struct cupti_kernel kernel = { .kind = CUPTI_KERNEL,
					     .registers = 32,
					     .start = now + gap,
					     .end = now + gap + nanoseconds,
					     .device = rank(),
					     .grid = { blocks, 1, 1 },
					     .block = { threads, 1, 1 },
					     .correlation = correlation,
					     .name = name };

	const struct cupti_launch arguments = { NULL, { (uint32_t)blocks, 1, 1 }, { (uint32_t)threads, 1, 1 }, 0 };
	struct cupti_call call = {
		.site = 0, .arguments = &arguments, .symbol = name, .context = &context, .correlation = correlation
	};

	now = kernel.end;
	add(&kernel, sizeof kernel);
	load_module(name);
	patched.warps = 0;
	call_back(CUPTI_OF_DRIVER, CUPTI_DRIVER_LAUNCH, &call);
	count_launch(name, blocks, threads);
	call.site = 1;
	call_back(CUPTI_OF_DRIVER, CUPTI_DRIVER_LAUNCH, &call);
}

/* A fill of a few bytes, for which the driver uses a kernel. */
EXPORT void fake_fill(void)
{
	count_launch("fill", 1, 32);
}

EXPORT void fake_copy(unsigned from, unsigned to, uint64_t bytes, unsigned nanoseconds)
{
	const struct cupti_copy copy = { .kind = CUPTI_MEMCPY,
					 .from = (uint8_t)from,
					 .to = (uint8_t)to,
					 .bytes = bytes,
					 .device = rank(),
					 .is.correlation = ++correlation,
					 .start = now,
					 .end = now + nanoseconds };

	now = copy.end;
	add(&copy, sizeof copy);
}

EXPORT void fake_profiler(bool starts)
{
	struct cupti_call call = { .context = &context };

	call.correlation = ++correlation;
	for (call.site = 0; call.site < 2; call.site++)
		call_back(CUPTI_OF_DRIVER, starts ? CUPTI_PROFILER_START : CUPTI_PROFILER_STOP, &call);
}

EXPORT void fake_wait(unsigned seconds)
{
	now += seconds * UINT64_C(1000000000);
}
