/* shared: the bandwidth of an SM's shared memory: read, write, copy. */
#include "../common/input.h"
#include "gpubench_declared.h"

/* In the order of the axis `op`. */
enum shared_op { SHARED_READ, SHARED_WRITE, SHARED_COPY };

#define SHARED_LANES 32

/* Word i of the initial shared memory of a block. */
BENCH_BOTH uint32_t shared_word(uint32_t i)
{
	return input_mix(i);
}

/* Word i after `trips` trips of `write`. */
BENCH_BOTH uint32_t shared_written(uint32_t i, uint32_t trips)
{
	return shared_word(i % 4) + trips;
}

struct shared_args {
	uint32_t trips;  /* even */
	uint32_t flip;   /* bytes of an access; from trip to trip neighbouring threads swap theirs */
	uint32_t words;  /* words of a block's shared memory */
	uint32_t record; /* 0 when timed: `sum` and `left` are not written */
	uint32_t *sum;   /* per thread: sum of all words read */
	uint32_t *left;  /* per block: final shared memory */
};

#ifdef __CUDACC__
/* Each warp repeatedly accesses its own part of the block's shared memory, with U accesses of W bytes per thread.
 * Neighbouring threads access neighbouring addresses, so that no access has a bank conflict. */

template <int W> struct word {
	uint32_t part[W / 4];
};

/* Inline PTX, so that the compiler does not fold or merge accesses or move them out of the loop. */
static __device__ void load(word<4> &w, uint32_t at)
{
	asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(w.part[0]) : "r"(at) : "memory");
}
static __device__ void load(word<8> &w, uint32_t at)
{
	asm volatile("ld.volatile.shared.v2.u32 {%0, %1}, [%2];"
		     : "=r"(w.part[0]), "=r"(w.part[1])
		     : "r"(at)
		     : "memory");
}
static __device__ void load(word<16> &w, uint32_t at)
{
	asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
		     : "=r"(w.part[0]), "=r"(w.part[1]), "=r"(w.part[2]), "=r"(w.part[3])
		     : "r"(at)
		     : "memory");
}

static __device__ void store(const word<4> &w, uint32_t at)
{
	asm volatile("st.volatile.shared.u32 [%0], %1;" : : "r"(at), "r"(w.part[0]) : "memory");
}
static __device__ void store(const word<8> &w, uint32_t at)
{
	asm volatile("st.volatile.shared.v2.u32 [%0], {%1, %2};"
		     :
		     : "r"(at), "r"(w.part[0]), "r"(w.part[1])
		     : "memory");
}
static __device__ void store(const word<16> &w, uint32_t at)
{
	asm volatile("st.volatile.shared.v4.u32 [%0], {%1, %2, %3, %4};"
		     :
		     : "r"(at), "r"(w.part[0]), "r"(w.part[1]), "r"(w.part[2]), "r"(w.part[3])
		     : "memory");
}

template <int op, int W, int U> static __device__ void stream(const shared_args &args)
{
	extern __shared__ __align__(128) uint32_t memory[];
	const uint32_t warp = threadIdx.x / SHARED_LANES, lane = threadIdx.x % SHARED_LANES;
	const uint32_t mine = warp * (U * SHARED_LANES * W) + lane * W;
	const uint32_t to =
		(uint32_t)__cvta_generic_to_shared(memory) + mine + (op == SHARED_COPY ? 4 * args.words : 0);
	uint32_t from = (uint32_t)__cvta_generic_to_shared(memory) + mine, total = 0;
	word<W> w[U];

#pragma unroll 1
	for (uint32_t i = threadIdx.x; i < args.words; i += blockDim.x)
		memory[i] = shared_word(i);
#pragma unroll
	for (int i = 0; i < W / 4; i++)
		w[0].part[i] = shared_written(mine / 4 + i, 0);
	__syncthreads();

#pragma unroll 1
	for (uint32_t trip = 0; trip < args.trips; trip++) {
#pragma unroll
		for (int u = 0; u < U; u++)
			if (op != SHARED_WRITE)
				load(w[u], from + u * (SHARED_LANES * W));
		if (op == SHARED_WRITE) {
#pragma unroll
			for (int i = 0; i < W / 4; i++)
				w[0].part[i]++;
		}
#pragma unroll
		for (int u = 0; u < U; u++) {
			if (op != SHARED_READ)
				store(w[op == SHARED_COPY ? u : 0], to + u * (SHARED_LANES * W));
#pragma unroll
			for (int i = 0; i < W / 4; i++)
				if (op == SHARED_READ)
					total += w[u].part[i];
		}
		from ^= args.flip;
	}

	__syncthreads();
	if (!args.record)
		return;
	args.sum[blockIdx.x * blockDim.x + threadIdx.x] = total;
#pragma unroll 1
	for (uint32_t i = threadIdx.x; i < args.words; i += blockDim.x)
		args.left[blockIdx.x * args.words + i] = memory[(op == SHARED_COPY ? args.words : 0) + i];
}

