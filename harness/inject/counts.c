/* counts.c: how often the instructions of chosen kernels were executed and what they touched, by CUPTI's SASS metrics. The
 * kernel is patched: it runs some forty times longer, and no counter of the hardware is read.
 *
 * GPUBENCH_COUNTS has the numbers of launches, from 0 on, in the order in which the process makes them, ascending, with commas
 * between them. CUPTI patches the function that is launched first after it was told to, and counts nothing where it is told
 * within the launch itself, nor where it is asked for the counts there (CUDA 13.0). So it is told when the launch before has
 * returned, and asked when a later one begins or the process ends: until then launches of the function are counted together.
 * How many were is what its first instruction says, which each warp executes once. After it was asked for the first time
 * CUPTI may count nothing more in this process.
 *
 *     counts_kernel  DEVICE  CAPABILITY  L2-BYTES  GRID-X  Y  Z  BLOCK-X  Y  Z  LAUNCHES  FOOTPRINT  MANGLED-NAME
 *     counts_code    PLACE  LOW-WORD  HIGH-WORD  WARPS  THREADS  SECTORS  LINES  LOCAL-SECTORS  WAVEFRONTS  IDEAL
 *     counts_end     INSTRUCTIONS  of which the machine code was not found
 *     counts_empty   LAUNCH  RECORDS  WARPS  MANGLED-NAME: nothing was counted of it, or no whole number of launches
 *
 * Words are in hexadecimal. FOOTPRINT is 0: not known. */
#include <dlfcn.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inject/cubins.h"
#include "inject/cupti.h"
#include "inject/inject.h"
#include "inject/trace.h"

/* So many launches of a kernel are counted together at most. */
enum { METRICS = 7, NAME_TEXT = 8192, DEVICES = 64, TOGETHER = 2 };

/* In the order of counts_code. */
static const char *const metric_names[METRICS] = {
	"smsp__sass_inst_executed",
	"smsp__sass_thread_inst_executed_pred_on",
	"smsp__sass_sectors_mem_global",
	"smsp__sass_l1tex_tags_mem_global",
	"smsp__sass_sectors_mem_local",
	"smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared",
	"smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared_ideal",
};

/* CUPTI's and the driver's functions, which are looked up once. */
static struct {
	int (*initialize)(struct cupti_profiler *);
	int (*chip)(struct cupti_chip *);
	int (*property)(struct cupti_sass_property *);
	int (*set)(struct cupti_sass_set *);
	int (*enable)(struct cupti_sass_enable *);
	int (*disable)(struct cupti_sass_disable *);
	int (*unset)(struct cupti_sass_unset *);
	int (*properties)(struct cupti_sass_properties *);
	int (*flush)(struct cupti_sass_flush *);
	int (*context_device)(int *device);
	int (*attribute)(int *value, int attribute, int device);
	int (*synchronize)(void);
	int (*set_current)(void *context);
} call;

static struct {
	pthread_mutex_t lock;
	const char *wanted; /* what is left of the list */
	uint64_t next;      /* the launch that is wanted next; UINT64_MAX: none */
	uint64_t launches;  /* that have begun */
	bool is_armed;
	void *context;
	int device;
	uint64_t id[METRICS];
	bool is_set[DEVICES];
	struct cupti_launch launch; /* the first one that is counted, and */
	char name[NAME_TEXT];       /* its kernel */
	uint64_t number;
	uint64_t counted; /* launches of it since then; 0: nothing is counted at present */
	bool is_late;     /* counts are asked for at the end */
	bool has_asked;   /* for counts, once */
	bool has_refused; /* and no more is tried */
} counts = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* Calls of the runtime that this thread is in; whether it is in CUPTI on our behalf, which may launch something too. */
static _Thread_local int depth;
static _Thread_local bool is_ours;

/* After the first time it is no refusal: there is another run for what is left. */
static void refuse(const char *what, int result)
{
	char text[512];

	if (!counts.has_refused && !counts.has_asked)
		gb_trace_add("refused\tcounts\t%s: %s", what, gb_trace_text(text, sizeof text, gb_cupti_says(result)));
	counts.has_refused = true;
	counts.next = UINT64_MAX;
}

