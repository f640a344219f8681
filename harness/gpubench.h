/* gpubench.h: the plug-in ABI, and the only header that the host half of a plug-in includes. Its kernels may include
 * gpubench_report.h and gpubench_tensor.h, which this one includes as well.
 *
 * A benchmark is a shared object `<name>.so` that exports one symbol, `gb_bench_<name>`, a constant
 * `struct gb_bench`. Its host half is plain C11 and sees the device only through the functions below;
 * its device half is compiled apart into fatbins, one per build variant, which gpubench.mk embeds.
 *
 * Conventions
 *   - Functions that can fail return enum gb_status. The first failure inside a run is kept with its text;
 *     pass the status on, print nothing.
 *   - Sizes are bytes, times seconds, clocks hertz, rates per second: SI base units throughout.
 *   - What is not known is NAN as a floating-point number, -1 as a signed integer, 0 as an unsigned one (a size, a count),
 *     NULL as a pointer and "" as an array of characters. A field that a plug-in leaves out of a struct is none: no
 *     limit, no need, no list. The program's own headers keep to this.
 *   - A plug-in never prints, times, parses options or exits.
 *   - The host's processors are a device too (`--device host`): a plug-in with the target GB_HOST has C functions for
 *     kernels, and its "SMs" are the processor's cores.
 *
 * docs/adding-a-benchmark.md is the tour; tests/plugins/skeleton is a commented plug-in that compiles.
 */
#ifndef GPUBENCH_H
#define GPUBENCH_H

#include <stddef.h>
#include <stdint.h>

#include "gpubench_report.h"
#include "gpubench_tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Raised whenever a struct below changes meaning; the loader refuses any other number. */
#define GB_ABI 9u

enum {
	GB_AXES_MAX = 16,       /* axes of one benchmark */
	GB_NAME_MAX = 64,       /* benchmark, axis, variant and value names, with the terminating 0 */
	GB_VARIANTS_MAX = 64,   /* build variants of one benchmark */
	GB_METRICS_MAX = 32,    /* further metrics of one point */
	GB_HOST_ARGS_MAX = 256, /* bytes of a host kernel's arguments */
	GB_FINDINGS_MAX = 256   /* conclusions of one benchmark on one device */
};

enum gb_status {
	GB_OK = 0,
	GB_FAILED = -1, /* something broke; the text says what */
	GB_SKIPPED = 1  /* it cannot be done here: another device or another point may do it; the text says why */
};

/* Call a function that can fail, and return what it returned from the function at hand unless that is GB_OK. */
#define GB_TRY(call)                          \
	do {                                  \
		const int gb_tried_ = (call); \
		if (gb_tried_ != GB_OK)       \
			return gb_tried_;     \
	} while (0)

/* The subject of a measurement, and the device. */
enum gb_target {
	GB_CUDA, /* a GPU */
	GB_HOST  /* the processors of the host, together one device */
};

/* ---- the device ---------------------------------------------------------------------------------------------- */

/* Operations per clock and SM that the hardware can issue, a multiply-add counted as two. NAN: not known for this
 * architecture, or not there. harness/device/rates.c holds the table and its sources. */
struct gb_rates {
	double fp32, fp64, fp16, bf16, int32;    /* FLOP or OP per clock and SM; 16-bit formats packed in pairs */
	double dp4a;                             /* OP: four multiply-adds of bytes are eight */
	double special;                          /* results of the special function units (sine, reciprocal, ...) */
	double shared_bytes, l1_bytes, l2_bytes; /* bytes per clock and SM */
	/* Dense matrix units, FLOP or OP per clock and SM, 32-bit accumulators (of fp64: 64-bit). */
	double tensor_fp16, tensor_bf16, tensor_tf32, tensor_fp8, tensor_int8, tensor_fp64;
	/* Results: integer additions by both pipes that add; conversions among 32-bit and 16-bit types, of floats to
	 * integers, from and to 64-bit types. */
	double int_add, convert, convert_to_int, convert_64;
	double l3_bytes; /* of a host alone: from L3 to a core, bytes per clock of the core */
};

/* The slices of a GPU's L2: what each gives to the SMs and takes from them, whatever the SMs' own clock is. 0: not
 * known of this model. harness/device/rates.c holds the table and its sources. */
struct gb_l2 {
	int slices;
	double read_bytes, write_bytes; /* a slice and clock of the L2 */
	double clock_hz;
};

/* The heading that lists put a benchmark under. Benchmarks of the host have one of their own. */
enum gb_subject {
	GB_SUBJECT_OTHER,
	GB_SUBJECT_MEMORY,     /* device memory and the caches in front of it */
	GB_SUBJECT_ON_CHIP,    /* what lies in the SMs or between them: shared memory, L1, clusters, barriers */
	GB_SUBJECT_ARITHMETIC, /* pipes, matrix units, and the clock they run at */
	GB_SUBJECT_LAUNCHES,   /* what starts work, and what runs at the same time */
	GB_SUBJECT_LINKS       /* to the host and to other GPUs */
};

