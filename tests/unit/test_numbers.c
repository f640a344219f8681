/* Numbers and units as Nsight Compute prints them. */
#include "profile/numbers.h"

#include "support.h"

static void expect_number(const char *text, enum gb_notation notation, double expected)
{
	double value;

	assert_int_equal(gb_number_read(text, notation, &value), GB_NUMBER);
	assert_same(value, expected);
}

static void expect_none(const char *text, enum gb_notation notation, enum gb_number kind)
{
	double value;

	assert_int_equal(gb_number_read(text, notation, &value), kind);
	assert_unknown(value);
}

TEST(notations)
{
	for (int n = 0; n < GB_NOTATIONS; n++) {
		expect_number("1234567", (enum gb_notation)n, 1234567);
		expect_number(" 0 ", (enum gb_notation)n, 0);
		expect_number("-7", (enum gb_notation)n, -7);
	}
	expect_number("1,234,567.25", GB_NOTATION_ENGLISH, 1234567.25);
	expect_number("1.234.567,25", GB_NOTATION_GERMAN, 1234567.25);
	expect_number("1 234 567,25", GB_NOTATION_FRENCH, 1234567.25);
	expect_number("1\xc2\xa0"
		      "234\xe2\x80\xaf"
		      "567,25",
		      GB_NOTATION_FRENCH, 1234567.25);
	expect_number("1'234\xe2\x80\x99"
		      "567.25",
		      GB_NOTATION_SWISS, 1234567.25);
	expect_number("12,34,567.25", GB_NOTATION_INDIAN, 1234567.25);
	expect_number("1.5e+06", GB_NOTATION_ENGLISH, 1.5e6);
	expect_number("1,5e-3", GB_NOTATION_GERMAN, 1.5e-3);
	expect_number("62.624", GB_NOTATION_ENGLISH, 62.624);
	expect_number("62.624", GB_NOTATION_GERMAN, 62624);
}

TEST(instances)
{
	expect_number("1,234 (1,000; 234)", GB_NOTATION_ENGLISH, 1234);
	expect_number("12 {4; 8}", GB_NOTATION_ENGLISH, 12);
	expect_none("12 4", GB_NOTATION_ENGLISH, GB_NUMBER_BAD);
	expect_none("12 (4", GB_NOTATION_ENGLISH, GB_NUMBER_BAD);
}

TEST(no_numbers)
{
	static const char *const none[] = { "", "n/a", "N/A", "no data", "nan", "-nan", "inf", "(!) n/a" };
	static const char *const bad[] = { "x",  "12x", "0x10",  "1,2",      "12,3456", "1.234.567", ",5", "1,234,56",
					   "1e", "--1", "1.2.3", "1234,567", "96,0",    "1'234",     "." };

	for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
		expect_none(none[i], GB_NOTATION_ENGLISH, GB_NUMBER_NONE);
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		expect_none(bad[i], GB_NOTATION_ENGLISH, GB_NUMBER_BAD);
	expect_none("1.234.5", GB_NOTATION_GERMAN, GB_NUMBER_BAD);
	expect_none("1e99999", GB_NOTATION_ENGLISH, GB_NUMBER_BAD);
}

TEST(units)
{
	assert_same(gb_number_unit(""), 1);
	assert_same(gb_number_unit("%"), 1);
	assert_same(gb_number_unit("byte"), 1);
	assert_same(gb_number_unit("Kbyte"), 1e3);
	assert_same(gb_number_unit("Gbyte/second"), 1e9);
	assert_same(gb_number_unit("byte/ns"), 1e9);
	assert_same(gb_number_unit("cycle/nsecond"), 1e9);
	assert_same(gb_number_unit("Ghz"), 1e9);
	assert_same(gb_number_unit("inst/cycle"), 1);
	assert_same(gb_number_unit("usecond"), 1e-6);
	assert_same(gb_number_unit("\xc2\xb5s"), 1e-6);
	assert_unknown(gb_number_unit("MB"));
	assert_unknown(gb_number_unit("K"));
	assert_unknown(gb_number_unit("furlong/second"));
	assert_true(gb_number_unit_is_time("ms"));
	assert_false(gb_number_unit_is_time("byte"));
	assert_false(gb_number_unit_is_time(""));
}
