/* gpubench.h: the plug-in ABI. The host half of a plug-in includes only this header; its kernels may include
 * gpubench_report.h and gpubench_tensor.h, which this header includes too.
 *
 * A benchmark is a shared object `<name>.so` that exports one symbol, `gb_bench_<name>`, a constant `struct gb_bench`.
 * Its host half is plain C11 and reaches the device only through the functions below; its device half is compiled into
 * one fatbin per build variant, which gpubench.mk embeds.
 *
 * Conventions
 *   - Functions that can fail return enum gb_status. The run keeps the text of its first failure:
 *     pass the status on, and print nothing.
 *   - Sizes are in bytes, times in seconds, clocks in hertz, rates per second: SI base units throughout.
 *   - Unknown values are NAN in floating-point numbers, -1 in signed integers, 0 in unsigned ones, NULL in pointers and
 *     "" in character arrays. In a struct that a plug-in fills, an omitted field means none: no limit, no requirement,
 *     no list. The program's own headers follow the same rule.
 *   - A plug-in never prints, times, parses options or exits. A pure hook depends only on its arguments and changes
 *     nothing.
 *   - The host's processors are a device too (`--device host`): the kernels of a plug-in with the target GB_HOST are C
 *     functions, and its "SMs" are the processor's cores.
 *
 * docs/hooks.md introduces the interface; tests/plugins/skeleton is a commented plug-in. */
#ifndef GPUBENCH_H
#define GPUBENCH_H

#include <stddef.h>
#include <stdint.h>

#include "gpubench_report.h"
#include "gpubench_tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Incremented whenever a struct below changes its layout or meaning; the loader refuses any other number. */
#define GB_ABI 12u

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
	GB_SKIPPED = 1  /* not possible here, but perhaps on another device or at another point; the text says why */
};

/* Call a function that can fail; unless it returns GB_OK, return its status from the current function. */
#define GB_TRY(call)                          \
	do {                                  \
		const int gb_tried_ = (call); \
		if (gb_tried_ != GB_OK)       \
			return gb_tried_;     \
	} while (0)

enum gb_target {
	GB_CUDA, /* a GPU */
	GB_HOST  /* the processors of the host, together one device */
};

/* ---- the device ---------------------------------------------------------------------------------------------- */

/* Operations that the hardware can issue per clock and SM, with a multiply-add counted as two. NAN: unknown for this
 * board, or not available. harness/measuring/device/rates.c holds the table and its sources. */
struct gb_rates {
	double fp32, fp64, fp16, bf16, int32;    /* FLOP or OP per clock and SM; 16-bit formats packed in pairs */
	double dp4a;                             /* OP: four byte multiply-adds count as eight */
	double special;                          /* results of the special function units (sine, reciprocal, ...) */
	double shared_bytes, l1_bytes, l2_bytes; /* bytes per clock and SM */
	/* Dense matrix units, FLOP or OP per clock and SM, with 32-bit accumulators (64-bit for fp64). */
	double tensor_fp16, tensor_bf16, tensor_tf32, tensor_fp8, tensor_int8, tensor_fp64;
	double tensor_mxfp8, tensor_fp4; /* FP8 with scales; FP4 with two elements to a byte */
	/* Results: integer additions, by both pipes that add; conversions between 32-bit and 16-bit types, from
	 * floating point to integers, and to or from 64-bit types. */
	double int_add, convert, convert_to_int, convert_64;
	double l3_bytes; /* host only: bytes from L3 to a core, per core clock */
};

/* The L2 slices of a GPU, and the bandwidth of each to and from the SMs, which does not depend on the SM clock. 0:
 * unknown for this model. harness/measuring/device/rates.c holds the table and its sources. */
struct gb_l2 {
	int slices;
	double read_bytes, write_bytes; /* per slice and L2 clock */
	double clock_hz;
};

/* The heading of a benchmark in lists. Host benchmarks have a heading of their own. */
enum gb_subject {
	GB_SUBJECT_OTHER,
	GB_SUBJECT_MEMORY,     /* device memory and the caches in front of it */
	GB_SUBJECT_ON_CHIP,    /* inside the SMs or between them: shared memory, L1, clusters, barriers */
	GB_SUBJECT_ARITHMETIC, /* pipes, matrix units, and the clock at which they run */
	GB_SUBJECT_LAUNCHES,   /* launches and concurrency */
	GB_SUBJECT_LINKS       /* to the host and to other GPUs */
};

/* The GPUs that a benchmark uses. */
enum gb_gpus {
	GB_ONE_GPU,   /* the measured GPU */
	GB_GPU_PAIRS, /* two: one row for each ordered pair */
	GB_ALL_GPUS   /* all GPUs of the run at once; only the first has rows */
};

/* Properties of a device that need no measurement; 0 or "" in fields that only the other kind of device has. On the
 * host, an SM is a core, of which one hardware thread is used; `l1_bytes` is the L1 of one core, and `l2_bytes` and
 * `l3_bytes` are the totals of all caches at that level. */
