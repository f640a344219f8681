/* bank: the cost of bank conflicts in shared memory for any address pattern, compared with a model of the banks. */
#include "../common/input.h"
#include "gpubench_declared.h"

#define BANK_LANES  32
#define BANK_WARPS  32 /* warps of a block; one block per SM */
#define BANK_UNROLL 8  /* independent accesses per thread and trip */
#define BANK_LINKS  16 /* dependent accesses per iteration of the chain's loop */

/* A row of all banks is 128 bytes. The accesses of a trip are 2 rows apart. The next trip uses the other row of each
 * pair, so its addresses differ but its banks are the same. */
#define BANK_ROW   128
#define BANK_APART (2 * BANK_ROW)

/* The end of the widest pattern, 16-byte words 33 apart from the fifth word on, rounded up to pairs of rows. */
#define BANK_SPAN  ((16 * (31 * 33 + 5 + 1) + BANK_APART - 1) / BANK_APART * BANK_APART)
#define BANK_BYTES (BANK_SPAN + (BANK_UNROLL - 1) * BANK_APART) /* the kernels also use the next row */

/* The initial content of the 4-byte word, or its half, at byte `at` of shared memory: the next place of a chain. */
BENCH_BOTH uint32_t bank_content(uint32_t at)
{
	return at ^ BANK_ROW;
}

/* The word that a trip stores at byte `at`. The value depends only on the column, because several accesses of a trip
 * may store to the same word. */
BENCH_BOTH uint32_t bank_stored(uint32_t at, uint32_t trip)
{
	return (at % BANK_ROW + 1) * INPUT_GOLDEN + trip;
}

struct bank_args {
	uint32_t offset[BANK_LANES]; /* offset in shared memory of each lane's word, in bytes */
	/* Both rounds, of which only the second counts. */
	uint32_t links[2]; /* links of the chain, less one; multiples of BANK_LINKS */
	uint32_t trips[2]; /* even */
	uint32_t flip;     /* BANK_ROW, hidden from the compiler */
	uint32_t operand;  /* operand of additions; 0 in the chain */
	uint32_t zero;
	uint32_t never;   /* no sum has this value */
	uint32_t record;  /* 0 when timed: `sum` and `words` are not written */
	uint32_t *cycles; /* per block: cycles of all trips, then cycles of the chain */
	uint32_t *sum;    /* per thread: the sum of all words loaded or returned, and the last place of the chain */
	uint32_t *words;  /* the final words per block, access of even and odd trips, and lane */
};

#ifdef __CUDACC__
/* One kernel per operation and width. The 32 warps of a block fill the SM's schedulers. First a single warp follows a
 * chain of dependent accesses; then all warps make independent ones. Both parts are timed between barriers with the
 * SM's own clock. */
#include "../common/now.h"
#include "../common/toolkit.h"

template <int W> struct word {
	uint32_t part[W < 4 ? 1 : W / 4];
};

/* Inline assembly, so that no access is folded, merged or moved out of the loop. */
static __device__ word<2> load(const word<2> *, uint32_t at)
{
	word<2> w;
	asm volatile("{ .reg .u16 h; ld.volatile.shared.u16 h, [%1]; cvt.u32.u16 %0, h; }"
		     : "=r"(w.part[0])
		     : "r"(at)
		     : "memory");
	return w;
}
static __device__ word<4> load(const word<4> *, uint32_t at)
{
	word<4> w;
	asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(w.part[0]) : "r"(at) : "memory");
	return w;
}
static __device__ word<8> load(const word<8> *, uint32_t at)
{
	word<8> w;
	asm volatile("ld.volatile.shared.v2.u32 {%0, %1}, [%2];"
		     : "=r"(w.part[0]), "=r"(w.part[1])
		     : "r"(at)
		     : "memory");
	return w;
}
static __device__ word<16> load(const word<16> *, uint32_t at)
{
	word<16> w;
	asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
		     : "=r"(w.part[0]), "=r"(w.part[1]), "=r"(w.part[2]), "=r"(w.part[3])
		     : "r"(at)
		     : "memory");
	return w;
}

static __device__ void store(uint32_t at, const word<4> &w)
{
	asm volatile("st.volatile.shared.u32 [%0], %1;" : : "r"(at), "r"(w.part[0]) : "memory");
}
static __device__ void store(uint32_t at, const word<8> &w)
{
	asm volatile("st.volatile.shared.v2.u32 [%0], {%1, %2};"
		     :
		     : "r"(at), "r"(w.part[0]), "r"(w.part[1])
		     : "memory");
}
static __device__ void store(uint32_t at, const word<16> &w)
{
	asm volatile("st.volatile.shared.v4.u32 [%0], {%1, %2, %3, %4};"
		     :
		     : "r"(at), "r"(w.part[0]), "r"(w.part[1]), "r"(w.part[2]), "r"(w.part[3])
		     : "memory");
}