/* How many GPUs a benchmark works on. */
enum gb_gpus {
	GB_ONE_GPU,   /* the one that is measured */
	GB_GPU_PAIRS, /* it and another: a row for each ordered pair, which names both */
	GB_ALL_GPUS   /* all GPUs of the run at once: rows of the first one alone */
};

/* Facts about a device that need no measurement; 0 or "" in fields that only the other kind of device has. For the
 * host, an SM is a core, of which one hardware thread is used; `l1_bytes` is a core's, `l2_bytes` and `l3_bytes` all
 * caches of that level together. */
struct gb_device {
	enum gb_target target;
	int index;                 /* the runtime's number, after CUDA_VISIBLE_DEVICES */
	char name[96];             /* "NVIDIA H200" */
	char uuid[48];             /* "GPU-xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx" */
	char pci_bus_id[16];       /* "0000:18:00.0" */
	int cc_major, cc_minor;    /* compute capability */
	int sm_count;              /* streaming multiprocessors */
	int warp_size;             /* threads */
	int threads_per_sm;        /* most resident threads an SM */
	int threads_per_block;     /* most threads a block */
	int blocks_per_sm;         /* most resident blocks an SM */
	uint64_t registers_per_sm; /* 32-bit registers */
	uint64_t shared_per_sm;    /* bytes */
	uint64_t shared_per_block; /* bytes, with opt-in */
	uint64_t l1_bytes;         /* L1 and shared memory of an SM together, bytes */
	uint64_t l2_bytes;         /* bytes */
	uint64_t l3_bytes;         /* bytes; the host's alone */
	int numa_nodes;            /* with processors of their own; the host's alone */
	uint64_t memory_bytes;     /* total device memory, bytes */
	uint32_t mem_bus_bits;     /* width of the memory bus */
	double sm_clock_max_hz;    /* rated boost clock */
	/* The same under low-precision matrix instructions, which some models clock lower; NAN: not known of this
	 * model. */
	double matrix_clock_max_hz;
	double mem_clock_hz; /* memory clock now if it can be read, else the rated one; see gb_memory_rate() */
	struct gb_rates rates;
	struct gb_l2 l2;
};

/* The bandwidth of the device memory's bus, B/s: 2 x clock x width / 8, as data moves on both edges of the memory
 * clock. NAN for a host whose firmware does not report it. Pure; in limit() pass the device given there, whose memory
 * clock is that under the load. */
double gb_memory_rate(const struct gb_device *device);

/* ---- what a benchmark declares ------------------------------------------------------------------------------- */

/* The kind of a benchmark's value. It fixes the metric's name and unit and how the value follows from the time. */
enum gb_quantity {
	GB_BANDWIDTH, /* "bandwidth", B/s: cost.bytes over the seconds of a launch */
	GB_FLOPS,     /* "flop_rate", FLOP/s: cost.ops over the seconds of a launch */
	GB_OPS,       /* "op_rate", OP/s: likewise; operations of arithmetic */
	GB_ACCESSES, /* "access_rate", access/s: likewise; requests to memory, which no roofline takes for arithmetic */
	GB_SECONDS,  /* "time", s: of a launch; lower is better */
	GB_CYCLES,   /* "cycles", cycles: what observe() returns; lower is better */
	GB_HERTZ     /* "sm_clock", Hz: what observe() returns: a clock, no rate of work */
};

/* The results of a point, for metrics(). */
struct gb_result {
	double value;   /* the median, in the unit of the point's quantity */
	double seconds; /* of one launch */
	double sm_hz;   /* SM clock of the timed interval */
	/* As limit() has it, with the memory clock under this load: for the limits of metrics. */
	const struct gb_device *device;
};

/* How a point is timed. Each way has batches, a warm-up and an interval by the same rules. */
enum gb_clock {
	GB_CLOCK_DEVICE, /* events around a batch; the host enqueues while the device works */
	/* The same, and the device waits until the host has enqueued all: for what takes the host longer than the
	 * device. */
	GB_CLOCK_QUEUED,
	GB_CLOCK_ENQUEUE,   /* the host's clock around launches; it waits for the device in between, untimed */
	GB_CLOCK_ROUND_TRIP /* the host's clock around each launch and the wait for it */
};

/* How the host waits for a launch in GB_CLOCK_ROUND_TRIP. */
enum gb_wait {
	GB_WAIT_DRIVER, /* as the driver chooses */
	GB_WAIT_SPIN,   /* asks the driver again and again */
	GB_WAIT_YIELD,  /* asks, and lets others have the core in between */
	GB_WAIT_BLOCK,  /* sleeps until it is woken */
	GB_WAIT_NONE    /* launch() returns when all is done: only there may it wait */
};

