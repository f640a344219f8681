#include "record/identity.h"

#include "support.h"

static struct gb_record row(void)
{
	struct gb_record record = gb_record_empty();

	record.run_id = "run1";
	record.host = "n1";
	record.device = "0";
	record.gpu_uuid = "GPU-1";
	record.benchmark = "p2p";
	record.point = "op=read";
	record.metric = "bandwidth";
	record.value = 1;
	return record;
}

/* Two rows that differ in a declared column have different identities; other columns do not count. */
TEST(each_declared_column_counts)
{
	const struct gb_record one = row();
	size_t identify = 0;

	for (const struct gb_column *c = gb_columns; c->name != NULL; c++) {
		struct gb_record other = one;
		void *at = (char *)&other + c->offset;
		if (c->type == GB_TEXT)
			*(const char **)at = "another";
		else if (c->type == GB_NUMBER)
			*(double *)at = 17;
		else
			*(enum gb_row_status *)at = GB_ROW_FAILED;
		assert_int_equal(gb_identity_of(&one) != gb_identity_of(&other), gb_column_identifies(c));
		identify += gb_column_identifies(c);
	}
	assert_int_equal(identify, 12);
}

TEST(the_same_row_is_seen)
{
	FREED_BY(gb_identities_free) struct gb_identities seen = { 0 };
	struct gb_record record = row();

	assert_int_equal(gb_identities_see(&seen, &record), GB_SEEN_FIRST);
	assert_int_equal(gb_identities_see(&seen, &record), GB_SEEN_SAME);
	record.points = 40; /* --resume may renumber a row */
	assert_int_equal(gb_identities_see(&seen, &record), GB_SEEN_SAME);
	record.value = 2;
	assert_int_equal(gb_identities_see(&seen, &record), GB_SEEN_OTHERWISE);
	record.value = NAN;
	record.status = GB_ROW_FAILED; /* next to the successful one */
	assert_int_equal(gb_identities_see(&seen, &record), GB_SEEN_FIRST);
	assert_int_equal(gb_identities_see(&seen, &record), GB_SEEN_SAME);
	record.peer_uuid = "GPU-2";
	assert_int_equal(gb_identities_see(&seen, &record), GB_SEEN_FIRST);
}

TEST(many_rows_are_seen)
{
	FREED_BY(gb_identities_free) struct gb_identities seen = { 0 };
	struct gb_record record = row();

	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < 10000; i++) {
			record.x = i;
			assert_int_equal(gb_identities_see(&seen, &record), pass == 0 ? GB_SEEN_FIRST : GB_SEEN_SAME);
		}
	assert_int_equal(seen.count, 10000);
}

static bool are_two(const char *host, const char *pci, const char *run, double begun)
{
	const struct gb_seat here = { "n1", "0000:18:00.0", "run1", 1000, 1300 };
	const struct gb_seat there = { host, pci, run, begun, begun + 300 };

	return gb_seats_are_of_two(&here, &there);
}

TEST(cards_of_one_uuid_are_told_apart)
{
	assert_false(are_two("n1", "0000:18:00.0", "run2", 1100)); /* the same card in two jobs */
	assert_true(are_two("n1", "0000:28:00.0", "run1", 1400));
	assert_true(are_two("n2", "0000:18:00.0", "run2", 1100));
	assert_true(are_two("n2", "0000:28:00.0", "run2", 1400));
	assert_false(are_two("n2", "0000:18:00.0", "run2", 1400));  /* one container after another */
	assert_false(are_two("n2", "0000:28:00.0", "run2", 90000)); /* moved */
	assert_true(are_two("n2", "0000:28:00.0", "run2", NAN));    /* nobody knows when */
	assert_false(are_two("n1", "0000:28:00.0", "run2", NAN));
	assert_false(are_two("", "", "run2", 1100));
}
