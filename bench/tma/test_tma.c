/* Tests of the arithmetic and the checks of `tma`, with its models on the fake device. */
#include "tma.h"

#include "verified.h"

/* A copy of a convolution's pixels with a single mistake in its map or operands, which has number `mistake`. */
enum { MAP_MISTAKES = 18, IM2COL_MISTAKES = MAP_MISTAKES + 6 };
static int mistake;

static struct fake_im2col mistaken(struct fake_im2col map)
{
	struct gb_tensor *t = &map.tensor;
	struct gb_im2col *how = &map.im2col;
	int number = mistake;

	how->lower[0] += --number == 0;
	how->lower[1] += --number == 0;
	/* A change by less than a step would end at the same position. */
	how->upper[0] -= --number == 0 ? (int)how->step[0] : 0;
	how->upper[1] -= --number == 0 ? (int)how->step[1] : 0;
	how->step[0] += --number == 0;
	how->step[1] += --number == 0;
	how->channels -= --number == 0;
	how->pixels -= --number == 0;
	t->at += --number == 0 ? 4 : 0;
	for (int i = 0; i < 4; i++)
		t->size[i] -= --number == 0;
	t->size[0] += --number == 0;
	t->size[3] += --number == 0;
	for (int i = 1; i < 4; i++)
		t->stride[i] += --number == 0 ? 16 : 0;
	return map;
}

static void bring(const struct tma_args *args, struct tma_column column, uint32_t *to)
{
	const struct im2col_copy from = im2col_at(&args->images, column.position, column.tap, column.channel);
	const struct fake_im2col map = mistaken(fake_im2col(&args->map));
	int at[] = { from.channel, from.across, from.down, from.image };
	uint32_t tap[] = { from.tap_across, from.tap_down };

	for (int i = 0; i < 4; i++)
		at[i] += mistake == MAP_MISTAKES + 1 + i;
	for (int i = 0; i < 2; i++)
		tap[i] += mistake == MAP_MISTAKES + 5 + i;
	fake_im2col_copy(&map, at, tap, to);
}

static double im2col_mistaken(struct gb_shape shape, const void *of)
{
	static uint32_t shared[TMA_MOST / 4]; /* keeps the data of an earlier copy */
	const struct tma_args *args = of;
	const uint32_t copies = args->copies + (args->group > 0 ? TMA_COPIES : 0);

	for (uint32_t copy = 0; copy < copies && args->record; copy++) {
		const struct tma_column column = tma_column_of(args, *args->turn + copy);
		bring(args, column, shared);
		for (uint32_t i = 0; i < args->bytes / 4; i++)
			if (shared[i] != tma_column_word(args, column, i))
				real_wrong(args->report, i);
		args->report->compared += args->bytes / 4;
	}
	*args->turn += copies;
	return 0;
}

static unsigned long long first_page; /* first page of the last launch */

static double look_at_page(struct gb_shape shape, const void *args)
{
	const struct tma_args *a = args;

	first_page = tma_place(a, *a->turn) / TMA_PAGE;
	real_model("tma_bulk", shape, args);
	return 0;
}

static uint32_t group;

static double in_flight(struct gb_shape shape, const void *of)
{
	const struct tma_args *args = of;

	group = args->group;
	assert_int_equal(shape.shared_bytes, 2 * group * args->bytes);
	return 0;
}

static uint32_t touched;

static double touch(struct gb_shape shape, const void *of)
{
	const struct tma_args *args = of;

	touched++;
	assert_int_equal(args->places * (args->images.step == 2 ? 4 : 1), TMA_PLACES);
	return 0;
}

static const struct verified_helper helpers[] = {
	{ "tma_touch", touch },
};
static const struct verified_device verified_device = { .helper = helpers,
							.helpers = sizeof helpers / sizeof helpers[0],
							.free_bytes = UINT64_C(40) << 20 };

/* ---- tests ------------------------------------------------------------------------------------------------------- */