struct gb_device {
	enum gb_target target;
	int index;              /* the runtime's index, after CUDA_VISIBLE_DEVICES */
	char name[96];          /* "NVIDIA H200" */
	char uuid[48];          /* "GPU-xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx" */
	char pci_bus_id[16];    /* "0000:18:00.0" */
	int cc_major, cc_minor; /* compute capability */
	int sm_count;
	int warp_size;
	int threads_per_sm;        /* maximum resident threads per SM */
	int threads_per_block;     /* maximum threads per block */
	int blocks_per_sm;         /* maximum resident blocks per SM */
	uint64_t registers_per_sm; /* 32-bit registers */
	uint64_t shared_per_sm;
	uint64_t shared_per_block; /* with opt-in */
	uint64_t l1_bytes;         /* unified L1 and shared memory of an SM */
	uint64_t l2_bytes;
	uint64_t l3_bytes;     /* host only */
	int numa_nodes;        /* with processors; host only */
	uint64_t memory_bytes; /* total device memory */
	uint32_t mem_bus_bits;
	double sm_clock_max_hz; /* rated boost clock */
	/* The rated boost clock under low-precision matrix instructions, which is lower on some models; NAN: unknown
	 * for this model. */
	double matrix_clock_max_hz;
	double mem_clock_hz; /* current memory clock if it can be read, else the rated one; see gb_memory_rate() */
	struct gb_rates rates;
	struct gb_l2 l2;
	int is_integrated; /* 1: it shares the host's memory */
};

/* Bandwidth of the device memory bus, B/s: 2 x clock x width / 8, because data moves on both edges of the memory clock.
 * A GPU that shares its host's memory has the bandwidth of that memory. NAN: not known. Pure. In limit(), pass the
 * `device` of the call, whose memory clock is the one under load. */
double gb_memory_rate(const struct gb_device *device);

/* ---- what a benchmark declares ------------------------------------------------------------------------------- */

/* The kind of value that a benchmark measures. It determines the metric's name and unit, and how the value is computed
 * from the time. */
enum gb_quantity {
	GB_BANDWIDTH, /* "bandwidth", B/s: cost.bytes divided by the seconds of a launch */
	GB_FLOPS,     /* "flop_rate", FLOP/s: cost.ops divided by the seconds of a launch */
	GB_OPS,       /* "op_rate", OP/s: the same for other arithmetic operations */
	GB_ACCESSES, /* "access_rate", access/s: the same for memory requests, which no roofline counts as arithmetic */
	GB_SECONDS,  /* "time", s: the time of a launch; lower is better */
	GB_CYCLES,   /* "cycles", cycles: what observe() returns; lower is better */
	GB_HERTZ,    /* "sm_clock", Hz: what observe() returns; a clock, not a rate of work */
	/* "energy", J: the energy of a launch, minus that of an equally long launch with one waiting block per SM,
	 * divided by cost.ops; lower is better. A launch should take several milliseconds; no axis may be searched.
	 * Skipped on a card without an energy counter. */
	GB_JOULES,
	/* "instruction_rate", inst/s: cost.ops divided by the seconds of a launch; cost.ops counts warp instructions */
	GB_INSTRUCTIONS
};

/* The results of a point, for metrics(). */
struct gb_result {
	double value;   /* the median, in the unit of the point's quantity */
	double seconds; /* of one launch */
	double sm_hz;   /* SM clock during the timed interval */
	/* The device as in limit(), with the memory clock under this load: for the limits of metrics. */
	const struct gb_device *device;
	double energy_j; /* of one launch, for the whole card; NAN except with GB_JOULES */
};

/* How a point is timed. All kinds follow the same rules for batches, warm-up and intervals. */
enum gb_clock {
	GB_CLOCK_DEVICE, /* events around a batch; the host enqueues while the device works */
	/* The same, but the device waits until the host has enqueued everything: for work that takes longer to enqueue
	 * than to execute. */
	GB_CLOCK_QUEUED,
	GB_CLOCK_ENQUEUE,   /* the host's clock around launches; waiting for the device in between is not timed */
	GB_CLOCK_ROUND_TRIP /* the host's clock around each launch and the wait for it */
};

/* How the host waits for a launch in GB_CLOCK_ROUND_TRIP. */
enum gb_wait {
	GB_WAIT_DRIVER, /* as the driver chooses */
	GB_WAIT_SPIN,   /* polls the driver */
	GB_WAIT_YIELD,  /* polls, and yields the core in between */
	GB_WAIT_BLOCK,  /* sleeps until woken */
	GB_WAIT_NONE    /* launch() itself waits until all work is done; it may wait only with this kind */
};

/* All zero: one launch, timed by the device. */
struct gb_timing {
	enum gb_clock clock;
	enum gb_wait wait;
	uint32_t operations; /* enqueued by one launch(); 0 means 1. A device's queue holds a few hundred */
	uint32_t parts;      /* equal parts of a launch: a GB_SECONDS value is the time of one part. 0 means 1 */
	int observed;        /* 1: the value is what observe() returns, for any quantity */
	/* Only with GB_CLOCK_ROUND_TRIP: an untimed pause of the host before each launch. The host sleeps meanwhile, or
	 * polls its clock if `awake` is 1. */
	double pause_seconds;
	int awake;
};

/* How a launch divides its work among the SMs, and therefore which of their clocks determines its time. */
enum gb_shares {
	GB_SHARES_NONE,  /* the SM clock alone does not determine the time: no value per clock */
	GB_SHARES_EQUAL, /* every SM has the same work: the launch ends with the slowest SM */
	GB_SHARES_TAKEN  /* an SM that has finished takes more work: the mean clock determines the time */
};

