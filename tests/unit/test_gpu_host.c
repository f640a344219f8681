/* The real processors of the host as a device: threads run, memory is usable, time passes. */
#include <stdatomic.h>
#include <sys/resource.h>

#include "base/clock.h"
#include "base/host_memory.h"
#include "device/gpu.h"
#include "host/gpu_host.h"
#include "support.h"

static struct gpu *gpu;
static struct gpu_module *module;
static uint32_t cores;

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

struct count_args {
	atomic_uint *counts; /* of each thread */
	atomic_uint *turn;   /* launches so far, of all threads */
	uint32_t launch;     /* the number of this launch */
	uint32_t *early;     /* set if it began before the previous one was done */
};

static void count(uint32_t thread, uint32_t threads, const void *args)
{
	const struct count_args *a = args;

	if (atomic_load(a->turn) < a->launch * threads)
		*a->early = 1;
	atomic_fetch_add(&a->counts[thread], 1);
	atomic_fetch_add(a->turn, 1);
}

static void last_a_while(uint32_t thread, uint32_t threads, const void *args)
{
	const double *seconds = args;
	const double end = gb_clock_now() + *seconds;

	while (gb_clock_now() < end)
		;
}

static const struct gb_host_kernel kernels[] = {
	{ "count", count, sizeof(struct count_args) },
	{ "last", last_a_while, sizeof(double) },
	{ NULL, NULL, 0 },
};
static const struct gb_variant variant = { .name = "default", .flags = "", .archs = "", .kernels = kernels };

static int open_host(void)
{
	assert_ok(gpu_host.open(0, &gpu, &error), error);
	assert_ok(gpu_host.load(gpu, &variant, &module, &error), error);
	assert_ok(gpu_host.team(gpu, -1, &cores, &error), error);
	return 0;
}

static int close_host(void)
{
	gpu_host.unload(gpu, module);
	gpu_host.close(gpu);
	return 0;
}

static struct gb_kernel find(const char *name)
{
	struct gb_kernel kernel;

	assert_ok(gpu_host.kernel(gpu, module, name, &kernel, &error), error);
	return kernel;
}

/* ---- what it is -------------------------------------------------------------------------------------------------- */

TEST_WITH(it_describes_itself, open_host, close_host)
{
	struct gb_device d, again;
	struct gpu_identity id;
	struct gpu_attribute attribute;
	int devices, i = 0;

	assert_ok(gpu_host.count(&devices, &error), error);
	assert_int_equal(devices, 1);
	assert_ok(gpu_host.describe(0, &d, &id, &error), error);
	assert_int_equal(d.target, GB_HOST);
	assert_int_equal(d.sm_count, cores);
	assert_int_equal(strlen(d.uuid), strlen("CPU-01234567-0123-0123-0123-0123456789ab"));
	assert_int_equal(strncmp(d.uuid, "CPU-", 4), 0);
	assert_ok(gpu_host.describe(0, &again, &id, &error), error);
	assert_string_equal(again.uuid, d.uuid);
	assert_true(d.memory_bytes > 0 && d.numa_nodes >= 1);
	while (gpu_host.attribute(0, i, &attribute, &error) == GB_OK)
		i++;
	assert_true(i > 5);
	assert_int_equal(gpu_host.processes(0), -1);
}