static __device__ word<4> exchange(uint32_t at, const word<4> &w)
{
	word<4> old;
	asm volatile("atom.shared.exch.b32 %0, [%1], %2;" : "=r"(old.part[0]) : "r"(at), "r"(w.part[0]) : "memory");
	return old;
}
static __device__ word<8> exchange(uint32_t at, const word<8> &w)
{
	unsigned long long old;
	asm volatile("atom.shared.exch.b64 %0, [%1], %2;"
		     : "=l"(old)
		     : "r"(at), "l"(w.part[0] | (unsigned long long)w.part[1] << 32)
		     : "memory");
	return { { (uint32_t)old, (uint32_t)(old >> 32) } };
}
#if __CUDA_ARCH__ >= 900 && TOOLKIT >= 1203
#define EXCHANGE_16
#elif __CUDA_ARCH__ >= 900
TOOLKIT_TOO_OLD
#endif
#ifdef EXCHANGE_16
static __device__ word<16> exchange(uint32_t at, const word<16> &w)
{
	word<16> old;
	asm volatile(
		"{ .reg .b64 a, b; .reg .b128 t, u; mov.b64 a, {%5, %6}; mov.b64 b, {%7, %8}; mov.b128 t, {a, b};"
		"  atom.shared.exch.b128 u, [%4], t; mov.b128 {a, b}, u; mov.b64 {%0, %1}, a; mov.b64 {%2, %3}, b; }"
		: "=r"(old.part[0]), "=r"(old.part[1]), "=r"(old.part[2]), "=r"(old.part[3])
		: "r"(at), "r"(w.part[0]), "r"(w.part[1]), "r"(w.part[2]), "r"(w.part[3])
		: "memory");
	return old;
}
#endif

static __device__ uint32_t add(uint32_t at, uint32_t operand)
{
	uint32_t old;
	asm volatile("atom.shared.add.u32 %0, [%1], %2;" : "=r"(old) : "r"(at), "r"(operand) : "memory");
	return old;
}

template <int W> static __device__ uint32_t sum(const word<W> &w)
{
	uint32_t total = 0;
#pragma unroll
	for (int i = 0; i < (W < 4 ? 1 : W / 4); i++)
		total += w.part[i];
	return total;
}

/* The operations: access() is one of the independent accesses in flight. link() is an access of the chain, in the near
 * or the far row of the pair. It returns the next place and leaves shared memory unchanged. */
template <int W> struct loads {
	__device__ loads(const bank_args &, uint32_t, uint32_t) {}
	__device__ void next() {}
	__device__ uint32_t settle(uint32_t) { return 0; }
	__device__ uint32_t access(uint32_t at) { return sum(load((word<W> *)0, at)); }
	__device__ uint32_t link(uint32_t at, int) { return load((word<W> *)0, at).part[0]; }
};

template <int W> struct writes {
	word<W> value, content[2];
	__device__ writes(uint32_t base, uint32_t offset)
	{
#pragma unroll
		for (int i = 0; i < W / 4; i++) {
			value.part[i] = bank_stored(offset + 4 * i, 0);
			content[0].part[i] = base + bank_content(offset + 4 * i);
			content[1].part[i] = base + bank_content((offset ^ BANK_ROW) + 4 * i);
		}
	}
	__device__ void next()
	{
#pragma unroll
		for (int i = 0; i < W / 4; i++)
			value.part[i]++;
	}
	__device__ uint32_t settle(uint32_t)
	{
		return 0;
	}
};

template <int W> struct stores : writes<W> {
	__device__ stores(const bank_args &, uint32_t base, uint32_t offset) : writes<W>(base, offset) {}
	__device__ uint32_t access(uint32_t at)
	{
		store(at, this->value);
		return 0;
	}
	/* A load returns after all earlier stores. This one reads words to which no store in flight writes. */
	__device__ uint32_t settle(uint32_t base)
	{
		return load((word<4> *)0, base + BANK_BYTES + 4 * (threadIdx.x % BANK_LANES)).part[0];
	}
	__device__ uint32_t link(uint32_t at, int far)
	{
		store(at, this->content[far]);
		return load((word<W> *)0, at).part[0];
	}
};

template <int W> struct exchanges : writes<W> {
	__device__ exchanges(const bank_args &, uint32_t base, uint32_t offset) : writes<W>(base, offset) {}
	__device__ uint32_t access(uint32_t at) { return sum(exchange(at, this->value)); }
	__device__ uint32_t link(uint32_t at, int far) { return exchange(at, this->content[far]).part[0]; }
};

