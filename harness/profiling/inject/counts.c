/* counts.c: counts the executed instructions of chosen kernels, and the memory that they touch, with CUPTI's SASS
 * metrics. A patched kernel takes about forty times longer. No hardware counter is read.
 *
 * GPUBENCH_COUNTS lists the numbers of the wanted launches, ascending and separated by commas. The launches of a
 * process are numbered from 0. CUPTI patches the first function that is launched after patching is enabled, which may
 * also be a memset, so patching is enabled when the call with the wanted launch begins. The counts are read when this
 * call returns, because they are lost if the function is unloaded later. CUDA 13.0 counts only one launch of a process:
 * a second SetConfig fails with CUPTI_ERROR_OUT_OF_MEMORY.
 *
 *     counts_kernel  DEVICE  CAPABILITY  GRID-X  Y  Z  BLOCK-X  Y  Z  LAUNCH  MANGLED-NAME
 *     counts_code    PLACE  LOW-WORD  HIGH-WORD  WARPS  THREADS  SECTORS  LINES  LOCAL-SECTORS  WAVEFRONTS  IDEAL
 *     counts_end     INSTRUCTIONS  whose machine code was not found
 *     counts_empty   LAUNCH  RECORDS  WARPS  MANGLED-NAME: not counted, or together with other launches
 *
 * Words are in hexadecimal. LAUNCH is a number as in GPUBENCH_COUNTS. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inject/counts_records.h"
#include "inject/cubins.h"
#include "inject/cupti.h"
#include "inject/inject.h"
#include "inject/trace.h"

enum { METRICS = GB_COUNTS_METRICS };

/* In the order of fields in counts_code. */
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
	const char *wanted; /* the rest of the list */
	uint64_t next;      /* the next wanted launch; UINT64_MAX: none */
	uint64_t launches;  /* launches that have begun */
	bool is_armed;      /* patching is enabled */
	void *context;
	struct gb_counted_where where;
	struct gb_counted_kernel kernel; /* the kernel launched since patching was enabled; no name: none was
	                                  * launched */
	bool has_asked;                  /* counts were read at least once */
	bool has_refused;                /* no further launch is counted */
} counts = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* `depth`: the number of runtime calls that this thread is in. `is_ours`: this module itself calls CUPTI, which may
 * also launch kernels. `is_wanted`: patching was enabled for the launch that this thread makes. */
static _Thread_local int depth;
static _Thread_local bool is_ours, is_wanted;

/* A failure after the first launch is not reported as a refusal, because another run counts the remaining launches. */
static void refuse_counting(const char *what, int result)
{
	char text[512];

	if (!counts.has_refused && !counts.has_asked)
		gb_trace_add("refused\tcounts\t%s: %s", what, gb_trace_text(text, sizeof text, gb_cupti_says(result)));
	counts.has_refused = true;
	counts.next = UINT64_MAX;
}

/* ---- patching ---------------------------------------------------------------------------------------------------- */

static bool configure_metrics(int device)
{
	struct cupti_sass_metric metric[METRICS] = { { 0, 0 } };
	struct cupti_chip chip = { .size = CUPTI_SIZE_TO(cupti_chip, chip), .device = (size_t)device };
	struct cupti_sass_set set = { CUPTI_SIZE_TO(cupti_sass_set, device), NULL, METRICS, metric, (uint32_t)device };
	struct cupti_profiler profiler = { CUPTI_SIZE_TO(cupti_profiler, reserved), NULL };
	int result = call.initialize(&profiler);

	if (result == CUPTI_OK)
		result = call.chip(&chip);
	if (result != CUPTI_OK) {
		refuse_counting("counting", result);
		return false;
	}
	for (int i = 0; i < METRICS; i++) {
		struct cupti_sass_property p = { .size = CUPTI_SIZE_TO(cupti_sass_property, description),
						 .chip = chip.chip,
						 .metric = metric_names[i] };
		result = call.property(&p);
		if (result != CUPTI_OK) {
			refuse_counting(metric_names[i], result);
			return false;
		}
		metric[i].id = counts.where.id[i] = p.id;
	}
	result = call.set(&set);
	if (result != CUPTI_OK)
		refuse_counting("SASS metrics", result);
	return result == CUPTI_OK;
}

enum { MAJOR = 75, MINOR = 76 };

static int device_attribute(int which, int device)
{
	int value = 0;

	return call.attribute(&value, which, device) == 0 ? value : 0;
}

/* Waits for the GPU first, because CUPTI patches nothing in a busy context. */
static void arm_patching(void *context)
{
	struct cupti_sass_enable enable = { CUPTI_SIZE_TO(cupti_sass_enable, lazy), NULL, context, 1 };
	int device = 0;

	if (context == NULL || call.context_device(&device) != 0 || device < 0)
		return;
	call.synchronize();
	if (!configure_metrics(device))
		return;
	const int result = call.enable(&enable);
	if (result != CUPTI_OK) {
		refuse_counting("patching", result);
		return;
	}
	counts.is_armed = true;
	counts.context = context;
	counts.where.device = device;
	counts.where.capability = 10 * device_attribute(MAJOR, device) + device_attribute(MINOR, device);
}

static void disarm_patching(void)
{
	struct cupti_sass_disable disable = { CUPTI_SIZE_TO(cupti_sass_disable, dropped), NULL, counts.context, 0 };
	struct cupti_sass_unset unset = { CUPTI_SIZE_TO(cupti_sass_unset, device), NULL,
					  (uint32_t)counts.where.device };

	call.disable(&disable);
	call.unset(&unset);
	counts.is_armed = false;
}

