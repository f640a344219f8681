/* gpubench_declared.h: the short way to a benchmark, in one file, NAME.cu.
 *
 * It declares one kernel, the members of the kernel's argument struct, and what a launch does; GB_DECLARED stands for
 * the hooks. nvcc compiles the file for its kernel, and the C compiler for the rest, which is outside of __CUDACC__.
 * docs/adding-a-benchmark.md shows a complete one.
 *
 * A launch has as many blocks as all SMs hold at once, each of 256 threads. An axis `block` sets the threads of a block
 * instead, and an axis `blocks` the blocks for each SM. */
#ifndef GPUBENCH_DECLARED_H
#define GPUBENCH_DECLARED_H

#ifdef __CUDACC__
/* Everything that kernels need of the interface. Some kernel compilers have no other header. */
#include "gpubench_report.h"
#include "gpubench_tensor.h"
#include <stdint.h>
#else
#include "gpubench.h"

enum {
	GB_MEMBERS_MAX = 16,        /* of the argument struct */
	GB_DECLARED_ARGS_MAX = 512, /* bytes of it */
	GB_DECLARED_STATE = 1280    /* bytes of the hooks' own data for a run */
};

/* The current point. gb_state() begins with it, for additional hooks of the plug-in. */
struct gb_chosen {
	struct gb_kernel kernel;
	struct gb_shape shape;
	double noted[4];                                      /* launches by these hooks; 0 when a point begins */
	_Alignas(8) unsigned char args[GB_DECLARED_ARGS_MAX]; /* the struct as the kernel gets it */
};

/* Its arguments. */
static inline const void *gb_declared_args(const struct gb_run *run)
{
	const struct gb_chosen *at = (const struct gb_chosen *)gb_state(run);

	return at->args;
}

/* The data that fills a member of the argument struct. */
enum gb_source {
	GB_SOURCE_ARRAY,  /* the address of an array in device memory */
	GB_SOURCE_AXIS,   /* the number of the axis with that name, or the index of its word */
	GB_SOURCE_LENGTH, /* the number of 32-bit words of an array */
	GB_SOURCE_TRIPS,  /* repetitions of the measured loop: gb_work() of `trips`, at least 1 */
	GB_SOURCE_RECORD  /* 1 in the launch that is verified, 0 in those that are timed */
};

/* Word i of an input array without .fill. Not zeros, which run faster and hide mistakes. Pure. */
static inline uint32_t gb_mixed_bits(uint64_t i)
{
	uint64_t bits = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);

	bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
	return (uint32_t)(bits ^ bits >> 31);
}

/* Word i of an array after a launch of this shape; `args` is the struct as the kernel got it. Pure. */
typedef uint32_t gb_expected_fn(const void *args, struct gb_shape shape, uint64_t i);

/* The same for many words at once: it fills `words`, which has room for the whole array, from the first word on, and
 * returns how many of 32 bits it has filled. The array repeats these words, for example if all blocks leave the
 * same. 0: the result of this point is unknown. Pure. */
typedef size_t gb_expected_words_fn(const struct gb_run *run, const void *args, struct gb_shape shape, void *words);