template <int W> struct adds {
	const uint32_t operand, zero;
	__device__ adds(const bank_args &args, uint32_t, uint32_t) : operand(args.operand), zero(args.zero) {}
	__device__ void next() {}
	__device__ uint32_t settle(uint32_t) { return 0; }
	__device__ uint32_t access(uint32_t at) { return add(at, operand); }
	__device__ uint32_t link(uint32_t at, int) { return add(at, zero); }
};

/* An address in shared memory fits in 2 bytes. From Ampere on, the system uses the first kilobyte. */
static_assert(1024 + BANK_BYTES <= 0x10000, "a chain of halves needs addresses of 16 bits");

template <int W> static __device__ void fill(uint32_t *memory, uint32_t base)
{
	__syncthreads();
#pragma unroll 1
	for (uint32_t i = threadIdx.x; i < BANK_BYTES / 4; i += blockDim.x)
		memory[i] = W == 2 ? (base + bank_content(4 * i)) | (base + bank_content(4 * i + 2)) << 16
				   : base + bank_content(4 * i);
	__syncthreads();
}

struct timed {
	uint32_t total;
	uint32_t all, chain;
};

template <class op, int W> static __device__ timed measure(const bank_args &args, uint32_t *memory, uint32_t round)
{
	const uint32_t base = (uint32_t)__cvta_generic_to_shared(memory);
	const uint32_t offset = args.offset[threadIdx.x % BANK_LANES];
	const uint32_t links = args.links[round], trips = args.trips[round];
	uint32_t at = base + offset;
	timed t = { 0, 0, 0 };
	op what(args, base, offset);

	fill<W>(memory, base);
	if (threadIdx.x < BANK_LANES) {
		const long long start = clock_now();
		at = what.link(at, 0);
#pragma unroll 1
		for (uint32_t i = 0; i < links; i += BANK_LINKS) {
#pragma unroll
			for (int u = 0; u < BANK_LINKS; u++)
				at = what.link(at, (u + 1) % 2);
		}
		/* A store that waits for the last link. Its address is outside the words that other warps may still
		 * read. */
		store(base + BANK_BYTES + 4 * threadIdx.x, word<4>{ { at } });
		t.chain = (uint32_t)(clock_now() - start);
		t.total = at - base;
	}

	fill<W>(memory, 0);
	at = base + offset;
	const long long start = clock_now();
#pragma unroll 1
	for (uint32_t trip = 0; trip < trips; trip++) {
		what.next();
#pragma unroll
		for (int u = 0; u < BANK_UNROLL; u++)
			t.total += what.access(at + u * BANK_APART);
		at ^= args.flip;
	}
	__syncthreads_or(t.total + what.settle(base) == args.never);
	t.all = (uint32_t)(clock_now() - start);
	return t;
}

template <class op, int W> static __device__ void bank(const bank_args &args)
{
	__shared__ __align__(1024) uint32_t memory[BANK_BYTES / 4 + BANK_LANES];
	const uint32_t lane = threadIdx.x % BANK_LANES, warp = threadIdx.x / BANK_LANES;
	timed t;

	/* The first round, of a few trips, loads the code into the instruction caches. */
#pragma unroll 1
	for (uint32_t round = 0; round < 2; round++)
		t = measure<op, W>(args, memory, round);

	if (threadIdx.x == 0) {
		args.cycles[blockIdx.x] = t.all;
		args.cycles[gridDim.x + blockIdx.x] = t.chain;
	}
	if (!args.record)
		return;
	args.sum[blockIdx.x * blockDim.x + threadIdx.x] = t.total;
	if (warp < 2 * BANK_UNROLL) {
		const int width = W < 4 ? 1 : W / 4;
		const uint32_t from = (args.offset[lane] ^ (warp % 2 * BANK_ROW)) + warp / 2 * BANK_APART;
		const uint32_t to = ((blockIdx.x * 2 * BANK_UNROLL + warp) * BANK_LANES + lane) * width;
		for (int i = 0; i < width; i++)
			args.words[to + i] = memory[from / 4 + i];
	}
}

#define KERNEL(name, op, W)                                                                            \
	extern "C" __global__ void __launch_bounds__(1024, 1) bank_##name##_##W(struct bank_args args) \
	{                                                                                              \
		bank<op<W>, W>(args);                                                                  \
	}