enum gb_metric_kind {
	GB_EXACT, /* number: a property of the point, such as sectors per request or local bytes */
	GB_TIMES, /* number x the point's value, with its interval, such as moved bytes from useful bytes */
	/* number / the point's value, with its interval, such as operations per cycle from cycles per operation */
	GB_OVER,
	/* number: measured for this point, but independent of its value, such as the latency of its atomic
	 * operations */
	GB_MEASURED,
	GB_DERIVED /* number: computed from measured metrics, such as energy per byte */
};

/* An additional value of a point, which gets its own row after the main one. */
struct gb_metric {
	const char *name, *unit; /* "sectors_per_request", "1" */
	enum gb_metric_kind kind;
	double number;
	double limit; /* physical limit, in `unit`. Higher is better, except in s and cycles */
};

enum gb_axis_kind {
	GB_REPORTED, /* every value has a row: the subject of the benchmark (operation, offset, stride) */
	GB_SEARCHED  /* only the best value has a row: the shape of the launch (block, unroll) */
};

/* A selection of points is a list of conditions AXIS=VALUES, separated by spaces, such as "op=read,write word=16". A
 * point must meet all of them; a point without the axis does not. VALUES is a list as below. The fields `when`,
 * `points`, `last`, `every_pair`, `deep` and `sdc` are selections by reported axes; each says what NULL means. */

/* One axis. Lists are written as on the command line: "1,2,4", "0:32", "0:128:16", "32:1024:pow2", "4:65536:pow4", or
 * names. `values` is the whole domain: --every-point measures all of it, and -a chooses from it. A default run measures
 * `full`, and --quick measures `quick`. A search starts from the coarse grid `quick` and refines it with the values of
 * `full`. A missing list is replaced: `quick` by `full`, `full` by `values`, `values` by the names. */
struct gb_axis {
	const char *name;         /* this and the next two from GB_AXIS(), if hooks read the axis */
	uint32_t at, size;        /* of its member in struct point, bytes */
	const char *unit;         /* "B", "threads"; NULL for a plain number or a name */
	const char *help;         /* one line */
	enum gb_axis_kind kind;   /* GB_REPORTED when left out */
	const char *const *names; /* for a named axis: NULL-terminated, in the order of the plug-in's enum; else NULL */
	const char *values, *full, *quick;
	const char *when; /* a selection by earlier reported axes: the points that have this axis; NULL: all */
};

/* A plug-in defines `struct point` with a member for each axis that its hooks read: an integer wide enough for all
 * values, or the enum of the names. In the table of axes, { GB_AXIS(stride), .help = ... } declares the axis of the
 * member `stride`; gb_value(run, stride) returns its value. */
#define GB_AT(axis)   ((uint32_t)offsetof(struct point, axis))
#define GB_AXIS(axis) .name = #axis, .at = GB_AT(axis), .size = sizeof(((struct point *)0)->axis)

/* A kernel for the host's cores: each thread of a launch calls the function with its number. The function must not wait
 * for other threads. */
typedef void gb_host_fn(uint32_t thread, uint32_t threads, const void *args);
struct gb_host_kernel {
	const char *name;
	gb_host_fn *function;
	size_t args_size; /* size of the struct that the function takes, up to GB_HOST_ARGS_MAX bytes */
};

/* A build variant: one line of <name>.mk. The table is generated, and the plug-in only points to it. A plug-in for the
 * host writes its own table, with `kernels` instead of an image. */
struct gb_variant {
	const char *name;                       /* "default", "dlcm-cg" */
	const char *flags;                      /* the exact nvcc flags beyond the common ones */
	const char *archs;                      /* machine code inside: "sm_80 sm_90" */
	const unsigned char *image, *image_end; /* the fatbin; equal if built without kernels */
	const struct gb_host_kernel *kernels;   /* for GB_HOST, terminated by an entry without a name; else NULL */
	const char *points;                     /* a selection: the points that it measures; NULL: every point */
};

/* Requirements, checked before setup(); the skipped row names the one that was not met. 0: none. */
struct gb_require {
	int cc_min;            /* compute capability as major * 10 + minor */
	uint64_t memory_bytes; /* free device memory */
};

/* The work of one launch according to the algorithm: a copy reads and writes each byte once. Depends only on the
 * point. */
struct gb_cost {
	double bytes;
	double ops; /* operations or accesses, as the quantity counts them; an FMA is two FLOP */
};

/* A run of one benchmark variant on one device: opaque, passed to every hook. */
struct gb_run;

/* ---- conclusions from several rows ------------------------------------------------------------------------------- */

/* A row of this benchmark on one device: the main row of a point or one of its metrics. */
struct gb_row {
	const struct gb_bench *bench;
	const char *variant, *metric;
	const int64_t *value_of; /* of the axes, by index; see gb_row_value() */
	const unsigned char *has;
	double value, lo, hi, limit, sm_hz;
};

/* A conclusion from several rows, such as a plateau, a knee or a ratio. It becomes a row without a variant, with the
 * state columns of the row `from`. */
struct gb_finding {
	char point[128]; /* "level=l2,op=read": the subject of the finding, as `axis=value` words */
	const char *metric, *unit;
	double value, lo, hi;
	double limit;              /* physical limit, in `unit` */
	const char *roof;          /* the roof it sets; NULL: none */
	const struct gb_row *from; /* the row that determines it, or one of them; NULL: none */
	const char *axis;          /* the axis on which pictures show it, at `x`; NULL: none */
	double x;
	char remark[256]; /* the method, or why the value is not more precise; "": none */
};

