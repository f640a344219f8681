/* The model of wavefronts, the arithmetic and the checks of `ldmatrix`, with kernels in C on the fake device. */
#include "ldmatrix_model.h"

#include "support.h"
#include "verified.h"

/* ---- kernels in C ------------------------------------------------------------------------------------------------ */

enum op { LOAD, STORE, MOVE };
enum { A_WORD = 1, A_SUM, A_CHAIN, A_TRIP, A_TURN };

/* The place of element (row, col) of a matrix, in units of the 2 bytes of an element, and the half and lane that
 * hold it. */
struct element {
	unsigned int row, col, lane, half;
};

static struct element element_of(bool trans, unsigned int number)
{
	const unsigned int row = number / 8, col = number % 8;
	const unsigned int in_row = trans ? col : row, in_col = trans ? row : col;

	return (struct element){ row, col, 4 * in_row + in_col / 2, in_col % 2 };
}

static unsigned int get_half(const unsigned int *words, unsigned int at)
{
	return words[at / 4] >> 8 * (at % 4) & 0xffff;
}

static void set_half(unsigned int *words, unsigned int at, unsigned int half)
{
	((uint16_t *)words)[at / 2] = (uint16_t)half;
}

/* One matrix of one tile, to the 32 registers. */
static void load_matrix(const unsigned int *memory, const unsigned int *offset, bool trans, unsigned int *registers)
{
	memset(registers, 0, sizeof *registers * LDMATRIX_LANES);
	for (unsigned int i = 0; i < 64; i++) {
		const struct element e = element_of(trans, i);
		registers[e.lane] |= get_half(memory, offset[e.row] + 2 * e.col) << 16 * e.half;
	}
}

static void transpose(unsigned int *registers)
{
	unsigned int to[LDMATRIX_LANES] = { 0 };

	for (unsigned int i = 0; i < 64; i++) {
		const struct element from = element_of(false, i), turned = element_of(true, i);
		to[turned.lane] |= (registers[from.lane] >> 16 * from.half & 0xffff) << 16 * turned.half;
	}
	memcpy(registers, to, sizeof to);
}

static void add_tile(enum op op, bool trans, unsigned int matrices, const struct ldmatrix_args *args,
		     const unsigned int *memory, unsigned int u, unsigned int *sum)
{
	const size_t words = LDMATRIX_TILE / 4;
	unsigned int registers[LDMATRIX_LANES];

	for (unsigned int lane = 0; lane < LDMATRIX_LANES; lane++)
		registers[lane] = input_bits(u * LDMATRIX_LANES + lane);
	for (unsigned int trip = 0; trip < args->trips[1] - (fault == A_TRIP ? 2 : 0); trip++) {
		if (op == MOVE)
			transpose(registers);
		for (unsigned int m = 0; m < matrices; m++) {
			if (op == LOAD)
				load_matrix(memory + u * words, args->offset + (size_t)8 * m, trans, registers);
			for (unsigned int lane = 0; lane < LDMATRIX_LANES; lane++)
				sum[lane] += registers[lane];
		}
	}
}

static void store_tile(bool trans, unsigned int matrices, const struct ldmatrix_args *args, unsigned int *tile)
{
	const unsigned int trip = args->trips[1] - 1 - (fault == A_TRIP ? 2 : 0);

	for (unsigned int m = 0; m < matrices; m++)
		for (unsigned int i = 0; i < 64; i++) {
			struct element e = element_of(trans, i);
			const unsigned int at = args->offset[8 * m + e.row] + 2 * e.col;
			set_half(tile, at, ((at / 2 + 1) * 40503u ^ trip) & 0xffff);
		}
}

static void end_chain(enum op op, const struct ldmatrix_args *args, unsigned int *sum)
{
	unsigned int start[LDMATRIX_LANES];

	for (unsigned int lane = 0; lane < LDMATRIX_LANES; lane++)
		start[lane] = input_bits(lane);
	transpose(start);
	for (unsigned int lane = 0; lane < LDMATRIX_LANES && fault != A_CHAIN; lane++)
		sum[lane] += op == MOVE ? start[lane] : LDMATRIX_TILE + args->offset[lane];
}