static void take_next(void)
{
	char *end;

	counts.next = UINT64_MAX;
	if (counts.wanted == NULL || *counts.wanted < '0' || *counts.wanted > '9')
		return;
	counts.next = strtoull(counts.wanted, &end, 10);
	counts.wanted = end + (*end == ',');
}

/* ---- telling CUPTI to patch ------------------------------------------------------------------------------------------ */

static bool configure(int device)
{
	struct cupti_sass_metric metric[METRICS] = { { 0, 0 } };
	struct cupti_chip chip = { .size = CUPTI_SIZE_TO(cupti_chip, chip), .device = (size_t)device };
	struct cupti_sass_set set = { CUPTI_SIZE_TO(cupti_sass_set, device), NULL, METRICS, metric, (uint32_t)device };
	struct cupti_profiler profiler = { CUPTI_SIZE_TO(cupti_profiler, reserved), NULL };
	int result = call.initialize(&profiler);

	if (result == CUPTI_OK)
		result = call.chip(&chip);
	if (result != CUPTI_OK) {
		refuse("counting", result);
		return false;
	}
	for (int i = 0; i < METRICS; i++) {
		struct cupti_sass_property p = { .size = CUPTI_SIZE_TO(cupti_sass_property, description),
						 .chip = chip.chip,
						 .metric = metric_names[i] };
		result = call.property(&p);
		if (result != CUPTI_OK) {
			refuse(metric_names[i], result);
			return false;
		}
		metric[i].id = counts.id[i] = p.id;
	}
	result = call.set(&set);
	if (result != CUPTI_OK)
		refuse("SASS metrics", result);
	return result == CUPTI_OK;
}

/* Whatever runs has to end first: CUPTI patches nothing of a busy context. */
static void arm(void *context)
{
	struct cupti_sass_enable enable = { CUPTI_SIZE_TO(cupti_sass_enable, lazy), NULL, context, 1 };
	int device = 0;

	if (context == NULL || counts.is_armed || call.context_device(&device) != 0 || device < 0 || device >= DEVICES)
		return;
	call.synchronize();
	if (!counts.is_set[device] && !configure(device))
		return;
	counts.is_set[device] = true;
	const int result = call.enable(&enable);
	if (result != CUPTI_OK) {
		refuse("patching", result);
		return;
	}
	counts.is_armed = true;
	counts.context = context;
	counts.device = device;
}

static void disarm(void)
{
	struct cupti_sass_disable disable = { CUPTI_SIZE_TO(cupti_sass_disable, dropped), NULL, counts.context, 0 };
	struct cupti_sass_unset unset = { CUPTI_SIZE_TO(cupti_sass_unset, device), NULL, (uint32_t)counts.device };

	call.disable(&disable);
	call.unset(&unset);
	counts.is_armed = counts.is_set[counts.device] = false;
}

/* ---- what was counted ------------------------------------------------------------------------------------------------ */

static int attribute(int which)
{
	int value = 0;

	return call.attribute(&value, which, counts.device) == 0 ? value : 0;
}

static void tell_kernel(const char *name, uint64_t launches)
{
	enum { L2 = 38, MAJOR = 75, MINOR = 76 };
	const struct cupti_launch *l = &counts.launch;

	gb_trace_add("counts_kernel\t%d\t%d\t%d\t%u\t%u\t%u\t%u\t%u\t%u\t%" PRIu64 "\t0\t%s", counts.device,
		     10 * attribute(MAJOR) + attribute(MINOR), attribute(L2), (unsigned)l->grid[0],
		     (unsigned)l->grid[1], (unsigned)l->grid[2], (unsigned)l->block[0], (unsigned)l->block[1],
		     (unsigned)l->block[2], launches, name);
}

static void add_up(const struct cupti_sass_record *r, size_t values, uint64_t sum[METRICS])
{
	memset(sum, 0, METRICS * sizeof *sum);
	for (size_t i = 0; i < values; i++)
		for (int m = 0; m < METRICS; m++)
			if (r->values[i].id == counts.id[m])
				sum[m] += r->values[i].value;
}

static bool is_of_kernel(const struct cupti_sass_record *r)
{
	return r->function != NULL && strcmp(r->function, counts.name) == 0;
}