struct gb_declared;

struct gb_bench {
	uint32_t abi;        /* GB_ABI */
	uint32_t size;       /* sizeof(struct gb_bench) */
	const char *name;    /* same as the file: lower case, digits, '_' */
	const char *summary; /* one line */
	/* one paragraph each, ended by '\n': what is timed, the value, verification, limit, source */
	const char *method;
	enum gb_target target;     /* GB_CUDA if omitted */
	enum gb_quantity quantity; /* of every point, unless measures() says otherwise */
	struct gb_require require;
	const struct gb_axis *axes; /* at least one, terminated by an entry without a name */
	/* A selection: the points to measure after all others of the run, because their load changes the card's state
	 * until the process ends. NULL: none. */
	const char *last;
	const struct gb_variant *variants; /* terminated by an entry without a name */

	/* Bytes of the plug-in's own data for a run, see gb_state(): zeroed before setup(), freed after teardown(). */
	size_t state_size;
	/* Whenever a variant is opened on a device: allocate memory and fill it with non-trivial data. May return
	 * gb_skip(). */
	int (*setup)(struct gb_run *run);
	/* Optional, once per point, untimed: choose the kernel and the launch shape. May return gb_skip(). */
	int (*prepare)(struct gb_run *run);
	/* Enqueue one launch and nothing else: only this is timed. */
	int (*launch)(struct gb_run *run);
	/* Run the point once more on poisoned output and check what the device computed. Called after prepare(). Must
	 * leave inputs as setup() left them. For in-place work see restore(). */
	int (*verify)(struct gb_run *run);
	/* Optional, untimed, for in-place work: reset the memory that a launch both reads and writes. Called after
	 * prepare() and after verify(). In between, launches accumulate: verify() finds the result of gb_launches()
	 * launches, and can check it before its own launch. */
	int (*restore)(struct gb_run *run);
	/* Optional: called after the last point, even if setup() failed or was not reached. The state and gb_alloc()
	 * memory are freed automatically. */
	void (*teardown)(struct gb_run *run);

	/* Bytes and operations of one launch. Pure. */
	struct gb_cost (*cost)(const struct gb_run *run);
	/* The physical limit of this point at the given SM clock, in the quantity's unit. Pure. */
	double (*limit)(const struct gb_run *run, const struct gb_device *device, double sm_hz);
	/* Optional: the roof that this point sets, such as "dram.read"; NULL: none. Pure. A point that sets a roof is
	 * measured at length, to 0.1 %, while the card's state is watched. Any other point belongs to a curve and takes
	 * a few hundredths of a second. */
	const char *(*roof)(const struct gb_run *run);
	/* For points with GB_CYCLES, GB_HERTZ or an `observed` timing: the value that the kernel itself measured in the
	 * launches just timed. */
	int (*observe)(struct gb_run *run, double *value);
	/* Optional: the quantity of this point, if points differ in their quantity. Pure. */
	enum gb_quantity (*measures)(const struct gb_run *run);
	/* Optional: additional values of the point just measured; returns how many entries of `out` it filled. Pure. */
	size_t (*metrics)(const struct gb_run *run, const struct gb_result *result,
			  struct gb_metric out[GB_METRICS_MAX]);
	/* Optional: the conclusions from all rows of one device; returns how many entries of `out` it filled. Called
	 * once, at the end, without a device, in a separate process; `rows` excludes rows that failed or were skipped.
	 * Pure. */
	size_t (*conclude)(const struct gb_device *device, const struct gb_row *rows, size_t count,
			   struct gb_finding out[GB_FINDINGS_MAX]);
	/* Optional: the known cause, in a few words, that keeps this point below its limit; a row below 90 % of the
	 * limit gives it as its reason. NULL: none. Pure. */
	const char *(*remark)(const struct gb_run *run);
	/* Optional: how the point is timed; if omitted, by the device. Pure. */
	struct gb_timing (*timing)(const struct gb_run *run);
	/* Optional: how the point's work is divided. If given, the row also has the value per clock and SM. Pure. */
	enum gb_shares (*shares)(const struct gb_run *run);
	/* Optional: 1 if the point executes low-precision matrix instructions (all but FP64), which run at a clock of
	 * their own on some models. Its row then has this card's matrix clock and the limit at that clock. Called
	 * before searched axes have values. Pure. */
	int (*matrix)(const struct gb_run *run);

	/* If the run has fewer than two GPUs, or measures all at once, every row of a benchmark for several GPUs is
	 * skipped, with that reason. */
	enum gb_gpus gpus; /* GB_ONE_GPU if omitted */
	/* GB_SUBJECT_OTHER if omitted. */
	enum gb_subject subject;
	/* For GB_GPU_PAIRS, a selection: the points measured for every ordered pair; NULL: all. The number of pairs
	 * grows with the square of the number of GPUs, so other points are measured only from each GPU to the next,
	 * except with --every-point. */
	const char *every_pair;
	/* A selection: the points of a study, which sets no roof and takes long; NULL: none. A run of all benchmarks
	 * leaves them out, except with --deep or --every-point; a run that names the benchmark includes them. */
	const char *deep;
	/* A selection, also by searched axes: the points of a watch for silent data corruption (--sdc). Axes that it
	 * does not name take their quick values. Together, the points exercise once each hardware unit that this
	 * benchmark checks best. NULL: a watch of all units leaves the benchmark out. */
	const char *sdc;
	/* Optional: the declaration for the hooks of gpubench_declared.h. */
	const struct gb_declared *declared;
};