KERNEL(load_half, loads, 2)
KERNEL(load, loads, 4)
KERNEL(load, loads, 8)
KERNEL(load, loads, 16)
KERNEL(store, stores, 4)
KERNEL(store, stores, 8)
KERNEL(store, stores, 16)
KERNEL(add, adds, 4)
KERNEL(exchange, exchanges, 4)
KERNEL(exchange, exchanges, 8)
#ifdef EXCHANGE_16
KERNEL(exchange, exchanges, 16)
#endif
#else
#include <stdio.h>

#include "../common/rounds.h"
#include "gpubench_model.h"

enum op { OP_LOAD, OP_STORE, OP_ADD, OP_EXCHANGE, OP_LOAD_HALF };
enum pattern { STRIDE, DEGREE, BROADCAST, MULTICAST, PERMUTATION, RANDOM, COLUMN, PADDED, SWIZZLED };

static const char *const ops[] = {
	[OP_LOAD] = "load",         [OP_STORE] = "store",         [OP_ADD] = "add",
	[OP_EXCHANGE] = "exchange", [OP_LOAD_HALF] = "load_half", NULL,
};
static const char *const patterns[] = {
	[STRIDE] = "stride",           [DEGREE] = "degree",
	[BROADCAST] = "broadcast",     [MULTICAST] = "multicast",
	[PERMUTATION] = "permutation", [RANDOM] = "random",
	[COLUMN] = "column",           [PADDED] = "padded",
	[SWIZZLED] = "swizzled",       NULL,
};

struct point {
	enum pattern pattern;
	enum op op;
	uint32_t stride, degree, share, seed, word;
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(pattern),
	  .help = "words of the 32 lanes: a stride, a chosen number of passes, one word for all, shared by neighbours, "
		  "permuted, random; a column of a tile [32][32], also padded to [32][33] or swizzled by XOR with the "
		  "row",
	  .names = patterns, .quick = "stride,degree,broadcast,column,padded,swizzled" },
	{ GB_AXIS(op), .help = "load, store, atomic addition, atomic exchange, load of 2 bytes", .names = ops,
	  .full = "load,store,add", .quick = "load,store,add" },
	{ GB_AXIS(stride), .unit = "words", .help = "distance from lane to lane", .values = "0:33", .quick = "1,2",
	  .when = "pattern=stride" },
	{ GB_AXIS(degree), .unit = "passes", .help = "passes that a request takes by design", .values = "1:32",
	  .quick = "1,8,32", .when = "pattern=degree" },
	{ GB_AXIS(share), .unit = "lanes", .help = "neighbours that access the same word", .values = "2:16:pow2",
	  .full = "4", .when = "pattern=multicast" },
	{ GB_AXIS(seed), .help = "seed of the permutation or of the random words", .values = "1:16", .full = "1",
	  .when = "pattern=permutation,random" },
	{ GB_AXIS(word), .unit = "B", .help = "width of an access", .values = "4,8,16", .quick = "4",
	  .when = "op=load,store,exchange" },
	{ .name = NULL },
};

enum { THREADS = BANK_WARPS * BANK_LANES };
_Static_assert(ROUNDS_TRIP == BANK_WARPS * BANK_UNROLL && BANK_LINKS == ROUNDS_LINKS, "the work of a trip and a link");

/* ---- the model of the banks -------------------------------------------------------------------------------------- */

/* Number of passes that the banks of shared memory need for a warp's request, computed from its addresses alone.
 *
 * Each of the 32 banks is 4 bytes wide and reads or writes one row per pass. 8-byte words are served by half-warps and
 * 16-byte words by quarter-warps, one part after the other. Two neighbouring parts of a load are joined if every lane
 * of the warp loads the same word as the lane next to it, or if every lane loads the same word as the lane two further
 * on. Lanes of a part that access the same word, or halves of it, share a pass; atomics do not and are served one after
 * the other. Joined parts of 8 and 16-byte words also fill the return path to the registers, 256 bytes per clock, and
 * take 1 or 2 % longer.
 *
 * The parts and the rule for joining them are not documented. They were found on an H200, where the model holds for
 * 8400 patterns, most of them random. CUDA's documentation says only that 4-byte words in different rows of a bank
 * conflict. */
enum bank_access { BANK_LOAD, BANK_STORE, BANK_ATOMIC };

/* Number of parts into which a warp's request is divided if all its words differ. */
static uint32_t bank_parts(uint32_t word)
{
	return word > 8 ? 4 : word > 4 ? 2 : 1;
}

/* True if every lane accesses the same word as the lane at this distance. */
static bool bank_all_match(const uint32_t *offset, uint32_t distance)
{
	for (uint32_t l = 0; l < BANK_LANES; l++)
		if (offset[l] != offset[l ^ distance])
			return false;
	return true;
}