/* All 0: a launch timed by the device. */
struct gb_timing {
	enum gb_clock clock;
	enum gb_wait wait;
	uint32_t operations; /* that a launch enqueues, 0: 1. The queue of a device holds some hundreds */
	uint32_t parts;      /* equal parts of a launch; of GB_SECONDS the value is the time of one. 0: 1 */
	int observed;        /* 1: the value is what observe() returns, in whatever quantity */
};

/* How a launch divides its work among the SMs, and so which of their clocks it goes by. */
enum gb_shares {
	GB_SHARES_NONE,  /* the SM clock does not set it, or not alone: the row has no value per clock */
	GB_SHARES_EQUAL, /* every SM has the same work: the launch ends with the slowest SM */
	GB_SHARES_TAKEN  /* SMs take more work when they are through: the launch goes at their mean clock */
};

enum gb_metric_kind {
	GB_EXACT, /* number: a property of the point, such as sectors per request or local bytes */
	GB_TIMES, /* number x the point's value, with its interval: such as moved bytes for useful ones */
	GB_OVER,  /* number / the point's value, likewise: such as operations a cycle from cycles an operation */
	GB_MEASURED, /* number: measured for this point apart from its value, such as the latency of its atomic operations */
	GB_DERIVED /* number: made of such, as energy a byte of energy */
};

/* A further value of a point: a row of its own after the main one. */
struct gb_metric {
	const char *name, *unit; /* "sectors_per_request", "1" */
	enum gb_metric_kind kind;
	double number;
	double limit; /* physical limit in this unit. More is better, but where the unit is s or cycles */
};

enum gb_axis_kind {
	GB_REPORTED, /* every value is a row: the subject of the benchmark (operation, offset, stride) */
	GB_SEARCHED  /* the row carries the best value: the shape of the launch (block, unroll) */
};

/* One axis. Lists are written as on the command line: "1,2,4", "0:32", "0:128:16", "32:1024:pow2", "4:65536:pow4", or
 * names. `values` is the whole domain: --every-point measures all of it and -a may choose from it. `full` is what a
 * default run takes and `quick` what --quick takes; of a searched axis `quick` is the coarse grid a search starts from
 * and `full` the values it refines over. Absent lists fall back: quick to full, full to values, values to names. */
struct gb_axis {
	const char *name;
	const char *unit;         /* "B", "threads"; NULL for a plain number or a name */
	const char *help;         /* one line */
	enum gb_axis_kind kind;   /* GB_REPORTED when left out */
	const char *const *names; /* of a named axis: NULL-terminated, in the order of the plug-in's enum; else NULL */
	const char *values, *full, *quick;
	/* The points this axis exists in, by values of an earlier reported axis: "op=mix", "op=read,write"; NULL:
	 * all. */
	const char *when;
};

/* A kernel for the host's cores: every thread of a launch runs the function with its number. Threads must not wait for
 * one another inside. */
typedef void gb_host_fn(uint32_t thread, uint32_t threads, const void *args);
struct gb_host_kernel {
	const char *name;
	gb_host_fn *function;
	size_t args_size; /* of the struct that the function takes, up to GB_HOST_ARGS_MAX bytes */
};

/* A build variant: one line of <name>.mk. Generated; the plug-in only points at the table. A plug-in for the host
 * writes its own, with `kernels` in place of an image. */
struct gb_variant {
	const char *name;                       /* "default", "dlcm-cg" */
	const char *flags;                      /* the exact nvcc flags beyond the common ones */
	const char *archs;                      /* machine code inside: "sm_80 sm_90" */
	const unsigned char *image, *image_end; /* the fatbin; equal when built without kernels */
	const struct gb_host_kernel *kernels;   /* of the target GB_HOST, closed by an entry without name; else NULL */
	const char *points;                     /* all that it measures, "op=divide,sqrt"; NULL: every point */
};

/* The needs of a benchmark. They are checked before setup, and the row names the one that was not met. 0: no need. */
struct gb_require {
	int cc_min;            /* compute capability as major * 10 + minor */
	uint64_t memory_bytes; /* free device memory */
};

/* The work of one launch, by the algorithm (a copy reads and writes each byte once). Pure arithmetic on the point. */
struct gb_cost {
	double bytes; /* bytes the algorithm needs moved */
	double ops;   /* operations, or accesses, of the benchmark's quantity (an FMA is two FLOP) */
};

/* A run of one benchmark variant on one device: opaque, handed to every hook. */
struct gb_run;

/* ---- conclusions from several rows together ------------------------------------------------------------------------- */

/* A row of this benchmark on one device: the main one of a point or one of its metrics. */
struct gb_row {
	const struct gb_bench *bench;
	const char *variant, *metric;
	const int64_t *value_of; /* of axes, by place; see gb_row_value() */
	const unsigned char *has;
	double value, lo, hi, limit, sm_hz;
};