/* ---- what a benchmark may call ------------------------------------------------------------------------------- */

typedef uint64_t gb_ptr; /* a device address */

/* The address as a pointer, for the argument structs of kernels. The host never dereferences it. */
static inline void *gb_address(gb_ptr at)
{
	return (void *)(uintptr_t)at;
}

struct gb_kernel {
	void *handle;          /* the backend's */
	uint32_t registers;    /* per thread */
	uint32_t local_bytes;  /* per thread: spills and indexed arrays */
	uint32_t shared_bytes; /* per block, static */
	uint32_t threads_max;  /* per block */
};

/* The value of an axis at the current point, with the type of its member in struct point: a number, or the index into
 * `names`. If the point does not have the axis, the run fails and the value is 0. */
#define gb_value(run, axis) ((__typeof__(((struct point *)0)->axis))gb_value_at(run, GB_AT(axis)))
/* The same for a row in conclude(); gb_row_has() returns whether its point has the axis. */
#define gb_row_value(row, axis) ((__typeof__(((struct point *)0)->axis))gb_row_value_at(row, GB_AT(axis)))
#define gb_row_has(row, axis)   gb_row_has_at(row, GB_AT(axis))

/* The same for an axis chosen at run time; `axis` is its GB_AT(). */
int64_t gb_value_at(const struct gb_run *run, uint32_t axis);
int64_t gb_row_value_at(const struct gb_row *row, uint32_t axis);
int gb_row_has_at(const struct gb_row *row, uint32_t axis);

const struct gb_device *gb_device(const struct gb_run *run);
const struct gb_variant *gb_variant(const struct gb_run *run);

/* The fraction of its usual work that a launch should do: 1, or less under a tool that slows every instruction down
 * (--work; rows are then suspect). It is only a request: scale the kernel's repetitions by it, and keep what cannot be
 * divided. */
double gb_work(const struct gb_run *run);

/* The number of launches of the current point since its memory was restored, timed or not, without those of
 * verify(). */
uint64_t gb_launches(const struct gb_run *run);

/* The plug-in's own data for this run, `state_size` bytes; NULL if it has none. */
void *gb_state(const struct gb_run *run);

/* Allocate device memory, aligned to 256 bytes, on the host to a page. The run's teardown frees it. */
int gb_alloc(struct gb_run *run, uint64_t bytes, gb_ptr *out);
/* Currently free device memory, in bytes. */
int gb_memory_free(struct gb_run *run, uint64_t *bytes);

/* Synchronous copies, fills and waits, for setup, prepare and verify. */
int gb_copy_in(struct gb_run *run, gb_ptr to, const void *from, uint64_t bytes);
int gb_copy_out(struct gb_run *run, void *to, gb_ptr from, uint64_t bytes);
int gb_fill(struct gb_run *run, gb_ptr at, int byte, uint64_t bytes);
int gb_sync(struct gb_run *run);
/* In verify(), before its launch: poison the memory that the launch overwrites with results, with a byte that no
 * correct result consists of, such as 0xff. A watch for silent data corruption (--sdc) compares this memory, and
 * nothing else, in every pass. */
int gb_fill_output(struct gb_run *run, gb_ptr at, int byte, uint64_t bytes);

/* Host memory with undefined contents, freed when the calling hook returns. NULL: there is not enough memory, and the
 * run has failed. */
void *gb_scratch(struct gb_run *run, uint64_t bytes);
/* The same, with a copy of device memory. NULL: the run has failed. */
void *gb_fetch(struct gb_run *run, gb_ptr from, uint64_t bytes);

/* Find a kernel of the current variant by its extern "C" name. */
int gb_find_kernel(struct gb_run *run, const char *name, struct gb_kernel *out);
/* The number of blocks of this shape that one SM holds at once. */
int gb_occupancy(struct gb_run *run, const struct gb_kernel *kernel, uint32_t block, uint32_t shared_bytes,
		 uint32_t *blocks);

/* Optional, in prepare(): where the blocks of a verified launch leave their results. A watch for silent data corruption
 * (--sdc) then reports the block and the SM of a wrong word. */
struct gb_block_output {
	gb_ptr out;     /* block after block */
	uint64_t bytes; /* per block */
	uint32_t blocks;
	gb_ptr sms; /* the SM of each block, an unsigned int; 0: not recorded */
};
void gb_output_of_blocks(struct gb_run *run, struct gb_block_output output);

/* The preferred shared memory carveout, in percent of the unified L1 and shared memory; -1: the driver decides. It is a
 * hint: the hardware rounds it, and a block always gets what it needs. It applies until it is set again. */
int gb_carveout(struct gb_run *run, const struct gb_kernel *kernel, int percent);

/* Set aside a part of L2 for persisting accesses to a window of memory: lines of the window that later kernels on
 * stream 0 access stay in that part, and other accesses do not evict them. `*kept`: the bytes set aside. With 0 bytes
 * the window and the set-aside part end, and persisting lines become normal ones, including those that kernels loaded
 * with evict_last; the run's teardown does the same. Skipped, with the reason, if the device cannot set L2 aside or has
 * no window of this size. */