/* The check must notice a mistake in any parameter of the map and any operand of the instruction. */
OPEN_TEST(a_wrong_map_is_caught)
{
	static const char *const of[] = { "op=im2col,level=l2,bytes=1024,width=64,filter=1x1,wait=try",
					  "op=im2col,level=l2,bytes=1024,width=64,filter=3x3,wait=try",
					  "op=im2col,level=l2,bytes=1024,width=64,filter=3x3s2,wait=try",
					  "op=im2col,level=l2,bytes=1024,width=64,filter=7x1,wait=try",
					  "op=im2col,level=l2,bytes=128,width=64,filter=3x3,wait=try" };

	fake_kernel("tma_im2col", im2col_mistaken);
	for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
		at(of[i]);
		for (mistake = 0; mistake <= IM2COL_MISTAKES; mistake++, gb_error_clear(&error))
			if ((gb_run_verify(&run) == GB_OK) != (mistake == 0))
				fail_msg("%s: mistake %d: %s", of[i], mistake, error.text);
		mistake = 0;
	}
}

/* The copies take the pixels of the filter in turn, from the first channel on; with 1x1, the bytes of a box. */
TEST(timed_copies_are_those_of_a_convolution)
{
	struct tma_args args = { .bytes = 1024, .width = 64, .apart = 1024, .places = TMA_PLACES };
	struct tma_column column;

	args.images = (struct im2col){ 16, TMA_IMAGE_WIDTH, TMA_IMAGE_HEIGHT, TMA_PLACES * 1024 / 8192, 1, 1, 1 };
	for (unsigned long long turn = 0; turn < 2 * args.places; turn++) {
		column = tma_column_of(&args, turn);
		for (uint32_t i = 0; i < args.bytes / 4; i++)
			assert_int_equal(im2col_word(&args.images, column.position, column.tap, 0, 16, i),
					 tma_place(&args, turn) / 4 + i);
	}
	args.images.across = args.images.down = 3;
	for (uint32_t turn = 0; turn < 2 * TMA_PLACES; turn++) {
		column = tma_column_of(&args, turn);
		assert_int_equal(column.tap, turn % 9);
		assert_int_equal(column.channel, 0);
	}
}

OPEN_TEST(cycles_are_those_of_a_copy)
{
	assert_same(observed("op=bulk,level=l2,bytes=4096,wait=try"), 600);
	assert_same(metric("least"), 580);
	assert_same(metric("bytes_per_clock"), 4096);
	assert_true(metric("acknowledged") < 0);
	assert_same(metric("next"), 100);
	assert_same(metric("next_bytes_per_clock"), 40.96);
	assert_same(bench->cost(&run).ops, 2 * TMA_COPIES);
	assert_same(bench->cost(&run).bytes, 2 * TMA_COPIES * 4096);
	assert_same(observed("op=multicast,level=l2,bytes=128,size=4,wait=try"), 600);
	assert_same(metric("acknowledged"), 800);
	assert_true(metric("next") < 0);
	assert_same(bench->cost(&run).bytes, TMA_COPIES * 128 * 4);
	assert_same(observed("op=store,level=l2,bytes=128"), 600);
	assert_same(metric("read_back"), 800);
	EXPECT_AT("op=tensor,level=l2,bytes=4096,width=64,wait=try", { "rows_of_box", 64 });
	assert_true(metric("least") < 0);
	at("op=mbarrier,wait=test");
	assert_true(metric("bytes_per_clock") < 0);
	assert_unknown(bench->limit(&run, gb_device(&run), 1e9));
}

/* Each place is used once before any is reused, page by page, even if all places together are smaller than a page. */
TEST(places_are_all_of_the_room)
{
	static const unsigned long long apart[] = { 1024, 4096, 32768 };
	static unsigned char seen[1 << 16];

	for (size_t a = 0; a < sizeof apart / sizeof apart[0]; a++) {
		const struct tma_args args = { .apart = apart[a], .places = (8 << 20) / apart[a] };
		memset(seen, 0, sizeof seen);
		for (unsigned long long turn = 0; turn < args.places; turn++) {
			const unsigned long long place = tma_place(&args, 1000 * args.places + turn) / apart[a];
			assert_true(place < args.places && !seen[place]);
			assert_int_equal(place * apart[a] / TMA_PAGE, turn * apart[a] / TMA_PAGE);
			seen[place] = 1;
		}
	}
	const struct tma_args few = { .apart = 128, .places = TMA_PLACES };
	memset(seen, 0, sizeof seen);
	for (unsigned long long turn = 0; turn < TMA_PLACES; turn++) {
		const unsigned long long place = tma_place(&few, turn) / 128;
		assert_true(place < TMA_PLACES && !seen[place]);
		seen[place] = 1;
	}
}