#define KERNEL(name, op, W, U)                                                                                  \
	extern "C" __global__ void __launch_bounds__(1024) shared_##name##_w##W##_u##U(struct shared_args args) \
	{                                                                                                       \
		stream<op, W, U>(args);                                                                         \
	}
#define WORDS(name, op, U)     \
	KERNEL(name, op, 4, U) \
	KERNEL(name, op, 8, U) \
	KERNEL(name, op, 16, U)
#define OPS(U)                        \
	WORDS(read, SHARED_READ, U)   \
	WORDS(write, SHARED_WRITE, U) \
	WORDS(copy, SHARED_COPY, U)

OPS(2)
OPS(4)
OPS(8)
#else
#include <math.h>

#include "gpubench_model.h"

static const char *const ops[] = {
	[SHARED_READ] = "read",
	[SHARED_WRITE] = "write",
	[SHARED_COPY] = "copy",
	NULL,
};

struct point {
	enum shared_op op;
	uint32_t word, unroll, warps, block;
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(op), .help = "operation: read, write, copy a=b within the shared memory", .names = ops },
	{ GB_AXIS(word), .unit = "B", .help = "width of an access", .values = "4,8,16", .quick = "16" },
	{ GB_AXIS(unroll), .help = "independent accesses per thread", .kind = GB_SEARCHED, .values = "2,4,8",
	  .quick = "2" },
	{ GB_AXIS(warps), .help = "resident warps per SM", .kind = GB_SEARCHED, .values = "4:64:pow2",
	  .full = "8:64:pow2", .quick = "32" },
	{ GB_AXIS(block), .unit = "threads", .help = "threads per block", .kind = GB_SEARCHED, .values = "64:1024:pow2",
	  .full = "256:1024:pow2", .quick = "256,1024" },
	{ .name = NULL },
};

/* ---- a launch ---------------------------------------------------------------------------------------------------- */

/* Bytes per SM and launch: about 4 ms at 128 bytes per clock and 2 GHz, so that filling the memory does not matter. */
#define BYTES_PER_SM 1024e6

/* Bytes of shared memory that a block accesses per trip and leaves at the end. */
static uint64_t block_bytes(const struct gb_run *run)
{
	return (uint64_t)(gb_value(run, block) * gb_value(run, word) * gb_value(run, unroll));
}

static uint32_t places(const struct gb_run *run)
{
	return gb_value(run, op) == SHARED_COPY ? 2 : 1;
}

/* Launches as many blocks as give the requested number of warps on each SM, if they are resident at once. */
static int choose(struct gb_run *run, const struct gb_kernel *kernel, struct gb_shape *shape, void *of)
{
	struct shared_args *args = of;
	const uint32_t warps = gb_value(run, warps), blocks = warps * SHARED_LANES / shape->block;
	uint32_t resident;

	if (blocks == 0)
		return gb_skip(run, "%u warps per SM are fewer than a block of %u threads", warps, shape->block);
	args->flip = gb_value(run, word);
	args->words = (uint32_t)block_bytes(run) / 4;
	shape->shared_bytes = (uint32_t)block_bytes(run) * places(run);
	shape->grid = blocks * (uint32_t)gb_device(run)->sm_count;
	args->trips = 2 * (uint32_t)fmax(1, BYTES_PER_SM * gb_work(run) / (blocks * shape->shared_bytes) / 2);
	if (shape->shared_bytes > gb_device(run)->shared_per_block)
		return gb_skip(run, "a block needs %u bytes of shared memory; it can have %llu", shape->shared_bytes,
			       (unsigned long long)gb_device(run)->shared_per_block);
	GB_TRY(gb_occupancy(run, kernel, shape->block, shape->shared_bytes, &resident));
	if (resident < blocks)
		return gb_skip(run, "%u warps per SM are not resident at once: %u blocks of %u threads are", warps,
			       resident, shape->block);
	return GB_OK;
}

/* ---- the meaning of the time ------------------------------------------------------------------------------------- */

static struct gb_cost cost(const struct gb_run *run)
{
	const struct gb_chosen *at = gb_state(run);
	const struct shared_args *args = gb_declared_args(run);

	return (struct gb_cost){ .bytes = (double)at->shape.grid * at->shape.shared_bytes * args->trips };
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)run;
	return device->rates.shared_bytes * device->sm_count * sm_hz;
}

static const char *roof(const struct gb_run *run)
{
	static const char *const roofs[] = {
		[SHARED_READ] = "shared.read",
		[SHARED_WRITE] = "shared.write",
		[SHARED_COPY] = NULL,
	};

	return gb_value(run, word) == 16 ? roofs[gb_value(run, op)] : NULL;
}

static enum gb_shares shares(const struct gb_run *run)
{
	(void)run;
	return GB_SHARES_EQUAL;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct gb_device *device = gb_device(run);