static uint32_t bank_lanes_together(const uint32_t *offset, uint32_t word, enum bank_access access)
{
	const uint32_t lanes = BANK_LANES / bank_parts(word);
	const bool join = access == BANK_LOAD && word > 4 && (bank_all_match(offset, 1) || bank_all_match(offset, 2));

	return join ? 2 * lanes : lanes;
}

/* True if a lane from `first` up to `l` accesses the same word, or a half of the same 4 bytes. */
static bool bank_is_shared(const uint32_t *offset, uint32_t first, uint32_t l)
{
	for (uint32_t i = first; i < l; i++)
		if (offset[i] / 4 == offset[l] / 4)
			return true;
	return false;
}

/* Passes of the part from lane `first` up to `end`: the most rows that any bank must serve. */
static uint32_t bank_part_passes(const uint32_t *offset, uint32_t first, uint32_t end, enum bank_access access)
{
	uint32_t rows[BANK_ROW / 4] = { 0 }, most = 0;

	for (uint32_t l = first; l < end; l++) {
		uint32_t *bank = &rows[offset[l] % BANK_ROW / 4];
		if (access == BANK_ATOMIC || !bank_is_shared(offset, first, l))
			++*bank;
		most = *bank > most ? *bank : most;
	}
	return most;
}

/* Passes of a request. `offset` has the byte addresses of the 32 lanes' words, multiples of `word`. */
static uint32_t bank_passes(const uint32_t *offset, uint32_t word, enum bank_access access)
{
	const uint32_t lanes = bank_lanes_together(offset, word, access);
	uint32_t total = 0;

	for (uint32_t first = 0; first < BANK_LANES; first += lanes)
		total += bank_part_passes(offset, first, first + lanes, access);
	return total;
}

/* ---- the words that lanes access --------------------------------------------------------------------------------- */

enum { RANDOM_WORDS = 1024 };

/* The column of the tile [32][32] that `column` and its padded and swizzled variants access. */
enum { TILE = 32, TILE_COLUMN = 5 };

/* The parameter of the point's pattern, such as a stride or a degree; 0 for a pattern without one. */
static uint32_t number_of(const struct gb_run *run)
{
	switch (gb_value(run, pattern)) {
	case STRIDE:
		return gb_value(run, stride);
	case DEGREE:
		return gb_value(run, degree);
	case MULTICAST:
		return gb_value(run, share);
	case PERMUTATION:
	case RANDOM:
		return gb_value(run, seed);
	default:
		return 0;
	}
}

/* A random permutation: the lane's rank when all lanes are sorted by mixed bits. */
static uint32_t permuted(uint32_t seed, uint32_t lane)
{
	uint32_t place = 0;

	for (uint32_t l = 0; l < BANK_LANES; l++)
		place += input_mix(seed * BANK_LANES + l) < input_mix(seed * BANK_LANES + lane);
	return place;
}

/* A word of a pattern that takes `degree` passes. The words are spread evenly over the parts; each part uses as few
 * banks and as many rows as possible. */
static uint32_t laid_out(uint32_t degree, uint32_t bytes, uint32_t lane)
{
	const uint32_t count = bank_parts(bytes), lanes = BANK_LANES / count; /* also the words per row */
	const uint32_t rows = clamp((degree + count - 1 - lane / lanes) / count, 1, lanes);

	return lane % lanes % rows * lanes + lane % lanes / rows;
}

/* The index of the word that a lane accesses, in units of its size. */
static uint32_t word_of(int64_t pattern, uint32_t number, uint32_t bytes, uint32_t lane)
{
	switch (pattern) {
	case STRIDE:
		return lane * number;
	case DEGREE:
		return laid_out(number, bytes, lane);
	case MULTICAST:
		return number > 0 ? lane / number : 0;
	case PERMUTATION:
		return permuted(number, lane);
	case RANDOM:
		return input_mix(number * BANK_LANES + lane) % RANDOM_WORDS;
	case COLUMN:
		return lane * TILE + TILE_COLUMN;
	case PADDED:
		return lane * (TILE + 1) + TILE_COLUMN;
	case SWIZZLED:
		if (bytes < 4) /* halves: the swizzle permutes whole words: byte address ^ row << 2 */
			return (lane * TILE + TILE_COLUMN) ^ lane << 2 >> 1;
		return lane * TILE + (TILE_COLUMN ^ lane);
	default: /* BROADCAST */
		return TILE_COLUMN;
	}
}

/* ---- a request --------------------------------------------------------------------------------------------------- */

static uint32_t word_bytes(const struct gb_run *run)
{
	const int64_t op = gb_value(run, op);

	return op == OP_ADD ? 4 : op == OP_LOAD_HALF ? 2 : gb_value(run, word);
}