int gb_persist(struct gb_run *run, gb_ptr at, uint64_t bytes, uint64_t *kept);

/* Enqueue a kernel. Every kernel takes one struct by value, which host and device share through <name>.h. On the host,
 * `grid` is the number of threads, each bound to its own core, and `block` is 1. Omitted fields are 0: no clusters, and
 * blocks need not run at the same time. Skipped, with the reason, if the device has no clusters or not enough shared
 * memory. */
struct gb_shape {
	uint32_t grid, block;  /* blocks, threads per block */
	uint32_t shared_bytes; /* dynamic, per block; up to shared_per_block of the device */
	uint32_t cluster;      /* blocks per cluster, along x; 0: no clusters; 1: clusters of one block */
	uint32_t cooperative;  /* 1: all blocks are resident at once and may wait for each other */
	/* 1: programmatic dependent launch: the kernel may start before the previous one on its stream has ended, and
	 * must itself wait before it uses the previous one's results */
	uint32_t early;
};
int gb_launch(struct gb_run *run, const struct gb_kernel *kernel, struct gb_shape shape, const void *args);
/* The number of clusters of this shape that the device holds at once; `grid` is ignored. Skipped if none fits. */
int gb_clusters(struct gb_run *run, const struct gb_kernel *kernel, struct gb_shape shape, uint32_t *clusters);
/* Enqueue the driver's device-to-device copy. */
int gb_copy_on(struct gb_run *run, gb_ptr to, gb_ptr from, uint64_t bytes);

/* The report of a kernel that checks the results of another, in device memory that the plug-in allocates. Clear it
 * before the launch and judge it afterwards: the kernel must have compared `count` results, called `what` ("words") in
 * messages, and found none wrong. */
int gb_report_clear(struct gb_run *run, gb_ptr report);
int gb_report_judge(struct gb_run *run, gb_ptr report, uint64_t count, const char *what);

/* A texture object over device memory; it exists until the run's teardown. */
enum gb_texture_layout {
	GB_TEXTURE_LINEAR, /* `width` texels in a row, read with tex1Dfetch */
	GB_TEXTURE_PITCH,  /* width x height, rows `pitch` bytes apart, read with tex2D */
	/* the same, copied into an array in the hardware's own layout; also of one or three dimensions, or layered */
	GB_TEXTURE_ARRAY
};
/* The format of texels in memory; kernels read floats. Integers are normalised: unsigned ones to the range 0 to 1,
 * signed ones to -1 to 1. */
enum gb_texel { GB_TEXEL_F32, GB_TEXEL_F16, GB_TEXEL_U8, GB_TEXEL_S8, GB_TEXEL_U16, GB_TEXEL_S16 };
/* The texel that a coordinate outside the texture reads: the nearest edge, zeros, the texture repeated, or the texture
 * repeated and mirrored every other time. */
enum gb_texture_address {
	GB_ADDRESS_CLAMP,
	GB_ADDRESS_BORDER,
	GB_ADDRESS_WRAP, /* this and the next require normalised coordinates */
	GB_ADDRESS_MIRROR
};
struct gb_texture {
	enum gb_texture_layout layout;
	gb_ptr at;
	enum gb_texel texel;
	uint32_t channels; /* per texel: 1, 2, 4 */
	uint64_t width, height, pitch;
	/* Only for arrays. A height of 0 means one dimension, a depth above 0 three; each layer has one or two
	 * dimensions. Planes and layers are `height` rows apart, or one row if `height` is 0. */
	uint64_t depth, layers;
	enum gb_texture_address address;
	int normalised;    /* coordinates range from 0 to 1; otherwise they count texels */
	int linear_filter; /* otherwise the nearest texel */
};
int gb_texture_open(struct gb_run *run, const struct gb_texture *texture, uint64_t *object);

/* A map of a tensor in device memory for tensor copies (TMA): the hardware copies boxes of it to shared memory and
 * back. Skipped, with the reason, if the device, driver or toolkit does not support such copies. */
enum { GB_TENSOR_RANK_MAX = 5 };
enum gb_element { GB_ELEMENT_U8, GB_ELEMENT_U16, GB_ELEMENT_U32, GB_ELEMENT_F16, GB_ELEMENT_BF16, GB_ELEMENT_F32 };
enum gb_swizzle { GB_SWIZZLE_NONE, GB_SWIZZLE_32, GB_SWIZZLE_64, GB_SWIZZLE_128 }; /* the span in bytes */
struct gb_tensor {
	gb_ptr at; /* aligned to 16 bytes */
	enum gb_element element;
	uint32_t rank;
	/* Innermost dimension first. `size`: elements. `stride`: bytes from one to the next, ignored for the innermost
	 * dimension, whose elements are contiguous. `box`: elements of a box. */
	uint64_t size[GB_TENSOR_RANK_MAX], stride[GB_TENSOR_RANK_MAX];
	uint32_t box[GB_TENSOR_RANK_MAX];
	enum gb_swizzle swizzle;
	uint32_t promotion; /* bytes that a miss brings into L2: 64, 128 or 256; 0: the hardware's default */
};
int gb_tensor_map(struct gb_run *run, const struct gb_tensor *tensor, struct gb_tensor_map *out);

