/* fake_settings.c: what the fake device is like, and which of its calls fails. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "gpu_fake.h"
#include "device/nvml.h"
#include "base/text.h"

struct fake fake;

/* ---- failing calls ----------------------------------------------------------------------------------------------- */

static struct {
	const char *name, *text;
	unsigned int calls;
} operation[FAKE_OPS] = {
	[FAKE_COUNT] = { "count", "cudaGetDeviceCount: cudaErrorUnknown (unknown error)", 0 },
	[FAKE_DESCRIBE] = { "describe", "cudaGetDeviceProperties: cudaErrorUnknown (unknown error)", 0 },
	[FAKE_ATTRIBUTE] = { "attribute", "cudaDeviceGetAttribute: cudaErrorUnknown (unknown error)", 0 },
	[FAKE_OPEN] = { "open", "cudaSetDevice: cudaErrorDevicesUnavailable (busy or unavailable)", 0 },
	[FAKE_MEMORY_FREE] = { "memory_free", "cudaMemGetInfo: cudaErrorUnknown (unknown error)", 0 },
	[FAKE_ALLOC] = { "alloc", "cudaMalloc: cudaErrorMemoryAllocation (out of memory)", 0 },
	[FAKE_FILL] = { "fill", "cudaMemsetAsync: cudaErrorInvalidValue (invalid argument)", 0 },
	[FAKE_COPY_IN] = { "copy_in", "cudaMemcpyAsync: cudaErrorInvalidValue (invalid argument)", 0 },
	[FAKE_COPY_OUT] = { "copy_out", "cudaMemcpyAsync: cudaErrorIllegalAddress (illegal memory access)", 0 },
	[FAKE_LOAD] = { "load", "cuModuleLoadData: CUDA_ERROR_INVALID_IMAGE (device kernel image is invalid)", 0 },
	[FAKE_KERNEL] = { "kernel", "cuModuleGetFunction: CUDA_ERROR_NOT_FOUND (named symbol not found)", 0 },
	[FAKE_OCCUPANCY] = { "occupancy",
			     "cuOccupancyMaxActiveBlocksPerMultiprocessor: CUDA_ERROR_INVALID_VALUE (invalid argument)",
			     0 },
	[FAKE_CARVEOUT] = { "carveout", "cuFuncSetAttribute: CUDA_ERROR_INVALID_VALUE (invalid argument)", 0 },
	[FAKE_CLUSTERS] = { "clusters", "cuOccupancyMaxActiveClusters: CUDA_ERROR_INVALID_VALUE (invalid argument)",
			    0 },
	[FAKE_TENSOR_MAP] = { "tensor_map", "cuTensorMapEncodeTiled: CUDA_ERROR_INVALID_VALUE (invalid argument)", 0 },
	[FAKE_TEXTURE] = { "texture", "cudaCreateTextureObject: cudaErrorInvalidValue (invalid argument)", 0 },
	[FAKE_STREAM] = { "stream", "cudaStreamCreate: cudaErrorMemoryAllocation (out of memory)", 0 },
	[FAKE_FORK] = { "fork", "cudaStreamWaitEvent: cudaErrorInvalidResourceHandle (invalid resource handle)", 0 },
	[FAKE_JOIN] = { "join", "cudaStreamWaitEvent: cudaErrorInvalidResourceHandle (invalid resource handle)", 0 },
	[FAKE_PEER_CAN] = { "peer_can", "cudaDeviceCanAccessPeer: cudaErrorInvalidDevice (invalid device ordinal)", 0 },
	[FAKE_PEER_ACCESS] = { "peer_access",
			       "cudaDeviceEnablePeerAccess: cudaErrorInvalidDevice (invalid device ordinal)", 0 },
	[FAKE_PEER_COPY] = { "peer_copy", "cudaMemcpyPeerAsync: cudaErrorInvalidValue (invalid argument)", 0 },
	[FAKE_PEER_WAIT] = { "peer_wait",
			     "cudaStreamWaitEvent: cudaErrorInvalidResourceHandle (invalid resource handle)", 0 },
	[FAKE_TEAM] = { "team", "cuTeam: no such call (of a plug-in for the host)", 0 },
	[FAKE_PLACE] = { "place", "cuPlace: no such call (of a plug-in for the host)", 0 },
	[FAKE_LAUNCH] = { "launch", "cuLaunchKernel: CUDA_ERROR_LAUNCH_FAILED (unspecified launch failure)", 0 },
	[FAKE_COPY_ON] = { "copy_on", "cudaMemcpyAsync: cudaErrorInvalidValue (invalid argument)", 0 },
	[FAKE_MARK] = { "mark", "cudaEventRecord: cudaErrorInvalidResourceHandle (invalid resource handle)", 0 },
	[FAKE_SYNC] = { "sync", "cudaStreamSynchronize: cudaErrorIllegalAddress (illegal memory access)", 0 },
	[FAKE_BUFFER] = { "buffer_alloc", "cudaHostAlloc: cudaErrorMemoryAllocation (out of memory)", 0 },
	[FAKE_COPY] = { "copy", "cudaMemcpyAsync: cudaErrorInvalidValue (invalid argument)", 0 },
	[FAKE_COPIES] = { "copies", "cudaMemcpyBatchAsync: cudaErrorInvalidValue (invalid argument)", 0 },
	[FAKE_STREAM_FILL] = { "stream_fill", "cudaMemsetAsync: cudaErrorInvalidValue (invalid argument)", 0 },
	[FAKE_STREAM_LAUNCH] = { "stream_launch",
				 "cuLaunchKernel: CUDA_ERROR_LAUNCH_FAILED (unspecified launch failure)", 0 },
	[FAKE_STREAM_ALLOC] = { "stream_alloc", "cudaMallocAsync: cudaErrorMemoryAllocation (out of memory)", 0 },
	[FAKE_STREAM_RELEASE] = { "stream_release", "cudaFreeAsync: cudaErrorInvalidValue (invalid argument)", 0 },
	[FAKE_RECORD] = { "record", "cudaEventRecord: cudaErrorInvalidResourceHandle (invalid resource handle)", 0 },
	[FAKE_AWAIT] = { "await", "cudaStreamWaitEvent: cudaErrorInvalidResourceHandle (invalid resource handle)", 0 },
	[FAKE_EVENT_SYNC] = { "event_sync", "cudaEventSynchronize: cudaErrorIllegalAddress (illegal memory access)",
			      0 },
	[FAKE_POOL] = { "pool_keep", "cudaMemPoolSetAttribute: cudaErrorInvalidValue (invalid argument)", 0 },
	[FAKE_STREAM_MAKE] = { "stream_make", "cudaStreamCreateWithPriority: cudaErrorInvalidValue (invalid argument)",
			       0 },
	[FAKE_PASSED] = { "passed", "cudaEventQuery: cudaErrorIllegalAddress (illegal memory access)", 0 },
	[FAKE_WAIT] = { "wait", "cudaStreamQuery: cudaErrorIllegalAddress (illegal memory access)", 0 },
	[FAKE_GRAPH_BEGIN] = { "graph_begin", "cudaStreamBeginCapture: cudaErrorIllegalState (illegal state)", 0 },
	[FAKE_GRAPH_END] = { "graph_end", "cudaStreamEndCapture: cudaErrorStreamCaptureInvalidated (invalidated)", 0 },
	[FAKE_GRAPH_NEW] = { "graph_new", "cudaGraphCreate: cudaErrorMemoryAllocation (out of memory)", 0 },
	[FAKE_GRAPH_ADD] = { "graph_add", "cuGraphAddKernelNode: CUDA_ERROR_INVALID_VALUE (invalid argument)", 0 },
	[FAKE_GRAPH_READY] = { "graph_ready", "cudaGraphInstantiate: cudaErrorInvalidValue (invalid argument)", 0 },
	[FAKE_GRAPH_SET] = { "graph_set", "cuGraphExecKernelNodeSetParams: CUDA_ERROR_INVALID_VALUE (invalid argument)",
			     0 },
	[FAKE_GRAPH_LAUNCH] = { "graph_launch", "cudaGraphLaunch: cudaErrorInvalidValue (invalid argument)", 0 },
	[FAKE_ELAPSED] = { "elapsed", "cudaEventElapsedTime: cudaErrorNotReady (device not ready)", 0 },
};

