/* counts.c: how often the instructions of chosen kernels were executed and what they touched, by CUPTI's SASS metrics.
 * The kernel is patched: it runs some forty times longer, and no counter of the hardware is read.
 *
 * GPUBENCH_COUNTS has the numbers of launches, from 0 on, in the order in which the process makes them, ascending, with
 * commas between them. CUPTI patches the first function that is launched after it was told to, and a fill of memory may
 * launch one. It is therefore told when the call that makes the wanted launch begins. It is asked when that call
 * returns, because a function may be unloaded later, and its counts with it. CUDA 13.0 counts one launch of a process:
 * a second SetConfig fails with CUPTI_ERROR_OUT_OF_MEMORY.
 *
 *     counts_kernel  DEVICE  CAPABILITY  GRID-X  Y  Z  BLOCK-X  Y  Z  LAUNCH  MANGLED-NAME
 *     counts_code    PLACE  LOW-WORD  HIGH-WORD  WARPS  THREADS  SECTORS  LINES  LOCAL-SECTORS  WAVEFRONTS  IDEAL
 *     counts_end     INSTRUCTIONS  of which the machine code was not found
 *     counts_empty   LAUNCH  RECORDS  WARPS  MANGLED-NAME: it was not counted, or not alone
 *
 * Words are in hexadecimal. LAUNCH is a number as those of GPUBENCH_COUNTS. */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inject/counts_records.h"
#include "inject/cubins.h"
#include "inject/cupti.h"
#include "inject/inject.h"
#include "inject/trace.h"

enum { METRICS = GB_COUNTS_METRICS, DEVICES = 64 };

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
} call;

static struct {
	pthread_mutex_t lock;
	const char *wanted; /* what is left of the list */
	uint64_t next;      /* the launch that is wanted next; UINT64_MAX: none */
	uint64_t launches;  /* that have begun */
	bool is_armed;
	void *context;
	bool is_set[DEVICES];
	struct gb_counted_where where;
	struct gb_counted_kernel kernel; /* that was launched since CUPTI was told; without a name: none was */
	bool has_asked;                  /* for counts, once */
	bool has_refused;                /* and no more is tried */
} counts = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* Calls of the runtime that this thread is in; whether it is in CUPTI on our behalf, which may launch something too;
 * whether CUPTI was told for the launch that it is making. */
static _Thread_local int depth;
static _Thread_local bool is_ours, is_wanted;

/* After the first launch it is no refusal: there is another run for what is left. */
static void refuse(const char *what, int result)
{
	char text[512];

	if (!counts.has_refused && !counts.has_asked)
		gb_trace_add("refused\tcounts\t%s: %s", what, gb_trace_text(text, sizeof text, gb_cupti_says(result)));
	counts.has_refused = true;
	counts.next = UINT64_MAX;
}

/* ---- telling CUPTI to patch -------------------------------------------------------------------------------------- */

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
		metric[i].id = counts.where.id[i] = p.id;
	}
	result = call.set(&set);
	if (result != CUPTI_OK)
		refuse("SASS metrics", result);
	return result == CUPTI_OK;
}

enum { MAJOR = 75, MINOR = 76 };

static int attribute(int which, int device)
{
	int value = 0;

	return call.attribute(&value, which, device) == 0 ? value : 0;
}

/* Whatever runs has to end first: CUPTI patches nothing of a busy context. */
static void arm(void *context)
{
	struct cupti_sass_enable enable = { CUPTI_SIZE_TO(cupti_sass_enable, lazy), NULL, context, 1 };
	int device = 0;

	if (context == NULL || call.context_device(&device) != 0 || device < 0 || device >= DEVICES)
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
	counts.where.device = device;
	counts.where.capability = 10 * attribute(MAJOR, device) + attribute(MINOR, device);
}

static void disarm(void)
{
	struct cupti_sass_disable disable = { CUPTI_SIZE_TO(cupti_sass_disable, dropped), NULL, counts.context, 0 };
	struct cupti_sass_unset unset = { CUPTI_SIZE_TO(cupti_sass_unset, device), NULL,
					  (uint32_t)counts.where.device };

	call.disable(&disable);
	call.unset(&unset);
	counts.is_armed = counts.is_set[counts.where.device] = false;
}