/* Each of the four rows is copied once, and none to its own place. The rows stay within the place and have a valid
 * size. */
OPEN_TEST(rows_are_gathered_and_scattered_on_blackwell)
{
	static const struct verified of[] = { { "op=gather,level=l2,bytes=1024,wait=try", "tma_gather" },
					      { "op=scatter,level=dram,bytes=1024", "tma_scatter" } };
	uint32_t rows = 0;

	for (uint32_t i = 0; i < TMA_ROWS; i++) {
		assert_true(tma_row(i) != i);
		rows |= 1u << tma_row(i);
	}
	assert_int_equal(rows, 15);
	for (size_t i = 0; i < 2; i++) {
		card.device.cc_major = 9;
		skipped(of[i].point, "copies of four rows need compute capability 10.0");
		card.device.cc_major = 10;
		expect_right(of[i].point);
		real_stale_is_caught(&run, of[i].kernel);
		assert_says(bench->remark(&run), "audited, never run");
		gb_error_clear(&error);
	}
	skipped("op=gather,level=l2,bytes=32,wait=try", "a row has 16 to 1024 bytes");
	skipped("op=scatter,level=l2,bytes=8192", "a row has 16 to 1024 bytes");
	card.device.cc_major = 12;
	skipped(of[1].point, "scattering copies need a data-centre GPU");
	at("op=bulk,level=l2,bytes=1024,wait=try");
	assert_null(bench->remark(&run));
}

/* No more copies are in flight than fit, even on a GPU with less shared memory. */
OPEN_TEST(copies_in_flight_fit)
{
	for (int small = 0; small < 2; small++) {
		card.device.shared_per_block = small ? 99 << 10 : 227 << 10;
		fake_kernel("tma_bulk", in_flight);
		at("op=bulk,level=l2,bytes=128,wait=try");
		assert_ok(bench->launch(&run), error);
		assert_int_equal(group, 8);
		at("op=bulk,level=l2,bytes=32768,wait=try");
		assert_ok(bench->launch(&run), error);
		assert_int_equal(group, small ? 1 : 2);
	}
}

/* A point begins with the page after that of the previous point, whose copies are elsewhere. */
OPEN_TEST(points_go_on_in_the_next_page)
{
	static const char *const point[] = { "op=bulk,level=dram,bytes=1024,wait=test",
					     "op=bulk,level=dram,bytes=8192,wait=test" };

	fake_kernel("tma_bulk", look_at_page);
	for (unsigned long long i = 0; i < 4; i++) {
		at(point[i % 2]);
		assert_ok(bench->launch(&run), error);
		assert_int_equal(first_page, (i + 1) % 2); /* the fake device has memory for two pages */
	}
}

OPEN_TEST(what_is_in_l2_is_read_before)
{
	touched = 0;
	at("op=bulk,level=dram,bytes=1024,wait=test");
	assert_int_equal(touched, 0);
	at("op=bulk,level=l2,bytes=1024,wait=try");
	assert_int_equal(touched, 1);
	at("op=mbarrier,wait=test");
	assert_int_equal(touched, 1);
}

OPEN_TEST(what_is_not_there_is_skipped)
{
	skipped("op=tensor,level=l2,bytes=128,width=256,wait=try", "a row of 256 bytes exceeds the box");
	skipped("op=tensor,level=l2,bytes=32768,width=64,wait=try", "a box has at most 256 rows");
	skipped("op=im2col,level=l2,bytes=128,width=128,filter=3x3,wait=try", "an im2col copy has 2 to 1024 pixels");
	skipped("op=im2col,level=l2,bytes=32768,width=16,filter=3x3,wait=try", "an im2col copy has 2 to 1024 pixels");
	skipped("op=multicast,level=l2,bytes=1024,size=8,wait=try", "cluster of 8 blocks");
	card.device.cc_major = 12;
	skipped("op=multicast,level=l2,bytes=1024,size=2,wait=try", "multicast needs a data-centre GPU");
}

TESTS_OF("tma")