static struct {
	enum fake_op op;
	unsigned int at; /* a call number since fake_reset(); 0: none */
	bool onwards, came;
} failing;

static enum fake_op find_operation(const char *name)
{
	for (int op = 0; op < FAKE_OPS; op++)
		if (strcmp(operation[op].name, name) == 0)
			return (enum fake_op)op;
	fprintf(stderr, "gpu_fake: no operation '%s'\n", name);
	abort();
}

int fake_enter(enum fake_op op, struct gb_error *error)
{
	const unsigned int call = ++operation[op].calls;

	if (failing.at == 0 || op != failing.op || call < failing.at || (call > failing.at && !failing.onwards))
		return GB_OK;
	failing.came = true;
	return gb_error_set(error, "%s", operation[op].text);
}

void fake_fail(const char *name, unsigned int nth, bool onwards)
{
	failing.op = find_operation(name);
	failing.at = operation[failing.op].calls + nth;
	failing.onwards = onwards;
	failing.came = false;
}

bool fake_failed(void)
{
	return failing.came;
}

unsigned int fake_calls(const char *name)
{
	return operation[find_operation(name)].calls;
}

const char *fake_op_name(enum fake_op op)
{
	return operation[op].name;
}

/* ---- kernels ------------------------------------------------------------------------------------------------------ */