/* A map of images for im2col copies, as convolutions need them. `tensor` has rank 3 to 5: channels, then the width,
 * height and depth of an image, then images; `box` is not used. The coordinates of a copy are the filter's position at
 * its first pixel. For each further pixel the filter moves by `step`, along the width first, then the height, the depth
 * and the images; its positions range from `lower` to the image's last pixel plus `upper`. An offset in the instruction
 * selects a pixel of the filter. Pixels and channels outside the tensor are zeros. */
enum { GB_IMAGE_RANK_MAX = GB_TENSOR_RANK_MAX - 2 };
struct gb_im2col {
	int32_t lower[GB_IMAGE_RANK_MAX], upper[GB_IMAGE_RANK_MAX]; /* width first */
	uint32_t step[GB_IMAGE_RANK_MAX];                           /* 1 to 8 */
	uint32_t channels;                                          /* elements per pixel in a copy, up to 256 */
	uint32_t pixels;                                            /* per copy, up to 1024 */
};
int gb_tensor_map_im2col(struct gb_run *run, const struct gb_tensor *tensor, const struct gb_im2col *im2col,
			 struct gb_tensor_map *out);

/* For libraries that enqueue work themselves. Stream 0 is the timed one; others are created on first use and exist
 * until the run's teardown. gb_fork() makes streams 1..count wait for what was enqueued on stream 0, and gb_join()
 * makes stream 0 wait for them; both only enqueue. The handle is a CUstream. */
int gb_stream(struct gb_run *run, uint32_t number, void **handle);
int gb_fork(struct gb_run *run, uint32_t count);
int gb_join(struct gb_run *run, uint32_t count);

/* ---- several GPUs: benchmarks with `gpus` ---- */

/* The number of peers, which are the other GPUs of the run, numbered from 0. With GB_GPU_PAIRS there is one. */
uint32_t gb_peers(const struct gb_run *run);
/* A peer can be passed instead of the run to gb_device() and to all functions that allocate, copy, fill, wait, find
 * kernels, launch or enqueue. They then work on that GPU, with its own memory, kernels and streams. Work on a peer is
 * not timed by itself: gb_wait_for() ties it to the timed stream. */
struct gb_run *gb_peer(struct gb_run *run, uint32_t number);

/* The link between a GPU and a peer. */
struct gb_link {
	int access;            /* true if each can be given access to the other's memory */
	int atomics;           /* true if the hardware performs atomics on the other's memory */
	uint32_t nvlinks;      /* active ones between the two, or to the switches that connect them */
	uint32_t nvlinks_down; /* inactive ones among all NVLinks of the GPU */
	/* B/s in each direction over the active NVLinks, or over PCIe if there are none. NAN: not known */
	double bytes;
	double all_bytes; /* the same over all links of the GPU, wherever they lead */
};
const struct gb_link *gb_peer_link(const struct gb_run *run, uint32_t number);

/* Grant or withdraw one GPU's access to another's memory, for work enqueued from now on. There is no access at first.
 * Skipped if it is not supported. */
int gb_peer_access(struct gb_run *run, struct gb_run *to, int on);
/* Enqueue the driver's copy from one GPU's memory to another's on stream `number` of `on`. */
int gb_peer_copy(struct gb_run *on, uint32_t number, gb_ptr to, struct gb_run *to_gpu, gb_ptr from,
		 struct gb_run *from_gpu, uint64_t bytes);
/* Enqueue a wait: later work on stream 0 of the run's GPU waits for what is now on stream 0 of the other. */
int gb_wait_for(struct gb_run *run, struct gb_run *other);

/* ---- host memory, streams, events, graphs; skipped if the device is the host -------------- */

enum gb_buffer_kind {
	GB_BUFFER_PINNED,         /* locked by the driver */
	GB_BUFFER_WRITE_COMBINED, /* the same, but host writes bypass the caches, and the host should not read it */
	GB_BUFFER_REGISTERED,     /* ordinary pages, huge if the system has those, locked after allocation */
	GB_BUFFER_PAGEABLE        /* ordinary pages */
};
struct gb_buffer {
	void *at;    /* address for the host */
	gb_ptr seen; /* address for copies, and for kernels unless pageable */
	uint64_t bytes;
	enum gb_buffer_kind kind;
};
/* Allocate host memory on a NUMA node. Nodes with processors are counted from 0, in the system's order; node -1: any.
 * The memory lives until gb_buffer_free() or the run's teardown. Skipped, with the reason, if it is refused or there is
 * no such node. The node can be chosen only for registered and pageable memory. */
int gb_buffer_alloc(struct gb_run *run, enum gb_buffer_kind kind, int node, uint64_t bytes, struct gb_buffer *out);
void gb_buffer_free(struct gb_run *run, struct gb_buffer *buffer);

/* Free device memory of gb_alloc() before the teardown. */
void gb_release(struct gb_run *run, gb_ptr at);

/* The operations below are enqueued on a stream given by number; stream 0 is the one that is timed and waited for.
 * Addresses lie in the device's memory or in buffers. */
