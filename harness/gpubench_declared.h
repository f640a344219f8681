/* gpubench_declared.h: the short way to write a benchmark: one file, NAME.cu.
 *
 * The file declares one kernel, the members of the kernel's argument struct, and what a launch does; GB_DECLARED
 * provides the hooks. nvcc compiles the file for the kernel, and the C compiler compiles the part without __CUDACC__.
 * docs/adding-a-benchmark.md shows a complete example.
 *
 * By default a launch has as many blocks of 256 threads as all SMs hold at once. An axis `block` sets the threads per
 * block instead, and an axis `blocks` the blocks per SM. */
#ifndef GPUBENCH_DECLARED_H
#define GPUBENCH_DECLARED_H

#ifdef __CUDACC__
/* All that kernels need from the interface. Some kernel compilers find no other header. */
#include "gpubench_report.h"
#include "gpubench_tensor.h"
#include <stdint.h>
#else
#include "gpubench.h"

enum {
	GB_MEMBERS_MAX = 16,        /* of the argument struct */
	GB_DECLARED_ARGS_MAX = 512, /* its bytes */
	GB_DECLARED_STATE = 1280    /* bytes of the hooks' own data for a run */
};

/* The current point, at the start of gb_state(), for a plug-in's additional hooks. */
struct gb_chosen {
	struct gb_kernel kernel;
	struct gb_shape shape;
	double noted[4]; /* left to the plug-in's own hooks; 0 when a point begins */
	_Alignas(8) unsigned char args[GB_DECLARED_ARGS_MAX]; /* the struct as the kernel gets it */
};

/* The arguments of the current point's kernel. */
static inline const void *gb_declared_args(const struct gb_run *run)
{
	const struct gb_chosen *at = (const struct gb_chosen *)gb_state(run);

	return at->args;
}

/* The data that fills a member of the argument struct. */
enum gb_source {
	GB_SOURCE_ARRAY,  /* the address of an array in device memory */
	GB_SOURCE_AXIS,   /* the number of the axis of that name, or the index of its word */
	GB_SOURCE_LENGTH, /* the number of 32-bit words of an array */
	GB_SOURCE_TRIPS,  /* repetitions of the measured loop: `trips` x gb_work(), at least 1 */
	GB_SOURCE_RECORD  /* 1 in the launch that is verified, 0 in those that are timed */
};

/* Word i of an input array without `fill`: not zeros, which run faster and hide mistakes. Pure. */
static inline uint32_t gb_mixed_bits(uint64_t i)
{
	uint64_t bits = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);

	bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
	return (uint32_t)(bits ^ bits >> 31);
}

/* Word i of an array after a launch of this shape; `args` is the struct as the kernel got it. Pure. */
typedef uint32_t gb_expected_fn(const void *args, struct gb_shape shape, uint64_t i);

/* The same for many words at once. Fills the first words of `words`, which has room for the whole array, and returns
 * their number, in words of 32 bits. The array repeats them, for example if all blocks leave the same. 0: the result of
 * this point is unknown. Pure. */
typedef size_t gb_expected_words_fn(const struct gb_run *run, const void *args, struct gb_shape shape, void *words);

/* A member of the argument struct; the macros below make entries. Integers have 32 or 64 bits. */
struct gb_member {
	const char *name;
	uint32_t offset, size; /* bytes */
	enum gb_source source;
	uint32_t trips;
	const char *of; /* the array whose length it is */
	/* The size of an array in bytes is the sum of these multiples of 4: a constant, a part per thread, a part per
	 * block, the value of an axis, and a part per block that depends on the point. */
	uint64_t bytes, per_thread, per_block;
	const char *axis;
	uint64_t (*block_bytes)(const struct gb_run *run);
	/* Input: word i; NULL: gb_mixed_bits(i). Pure. */
	uint32_t (*fill)(uint64_t i);
	/* Output: one of the two. Every word is compared after a launch on poisoned memory. */
	gb_expected_fn *expect;
	gb_expected_words_fn *expect_words;
	/* Optional, with expect_words: 1 if only the sum of the filled words is known, as for return values of
	 * atomics. */
	int (*only_sum)(const struct gb_run *run);
	/* Output: this many 32-bit words per block, each with the cycles of a measured loop. The first word of every
	 * block comes first, then the second, and so on. The array needs no other size. */
	int cycles;
};

// clang-format off
#define GB_MEMBER(type, member) .name = #member, .offset = offsetof(type, member), .size = sizeof(((type *)0)->member)
/* GB_ARRAY(struct args, out, .per_thread = 4, .expect = expected): a pointer. */
#define GB_ARRAY(type, member, ...)   { GB_MEMBER(type, member), .source = GB_SOURCE_ARRAY, __VA_ARGS__ }
#define GB_VALUE(type, member)        { GB_MEMBER(type, member), .source = GB_SOURCE_AXIS }
#define GB_LENGTH(type, member, from) { GB_MEMBER(type, member), .source = GB_SOURCE_LENGTH, .of = #from }
#define GB_TRIPS(type, member, count) { GB_MEMBER(type, member), .source = GB_SOURCE_TRIPS, .trips = (count) }
#define GB_RECORD(type, member)       { GB_MEMBER(type, member), .source = GB_SOURCE_RECORD }
// clang-format on