/* A member of the struct. Integers have 32 or 64 bits. The macros below make entries. */
struct gb_member {
	const char *name;
	uint32_t offset, size; /* bytes */
	enum gb_source source;
	uint32_t trips;
	const char *of; /* the array whose length it is */
	/* The size of an array is the sum of these: bytes, bytes for each thread and block, the number of an axis,
	 * and bytes for each block that depend on the point. Multiples of 4. */
	uint64_t bytes, per_thread, per_block;
	const char *axis;
	uint64_t (*block_bytes)(const struct gb_run *run);
	/* Input: word i; without it gb_mixed_bits(i). Pure. */
	uint32_t (*fill)(uint64_t i);
	/* Output: every word is compared after a launch on poisoned memory. One of the two. */
	gb_expected_fn *expect;
	gb_expected_words_fn *expect_words;
	/* Optional, with expect_words: 1 if only the sum of the filled words is known, as for return values of
	 * atomics. */
	int (*only_sum)(const struct gb_run *run);
	/* 32-bit words of each block: the first word of every block, then the second, and so on. Each holds the
	 * cycles of a measured loop. No other size is needed. */
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
	/* Instead of that: writes the name if the point determines it in another way. Pure. */
	void (*name_kernel)(const struct gb_run *run, char name[GB_NAME_MAX]);
	uint32_t args_size;              /* bytes of the struct */
	const struct gb_member *members; /* terminated by an entry without a name; other bytes of the struct are 0 */
	uint32_t shared_bytes;           /* dynamic shared memory of a block */
	uint32_t block, blocks;          /* instead of 256 threads, and of as many blocks as an SM holds at once */
	int carveout;                    /* argument of gb_carveout(), percent; 0: it is not called */
	/* Optional, in prepare(): everything that depends on the point in other ways. It fills the members of the
	 * struct that have no entry, and may change the shape; `grid` 0 stands for as many blocks as all SMs hold.
	 * May return gb_skip(). */
	int (*choose)(struct gb_run *run, const struct gb_kernel *kernel, struct gb_shape *shape, void *args);
	/* Instead of a kernel: enqueues work on stream 0, such as that of a library. */
	int (*call)(struct gb_run *run, const void *args);
	/* The work of a thread in a trip: operations, in GB_INSTRUCTIONS instructions, and bytes that it reads and
	 * writes. If both are 0, a launch moves every byte of every array once. */
	double ops, bytes;
	/* The limit: the most that an SM completes per cycle, or a function like that of struct gb_bench. If neither
	 * is given, the limit is unknown. */
	double ops_per_clock;
	double (*limit)(const struct gb_run *run, const struct gb_device *device, double sm_hz);
};

/* The hooks. setup finds mistakes of the declaration. prepare allocates and fills arrays, and fills the struct. verify
 * compares every array that has `expect`; if none has, rows are suspect as not verified. shares: all SMs have the same
 * work, if `ops` is known. observe: the median of the blocks' cycles over the operations of a thread. */
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

/* The hooks but observe, which GB_CYCLES needs; or setup and launch, where others are the plug-in's own. */
// clang-format off
#define GB_HOOKS \
	GB_HOOKS_LAUNCH, .prepare = gb_declared_prepare, .verify = gb_declared_verify, .cost = gb_declared_cost, \
	.limit = gb_declared_limit, .shares = gb_declared_shares
#define GB_HOOKS_LAUNCH \
	.abi = GB_ABI, .size = sizeof(struct gb_bench), .setup = gb_declared_setup, .launch = gb_declared_launch, \
	.state_size = GB_DECLARED_STATE
/* Kernel, struct, members, and other fields of struct gb_declared. */
#define GB_KERNEL(args, ...) \
	.declared = &(const struct gb_declared){ .args_size = sizeof(args), .members = __VA_ARGS__ }
#define GB_DECLARED(name, args, members_of, ...) GB_HOOKS, GB_KERNEL(args, members_of, .kernel = (name), __VA_ARGS__)
#define GB_DECLARED_LAUNCH(name, args, members_of, ...) \
	GB_HOOKS_LAUNCH, GB_KERNEL(args, members_of, .kernel = (name), __VA_ARGS__)
/* All fields that a benchmark NAME needs whose kernel is NAME, or `.kernel = "NAME_{axis}"`, with a struct NAME_args:
 * `...` are its members and any fields of struct gb_declared. */
#define GB_SHORT(id, about, kind, axes_of, ...) \
	GB_HOOKS, GB_KERNEL(struct id##_args, __VA_ARGS__), .name = #id, .summary = (about), \
	.quantity = (kind), .axes = (axes_of), .variants = gb_variants_##id
// clang-format on

#endif
#endif