static enum bank_access access_of(const struct gb_run *run)
{
	const int64_t op = gb_value(run, op);

	return op == OP_LOAD || op == OP_LOAD_HALF ? BANK_LOAD : op == OP_STORE ? BANK_STORE : BANK_ATOMIC;
}

static const struct bank_args *arguments(const struct gb_run *run)
{
	return gb_declared_args(run);
}

static uint32_t point_passes(const struct gb_run *run)
{
	return bank_passes(arguments(run)->offset, word_bytes(run), access_of(run));
}

/* ---- the work of a launch ---------------------------------------------------------------------------------------- */

static double requests(const struct gb_run *run)
{
	const struct gb_chosen *at = gb_state(run);

	return rounds_accesses(at->shape.grid, arguments(run)->links, arguments(run)->trips);
}

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = requests(run) * BANK_LANES * word_bytes(run), .ops = requests(run) };
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)sm_hz;
	return point_passes(run) * BANK_ROW / device->rates.shared_bytes;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct gb_chosen *at = gb_state(run);
	const uint32_t passes = point_passes(run);
	/* Passes beyond those that the same lanes would take without bank conflicts. */
	const uint32_t extra =
		passes - BANK_LANES / bank_lanes_together(arguments(run)->offset, word_bytes(run), access_of(run));

	(void)result;
	out[0] = (struct gb_metric){ "passes", "1", GB_EXACT, passes, 0 };
	out[1] = (struct gb_metric){ "conflicts", "1", GB_EXACT, extra * requests(run), 0 };
	out[2] = (struct gb_metric){ "latency", "cycles", GB_MEASURED, at->noted[0], 0 };
	return at->noted[0] > 0 ? 3 : 2;
}

static int observe(struct gb_run *run, double *value)
{
	struct gb_chosen *at = gb_state(run);
	const struct bank_args *args = arguments(run);

	return rounds_observe(run, (uintptr_t)args->cycles, at->shape.grid, args->links, args->trips, value,
			      &at->noted[0]);
}

/* ---- launch ------------------------------------------------------------------------------------------------------ */

static void name_kernel(const struct gb_run *run, char name[GB_NAME_MAX])
{
	snprintf(name, GB_NAME_MAX, "bank_%s_%u", ops[gb_value(run, op)], word_bytes(run));
}

static int choose(struct gb_run *run, const struct gb_kernel *kernel, struct gb_shape *shape, void *of)
{
	struct bank_args *args = of;
	const uint32_t bytes = word_bytes(run);

	(void)kernel, (void)shape;
	args->flip = BANK_ROW;
	args->operand = 3;
	args->never = ~0u;
	for (uint32_t l = 0; l < BANK_LANES; l++)
		args->offset[l] = bytes * word_of(gb_value(run, pattern), number_of(run), bytes, l);
	rounds_choose(run, point_passes(run), args->links, args->trips);
	return GB_OK;
}