static void block(enum op op, bool trans, unsigned int matrices, const struct ldmatrix_args *args, size_t number)
{
	unsigned int *memory = args->memory + number * (LDMATRIX_BYTES / 4);
	unsigned int *sum = args->sum + number * LDMATRIX_WARPS * LDMATRIX_LANES, of_lane[LDMATRIX_LANES] = { 0 };

	for (unsigned int i = 0; i < LDMATRIX_BYTES / 4; i++)
		memory[i] = input_bits(i);
	for (unsigned int u = 0; u < LDMATRIX_UNROLL; u++)
		if (op == STORE)
			store_tile(trans, matrices, args, memory + u * LDMATRIX_TILE / 4);
		else
			add_tile(op, fault == A_TURN ? !trans : trans, matrices, args, memory, u, of_lane);
	for (unsigned int i = 0; i < LDMATRIX_WARPS * LDMATRIX_LANES; i++)
		sum[i] = of_lane[i % LDMATRIX_LANES];
	end_chain(op, args, sum);
	sum[77] += fault == A_SUM;
	memory[3] ^= fault == A_WORD;
}

static double launch(enum op op, bool trans, unsigned int matrices, struct gb_shape shape,
		     const struct ldmatrix_args *args)
{
	assert_int_equal(shape.block, LDMATRIX_WARPS * LDMATRIX_LANES);
	for (unsigned int b = 0; b < shape.grid; b++) {
		/* 33 cycles per link of the chain and 5 per access, on all SMs except one. */
		args->cycles[b] = (b == 0 ? 9u : 5u) * LDMATRIX_WARPS * LDMATRIX_UNROLL * args->trips[1];
		args->cycles[shape.grid + b] = 33 * (args->links[1] + 1);
		if (args->record)
			block(op, trans, matrices, args, b);
	}
	return 0;
}

#define KERNEL(name, op, trans, matrices)                           \
	static double name(struct gb_shape shape, const void *args) \
	{                                                           \
		return launch(op, trans, matrices, shape, args);    \
	}
KERNEL(load_x1, LOAD, false, 1)
KERNEL(load_x4, LOAD, false, 4)
KERNEL(load_trans_x2, LOAD, true, 2)
KERNEL(load_trans_x4, LOAD, true, 4)
KERNEL(store_x2, STORE, false, 2)
KERNEL(store_x4, STORE, false, 4)
KERNEL(store_trans_x1, STORE, true, 1)
KERNEL(move_x1, MOVE, false, 1)

static const struct verified points[] = {
	{ "op=load,matrices=1,layout=pitch,pitch=144", "ldmatrix_load_x1", load_x1 },
	{ "op=load,matrices=4,layout=pitch,pitch=16", "ldmatrix_load_x4", load_x4 },
	{ "op=load,matrices=4,layout=swizzled", "ldmatrix_load_x4", load_x4 },
	{ "op=load_trans,matrices=2,layout=pitch,pitch=128", "ldmatrix_load_trans_x2", load_trans_x2 },
	{ "op=load_trans,matrices=4,layout=pitch,pitch=48", "ldmatrix_load_trans_x4", load_trans_x4 },
	{ "op=store,matrices=2,layout=pitch,pitch=64", "ldmatrix_store_x2", store_x2 },
	{ "op=store,matrices=4,layout=swizzled", "ldmatrix_store_x4", store_x4 },
	{ "op=store_trans,matrices=1,layout=pitch,pitch=80", "ldmatrix_store_trans_x1", store_trans_x1 },
	{ "op=move", "ldmatrix_move_x1", move_x1 },
};
static const struct verified_points verified = { points, sizeof points / sizeof points[0] };

/* ---- tests ------------------------------------------------------------------------------------------------------- */

static void expect_wavefronts(const char *point, double wavefronts)
{
	at(point);
	if (metric("wavefronts") != wavefronts)
		fail_msg("%s takes %g wavefronts, not %g", point, metric("wavefronts"), wavefronts);
	/* The fake device has compute capability 9.0: 128 bytes per clock. */
	assert_same(bench->limit(&run, gb_device(&run), 1e9), wavefronts);
}

/* Eight slots of 16 bytes: rows whose distance is a multiple of 16 bytes meet in one as often as the two numbers
 * have a common divisor. */