/* ---- asking for counts ------------------------------------------------------------------------------------------- */

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
	if (result == CUPTI_OK && record != NULL && value != NULL)
		gb_counts_tell(&counts.where, &counts.kernel, record, p.records, values);
	counts.has_asked |= result == CUPTI_OK;
	free(record);
	free(value);
}

/* ---- launches ---------------------------------------------------------------------------------------------------- */

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

/* A call begins that launches: the outermost one of this thread. */
static void enter(void *context)
{
	while (counts.next < counts.launches)
		counts.next = gb_inject_next(&counts.wanted);
	if (counts.next == counts.launches && !counts.is_armed) {
		arm(context);
		is_wanted = counts.is_armed;
	}
}

/* The driver is about to launch. Elsewhere nothing is patched. */
static void begins(uint32_t id, const struct cupti_call *c)
{
	if (is_wanted && c->context == counts.context && counts.kernel.name[0] == '\0') {
		gb_trace_text(counts.kernel.name, sizeof counts.kernel.name, c->symbol);
		counts.kernel.launch = launch_of(id, c);
		counts.kernel.number = counts.launches;
	}
	counts.launches++;
}

/* The call returns. It may have failed before it launched anything. */
static void leave(void)
{
	if (!is_wanted)
		return;
	is_wanted = false;
	if (counts.kernel.name[0] == '\0') {
		disarm();
		return;
	}
	call.synchronize();
	collect();
	counts.kernel.name[0] = '\0';
}

static void hear_driver(uint32_t domain, uint32_t id, const void *data)
{
	const struct cupti_call *c = data;

	(void)domain;
	if (is_ours)
		return;
	lock();
	if (c->site == 0 && depth == 0)
		enter(c->context);
	if (c->site == 0)
		begins(id, c);
	else if (depth == 0)
		leave();
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
			enter(c->context);
		else
			leave();
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

/* ---- the module -------------------------------------------------------------------------------------------------- */

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
	/* New in CUDA 13: an older CUPTI has none. */
	if (ok && gb_inject_listen(CUPTI_OF_RUNTIME, CUPTI_RUNTIME_LAUNCH_13, hear_runtime, why, size))
		gb_inject_listen(CUPTI_OF_RUNTIME, CUPTI_RUNTIME_LAUNCH_13_PTSZ, hear_runtime, why, size);
	return ok;
}

static bool find_calls(void)
{
	const struct gb_library_function cupti[] = {
		{ "cuptiProfilerInitialize", &call.initialize },
		{ "cuptiDeviceGetChipName", &call.chip },
		{ "cuptiSassMetricsGetProperties", &call.property },
		{ "cuptiSassMetricsSetConfig", &call.set },
		{ "cuptiSassMetricsEnable", &call.enable },
		{ "cuptiSassMetricsDisable", &call.disable },
		{ "cuptiSassMetricsUnsetConfig", &call.unset },
		{ "cuptiSassMetricsGetDataProperties", &call.properties },
		{ "cuptiSassMetricsFlushData", &call.flush },
	};
	const struct gb_library_function driver[] = {
		{ "cuCtxGetDevice", &call.context_device },
		{ "cuDeviceGetAttribute", &call.attribute },
		{ "cuCtxSynchronize", &call.synchronize },
	};

	return gb_cupti_find(cupti, sizeof cupti / sizeof cupti[0]) &&
	       gb_library_find_driver(driver, sizeof driver / sizeof driver[0]);
}

static bool begin(char *why, size_t size)
{
	counts.wanted = getenv(GB_TRACE_COUNTS_VARIABLE);
	counts.next = gb_inject_next(&counts.wanted);
	if (!find_calls())
		return snprintf(why, size, "this CUPTI has no SASS metrics") < 0;
	return listen(why, size);
}

const struct gb_inject_module gb_inject_counts = { .name = "counts", .begin = begin };