/* Not every degree, and not every atomic, exists in every width. */
static int prepare(struct gb_run *run)
{
	const uint32_t bytes = word_bytes(run);

	if (gb_value(run, pattern) == DEGREE && bytes < 4)
		return gb_skip(run, "degrees are defined for 4-byte words, not for 2-byte words");
	if (gb_value(run, pattern) == DEGREE && number_of(run) < bank_parts(bytes))
		return gb_skip(run, "32 different words of %u bytes take at least %u passes", bytes, bank_parts(bytes));
	if (bytes == 16 && gb_value(run, op) == OP_EXCHANGE && gb_device(run)->cc_major < 9)
		return gb_skip(run, "atomics of 16 bytes need compute capability 9.0");
	return gb_declared_prepare(run);
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

struct expected {
	uint32_t memory[BANK_BYTES / 4];
	uint32_t loaded[BANK_LANES]; /* per lane: a thread's sum */
	uint32_t returned;
};

/* Applies one access to a 4-byte word for all warps, one after another. Their actual order makes no difference: the
 * last write to a word happens in the last trip, additions return the same sum in any order, and exchanges return all
 * values that were there or were written, except for the last. */
static void access_word(const struct bank_args *args, int64_t op, struct expected *e, uint32_t at, uint32_t lane,
			uint32_t trip)
{
	uint32_t *word = &e->memory[at / 4];
	const uint32_t stored = bank_stored(at, trip + 1);

	switch (op) {
	case OP_LOAD:
		e->loaded[lane] += *word;
		break;
	case OP_LOAD_HALF:
		e->loaded[lane] += *word >> 8 * (at % 4) & 0xffff;
		break;
	case OP_STORE:
		*word = stored;
		break;
	case OP_ADD:
		e->returned += BANK_WARPS * *word + BANK_WARPS * (BANK_WARPS - 1) / 2 * args->operand;
		*word += BANK_WARPS * args->operand;
		break;
	default: /* OP_EXCHANGE */
		e->returned += *word + (BANK_WARPS - 1) * stored;
		*word = stored;
		break;
	}
}

/* The address of a lane in access `u` of even or odd trips. */
static uint32_t place(const struct bank_args *args, uint32_t lane, uint32_t u, uint32_t odd)
{
	return (args->offset[lane] ^ odd * BANK_ROW) + u * BANK_APART;
}

static void expect_block(const struct gb_run *run, const struct bank_args *args, struct expected *e)
{
	const int64_t op = gb_value(run, op);
	const uint32_t bytes = word_bytes(run);

	memset(e, 0, sizeof *e);
	for (uint32_t i = 0; i < BANK_BYTES / 4; i++)
		e->memory[i] = bank_content(4 * i) | (op == OP_LOAD_HALF ? bank_content(4 * i + 2) << 16 : 0);
	for (uint32_t trip = 0; trip < args->trips[1]; trip++)
		for (uint32_t u = 0; u < BANK_UNROLL; u++)
			for (uint32_t lane = 0; lane < BANK_LANES; lane++)
				for (uint32_t byte = 0; byte < bytes; byte += 4)
					access_word(args, op, e, place(args, lane, u, trip % 2) + byte, lane, trip);
}

/* The results of single atomics depend on their order; only the sum over the block is known. The single warp's chain
 * ends at the place after an odd number of links. */
static size_t expected_sums(const struct gb_run *run, const void *args, struct gb_shape shape, void *words)
{
	struct expected e;
	uint32_t *sum = words;

	expect_block(run, args, &e);
	for (uint32_t t = 0; t < shape.block; t++)
		sum[t] = e.loaded[t % BANK_LANES] + (t < BANK_LANES ? place(args, t, 0, 1) : 0);
	sum[0] += e.returned;
	return shape.block;
}

static int only_sum(const struct gb_run *run)
{
	return access_of(run) == BANK_ATOMIC;
}

static uint32_t words_accessed(const struct gb_run *run)
{
	return 2 * BANK_UNROLL * BANK_LANES * ((word_bytes(run) + 3) / 4);
}

static size_t expected_words(const struct gb_run *run, const void *args, struct gb_shape shape, void *words)
{
	const uint32_t width = (word_bytes(run) + 3) / 4;
	struct expected e;

	(void)shape;
	expect_block(run, args, &e);
	for (uint32_t i = 0; i < words_accessed(run); i++) {
		const uint32_t lane = i / width % BANK_LANES, access = i / width / BANK_LANES;
		((uint32_t *)words)[i] = e.memory[place(args, lane, access / 2, access % 2) / 4 + i % width];
	}
	return words_accessed(run);
}

static uint64_t block_bytes(const struct gb_run *run)
{
	return words_accessed(run) * sizeof(uint32_t);
}

/* ---- models of the kernels --------------------------------------------------------------------------------------- */

enum { ACCESSES = 2 * BANK_UNROLL * BANK_LANES };

static uint32_t model_access(enum op op, const struct bank_args *args, uint32_t *word, uint32_t at, uint32_t trip)
{
	const uint32_t old = *word;

	if (op == OP_LOAD_HALF)
		return at % 4 == 0 ? old & 0xffff : old >> 16;
	if (op == OP_ADD)
		*word += args->operand;
	if (op == OP_STORE || op == OP_EXCHANGE)
		*word = bank_stored(at, trip + 1);
	return op == OP_STORE ? 0 : old;
}

/* The lanes of a warp run in lockstep. */
static void model_warp(enum op op, uint32_t width, const struct bank_args *args, uint32_t *memory, uint32_t *sum)
{
	for (uint32_t trip = 0; trip < args->trips[1]; trip++)
		for (uint32_t i = 0; i < BANK_UNROLL * BANK_LANES; i++) {
			const uint32_t lane = i % BANK_LANES, u = i / BANK_LANES;
			const uint32_t to = (args->offset[lane] ^ trip % 2 * args->flip) + u * BANK_APART;
			for (uint32_t at = to; at < to + width; at += 4)
				sum[lane] += model_access(op, args, &memory[at / 4], at, trip);
		}
}

static void model_block(enum op op, uint32_t width, const struct bank_args *args)
{
	static uint32_t memory[BANK_BYTES / 4];
	const uint32_t parts = (width + 3) / 4;

	for (uint32_t i = 0; i < BANK_BYTES / 4; i++)
		memory[i] = bank_content(4 * i) + (op == OP_LOAD_HALF ? 0x10000 * bank_content(4 * i + 2) : 0);
	for (uint32_t t = 0; t < THREADS; t++)
		args->sum[t] = t < BANK_LANES ? args->offset[t] ^ (args->links[1] + 1) % 2 * BANK_ROW : 0;
	for (uint32_t first = 0; first < THREADS; first += BANK_LANES)
		model_warp(op, width, args, memory, args->sum + first);
	for (uint32_t i = 0; i < ACCESSES * parts; i++) {
		const uint32_t lane = i / parts % BANK_LANES, access = i / parts / BANK_LANES;
		const uint32_t from = (args->offset[lane] ^ access % 2 * BANK_ROW) + access / 2 * BANK_APART;
		args->words[i] = memory[from / 4 + i % parts];
	}
}

/* 3 cycles per request and 65 per link of the chain. */
static void model_launch(struct gb_shape shape, const void *of)
{
	const struct bank_args *args = of;
	const uint32_t width = gb_model_number("_");
	const size_t words = (size_t)ACCESSES * ((width + 3) / 4);
	enum op op = OP_LOAD_HALF;

	while (!gb_model_is(ops[op]))
		op--;
	gb_model_unchecked(args->cycles, (size_t)2 * shape.grid * sizeof *args->cycles);
	if (args->record)
		model_block(op, width, args);
	for (size_t b = 0; b < shape.grid; b++) {
		args->cycles[b] = 3 * BANK_WARPS * BANK_UNROLL * args->trips[1];
		args->cycles[shape.grid + b] = 65 * (args->links[1] + 1);
		if (args->record && b > 0) {
			memcpy(args->sum + b * THREADS, args->sum, THREADS * sizeof *args->sum);
			memcpy(args->words + b * words, args->words, words * sizeof *args->words);
		}
	}
}

GB_ONE_MODEL(bank, "bank_*", model_launch);

static const struct gb_member members[] = {
	GB_RECORD(struct bank_args, record),
	GB_ARRAY(struct bank_args, cycles, .cycles = 2),
	GB_ARRAY(struct bank_args, sum, .per_thread = sizeof(uint32_t), .expect_words = expected_sums,
		 .only_sum = only_sum),
	GB_ARRAY(struct bank_args, words, .block_bytes = block_bytes, .expect_words = expected_words),
	{ .name = NULL },
};

GB_BENCH(bank) = {
	GB_DECLARED_LAUNCH(NULL, struct bank_args, members, .name_kernel = name_kernel, .block = THREADS, .blocks = 1,
			   .choose = choose),
	.name = "bank",
	.summary = "bank conflicts in shared memory: strides, degrees, and remedies",
	.method = "The host computes the addresses of the 32 lanes; the kernels follow them. One block of 32 warps "
		  "runs on each SM.\n"
		  "cycles: every warp makes 8 independent accesses in each loop iteration, always to the same banks, "
		  "for about 65 000 SM clock cycles between two barriers. The value is cycles per warp request, the "
		  "median over the SMs. A short first round is not counted.\n"
		  "latency: before that, a single warp follows a chain in which each address is the result of the "
		  "previous access: a load, an atomic, or a store followed by a load of the stored word. Chains of 8 "
		  "and 16-byte exchanges include one register move for each link.\n"
		  "passes: the prediction of the bank model for these addresses. Each of the 32 banks serves one "
		  "4-byte row in a pass. 8-byte words are served half a warp at a time and 16-byte words a quarter at "
		  "a time, so the minimum is 2 and 4 passes. Loads need half of that if each lane reads the same word "
		  "as one of the next two lanes. Lanes that access the same word share a pass, except for atomics. "
		  "load_half loads 2-byte words, two of which share a bank row of 4 bytes; padding adds one word, and "
		  "the swizzle is byte address ^ (row << 2). `degree` is the number of passes, spread evenly over the "
		  "parts of the warp. conflicts: passes of a launch beyond the minimum, as Nsight Compute counts "
		  "them.\n"
		  "Verified: every word left in shared memory, every thread's sum of the words it loaded, the end of "
		  "each chain, and for atomics the sum of all returned values.\n"
		  "Limit: the passes at 128 bytes per clock.\n"
		  "Source: banks from the CUDA C++ Programming Guide; the parts of a warp were measured "
		  "(bank.cu).",
	.subject = GB_SUBJECT_ON_CHIP,
	.quantity = GB_CYCLES,
	.require = { .memory_bytes = UINT64_C(4) << 20 },
	.axes = axes,
	.variants = gb_variants_bank,
	.prepare = prepare,
	.verify = gb_declared_verify,
	.cost = cost,
	.limit = limit,
	.observe = observe,
	.metrics = metrics,
};
#endif