/* Something found in rows: a plateau, a knee, a ratio. It becomes a row without a variant, whose state columns are
 * those of the row `from`. */
struct gb_finding {
	char point[128]; /* "level=l2,op=read": what it is about, as `axis=value` words */
	const char *metric, *unit;
	double value, lo, hi;
	double limit;              /* physical limit in this unit */
	const char *roof;          /* the roof it sets; NULL: none */
	const struct gb_row *from; /* the row that set it, or one of them; NULL: none */
	const char *axis;          /* to draw it along, with `x`; NULL: none */
	double x;
	char remark[256]; /* how it was found, or why it is not better known; "": nothing to say */
};

struct gb_bench {
	uint32_t abi;        /* GB_ABI */
	uint32_t size;       /* sizeof(struct gb_bench) */
	const char *name;    /* as the file: lower case, digits, '_' */
	const char *summary; /* one line */
	const char *method; /* what is timed, the value, verification, limit, source: a paragraph each, ended by '\n' */
	enum gb_target target;     /* GB_CUDA when left out */
	enum gb_quantity quantity; /* of every point, unless measures() says otherwise */
	struct gb_require require;
	const struct gb_axis *axes; /* at least one, closed by an entry without name */
	/* Optional: points that are measured after all others of the run, "sparsity=sparse". For loads that leave the
	 * card in another state for as long as the process lives, so that no other row is measured in that state. */
	const char *last;
	const struct gb_variant *variants; /* closed by an entry without name */

	/* Bytes of the plug-in's own data for a run, gb_state(): all 0 before setup(), freed after teardown(). */
	size_t state_size;
	/* Once per variant and device: allocate, fill with data that is not trivial. May return gb_skip(). */
	int (*setup)(struct gb_run *run);
	/* Optional, once per point, untimed: choose the kernel and the shape. May return gb_skip(). */
	int (*prepare)(struct gb_run *run);
	/* Enqueue one launch and nothing else: this is all that is timed. */
	int (*launch)(struct gb_run *run);
	/* Run the point once more on poisoned output and check that the device computed what is claimed. Called after
	 * prepare(). Must leave inputs as setup() left them. For work in place see restore(). */
	int (*verify)(struct gb_run *run);
	/* Optional, untimed, of work in place: put what a launch both reads and writes back to what it is first. Called
	 * after prepare() and after verify(). In between launches add up: verify() finds what gb_launches() of them
	 * have left, and can check that before it launches once more by itself. */
	int (*restore)(struct gb_run *run);
	/* Optional: after the last point, and after a setup that failed half-way or was not reached. The state and
	 * gb_alloc() memory free themselves. */
	void (*teardown)(struct gb_run *run);

	/* Bytes and operations of one launch. Pure. */
	struct gb_cost (*cost)(const struct gb_run *run);
	/* The physical limit of this point in the quantity's unit at the SM clock given. Pure. */
	double (*limit)(const struct gb_run *run, const struct gb_device *device, double sm_hz);
	/* Optional: the roof this point sets, "dram.read"; NULL: none. Pure. A point that sets a roof is measured long,
	 * to 0.1 %, and watched; any other is a point of a curve and is measured in some hundredths of a second. */
	const char *(*roof)(const struct gb_run *run);
	/* Points in GB_CYCLES or GB_HERTZ, and those whose timing is `observed`: what the kernel itself measured in the
	 * launches just timed. */
	int (*observe)(struct gb_run *run, double *value);
	/* Optional: the quantity of this point, where points differ in it. Pure. */
	enum gb_quantity (*measures)(const struct gb_run *run);
	/* Optional: further values of the point just measured; returns how many of `out` it filled. Pure. */
	size_t (*metrics)(const struct gb_run *run, const struct gb_result *result,
			  struct gb_metric out[GB_METRICS_MAX]);
	/* Optional: what the rows of one device say together; returns how many of `out` it filled. Called once, at
	 * the end, without a device, in a process of its own; rows that failed or were skipped are not among `rows`.
	 * Pure. */
	size_t (*conclude)(const struct gb_device *device, const struct gb_row *rows, size_t count,
			   struct gb_finding out[GB_FINDINGS_MAX]);
	/* Optional: why this point cannot come near its limit, in a few words, which a row below half of it gives as
	 * its reason; NULL: nothing is known to keep it. Pure. */
	const char *(*remark)(const struct gb_run *run);
	/* Optional: how the point is timed; without it, by the device. Pure. */
	struct gb_timing (*timing)(const struct gb_run *run);
	/* Optional: how the point's work is shared. With it the row has its value per clock and SM. Pure. */
	enum gb_shares (*shares)(const struct gb_run *run);
	/* Optional: 1 where the point runs on low-precision matrix instructions, all but FP64, which have a clock of
	 * their own on some models: its row has this card's clock and the limit at it. Asked before searched axes have
	 * values. Pure. */
	int (*matrix)(const struct gb_run *run);