/* Add what all records of an instruction say, `*at` the first of them, and leave `*at` after the last. CUPTI may have a record of
 * its own for each metric: a warp that is counted in one says nothing of the others. */
static void add_up_instruction(const struct cupti_sass_record *record, size_t count, size_t values, size_t *at,
			       uint64_t sum[METRICS])
{
	const struct cupti_sass_record *first = &record[*at];
	uint64_t more[METRICS];

	memset(sum, 0, METRICS * sizeof *sum);
	for (; *at < count && record[*at].crc == first->crc && record[*at].place == first->place; ++*at) {
		add_up(&record[*at], values, more);
		for (int m = 0; m < METRICS; m++)
			sum[m] += more[m];
	}
}

static void tell_code(const struct cupti_sass_record *r, const uint64_t sum[METRICS], uint64_t *unread)
{
	uint64_t low, high;

	if (sum[0] == 0)
		return;
	if (!gb_cubins_find(r->crc, r->function, r->place, &low, &high)) {
		++*unread;
		return;
	}
	gb_trace_add("counts_code\t%u\t%016" PRIx64 "\t%016" PRIx64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64
		     "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64,
		     (unsigned)r->place, low, high, sum[0], sum[1], sum[2], sum[3], sum[4], sum[5], sum[6]);
}

/* Warps of one launch. */
static uint64_t warps_of(const struct cupti_launch *l)
{
	const uint64_t threads = (uint64_t)l->block[0] * l->block[1] * l->block[2];

	return (uint64_t)l->grid[0] * l->grid[1] * l->grid[2] * ((threads + 31) / 32);
}

/* Records of the kernel by instruction, then those of others. */
static int by_place(const void *left, const void *right)
{
	const struct cupti_sass_record *a = left, *b = right;

	if (is_of_kernel(a) != is_of_kernel(b))
		return is_of_kernel(a) ? -1 : 1;
	if (a->place != b->place)
		return a->place < b->place ? -1 : 1;
	return (a->crc > b->crc) - (a->crc < b->crc);
}

/* The kernel's records alone, in order. The first instruction has the lowest place of all: every warp executes it. Of no
 * thread at all there are no warps: CUPTI has counted one metric and not the others. */
static void tell_records(struct cupti_sass_record *record, size_t count, size_t values)
{
	const uint64_t each = warps_of(&counts.launch);
	uint64_t warps = 0, threads = 0, unread = 0, sum[METRICS];

	qsort(record, count, sizeof *record, by_place);
	while (count > 0 && !is_of_kernel(&record[count - 1]))
		count--;
	for (size_t at = 0; at < count;) {
		const bool is_first = record[at].place == record[0].place;
		add_up_instruction(record, count, values, &at, sum);
		warps += is_first ? sum[0] : 0;
		threads += sum[1];
	}
	if (each == 0 || warps == 0 || threads == 0 || warps % each != 0 || warps / each > counts.counted) {
		gb_trace_add("counts_empty\t%" PRIu64 "\t%zu\t%" PRIu64 "\t%s", counts.number, count, warps,
			     counts.name);
		gb_trace_flush();
		return;
	}
	tell_kernel(counts.name, warps / each);
	for (size_t at = 0; at < count;) {
		const struct cupti_sass_record *first = &record[at];
		add_up_instruction(record, count, values, &at, sum);
		tell_code(first, sum, &unread);
	}
	gb_trace_add("counts_end\t%" PRIu64, unread);
	gb_trace_flush();
}

static void collect(void)
{
	struct cupti_sass_properties p = { CUPTI_SIZE_TO(cupti_sass_properties, instances), NULL, counts.context, 0,
					   0 };
	int result = call.properties(&p);
	const size_t values = p.instances * METRICS;
	struct cupti_sass_record *record = calloc(p.records + 1, sizeof *record);
	struct cupti_sass_value *value = calloc(p.records * values + 1, sizeof *value);
	struct cupti_sass_flush flush = {
		CUPTI_SIZE_TO(cupti_sass_flush, instances), NULL, counts.context, p.records, p.instances, record
	};

	for (size_t i = 0; record != NULL && value != NULL && i < p.records; i++) {
		record[i].size = flush.size;
		record[i].values = &value[i * values];
	}
	if (result == CUPTI_OK && p.records > 0 && record != NULL && value != NULL)
		result = call.flush(&flush);
	disarm();
	if (result != CUPTI_OK)
		refuse("counts", result);
	else if (record != NULL && value != NULL)
		tell_records(record, p.records, values);
	counts.has_asked |= result == CUPTI_OK;
	free(record);
	free(value);
}