struct gb_copy {
	gb_ptr to, from;
	uint64_t bytes;
};
int gb_stream_copy(struct gb_run *run, uint32_t stream, gb_ptr to, gb_ptr from, uint64_t bytes);
/* Many copies at once, in unspecified order. Skipped if the driver or toolkit does not have this call. */
int gb_stream_copies(struct gb_run *run, uint32_t stream, const struct gb_copy *copies, size_t count);
int gb_stream_fill(struct gb_run *run, uint32_t stream, gb_ptr at, int byte, uint64_t bytes);
int gb_stream_launch(struct gb_run *run, uint32_t stream, const struct gb_kernel *kernel, struct gb_shape shape,
		     const void *args);
/* Memory from the driver's pool, allocated and freed in stream order. gb_pool_keep(): the pool keeps up to `bytes` of
 * freed memory. */
int gb_stream_alloc(struct gb_run *run, uint32_t stream, uint64_t bytes, gb_ptr *out);
int gb_stream_release(struct gb_run *run, uint32_t stream, gb_ptr at);
int gb_pool_keep(struct gb_run *run, uint64_t bytes);

/* Recreate a stream other than 0 with these properties, until the teardown; no work may be pending on it. */
struct gb_stream_kind {
	int priority; /* 0: the lowest; 1: the highest that the device supports */
	/* SMs that no other such stream uses; the driver may round the number up. 0: all SMs. */
	uint32_t sms;
};
/* `*sms`: the SMs that it got. Skipped, with the reason, if SMs cannot be reserved. */
int gb_stream_make(struct gb_run *run, uint32_t stream, struct gb_stream_kind kind, uint32_t *sms);

/* Events by number, created on first use: record a position in a stream, and make another stream wait for it. */
int gb_event_record(struct gb_run *run, uint32_t event, uint32_t stream);
int gb_event_wait(struct gb_run *run, uint32_t event, uint32_t stream);
/* The host waits until the stream reaches the recorded position. */
int gb_event_sync(struct gb_run *run, uint32_t event);

/* The link between the device and its host as it is now: an idle link may train down. 0 and NAN: not known. */
struct gb_host_link {
	/* PCIe generation and width (lanes): current, and the maximum that card and slot both support */
	int generation, generation_max, width, width_max;
	double bytes; /* B/s in each direction, before packet headers */
};
struct gb_host_link gb_link_to_host(const struct gb_run *run);

/* A graph of operations that are launched together; it exists until gb_graph_free() or the run's teardown. A captured
 * graph holds what is enqueued between gb_graph_begin() and gb_graph_end() on `stream`, and on streams connected to it
 * by waits. A built graph, of gb_graph_new(), gets its nodes one by one until gb_graph_ready(). `after` lists the
 * `count` nodes that the node depends on, numbered in the order of addition. */
struct gb_graph;
enum gb_node_kind {
	GB_NODE_KERNEL,
	GB_NODE_COPY,
	GB_NODE_FILL,
	GB_NODE_IF /* a condition that is always true, with the kernel as its body; skipped if not supported */
};
struct gb_node {
	enum gb_node_kind kind;
	const struct gb_kernel *kernel;
	struct gb_shape shape;
	const void *args; /* the kernel's arguments, which are copied */
	size_t args_size;
	gb_ptr to, from; /* `to` is also the destination of a fill */
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
/* Set new arguments for a kernel node of a built graph that is ready; none of its launches may be pending. */
int gb_graph_set(struct gb_run *run, struct gb_graph *graph, uint32_t node, const struct gb_node *to);
void gb_graph_free(struct gb_run *run, struct gb_graph *graph);

/* ---- host only; skipped on any other device ------------ */

/* Run the following launches on the cores of this NUMA node; -1: on all cores, node by node. `*cores`: the number of
 * these cores. Skipped if there is no such node. */
int gb_team(struct gb_run *run, int node, uint32_t *cores);

/* Place memory of gb_alloc() before it is first touched. By default it lies on the node of the core that first touches
 * it, in pages that the system chooses. Skipped if that is not available. */
enum gb_pages {
	GB_PAGES_ANY,
	GB_PAGES_SMALL,
	GB_PAGES_HUGE,
	GB_PAGES_LARGEST /* huge pages if the system has them, else small ones */
};
int gb_place(struct gb_run *run, gb_ptr at, uint64_t bytes, int node, enum gb_pages pages); /* node -1: first touch */

/* State the reason, and return the status to pass on:
 * `return gb_fail(run, "element %d: got %g, expected %g", i, a, b);` */
#if defined(__GNUC__)
#define GB_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define GB_PRINTF(f, a)
#endif
int gb_fail(struct gb_run *run, const char *format, ...) GB_PRINTF(2, 3);
int gb_skip(struct gb_run *run, const char *format, ...) GB_PRINTF(2, 3);

/* Give the row the status `suspect` with this reason; its value stands. A call in setup() applies to every row of the
 * variant, a later one to those of this point. */
void gb_suspect(struct gb_run *run, const char *format, ...) GB_PRINTF(2, 3);

/* The first fields of a descriptor. */
#define GB_IDENTITY(id) .abi = GB_ABI, .size = sizeof(struct gb_bench), .name = #id

/* The generated variants table of benchmark `id`. */
#define GB_VARIANTS(id) extern const struct gb_variant gb_variants_##id[]

/* Declares that table and a plug-in's one exported symbol, and begins its definition. */
#define GB_BENCH(id)                                \
	GB_VARIANTS(id);                            \
	extern const struct gb_bench gb_bench_##id; \
	__attribute__((visibility("default"))) const struct gb_bench gb_bench_##id

#ifdef __cplusplus
}
#endif
#endif