/* ---- reading counts ---------------------------------------------------------------------------------------------- */

static void collect_counts(void)
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
	disarm_patching();
	if (result != CUPTI_OK)
		refuse_counting("counts", result);
	if (result == CUPTI_OK && record != NULL && value != NULL)
		gb_counts_tell(&counts.where, &counts.kernel, record, p.records, values);
	counts.has_asked |= result == CUPTI_OK;
	free(record);
	free(value);
}

/* ---- launches ---------------------------------------------------------------------------------------------------- */

static struct cupti_launch read_launch(uint32_t id, const struct cupti_call *c)
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

static void lock_counts(void)
{
	is_ours = true;
	pthread_mutex_lock(&counts.lock);
}

static void unlock_counts(void)
{
	pthread_mutex_unlock(&counts.lock);
	is_ours = false;
}

/* Called when the outermost call of this thread that launches something begins. */
static void enter_call(void *context)
{
	while (counts.next < counts.launches)
		counts.next = gb_inject_next(&counts.wanted);
	if (counts.next == counts.launches && !counts.is_armed) {
		arm_patching(context);
		is_wanted = counts.is_armed;
	}
}

/* Called when the driver is about to launch. Patching happens only here. */
static void on_driver_launch(uint32_t id, const struct cupti_call *c)
{
	if (is_wanted && c->context == counts.context && counts.kernel.name[0] == '\0') {
		gb_trace_text(counts.kernel.name, sizeof counts.kernel.name, c->symbol);
		counts.kernel.launch = read_launch(id, c);
		counts.kernel.number = counts.launches;
	}
	counts.launches++;
}

/* Called when this call returns. It may have failed before launching anything. */
static void leave_call(void)
{
	if (!is_wanted)
		return;
	is_wanted = false;
	if (counts.kernel.name[0] == '\0') {
		disarm_patching();
		return;
	}
	call.synchronize();
	collect_counts();
	counts.kernel.name[0] = '\0';
}

static void on_driver_call(uint32_t domain, uint32_t id, const void *data)
{
	const struct cupti_call *c = data;

	if (is_ours)
		return;
	lock_counts();
	if (c->site == 0 && depth == 0)
		enter_call(c->context);
	if (c->site == 0)
		on_driver_launch(id, c);
	else if (depth == 0)
		leave_call();
	unlock_counts();
}

static void on_runtime_call(uint32_t domain, uint32_t id, const void *data)
{
	const struct cupti_call *c = data;

	if (is_ours)
		return;
	depth -= c->site != 0 && depth > 0; /* this module may have been loaded in a call whose beginning was not
	                                     * seen */
	if (depth == 0) {
		lock_counts();
		if (c->site == 0)
			enter_call(c->context);
		else
			leave_call();
		unlock_counts();
	}
	depth += c->site == 0;
}

static void on_module_loaded(uint32_t domain, uint32_t id, const void *data)
{
	const struct cupti_resource *r = data;

	gb_cubins_keep(r->descriptor);
}

/* ---- the module -------------------------------------------------------------------------------------------------- */

static bool listen_to_launches(char *why, size_t size)
{
	static const uint32_t drivers[] = { CUPTI_DRIVER_LAUNCH,      CUPTI_DRIVER_LAUNCH_PTSZ,
					    CUPTI_DRIVER_COOPERATIVE, CUPTI_DRIVER_COOPERATIVE_PTSZ,
					    CUPTI_DRIVER_LAUNCH_EX,   CUPTI_DRIVER_LAUNCH_EX_PTSZ };
	static const uint32_t runtimes[] = { CUPTI_RUNTIME_LAUNCH,      CUPTI_RUNTIME_LAUNCH_PTSZ,
					     CUPTI_RUNTIME_COOPERATIVE, CUPTI_RUNTIME_COOPERATIVE_PTSZ,
					     CUPTI_RUNTIME_LAUNCH_EX,   CUPTI_RUNTIME_LAUNCH_EX_PTSZ };
	bool ok = gb_inject_listen(CUPTI_OF_RESOURCE, CUPTI_MODULE_LOADED, on_module_loaded, why, size);

	for (size_t i = 0; ok && i < sizeof drivers / sizeof drivers[0]; i++)
		ok = gb_inject_listen(CUPTI_OF_DRIVER, drivers[i], on_driver_call, why, size);
	for (size_t i = 0; ok && i < sizeof runtimes / sizeof runtimes[0]; i++)
		ok = gb_inject_listen(CUPTI_OF_RUNTIME, runtimes[i], on_runtime_call, why, size);
	/* This call is new in CUDA 13. */
	if (ok && gb_inject_listen(CUPTI_OF_RUNTIME, CUPTI_RUNTIME_LAUNCH_13, on_runtime_call, why, size))
		gb_inject_listen(CUPTI_OF_RUNTIME, CUPTI_RUNTIME_LAUNCH_13_PTSZ, on_runtime_call, why, size);
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

static bool begin_counts(char *why, size_t size)
{
	counts.wanted = getenv(GB_TRACE_COUNTS_VARIABLE);
	counts.next = gb_inject_next(&counts.wanted);
	if (!find_calls())
		return snprintf(why, size, "this CUPTI has no SASS metrics") < 0;
	return listen_to_launches(why, size);
}

const struct gb_inject_module gb_inject_counts = { .name = "counts", .begin = begin_counts };
