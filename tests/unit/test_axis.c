#include "plan/axis.h"

#include "support.h"

static const struct gb_axis number = { .name = "n", .help = "a number", .values = "0:100" };
static const char *const names[] = { "read", "write", "copy", NULL };
static const struct gb_axis named = { .name = "op", .help = "a name", .names = names };

static void expect(const struct gb_axis *axis, const char *list, const char *expected)
{
	FREED_BY(gb_values_free) struct gb_values values;
	char text[512] = "";

	assert_ok(gb_values_parse(axis, list, &values, &error), error);
	for (size_t i = 0; i < values.count; i++)
		snprintf(text + strlen(text), sizeof text - strlen(text), "%s%lld", i ? " " : "",
			 (long long)values.value[i]);
	assert_string_equal(text, expected);
}

TEST(lists_are_understood)
{
	expect(&number, "7", "7");
	expect(&number, "1,2,4", "1 2 4");
	expect(&number, "0:4", "0 1 2 3 4");
	expect(&number, "0:10:4", "0 4 8");
	expect(&number, "32:256:pow2", "32 64 128 256");
	expect(&number, "3:20:pow2", "3 6 12");
	expect(&number, "4:1024:pow4", "4 16 64 256 1024");
	expect(&number, "3:50:pow4", "3 12 48");
	expect(&number, "-2:1", "-2 -1 0 1");
	expect(&number, "5:5", "5");
	expect(&number, "8,0:2,32:64:pow2", "8 0 1 2 32 64");
	expect(&number, "1,2,1,0:2", "1 2 0");
	expect(&named, "copy,read", "2 0");
	expect(&named, "copy,copy", "2");
}

TEST(huge_numbers_do_not_overflow)
{
	struct gb_values values;

	assert_ok(gb_values_parse(&number, "1:4611686018427387903:pow2", &values, &error), error);
	assert_int_equal(values.count, 62); /* 2^0 ... 2^61 */
	assert_true(values.value[61] == INT64_C(1) << 61);
	gb_values_free(&values);
	expect(&number, "4611686018427387900:4611686018427387903:4611686018427387903", "4611686018427387900");
}

static void refuse(const struct gb_axis *axis, const char *list, const char *says)
{
	struct gb_values values = { 77, NULL };
	gb_error_clear(&error);

	if (gb_values_parse(axis, list, &values, &error) != GB_FAILED)
		fail_msg("'%s' was taken", list);
	assert_says(error.text, says);
	assert_says(error.text, axis->name);
	assert_int_equal(values.count, 77); /* outputs on success only */
}

TEST(malformed_lists_are_refused)
{
	static const char *const lists[] = {
		"",           "x",        "1,",        ",1",       "1,,2",     "1x",
		"1:",         ":2",       "1:2:",      "1:2:x",    "1:2:0",    "1:2:-1",
		"5:1",        "0:8:pow2", "-4:8:pow2", "0:8:pow4", "1:8:pow3", "1:4611686018427387903:pow4",
		"1:2:3:4",    "1 ",       " 1",        "1.5",      "+3",       "1:8:pow22",
		"1:8:pow",    "-",        "--1",       "0x10",     "1;2",      "read",
		"1:2:pow2:1", "1e3"
	};

	for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
		refuse(&number, lists[i], "is not a number, lo:hi, lo:hi:step, lo:hi:pow2 or pow4");
	refuse(&number, "99999999999999999999", "is not a number");
	refuse(&number, "0:9223372036854775807", "is not a number");
	refuse(&number, "-9223372036854775808:9223372036854775807:4611686018427387904", "is not a number");
}

TEST(unknown_names_list_what_exists)
{
	refuse(&named, "read,erase", "no value 'erase'; it has read, write, copy");
	refuse(&named, "rea", "'rea'");
	refuse(&named, "readx", "'readx'");
	refuse(&named, "", "no value ''");
	refuse(&named, "0", "no value '0'");
}

TEST(too_many_values_are_refused)
{
	refuse(&number, "0:100000", "more than 4096 values");
}