struct gb_declared {
	/* The kernel's extern "C" name, in which {axis} stands for the value of that axis: "vote_{op}". NULL: the
	 * benchmark's name. */
	const char *kernel;
	/* Instead of that: writes the name, if it depends on the point in another way. Pure. */
	void (*name_kernel)(const struct gb_run *run, char name[GB_NAME_MAX]);
	uint32_t args_size;              /* bytes of the struct */
	const struct gb_member *members; /* terminated by an entry without a name; other bytes of the struct are 0 */
	uint32_t shared_bytes;           /* dynamic, per block */
	uint32_t block, blocks;          /* threads per block; blocks per SM. 0: 256; as many as it holds */
	int carveout;                    /* argument of gb_carveout(), percent; 0: it is not called */
	/* Optional, in prepare(): whatever else depends on the point. Fills the members of the struct that have no
	 * entry, and may change the shape; a `grid` of 0 means as many blocks as all SMs hold. May return gb_skip(). */
	int (*choose)(struct gb_run *run, const struct gb_kernel *kernel, struct gb_shape *shape, void *args);
	/* Instead of a kernel: enqueues other work on stream 0, such as a library's. */
	int (*call)(struct gb_run *run, const void *args);
	/* The work of one thread per trip: operations (instructions with GB_INSTRUCTIONS), and bytes read and written.
	 * If both are 0, a launch moves every byte of every array once. */
	double ops, bytes;
	/* The limit: the most operations that an SM completes per clock, or a function as in struct gb_bench. If
	 * neither is given, the limit is unknown. */
	double ops_per_clock;
	double (*limit)(const struct gb_run *run, const struct gb_device *device, double sm_hz);
};

/* The hooks. setup checks the declaration. prepare allocates and fills arrays, and fills the struct. verify compares
 * every array that has an expectation; if none has, rows are suspect as not verified. shares: equal, if `ops` is known.
 * observe: the median of the blocks' cycles, divided by the operations of a thread. */
int gb_declared_setup(struct gb_run *run);
int gb_declared_prepare(struct gb_run *run);
int gb_declared_launch(struct gb_run *run);
int gb_declared_verify(struct gb_run *run);
struct gb_cost gb_declared_cost(const struct gb_run *run);
double gb_declared_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz);
enum gb_shares gb_declared_shares(const struct gb_run *run);
int gb_declared_observe(struct gb_run *run, double *value);

/* The axes of a benchmark that has none of its own. */
static const struct gb_axis gb_any_block[] = {
	{ .name = "block", .help = "threads per block", .kind = GB_SEARCHED, .values = "128:1024:pow2" },
	{ .name = NULL },
};

/* GB_HOOKS: all hooks except observe, which GB_CYCLES needs. GB_HOOKS_LAUNCH: only setup and launch, for a plug-in with
 * other hooks of its own. */
// clang-format off
#define GB_HOOKS \
	GB_HOOKS_LAUNCH, .prepare = gb_declared_prepare, .verify = gb_declared_verify, .cost = gb_declared_cost, \
	.limit = gb_declared_limit, .shares = gb_declared_shares
#define GB_HOOKS_LAUNCH \
	.abi = GB_ABI, .size = sizeof(struct gb_bench), .setup = gb_declared_setup, .launch = gb_declared_launch, \
	.state_size = GB_DECLARED_STATE
/* The struct, the members, and other fields of struct gb_declared. */
#define GB_KERNEL(args, ...) \
	.declared = &(const struct gb_declared){ .args_size = sizeof(args), .members = __VA_ARGS__ }
#define GB_DECLARED(name, args, members_of, ...) GB_HOOKS, GB_KERNEL(args, members_of, .kernel = (name), __VA_ARGS__)
#define GB_DECLARED_LAUNCH(name, args, members_of, ...) \
	GB_HOOKS_LAUNCH, GB_KERNEL(args, members_of, .kernel = (name), __VA_ARGS__)
/* All fields of a benchmark NAME with the struct NAME_args and the kernel NAME, or `.kernel = "NAME_{axis}"`. `...` are
 * the members and any fields of struct gb_declared. */
#define GB_SHORT(id, about, kind, axes_of, ...) \
	GB_HOOKS, GB_KERNEL(struct id##_args, __VA_ARGS__), .name = #id, .summary = (about), \
	.quantity = (kind), .axes = (axes_of), .variants = gb_variants_##id
// clang-format on

#endif
#endif