/* ---- launches -------------------------------------------------------------------------------------------------------- */

static struct cupti_launch launch_of(uint32_t id, const struct cupti_call *c)
{
	const bool is_ex = id == CUPTI_DRIVER_LAUNCH_EX || id == CUPTI_DRIVER_LAUNCH_EX_PTSZ;
	struct cupti_launch launch = { .function = NULL };
	const char *from = c->arguments;

	if (is_ex)
		memcpy(&from, c->arguments, sizeof from);
	else
		from += offsetof(struct cupti_launch, grid);
	memcpy(launch.grid, from, offsetof(struct cupti_launch, shared) - offsetof(struct cupti_launch, grid));
	return launch;
}

static bool is_same(const struct cupti_launch *launch, const char *name)
{
	return strcmp(name, counts.name) == 0 && memcmp(launch->grid, counts.launch.grid, sizeof launch->grid) == 0 &&
	       memcmp(launch->block, counts.launch.block, sizeof launch->block) == 0;
}

static void ask(void)
{
	if (counts.counted == 0)
		return;
	call.synchronize();
	collect();
	counts.counted = 0;
}

static void lock(void)
{
	is_ours = true;
	pthread_mutex_lock(&counts.lock);
}

static void unlock(void)
{
	pthread_mutex_unlock(&counts.lock);
	is_ours = false;
}

/* The driver is about to launch. */
static void begins(uint32_t id, const struct cupti_call *c)
{
	const struct cupti_launch launch = launch_of(id, c);
	static char name[NAME_TEXT];

	gb_trace_text(name, sizeof name, c->symbol);
	const bool is_there = counts.is_armed && c->context == counts.context; /* elsewhere nothing is patched */

	if (is_there && counts.counted == 0) {
		counts.launch = launch;
		snprintf(counts.name, sizeof counts.name, "%s", name);
		counts.number = counts.launches;
		counts.counted = 1;
	} else if (is_there && counts.counted > 0 && strcmp(name, counts.name) == 0) {
		if (is_same(&launch, name) && (counts.is_late || counts.counted < TOGETHER))
			counts.counted++;
		else if (counts.is_late)
			counts.launch.grid[0] = 0; /* two shapes together say nothing of either */
		else
			ask();
	}
	counts.launches++;
}

/* No call of a launch is under way any more. */
static void returned(void *context)
{
	while (counts.next < counts.launches)
		take_next();
	if (counts.next == counts.launches && !counts.is_armed)
		arm(context);
}

/* A launch begins: what is wanted next waits for what is counted now, and enough of that was launched. */
static void ask_if_enough(const char *symbol)
{
	if (counts.counted > 0 && (counts.next <= counts.launches + 1 ||
				   (counts.counted == TOGETHER && symbol != NULL && strcmp(symbol, counts.name) == 0)))
		ask();
}

static void hear_driver(uint32_t domain, uint32_t id, const void *data)
{
	const struct cupti_call *c = data;

	(void)domain;
	if (is_ours)
		return;
	lock();
	if (c->site == 0) {
		if (depth == 0)
			ask_if_enough(c->symbol);
		begins(id, c);
	} else if (depth == 0) {
		returned(c->context);
	}
	unlock();
}

static void hear_runtime(uint32_t domain, uint32_t id, const void *data)
{
	const struct cupti_call *c = data;

	(void)domain;
	(void)id;
	if (is_ours)
		return;
	depth -= c->site != 0 && depth > 0; /* the call in which we began has no beginning */
	if (depth == 0) {
		lock();
		if (c->site == 0)
			ask_if_enough(c->symbol);
		else
			returned(c->context);
		unlock();
	}
	depth += c->site == 0;
}

static void hear_module(uint32_t domain, uint32_t id, const void *data)
{
	const struct cupti_resource *r = data;

	(void)domain;
	(void)id;
	gb_cubins_keep(r->descriptor);
}

/* ---- the module ------------------------------------------------------------------------------------------------------ */