TEST_WITH(what_only_gpus_have_is_skipped, open_host, close_host)
{
	struct gpu_texture *texture;
	uint64_t object;
	uint32_t blocks;
	void *handle;

	assert_skips(gpu_host.texture_open(gpu, NULL, &texture, &object, &error), "no textures");
	assert_int_equal(gpu_host.occupancy(gpu, NULL, 1, 0, &blocks, &error), GB_SKIPPED);
	assert_int_equal(gpu_host.carveout(gpu, NULL, 0, &error), GB_SKIPPED);
	assert_int_equal(gpu_host.persist(gpu, 0, 0, &object, &error), GB_SKIPPED);
	assert_int_equal(gpu_host.stream(gpu, 1, &handle, &error), GB_SKIPPED);
	assert_int_equal(gpu_host.fork(gpu, 1, &error), GB_SKIPPED);
	assert_int_equal(gpu_host.join(gpu, 1, &error), GB_SKIPPED);
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

TEST_WITH(memory_is_filled_and_copied, open_host, close_host)
{
	unsigned char in[3000], out[3000];
	gb_ptr a, b;

	for (size_t i = 0; i < sizeof in; i++)
		in[i] = (unsigned char)(i * 7);
	assert_ok(gpu_host.alloc(gpu, sizeof in, &a, &error), error);
	assert_ok(gpu_host.alloc(gpu, sizeof in, &b, &error), error);
	assert_int_equal(a % (2 << 20), 0);
	assert_ok(gpu_host.copy_in(gpu, a, in, sizeof in, &error), error);
	assert_ok(gpu_host.fill(gpu, b, 0xee, sizeof in, &error), error);
	assert_ok(gpu_host.copy_on(gpu, b + 1, a, sizeof in - 2, &error), error);
	assert_ok(gpu_host.copy_out(gpu, out, b, sizeof out, &error), error);
	assert_int_equal(out[0], 0xee);
	assert_int_equal(out[sizeof out - 1], 0xee);
	assert_memory_equal(out + 1, in, sizeof in - 2);
	gpu_host.release(gpu, a);
	gpu_host.release(gpu, b);
}

/* Huge pages have 2 MiB if small ones have 4 KiB, and 512 MiB if those have 64 KiB. */
TEST_WITH(memory_begins_where_a_huge_page_may, open_host, close_host)
{
	const uint64_t mib = 1 << 20, large = 512 * mib;
	gb_ptr a;

	assert_int_equal(host_boundary(1, 0), 2 * mib);
	assert_int_equal(host_boundary(1024 * mib, 2 * mib), 2 * mib);
	assert_int_equal(host_boundary(large - 1, large), 2 * mib);
	assert_int_equal(host_boundary(large, large), large);
	assert_int_equal(host_boundary(large, 3 * mib), 2 * mib);
	assert_ok(gpu_host.alloc(gpu, 3 * mib, &a, &error), error);
	assert_int_equal(a % (2 * mib), 0);
	gpu_host.release(gpu, a);
}

TEST_WITH(what_lies_outside_is_refused, open_host, close_host)
{
	char byte;
	gb_ptr a;

	assert_ok(gpu_host.alloc(gpu, 100, &a, &error), error);
	assert_fails(gpu_host.fill(gpu, a + 50, 0, 51, &error), "fill: 51 bytes that are not within an allocation");
	assert_int_equal(gpu_host.copy_in(gpu, a - 1, &byte, 1, &error), GB_FAILED);
	assert_int_equal(gpu_host.copy_out(gpu, &byte, a + 100, 1, &error), GB_FAILED);
	assert_int_equal(gpu_host.copy_on(gpu, a, a + 90, 11, &error), GB_FAILED);
	assert_int_equal(gpu_host.place(gpu, a, 101, 0, GB_PAGES_ANY, &error), GB_FAILED);
	gpu_host.release(gpu, a);
	assert_int_equal(gpu_host.fill(gpu, a, 0, 1, &error), GB_FAILED);
	gb_error_clear(&error);
	assert_skips(gpu_host.alloc(gpu, UINT64_C(1) << 50, &a, &error), "1125899906842624 bytes of host memory: ");
}

/* As in a process whose plug-in has opened all files: this must not look like a host without memory. */
TEST_WITH(free_memory_that_cannot_be_read_is_unknown, open_host, close_host)
{
	struct rlimit all;
	gb_ptr a;

	assert_int_equal(getrlimit(RLIMIT_NOFILE, &all), 0);
	setrlimit(RLIMIT_NOFILE, &(struct rlimit){ 0, all.rlim_max });
	const int status = gpu_host.alloc(gpu, 1, &a, &error);
	setrlimit(RLIMIT_NOFILE, &all);
	assert_fails(status, "the free host memory is unknown: /proc/meminfo cannot be read: Too many open files");
}

/* Bytes that are free for the system but not for the device. */
static double held_back(void)
{
	struct gb_host_memory memory;
	uint64_t left;

	gb_host_memory_read("", &memory);
	assert_ok(gpu_host.memory_free(gpu, &left, &error), error);
	return (double)memory.available - (double)left;
}

/* Reserved memory is not free, although the system counts it only when it is touched. Other programs allocate and
 * free memory between two readings, so one quiet try out of several is enough. */
static bool promised_is_held_back(uint64_t bytes)
{
	const double slack = (double)bytes / 4, before = held_back();
	gb_ptr a;

	assert_ok(gpu_host.alloc(gpu, bytes, &a, &error), error);
	const double promised = held_back() - before;
	assert_ok(gpu_host.fill(gpu, a, 1, bytes, &error), error);
	const double touched = held_back() - before;
	gpu_host.release(gpu, a);
	return fabs(promised - (double)bytes) < slack && fabs(touched) < slack;
}

TEST_WITH(promised_memory_is_not_free, open_host, close_host)
{
	bool held = false;

	for (int i = 0; i < 20 && !held; i++)
		held = promised_is_held_back(UINT64_C(256) << 20);
	assert_true(held);
}

/* ---- launches ---------------------------------------------------------------------------------------------------- */

enum { LAUNCHES = 10000 }; /* more than the queue holds */

TEST_WITH(every_thread_runs_every_launch_in_order, open_host, close_host)
{
	const struct gb_kernel kernel = find("count");
	atomic_uint *counts = calloc(cores, sizeof *counts), turn = 0;
	uint32_t early = 0;

	assert_non_null(counts);
	for (uint32_t i = 0; i < LAUNCHES; i++) {
		const struct count_args args = { counts, &turn, i, &early };
		assert_ok(gpu_host.launch(gpu, &kernel, (struct gb_shape){ .grid = cores, .block = 1 }, &args, &error),
			  error);
	}
	assert_ok(gpu_host.sync(gpu, &error), error);
	for (uint32_t i = 0; i < cores; i++)
		assert_int_equal(counts[i], LAUNCHES);
	assert_int_equal(early, 0);
	free(counts);
}

TEST_WITH(as_many_threads_as_wanted, open_host, close_host)
{
	const struct gb_kernel kernel = find("count");
	atomic_uint *counts = calloc(cores, sizeof *counts), turn = 0;
	uint32_t early = 0;
	const struct count_args args = { counts, &turn, 0, &early };

	assert_non_null(counts);
	assert_ok(gpu_host.launch(gpu, &kernel, (struct gb_shape){ .grid = 1, .block = 1 }, &args, &error), error);
	assert_ok(gpu_host.sync(gpu, &error), error);
	assert_int_equal(counts[0], 1);
	assert_int_equal(turn, 1);
	assert_fails(gpu_host.launch(gpu, &kernel, (struct gb_shape){ .grid = cores + 1, .block = 1 }, &args, &error),
		     "a launch of ");
	assert_int_equal(gpu_host.launch(gpu, &kernel, (struct gb_shape){ .grid = 0, .block = 1 }, &args, &error),
			 GB_FAILED);
	gb_error_clear(&error);
	struct gb_kernel none;
	assert_fails(gpu_host.kernel(gpu, module, "absent", &none, &error), "no kernel 'absent'");
	free(counts);
}

TEST_WITH(nodes_that_are_not_there_are_skipped, open_host, close_host)
{
	uint32_t some;

	assert_ok(gpu_host.team(gpu, 0, &some, &error), error);
	assert_true(some >= 1 && some <= cores);
	assert_skips(gpu_host.team(gpu, 1000, &some, &error), "this host has ");
}

TEST_WITH(marks_time_what_lies_between, open_host, close_host)
{
	const struct gb_kernel kernel = find("last");
	const double short_time = 0.002, long_time = 0.02;
	double seconds;

	assert_ok(gpu_host.launch(gpu, &kernel, (struct gb_shape){ .grid = cores, .block = 1 }, &long_time, &error),
		  error);
	assert_ok(gpu_host.mark(gpu, 0, &error), error);
	for (int i = 0; i < 3; i++)
		assert_ok(gpu_host.launch(gpu, &kernel, (struct gb_shape){ .grid = cores, .block = 1 }, &short_time,
					  &error),
			  error);
	assert_ok(gpu_host.mark(gpu, 1, &error), error);
	assert_ok(gpu_host.launch(gpu, &kernel, (struct gb_shape){ .grid = cores, .block = 1 }, &long_time, &error),
		  error);
	const double began = gb_clock_now();
	assert_ok(gpu_host.sync(gpu, &error), error);
	const double all = gb_clock_now() - began;
	assert_ok(gpu_host.elapsed(gpu, &seconds, &error), error);
	assert_true(seconds >= 3 * short_time && seconds < all - long_time);
#if defined(__x86_64__) || defined(__aarch64__)
	assert_true(gpu_host.clock(gpu) > 0.2e9 && gpu_host.clock(gpu) < 8e9);
#endif
	struct gpu_state now;
	gpu_host.state(gpu, &now);
	assert_true(now.lost >= 0 && now.lost < 1);
	gpu_host.state(gpu, &now);
	assert_same(now.lost, 0); /* nothing was marked since */
	assert_unknown(gpu_host.energy(gpu));
}