	/* With fewer than two GPUs in the run, or where all are measured at once, every row of a benchmark of several
	 * is skipped, with that reason. */
	enum gb_gpus gpus; /* GB_ONE_GPU when left out */
	/* GB_SUBJECT_OTHER when left out, as in plug-ins that were built before it was here: it lies where padding
	 * was. */
	enum gb_subject subject;
	/* Optional, for GB_GPU_PAIRS: the points that are measured for every ordered pair, "op=copy,read". Pairs grow
	 * with the square of the GPUs: all other points are measured from each GPU to the next one alone, but with
	 * --every-point. */
	const char *every_pair;
	/* Optional: the points of a study that sets no roof and takes its time, "op=popc,clz"; of several conditions
	 * with a space between them a point meets all. A run of all benchmarks leaves them out, but with --deep or
	 * --every-point; a run that names the benchmark does not. */
	const char *deep;
};

/* ---- what a benchmark may call ------------------------------------------------------------------------------- */

typedef uint64_t gb_ptr; /* a device address */

/* The same address as the argument structs of kernels hold it. The host never follows it. */
static inline void *gb_address(gb_ptr at)
{
	return (void *)(uintptr_t)at;
}

struct gb_kernel {
	void *handle;          /* the backend's */
	uint32_t registers;    /* a thread */
	uint32_t local_bytes;  /* a thread: spills and indexed arrays */
	uint32_t shared_bytes; /* a block, static */
	uint32_t threads_max;  /* a block */
};

/* The current point: the number of a numeric axis, the place in `names` of a named one. Asking for an axis that does
 * not exist in this point fails the run and returns 0. */
int64_t gb_value(const struct gb_run *run, const char *axis);

/* The same of a row in conclude(); gb_row_has() says whether the axis exists in its point. */
int64_t gb_row_value(const struct gb_row *row, const char *axis);
int gb_row_has(const struct gb_row *row, const char *axis);

const struct gb_device *gb_device(const struct gb_run *run);
const struct gb_variant *gb_variant(const struct gb_run *run);

/* The part of its usual work that a launch should do: 1, or less for a tool that slows every instruction down (--work;
 * rows are then suspect). It is a wish: multiply by it how often a kernel repeats what is timed, and keep what must be
 * whole. */
double gb_work(const struct gb_run *run);

/* Launches of the current point since its memory was restored, be they timed or not; those of verify() itself do not
 * count. */
uint64_t gb_launches(const struct gb_run *run);

/* The plug-in's own data for this run, `state_size` bytes; NULL where it has none. */
void *gb_state(const struct gb_run *run);

/* Device memory that lives until the run's teardown; it begins at a multiple of 256 bytes, the host's with a page. */
int gb_alloc(struct gb_run *run, uint64_t bytes, gb_ptr *out);
/* Free device memory now, bytes. */
int gb_memory_free(struct gb_run *run, uint64_t *bytes);

/* Synchronous copies, fills and waits: for setup, prepare and verify. */
int gb_copy_in(struct gb_run *run, gb_ptr to, const void *from, uint64_t bytes);
int gb_copy_out(struct gb_run *run, void *to, gb_ptr from, uint64_t bytes);
int gb_fill(struct gb_run *run, gb_ptr at, int byte, uint64_t bytes);
int gb_sync(struct gb_run *run);

/* Memory of the host, freed when the hook that asked for it has returned; its contents are undefined. NULL if there is
 * not so much, and the run has failed. */
void *gb_scratch(struct gb_run *run, uint64_t bytes);
/* The same, holding a copy of device memory. NULL if that failed. */
void *gb_fetch(struct gb_run *run, gb_ptr from, uint64_t bytes);

/* A kernel of the current variant by its extern "C" name. */
int gb_find_kernel(struct gb_run *run, const char *name, struct gb_kernel *out);
/* Blocks of this shape that are resident on one SM at once. */
int gb_occupancy(struct gb_run *run, const struct gb_kernel *kernel, uint32_t block, uint32_t shared_bytes,
		 uint32_t *blocks);

/* How much of the memory that L1 and shared memory divide a kernel would have as shared memory, in percent; -1: the
 * driver decides. A wish: the hardware has steps, and what a block needs comes first. Kept until it is set anew. */
int gb_carveout(struct gb_run *run, const struct gb_kernel *kernel, int percent);

/* Enqueue a kernel. Every kernel takes one struct by value, which host and device share through <name>.h. On the host
 * `grid` is the number of threads, each bound to a core of its own, and `block` is 1. Fields left out are 0: no
 * clusters, and blocks that need not run together. Skipped, with the reason, where the device has no clusters or not so
 * much shared memory. */