static bool find(void *to, void *function)
{
	memcpy(to, &function, sizeof function);
	return function != NULL;
}

static void *driver(const char *name)
{
	void *found = dlsym(RTLD_DEFAULT, name);

	if (found == NULL) {
		void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
		found = library != NULL ? dlsym(library, name) : NULL;
	}
	return found;
}

static bool find_all(void)
{
	return find(&call.initialize, gb_cupti_function("cuptiProfilerInitialize")) &&
	       find(&call.chip, gb_cupti_function("cuptiDeviceGetChipName")) &&
	       find(&call.property, gb_cupti_function("cuptiSassMetricsGetProperties")) &&
	       find(&call.set, gb_cupti_function("cuptiSassMetricsSetConfig")) &&
	       find(&call.enable, gb_cupti_function("cuptiSassMetricsEnable")) &&
	       find(&call.disable, gb_cupti_function("cuptiSassMetricsDisable")) &&
	       find(&call.unset, gb_cupti_function("cuptiSassMetricsUnsetConfig")) &&
	       find(&call.properties, gb_cupti_function("cuptiSassMetricsGetDataProperties")) &&
	       find(&call.flush, gb_cupti_function("cuptiSassMetricsFlushData")) &&
	       find(&call.context_device, driver("cuCtxGetDevice")) &&
	       find(&call.attribute, driver("cuDeviceGetAttribute")) &&
	       find(&call.synchronize, driver("cuCtxSynchronize")) &&
	       find(&call.set_current, driver("cuCtxSetCurrent"));
}

static bool listen(char *why, size_t size)
{
	static const uint32_t drivers[] = { CUPTI_DRIVER_LAUNCH,      CUPTI_DRIVER_LAUNCH_PTSZ,
					    CUPTI_DRIVER_COOPERATIVE, CUPTI_DRIVER_COOPERATIVE_PTSZ,
					    CUPTI_DRIVER_LAUNCH_EX,   CUPTI_DRIVER_LAUNCH_EX_PTSZ };
	static const uint32_t runtimes[] = { CUPTI_RUNTIME_LAUNCH,      CUPTI_RUNTIME_LAUNCH_PTSZ,
					     CUPTI_RUNTIME_COOPERATIVE, CUPTI_RUNTIME_COOPERATIVE_PTSZ,
					     CUPTI_RUNTIME_LAUNCH_EX,   CUPTI_RUNTIME_LAUNCH_EX_PTSZ };
	bool ok = gb_inject_listen(CUPTI_OF_RESOURCE, CUPTI_MODULE_LOADED, hear_module, why, size);

	for (size_t i = 0; ok && i < sizeof drivers / sizeof drivers[0]; i++)
		ok = gb_inject_listen(CUPTI_OF_DRIVER, drivers[i], hear_driver, why, size);
	for (size_t i = 0; ok && i < sizeof runtimes / sizeof runtimes[0]; i++)
		ok = gb_inject_listen(CUPTI_OF_RUNTIME, runtimes[i], hear_runtime, why, size);
	/* Of CUDA 13: an older CUPTI has none. */
	if (ok && gb_inject_listen(CUPTI_OF_RUNTIME, CUPTI_RUNTIME_LAUNCH_13, hear_runtime, why, size))
		gb_inject_listen(CUPTI_OF_RUNTIME, CUPTI_RUNTIME_LAUNCH_13_PTSZ, hear_runtime, why, size);
	return ok;
}

static bool begin(char *why, size_t size)
{
	static const char late[] = "late,";

	counts.wanted = getenv(GB_TRACE_COUNTS_VARIABLE);
	counts.is_late = counts.wanted != NULL && strncmp(counts.wanted, late, strlen(late)) == 0;
	if (counts.is_late)
		counts.wanted += strlen(late);
	take_next();
	if (!find_all())
		return snprintf(why, size, "this CUPTI has no SASS metrics") < 0;
	return listen(why, size);
}

/* The context is still there: this is called before the runtime leaves it. */
static void finish(void)
{
	lock();
	if (counts.counted > 0 && call.set_current(counts.context) == 0)
		ask();
	unlock();
}

const struct gb_inject_module gb_inject_counts = { .name = "counts", .begin = begin, .finish = finish };