static void pitches_take_their_common_divisor_with_eight(void **state)
{
	static const double of_matrix[] = { 1, 2, 1, 4, 1, 2, 1, 8, 1 };
	char point[96];

	(void)state;
	for (unsigned int pitch = 16; pitch <= 144; pitch += 16)
		for (unsigned int matrices = 1; matrices <= 4; matrices *= 2) {
			snprintf(point, sizeof point, "op=load,matrices=%u,layout=pitch,pitch=%u", matrices, pitch);
			expect_wavefronts(point, matrices * of_matrix[pitch / 16 - 1]);
			snprintf(point, sizeof point, "op=store_trans,matrices=%u,layout=pitch,pitch=%u", matrices,
				 pitch);
			expect_wavefronts(point, matrices * of_matrix[pitch / 16 - 1]);
		}
}

static void a_swizzle_has_no_conflicts(void **state)
{
	(void)state;
	expect_wavefronts("op=load,matrices=1,layout=swizzled", 1);
	expect_wavefronts("op=load_trans,matrices=4,layout=swizzled", 4);
	assert_same(metric("conflicts"), 0);
}

/* Rows at the same address share a wavefront; rows at other addresses in the same banks do not. */
static void shared_rows_by_hand(void **state)
{
	unsigned int offset[LDMATRIX_LANES] = { 0, 0, 0, 0, 128, 128, 16, 256 };

	(void)state;
	assert_int_equal(ldmatrix_wavefronts(offset, 1), 3);
	offset[7] = 128;
	assert_int_equal(ldmatrix_wavefronts(offset, 1), 2);
	/* All rows of the other matrices lie at 0. */
	assert_int_equal(ldmatrix_wavefronts(offset, 4), 5);
}

/* 65536 wavefronts are 8 trips of 256 accesses of 32; 1024 are 32 links. A round of 2 trips and 17 links precedes
 * them. */
static void what_is_counted_by_hand(void **state)
{
	const double accesses = 4 * (256 * (8 + 2) + 32 + 1 + 17);

	(void)state;
	expect_wavefronts("op=load,matrices=4,layout=pitch,pitch=128", 32);
	assert_same(bench->cost(&run).ops, accesses);
	assert_same(bench->cost(&run).bytes, accesses * 512);
	assert_same(metric("conflicts"), accesses * 28);
	assert_same(metric("bytes_per_clock"), 512);
	at("op=move");
	assert_same(bench->cost(&run).bytes, 0);
	assert_unknown(bench->limit(&run, gb_device(&run), 1e9));
	assert_same(metric("wavefronts"), -1);
}

static void less_work_by_hand(void **state)
{
	(void)state;
	card.work = 0.5;
	expect_wavefronts("op=load,matrices=4,layout=pitch,pitch=128", 32);
	assert_same(bench->cost(&run).ops, 4.0 * (256 * (4 + 2) + 32 + 1 + 17));
	assert_ok(gb_run_verify(&run), error);
}

static void cycles_are_those_of_the_median_sm(void **state)
{
	struct gb_batch batch;

	(void)state;
	at("op=load,matrices=1,layout=pitch,pitch=144");
	assert_same(metric("latency"), -1);
	assert_ok(gb_run_batch(&run, 1, &batch, &error), error);
	assert_same(batch.value, 5);
	assert_same(metric("latency"), 33);
}

static void stores_begin_with_9_0(void **state)
{
	(void)state;
	at("op=store,matrices=1,layout=swizzled");
	card.device.cc_major = 8;
	skipped("op=store,matrices=1,layout=swizzled", "needs compute capability 9.0");
	at("op=load_trans,matrices=1,layout=swizzled");
}

/* Faults of the kernels of one kind; the other kernels ignore them. */
static void wrong_kernels_are_caught(void **state)
{
	(void)state;
	expect_all_caught(A_TRIP, "verify: ");
	fault = A_TURN;
	expect_caught(0, "got ");
	expect_caught(3, "got ");
}

#define C(name) cmocka_unit_test_setup_teardown(name, open_with_kernels, close_run)

int main(void)
{
	const struct CMUnitTest tests[] = {
		C(pitches_take_their_common_divisor_with_eight),
		C(a_swizzle_has_no_conflicts),
		T(shared_rows_by_hand),
		C(what_is_counted_by_hand),
		C(less_work_by_hand),
		C(cycles_are_those_of_the_median_sm),
		C(stores_begin_with_9_0),
		C(right_kernels_pass),
		C(wrong_kernels_are_caught),
		IDLE(kernels_that_do_not_run_are_caught),
	};
	return run_tests_of("ldmatrix", tests);
}