struct gb_shape {
	uint32_t grid, block;  /* blocks, threads a block */
	uint32_t shared_bytes; /* dynamic, a block; up to shared_per_block of the device */
	uint32_t cluster;      /* blocks of a cluster, along x; 1, too: clusters of one */
	uint32_t cooperative;  /* 1: all blocks run at once and may wait for one another */
	uint32_t early; /* 1: it may begin before the kernel before it on its stream has ended (programmatic dependent
				* launch); what needs that one's results waits for it in the kernel */
};
int gb_launch(struct gb_run *run, const struct gb_kernel *kernel, struct gb_shape shape, const void *args);
/* Clusters of this shape that the whole device runs at once; `grid` does not matter. Skipped where not even one
 * fits. */
int gb_clusters(struct gb_run *run, const struct gb_kernel *kernel, struct gb_shape shape, uint32_t *clusters);
/* Enqueue the driver's own device-to-device copy. */
int gb_copy_on(struct gb_run *run, gb_ptr to, gb_ptr from, uint64_t bytes);

/* The report of a kernel that checks the results of another. It lies in device memory that the plug-in allocates. Clear
 * it before the launch, and judge it afterwards: the check must have looked at `count` results, called `what`
 * ("words"), and found none of them wrong. */
int gb_report_clear(struct gb_run *run, gb_ptr report);
int gb_report_judge(struct gb_run *run, gb_ptr report, uint64_t count, const char *what);

/* A texture object over device memory; it lives until the run's teardown. */
enum gb_texture_layout {
	GB_TEXTURE_LINEAR, /* `width` texels in a row, read with tex1Dfetch */
	GB_TEXTURE_PITCH,  /* width x height, rows `pitch` bytes apart, read with tex2D */
	GB_TEXTURE_ARRAY   /* the same, copied into an array in the hardware's own order; of other dimensions, too */
};
/* The format of texels in memory; kernels read floats. Integers become fractions of the greatest: 0 to 1, signed ones
 * -1 to 1. */
enum gb_texel { GB_TEXEL_F32, GB_TEXEL_F16, GB_TEXEL_U8, GB_TEXEL_S8, GB_TEXEL_U16, GB_TEXEL_S16 };
/* The texel that a coordinate outside of the texture reads: the nearest edge, zeros, the texture repeated, and every
 * other time mirrored. */
enum gb_texture_address {
	GB_ADDRESS_CLAMP,
	GB_ADDRESS_BORDER,
	GB_ADDRESS_WRAP, /* this and the next need normalised coordinates */
	GB_ADDRESS_MIRROR
};
struct gb_texture {
	enum gb_texture_layout layout;
	gb_ptr at;
	enum gb_texel texel;
	uint32_t channels; /* of a texel: 1, 2, 4 */
	uint64_t width, height, pitch;
	/* For arrays, a height of 0 is one dimension, a depth three; layers are textures of one or two dimensions each.
	 * Planes and layers are `height` rows apart, one at least. */
	uint64_t depth, layers;
	enum gb_texture_address address;
	int normalised;    /* coordinates are 0 to 1, else those of texels */
	int linear_filter; /* else the nearest texel */
};
int gb_texture_open(struct gb_run *run, const struct gb_texture *texture, uint64_t *object);

/* A map of a tensor in device memory for tensor copies (TMA): the hardware copies boxes of it to shared memory and
 * back. Skipped, with the reason, where device, driver or toolkit have no such copies. */
enum { GB_TENSOR_RANK_MAX = 5 };
enum gb_element { GB_ELEMENT_U8, GB_ELEMENT_U16, GB_ELEMENT_U32, GB_ELEMENT_F16, GB_ELEMENT_BF16, GB_ELEMENT_F32 };
enum gb_swizzle { GB_SWIZZLE_NONE, GB_SWIZZLE_32, GB_SWIZZLE_64, GB_SWIZZLE_128 }; /* the span in bytes */
struct gb_tensor {
	gb_ptr at; /* a multiple of 16 */
	enum gb_element element;
	uint32_t rank;
	/* The innermost dimension first: elements; bytes from one to the next (of the innermost one not read: its
	 * elements are side by side); elements of a box. */
	uint64_t size[GB_TENSOR_RANK_MAX], stride[GB_TENSOR_RANK_MAX];
	uint32_t box[GB_TENSOR_RANK_MAX];
	enum gb_swizzle swizzle;
	uint32_t promotion; /* bytes that a miss brings into L2: 64, 128, 256; 0: as the hardware does */
};
int gb_tensor_map(struct gb_run *run, const struct gb_tensor *tensor, struct gb_tensor_map *out);

