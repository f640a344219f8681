#include "record/pack.h"

#include <string.h>

#include "support.h"

static struct gb_record row(const char *point, double value, enum gb_row_status status)
{
	struct gb_record record = gb_record_empty();

	record.run_id = "run1";
	record.gpu_uuid = "GPU-1";
	record.point = point;
	record.value = value;
	record.status = status;
	return record;
}

static void expect_same(const struct gb_record *a, const struct gb_record *b)
{
	char of_a[GB_FIELD_TEXT], of_b[GB_FIELD_TEXT];

	for (const struct gb_column *c = gb_columns; c->name != NULL; c++)
		assert_string_equal(gb_record_field(a, c, of_a), gb_record_field(b, c, of_b));
}

static void pack_all(struct gb_pack *pack, const struct gb_record *rows, size_t count)
{
	for (size_t i = 0; i < count; i++)
		assert_true(gb_pack_add(pack, &rows[i]));
}

static void rows_come_back(void **state)
{
	/* A text that begins like the one before it, one that is gone, a number that is not known between two that are. */
	const struct gb_record rows[] = { row("op=read", 1, GB_ROW_OK), row("op=read", NAN, GB_ROW_OK),
					  row("op", 1, GB_ROW_SUSPECT), row("", -0.0, GB_ROW_FAILED),
					  row("op=read size=1", 0.1, GB_ROW_UNKNOWN) };
	const size_t count = sizeof rows / sizeof rows[0];
	struct gb_pack pack = { 0 };
	struct gb_record record = gb_record_empty();

	(void)state;
	record.host = "of no row";
	pack_all(&pack, rows, count);
	struct gb_unpack unpack = { pack.bytes, pack.bytes + pack.used };
	for (size_t i = 0; i < count; i++) {
		assert_true(gb_unpack_next(&unpack, &record));
		expect_same(&record, &rows[i]);
	}
	assert_false(gb_unpack_next(&unpack, &record));
	assert_true(unpack.next == unpack.end);
	gb_pack_free(&pack);
}

/* The same again takes a word: that is what makes it quick. */
static void what_is_the_same_takes_no_room(void **state)
{
	const struct gb_record rows[] = { row("op=read", 1, GB_ROW_OK), row("op=read", 1, GB_ROW_OK) };
	struct gb_pack pack = { 0 };

	(void)state;
	pack_all(&pack, rows, 1);
	const size_t one = pack.used;
	pack_all(&pack, rows + 1, 1);
	assert_int_equal(pack.used - one, sizeof(uint64_t));
	gb_pack_free(&pack);
}

/* Cut off anywhere: some rows, and then it is told from an end unless the cut is between rows. */
static void what_is_cut_off_is_told(void **state)
{
	const struct gb_record rows[] = { row("op=read", 1, GB_ROW_OK), row("op=write", 2, GB_ROW_OK) };
	struct gb_pack pack = { 0 };

	(void)state;
	pack_all(&pack, rows, 1);
	const size_t first = pack.used;
	pack_all(&pack, rows + 1, 1);
	for (size_t size = 0; size < pack.used; size++) {
		struct gb_record record = gb_record_empty();
		struct gb_unpack unpack = { pack.bytes, pack.bytes + size };
		while (gb_unpack_next(&unpack, &record))
			;
		assert_int_equal(unpack.next == unpack.end, size == 0 || size == first);
	}
	gb_pack_free(&pack);
}

/* 0 means out of date in a store. */
static void the_layout_is_a_number_above_0(void **state)
{
	(void)state;
	assert_true(gb_pack_layout() > 0);
}

int main(void)
{
	RUN(T(rows_come_back), T(what_is_the_same_takes_no_room), T(what_is_cut_off_is_told),
	    T(the_layout_is_a_number_above_0));
}