TEST(sets_fall_back)
{
	const struct gb_axis full = { .name = "a", .values = "0:9", .full = "1,2" };
	const struct gb_axis quick = { .name = "a", .names = names, .quick = "write" };
	struct gb_values values;

	assert_ok(gb_values_quick(&full, &values, &error), error);
	assert_int_equal(values.count, 2);
	gb_values_free(&values);
	assert_ok(gb_values_all(&full, &values, &error), error);
	assert_int_equal(values.count, 10);
	gb_values_free(&values);
	assert_ok(gb_values_full(&quick, &values, &error), error);
	assert_int_equal(values.count, 3);
	gb_values_free(&values);
	assert_ok(gb_values_quick(&quick, &values, &error), error);
	assert_int_equal(values.count, 1);
	assert_int_equal(values.value[0], 1);
	gb_values_free(&values);
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

static const struct gb_axis table[] = {
	{ .name = "op", .help = "h", .names = names },
	{ .name = "n", .help = "h", .values = "1:4", .when = "op=read,copy" },
	{ .name = "m", .help = "h", .values = "1:4", .when = "n=2:3" },
	{ .name = "block", .help = "h", .values = "1:4", .kind = GB_SEARCHED, .when = "op=write" },
	{ .name = NULL },
};

TEST(conditions)
{
	struct gb_point point = { .value = { 0, 2 }, .has = { true, true } };

	assert_ok(gb_axes_check(table, &error), error);
	assert_true(gb_axis_exists(table, 0, &point));
	assert_true(gb_axis_exists(table, 1, &point));
	assert_true(gb_axis_exists(table, 2, &point));
	assert_false(gb_axis_exists(table, 3, &point));
	point.value[1] = 4;
	assert_false(gb_axis_exists(table, 2, &point));
	/* A condition on an absent axis is not met, whatever its slot holds. */
	point.value[1] = 2;
	point.has[1] = false;
	assert_false(gb_axis_exists(table, 2, &point));
	point.value[0] = 1;
	assert_true(gb_axis_exists(table, 3, &point));
}

TEST(point_text)
{
	struct gb_point point = { .value = { 1, 0, 0, 3 }, .has = { true, false, false, true } };
	char text[64], small[8];

	gb_point_text(table, &point, -1, text, sizeof text);
	assert_string_equal(text, "op=write,block=3");
	gb_point_text(table, &point, GB_REPORTED, text, sizeof text);
	assert_string_equal(text, "op=write");
	gb_point_text(table, &point, -1, small, sizeof small);
	assert_string_equal(small, "op=writ");
}

static void bad_table(const struct gb_axis *axes, const char *says)
{
	gb_error_clear(&error);

	if (gb_axes_check(axes, &error) != GB_FAILED)
		fail_msg("taken, though %s", says);
	assert_says(error.text, says);
}

#define ONE(...)        ((const struct gb_axis[]){ { __VA_ARGS__ }, { .name = NULL } })
#define TWO(first, ...) ((const struct gb_axis[]){ first, { __VA_ARGS__ }, { .name = NULL } })
#define GOOD                                              \
	{                                                 \
		.name = "a", .help = "h", .values = "1:3" \
	}
#define FIND                                                                   \
	{                                                                      \
		.name = "a", .help = "h", .values = "1:3", .kind = GB_SEARCHED \
	}

TEST(bad_tables_are_refused)
{
	bad_table((const struct gb_axis[]){ { .name = NULL } }, "0 axes");
	bad_table(ONE(.name = "Op", .help = "h", .values = "1"), "'Op'");
	bad_table(ONE(.name = "", .help = "h", .values = "1"), "lowercase");
	bad_table(ONE(.name = "a=b", .help = "h", .values = "1"), "'a=b'");
	bad_table(ONE(.name = "a", .values = "1"), "no help");
	bad_table(ONE(.name = "a", .help = "h"), "axis 'a'");
	bad_table(ONE(.name = "a", .help = "h", .values = "1:"), "'1:'");
	bad_table(ONE(.name = "a", .help = "h", .values = "read,write"), "words are listed in .names");
	bad_table(ONE(.name = "a", .help = "h", .values = "1:3", .full = "2,4"), "4 is in '2,4' but not in its values");
	bad_table(ONE(.name = "a", .help = "h", .values = "1:3", .quick = "0"), "0 is in '0'");
	bad_table(ONE(.name = "a", .help = "h", .names = names, .quick = "reed"), "'reed'");
	bad_table(ONE(.name = "a", .help = "h", .values = "1", .kind = (enum gb_axis_kind)7), "unknown kind 7");
	bad_table(ONE(.name = "a", .help = "h", .values = "127,128", .size = 1), "128 does not fit");
	bad_table(TWO(GOOD, .name = "a", .help = "h", .values = "1"), "two axes are called 'a'");
	bad_table(TWO(GOOD, .name = "b", .help = "h", .values = "1", .when = "c=1"), "'c=1'");
	bad_table(TWO(GOOD, .name = "b", .help = "h", .values = "1", .when = "a"), "'a'");
	bad_table(TWO(GOOD, .name = "b", .help = "h", .values = "1", .when = "a=x"), "condition 'a=x'");
	bad_table(TWO(FIND, .name = "b", .help = "h", .values = "1", .when = "a=1"), "EARLIER_REPORTED_AXIS");
	bad_table(ONE(.name = "b", .help = "h", .values = "1", .when = "b=1"), "EARLIER_REPORTED_AXIS");
}

TEST(as_many_axes_as_there_is_room_for)
{
	struct gb_axis axes[GB_AXES_MAX + 2] = { { .name = NULL } };
	static char name[GB_AXES_MAX + 1][8];

	for (size_t i = 0; i <= GB_AXES_MAX; i++) {
		snprintf(name[i], sizeof name[i], "a%zu", i);
		if (i == GB_AXES_MAX)
			assert_ok(gb_axes_check(axes, &error), error);
		axes[i] = (struct gb_axis){ .name = name[i], .help = "h", .values = "1" };
	}
	bad_table(axes, "17 axes");
}

TEST(no_names_are_refused)
{
	static const char *const none[] = { NULL };

	bad_table(ONE(.name = "a", .help = "h", .names = none), "axis 'a'");
}

/* These would make `point` ambiguous: "op=read,write=1". */
TEST(names_that_break_a_list_are_refused)
{
	static const char *const comma[] = { "read,write", NULL };
	static const char *const equals[] = { "x=1", NULL };
	static const char *const empty[] = { "", NULL };
	static const char *const twice[] = { "x", "y", "x", NULL };

	bad_table(ONE(.name = "a", .help = "h", .names = comma), "read,write");
	bad_table(ONE(.name = "a", .help = "h", .names = equals), "x=1");
	bad_table(ONE(.name = "a", .help = "h", .names = empty), "axis 'a'");
	bad_table(ONE(.name = "a", .help = "h", .names = twice), "'x'");
}