/* For libraries that enqueue by themselves. Stream 0 is the one that is timed; others are made when first asked for and
 * live until the run's teardown. gb_fork() has streams 1..count wait for what was enqueued on stream 0, gb_join() has
 * stream 0 wait for them; both enqueue only. The handle is a CUstream. */
int gb_stream(struct gb_run *run, uint32_t number, void **handle);
int gb_fork(struct gb_run *run, uint32_t count);
int gb_join(struct gb_run *run, uint32_t count);

/* ---- several GPUs: benchmarks with `gpus` ---- */

/* Peers are the other GPUs of the run, by number from 0: of a pair there is one, of all GPUs one less than those. */
uint32_t gb_peers(const struct gb_run *run);
/* A peer takes the place of the run in gb_device() and in all functions that allocate, copy, fill, wait, find kernels,
 * launch or enqueue: they work on that GPU, with memory, kernels and streams of its own. Nothing that is enqueued on a
 * peer is timed by itself: gb_wait_for() ties it to the stream that is. */
struct gb_run *gb_peer(struct gb_run *run, uint32_t number);

/* The link between a GPU and a peer. */
struct gb_link {
	int access;            /* whether each can be given access to the other's memory */
	int atomics;           /* and whether atomic operations there are done by the hardware */
	uint32_t nvlinks;      /* that are up between the two, or to the switches that both hang at */
	uint32_t nvlinks_down; /* of all that the GPU has */
	double bytes;          /* B/s each way of those that are up; without any, of PCIe. NAN: not known */
	double all_bytes;      /* the same of all links that the GPU has, wherever they lead */
};
const struct gb_link *gb_peer_link(const struct gb_run *run, uint32_t number);

/* Give one GPU access to another's memory, for what is enqueued on it from now on, or take it. It has none at first.
 * Skipped where it cannot be had. */
int gb_peer_access(struct gb_run *run, struct gb_run *to, int on);
/* Enqueue the driver's copy from one GPU's memory to another's, on stream `number` of a GPU. */
int gb_peer_copy(struct gb_run *on, uint32_t number, gb_ptr to, struct gb_run *to_gpu, gb_ptr from,
		 struct gb_run *from_gpu, uint64_t bytes);
/* Enqueue: what comes after on stream 0 of the run's GPU waits for what is now on stream 0 of the other. */
int gb_wait_for(struct gb_run *run, struct gb_run *other);
/* ---- memory of the host, streams, events, graphs; skipped where the device is the host ---- */

/* The pages of a buffer of the host. Kernels reach all but pageable ones. */
enum gb_buffer_kind {
	GB_BUFFER_PINNED,         /* locked by the driver */
	GB_BUFFER_WRITE_COMBINED, /* the same; the host writes them past its caches and should not read them */
	GB_BUFFER_REGISTERED,     /* ordinary ones, huge where the system has those, locked afterwards */
	GB_BUFFER_PAGEABLE        /* ordinary ones */
};
struct gb_buffer {
	void *at;    /* for the host */
	gb_ptr seen; /* by copies, and by kernels unless it is pageable */
	uint64_t bytes;
	enum gb_buffer_kind kind;
};
/* Memory of the host, from 0 on as the system numbers its NUMA nodes with processors; node -1: wherever. It lives until
 * gb_buffer_free() or the run's teardown. Skipped, with the reason, where it is refused or there is no such node; a
 * node can be chosen for registered and pageable memory. */
int gb_buffer_alloc(struct gb_run *run, enum gb_buffer_kind kind, int node, uint64_t bytes, struct gb_buffer *out);
void gb_buffer_free(struct gb_run *run, struct gb_buffer *buffer);

/* Give device memory of gb_alloc() back before the teardown. */
void gb_release(struct gb_run *run, gb_ptr at);

/* The operations below are enqueued on a stream by its number; 0 is the one that is timed and waited for. Addresses are
 * those of the device or of buffers. */
struct gb_copy {
	gb_ptr to, from;
	uint64_t bytes;
};
int gb_stream_copy(struct gb_run *run, uint32_t stream, gb_ptr to, gb_ptr from, uint64_t bytes);
/* Many at once, in no order among themselves. Skipped where driver or toolkit have no such call. */
int gb_stream_copies(struct gb_run *run, uint32_t stream, const struct gb_copy *copies, size_t count);
int gb_stream_fill(struct gb_run *run, uint32_t stream, gb_ptr at, int byte, uint64_t bytes);
int gb_stream_launch(struct gb_run *run, uint32_t stream, const struct gb_kernel *kernel, struct gb_shape shape,
		     const void *args);
/* Memory of the driver's pool, had and given back in the stream's order. The pool keeps `bytes` of what it was
 * given. */
int gb_stream_alloc(struct gb_run *run, uint32_t stream, uint64_t bytes, gb_ptr *out);
int gb_stream_release(struct gb_run *run, uint32_t stream, gb_ptr at);
int gb_pool_keep(struct gb_run *run, uint64_t bytes);