	if (!(result->sm_hz > 0))
		return 0;
	out[0] = (struct gb_metric){ "bytes_per_clock_sm", "B/clk", GB_TIMES, 1 / (result->sm_hz * device->sm_count),
				     device->rates.shared_bytes };
	return 1;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

/* The word that was accessed in odd trips in place of word `i`: neighbouring threads have swapped places. */
static uint32_t swapped(const struct shared_args *args, uint32_t i)
{
	return i ^ args->flip / 4;
}

/* The sum of the words that each thread of a block reads: two sets of words in turn. */
static size_t expected_sums(const struct gb_run *run, const void *of, struct gb_shape shape, void *out)
{
	const struct shared_args *args = of;
	const uint32_t words = args->flip / 4, unroll = gb_value(run, unroll);
	uint32_t *sum = out;

	memset(sum, 0, shape.block * sizeof *sum);
	for (uint32_t i = 0; i < args->words && gb_value(run, op) == SHARED_READ; i++) {
		const uint32_t access = i / words / SHARED_LANES, lane = i / words % SHARED_LANES;
		sum[access / unroll * SHARED_LANES + lane] +=
			args->trips / 2 * (shared_word(i) + shared_word(swapped(args, i)));
	}
	return shape.block;
}

static size_t expected_words(const struct gb_run *run, const void *of, struct gb_shape shape, void *out)
{
	const struct shared_args *args = of;
	const int64_t op = gb_value(run, op);
	uint32_t *word = out;

	(void)shape;
	for (uint32_t i = 0; i < args->words; i++)
		word[i] = op == SHARED_WRITE ? shared_written(i, args->trips)
					     : shared_word(op == SHARED_COPY ? swapped(args, i) : i);
	return args->words;
}

/* ---- models of the kernels --------------------------------------------------------------------------------------- */

static uint32_t model_sum(const struct shared_args *args, uint32_t thread)
{
	const uint32_t words = gb_model_number("_w") / 4, unroll = gb_model_number("_u"), odd = args->trips / 2;
	uint32_t sum = 0;

	for (uint32_t n = 0; n < unroll * words; n++) {
		const uint32_t access = thread / SHARED_LANES * unroll + n / words;
		const uint32_t i = (access * SHARED_LANES + thread % SHARED_LANES) * words + n % words;
		sum += (args->trips - odd) * shared_word(i) + odd * shared_word(swapped(args, i));
	}
	return sum;
}

static uint32_t model_word(const struct shared_args *args, uint32_t i)
{
	if (gb_model_is("write"))
		return shared_written(i, args->trips);
	return shared_word(gb_model_is("copy") && args->trips % 2 == 0 ? swapped(args, i) : i);
}

static void model_launch(struct gb_shape shape, const void *of)
{
	const struct shared_args *args = of;
	const uint32_t copies = gb_model_is("copy") ? 2 : 1, words = shape.shared_bytes / 4 / copies;
	const double accesses = (double)shape.grid * shape.block * args->trips * gb_model_number("_u") * copies;

	gb_model_did(accesses * gb_model_number("_w"), 0);
	for (uint32_t i = 0; i < shape.block && args->record; i++)
		args->sum[i] = gb_model_is("read") ? model_sum(args, i) : 0;
	for (uint32_t i = 0; i < words && args->record; i++)
		args->left[i] = model_word(args, i);
	for (uint32_t block = 1; block < shape.grid && args->record; block++) {
		memcpy(args->sum + (size_t)block * shape.block, args->sum, shape.block * sizeof *args->sum);
		memcpy(args->left + (size_t)block * words, args->left, words * sizeof *args->left);
	}
}

GB_ONE_MODEL(shared, "shared_*", model_launch);

static const struct gb_member members[] = {
	GB_RECORD(struct shared_args, record),
	GB_ARRAY(struct shared_args, sum, .per_thread = sizeof(uint32_t), .expect_words = expected_sums),
	GB_ARRAY(struct shared_args, left, .block_bytes = block_bytes, .expect_words = expected_words),
	{ .name = NULL },
};

GB_BENCH(shared) = {
	GB_DECLARED_LAUNCH("shared_{op}_w{word}_u{unroll}", struct shared_args, members, .carveout = 100,
			   .choose = choose),
	.name = "shared",
	.summary = "shared memory: read, write and copy, 4, 8 and 16-byte accesses",
	.method = "One wave of blocks fills every SM evenly. Each warp passes over its own piece of the shared memory "
		  "repeatedly, for about 4 ms. Neighbouring threads access neighbouring words, so banks do not "
		  "conflict, and swap places from iteration to iteration. Every byte read and every byte written "
		  "counts, so a copy of n bytes moves 2n. The value is the best result of a search over independent "
		  "accesses per thread, warps per SM and block. Verified: every thread's sum of the words it read, and "
		  "every word left in the shared memory. The limit is 32 banks x 4 bytes (64 bytes on compute "
		  "capability 7.5) x SMs x the SM clock measured over the timed interval.",
	.subject = GB_SUBJECT_ON_CHIP,
	.quantity = GB_BANDWIDTH,
	.require = { .memory_bytes = UINT64_C(48) << 20 },
	.axes = axes,
	.variants = gb_variants_shared,
	.prepare = gb_declared_prepare,
	.verify = gb_declared_verify,
	.cost = cost,
	.limit = limit,
	.roof = roof,
	.metrics = metrics,
	.shares = shares,
	.sdc = "op=read,write,copy word=16",
};
#endif