enum { REGISTERED_MAX = 32 };

static struct fake_emulated registered[REGISTERED_MAX];
static size_t registered_count;

void fake_kernel(const char *name, fake_kernel_fn *function)
{
	if (registered_count == REGISTERED_MAX)
		abort();
	registered[registered_count++] = (struct fake_emulated){ name, function };
}

fake_kernel_fn *fake_find_kernel(const char *name)
{
	for (size_t i = registered_count; i-- > 0;) /* the latest first */
		if (strcmp(registered[i].name, name) == 0)
			return registered[i].function;
	for (size_t i = 0; fake.computes && fake_emulated[i].name != NULL; i++)
		if (strcmp(fake_emulated[i].name, name) == 0)
			return fake_emulated[i].function;
	return NULL;
}

/* ---- settings ----------------------------------------------------------------------------------------------------- */

bool fake_reset(void)
{
	const bool clean = fake.opened == 0 && fake.modules == 0 && fake.allocations == 0 && fake.textures == 0 &&
			   fake.buffers == 0 && fake.graphs == 0;

	if (!clean)
		fprintf(stderr,
			"gpu_fake: left over: %d open devices, %d modules, %d allocations, %d buffers, %d graphs\n",
			fake.opened, fake.modules, fake.allocations, fake.buffers, fake.graphs);
	fake_forget_memory();
	fake = (struct fake){
		.devices = 1,
		.cc = 90,
		.sms = 4,
		.free_bytes = UINT64_C(64) << 20,
		.l2_bytes = UINT64_C(4) << 20,
		.lost_peer = -1,
		.hung_peer = -1,
		.slow_from = -1,
		.slow_to = -1,
		.prohibited = -1,
		.launch_seconds = 20e-6,
		.slow = 1,
		.slow_device = -1,
		.sm_hz = 1.5e9,
		.slowest = 1,
		.stamped_sms = -1,
		.state = { NAN, NAN, NAN, "none", false, NAN, 0 },
		.energy_step = 0.001,
		.power_step = 0.02,
		.lanes = 16,
		.copy_bytes = 50e9,
		.host_bytes = UINT64_C(1) << 31,
		.partitions = 2,
		.computes = true,
	};
	registered_count = 0;
	memset(&failing, 0, sizeof failing);
	for (int op = 0; op < FAKE_OPS; op++)
		operation[op].calls = 0;
	return clean;
}

static double bad_setting(const char *word)
{
	fprintf(stderr, "GPUBENCH_FAKE: '%s' is not understood; tests/fake/fake_settings.c has the words\n", word);
	exit(99);
}

/* "64MiB", "20e-6" */
static double number(const char *text)
{
	char *end;
	double value = strtod(text, &end);

	if (strcmp(end, "KiB") == 0)
		return 1024 * value;
	if (strcmp(end, "MiB") == 0)
		return 1024 * 1024 * value;
	return end != text && *end == '\0' ? value : bad_setting(text);
}

static void set_fail(const char *value)
{
	char name[32] = "";
	const char *nth = strchr(value, ':');

	if (nth == NULL)
		bad_setting(value);
	else {
		gb_text_add(name, sizeof name, "%.*s", (int)(nth - value), value);
		fake_fail(name, (unsigned int)strtoul(nth + 1, NULL, 10), strchr(nth, '+') != NULL);
	}
}

/* Launch times, or clocks, that swing by a part: swing(&series, 0.1) is 0.9, 1.1, 0.9, ... */
static void swing(struct fake_series *series, double factors[2], double part)
{
	factors[0] = 1 - part;
	factors[1] = 1 + part;
	*series = (struct fake_series){ factors, 2 };
}

/* The bits of NVML's clock event reasons, as in throttle=0x40. */
static void set_throttle(const char *value)
{
	const unsigned long long bits = strtoull(value, NULL, 0);

	gb_nvml_reasons(bits, fake.state.throttle, sizeof fake.state.throttle);
	fake.state.slowdown = gb_nvml_is_slowdown(bits);
}