/* Make a stream, not 0, another one until the teardown; nothing may be under way on it. */
struct gb_stream_kind {
	int priority; /* 0: as others; 1: above them, as far as the device goes */
	uint32_t
		sms; /* its kernels run on so many SMs, or a few more, that are theirs alone among such streams; 0: all */
};
/* `sms`: how many it got. Skipped, with the reason, where SMs cannot be reserved. */
int gb_stream_make(struct gb_run *run, uint32_t stream, struct gb_stream_kind kind, uint32_t *sms);

/* Events by number, made when first asked for: where a stream is, and that another waits until it was there. */
int gb_event_record(struct gb_run *run, uint32_t event, uint32_t stream);
int gb_event_wait(struct gb_run *run, uint32_t event, uint32_t stream);
/* The host waits until the stream was there. */
int gb_event_sync(struct gb_run *run, uint32_t event);

/* The present link between the device and its host: a link without work may train down. 0 and NAN: not known. */
struct gb_host_link {
	int generation, generation_max, width,
		width_max; /* of PCIe: now, and what card and slot have in common; lanes */
	double bytes;      /* a second each way, before the headers of its packets */
};
struct gb_host_link gb_link_to_host(const struct gb_run *run);

/* A graph of operations that are launched together; it lives until gb_graph_free() or the run's teardown. Captured:
 * what is enqueued on `stream`, and on streams that wait for it and for which it waits, between begin and end. Built:
 * nodes are added, each with those it comes after, by their numbers in the order added, until gb_graph_ready(). */
struct gb_graph;
enum gb_node_kind {
	GB_NODE_KERNEL,
	GB_NODE_COPY,
	GB_NODE_FILL,
	GB_NODE_IF /* a condition that is always true, and under it the kernel; skipped where there are none */
};
struct gb_node {
	enum gb_node_kind kind;
	const struct gb_kernel *kernel;
	struct gb_shape shape;
	const void *args; /* of the kernel, copied */
	size_t args_size;
	gb_ptr to, from; /* `to` of a fill, too */
	int byte;
	uint64_t bytes;
};
int gb_graph_begin(struct gb_run *run, uint32_t stream);
int gb_graph_end(struct gb_run *run, uint32_t stream, struct gb_graph **out);
int gb_graph_new(struct gb_run *run, struct gb_graph **out);
int gb_graph_add(struct gb_run *run, struct gb_graph *graph, const struct gb_node *node, const uint32_t *after,
		 size_t count);
int gb_graph_ready(struct gb_run *run, struct gb_graph *graph);
int gb_graph_launch(struct gb_run *run, uint32_t stream, struct gb_graph *graph);
/* Other arguments for a kernel node of a built graph that is ready; none of its launches may be under way. */
int gb_graph_set(struct gb_run *run, struct gb_graph *graph, uint32_t node, const struct gb_node *to);
void gb_graph_free(struct gb_run *run, struct gb_graph *graph);

/* ---- of the host alone; skipped on any other device ---- */

/* Let the launches to come run on the cores of this NUMA node; -1: on all cores, node by node. `*cores`: how many those
 * are. Skipped where there is no such node. */
int gb_team(struct gb_run *run, int node, uint32_t *cores);

/* Where memory of gb_alloc() lies; to be said before it is touched for the first time. Without it, on the node of the
 * core that touches it first, in pages that the system chooses. Skipped where it cannot be had. */
enum gb_pages {
	GB_PAGES_ANY,
	GB_PAGES_SMALL,
	GB_PAGES_HUGE,
	GB_PAGES_LARGEST /* huge ones where the system has them, else those it has */
};
int gb_place(struct gb_run *run, gb_ptr at, uint64_t bytes, int node, enum gb_pages pages); /* node -1: as touched */

/* State why, and return the status to pass on: `return gb_fail(run, "element %d is %g, not %g", i, a, b);` */
#if defined(__GNUC__)
#define GB_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define GB_PRINTF(f, a)
#endif
int gb_fail(struct gb_run *run, const char *format, ...) GB_PRINTF(2, 3);
int gb_skip(struct gb_run *run, const char *format, ...) GB_PRINTF(2, 3);

/* The value will stand, but its row says `suspect` and why. In setup(): every row of the variant; later: this
 * point's. */
void gb_suspect(struct gb_run *run, const char *format, ...) GB_PRINTF(2, 3);

/* The declaration and the head of the definition of a plug-in's one exported symbol. */
#define GB_BENCH(id)                                \
	extern const struct gb_bench gb_bench_##id; \
	__attribute__((visibility("default"))) const struct gb_bench gb_bench_##id

/* The generated variants table of benchmark `id`. */
#define GB_VARIANTS(id) extern const struct gb_variant gb_variants_##id[]

#ifdef __cplusplus
}
#endif
#endif