static void set_slow_pair(int pair)
{
	fake.slow_from = pair / 10;
	fake.slow_to = pair % 10;
}

static void set(const char *name, const char *value)
{
	static double times[2], clocks[2];

	if (strcmp(name, "fail") == 0) /* fail=launch:3, or fail=launch:3+ for every one from the third on */
		set_fail(value);
	else if (strcmp(name, "throttle") == 0)
		set_throttle(value);
	else if (strcmp(name, "devices") == 0)
		fake.devices = (int)number(value);
	else if (strcmp(name, "node") == 0)
		fake.of_node = number(value) != 0;
	else if (strcmp(name, "nodriver") == 0)
		fake.no_driver = number(value) != 0;
	else if (strcmp(name, "nopeers") == 0)
		fake.no_peers = number(value) != 0;
	else if (strcmp(name, "lostpeer") == 0)
		fake.lost_peer = (int)number(value);
	else if (strcmp(name, "hungpeer") == 0)
		fake.hung_peer = (int)number(value);
	else if (strcmp(name, "linksdown") == 0)
		fake.links_down = (int)number(value);
	else if (strcmp(name, "slowpair") == 0) /* 25: from card 2 to card 5 */
		set_slow_pair((int)number(value));
	else if (strcmp(name, "prohibited") == 0)
		fake.prohibited = (int)number(value);
	else if (strcmp(name, "nocode") == 0)
		fake.no_code = number(value) != 0;
	else if (strcmp(name, "computes") == 0)
		fake.computes = number(value) != 0;
	else if (strcmp(name, "cc") == 0)
		fake.cc = (int)number(value);
	else if (strcmp(name, "free") == 0)
		fake.free_bytes = (uint64_t)number(value);
	else if (strcmp(name, "sms") == 0)
		fake.sms = (int)number(value);
	else if (strcmp(name, "l2") == 0)
		fake.l2_bytes = (uint64_t)number(value);
	else if (strcmp(name, "context") == 0) /* bytes of the free ones that it takes */
		fake.context_bytes = (uint64_t)number(value);
	else if (strcmp(name, "launch") == 0) /* virtual seconds */
		fake.launch_seconds = number(value);
	else if (strcmp(name, "slow") == 0)
		fake.slow = number(value);
	else if (strcmp(name, "slowdevice") == 0)
		fake.slow_device = (int)number(value);
	else if (strcmp(name, "slowest") == 0)
		fake.slowest = number(value);
	else if (strcmp(name, "sleep") == 0) /* real seconds of every wait for the device */
		fake.sync_sleep_seconds = number(value);
	else if (strcmp(name, "power") == 0)
		fake.power_w = number(value);
	else if (strcmp(name, "processes") == 0) /* of others */
		fake.processes = (int)number(value);
	else if (strcmp(name, "busy") == 0) /* with others, percent */
		fake.busy = (int)number(value);
	else if (strcmp(name, "workers") == 0) /* others during a point */
		fake.workers = (int)number(value);
	else if (strcmp(name, "leave") == 0) /* they do, after so many seconds */
		fake.leave_at = gb_clock_now() + number(value);
	else if (strcmp(name, "link") == 0) /* bytes a virtual second of a copy on a stream */
		fake.copy_bytes = number(value);
	else if (strcmp(name, "host") == 0) /* bytes of one buffer of the host, at most */
		fake.host_bytes = (uint64_t)number(value);
	else if (strcmp(name, "lanes") == 0)
		fake.lanes = (int)number(value);
	else if (strcmp(name, "hurries") == 0)
		fake.hurries = number(value) != 0;
	else if (strcmp(name, "partitions") == 0)
		fake.partitions = (int)number(value);
	else if (strcmp(name, "memclock") == 0)
		fake.state.mem_clock_hz = number(value);
	else if (strcmp(name, "asleep") == 0)
		fake.asleep = (unsigned int)number(value);
	else if (strcmp(name, "noise") == 0)
		swing(&fake.times, times, number(value));
	else if (strcmp(name, "drift") == 0)
		swing(&fake.clocks, clocks, number(value));
	else
		bad_setting(name);
}

void fake_configure(const char *settings)
{
	char word[64];

	for (const char *at = settings; *at != '\0'; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',')) {
		word[0] = '\0';
		gb_text_add(word, sizeof word, "%.*s", (int)strcspn(at, ","), at);
		char *value = strchr(word, '=');
		if (value == NULL) {
			bad_setting(word);
			return;
		}
		*value = '\0';
		set(word, value + 1);
	}
}
