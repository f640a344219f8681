#include "base/quantity.h"
#include "base/text.h"

#include "support.h"

TEST(adds_until_full)
{
	char text[8] = "";

	gb_text_add(text, sizeof text, "%d,", 12);
	gb_text_add(text, sizeof text, "%s", "abc");
	assert_string_equal(text, "12,abc");
	gb_text_add(text, sizeof text, "%s", "defgh");
	assert_string_equal(text, "12,abcd");
	gb_text_add(text, sizeof text, "more");
	assert_string_equal(text, "12,abcd");
}

TEST(copy_replaces)
{
	char text[4] = "zzz";

	gb_text_copy(text, sizeof text, "ab");
	assert_string_equal(text, "ab");
	gb_text_copy(text, sizeof text, "abcdef");
	assert_string_equal(text, "abc");
	gb_text_copy(text, sizeof text, "a\xe2\x82\xac"); /* a character is complete or absent */
	assert_string_equal(text, "a");
	gb_text_copy(text, sizeof text, "a\xc3\xa9\xc3\xa9");
	assert_string_equal(text, "a\xc3\xa9");
}

TEST(si_prefixes)
{
	static const struct {
		double value;
		const char *unit, *text;
	} cases[] = {
		{ 4.68e12, "B/s", "4.680 TB/s" }, { 1.98e9, "Hz", "1.980 GHz" },        { 12.5e-6, "s", "12.50 µs" },
		{ 700, "W", "700.0 W" },          { 34, "cycles", "34 cycles" },        { 0, "B", "0 B" },
		{ 5e-15, "s", "0.005 ps" },       { 3e18, "FLOP/s", "3000.0 PFLOP/s" }, { 1e308, "B/s", "1e+308 B/s" },
		{ 1.5e-300, "s", "1.5e-300 s" },  { -250e9, "B/s", "-250.0 GB/s" },
	};
	char text[32];

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		gb_quantity_write(text, sizeof text, cases[i].value, cases[i].unit);
		assert_string_equal(text, cases[i].text);
	}
}

TEST(values_of_three_digits)
{
	static const struct {
		double value;
		const char *unit, *text;
	} cases[] = {
		{ 4.68e12, "B/s", "4.68 TB/s" },
		{ 46.84e12, "B/s", "46.8 TB/s" },
		{ 999.6e9, "B/s", "1000 GB/s" },
		{ 7.124e-6, "s", "7.12 µs" },
		{ 32.04, "cycles", "32.0 cycles" },
		{ 1930.2, "cycles", "1930 cycles" },
		{ 0.99983, "", "1.00" },
		{ 0.2514, "", "0.251" },
		{ 0, "s", "0.00 s" },
		{ 1e-30, "", "1e-30" },
	};
	char text[64];

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		gb_quantity_write_rounded(text, sizeof text, cases[i].value, cases[i].unit);
		assert_string_equal(text, cases[i].text);
	}
}

TEST(sizes_of_memory)
{
	static const struct {
		double bytes;
		const char *text;
	} cases[] = {
		{ 0, "0 B" },
		{ 1023, "1023 B" },
		{ 232448, "227 KiB" },
		{ 4194304, "4 MiB" },
		{ 1099511627776, "1 TiB" },
		{ 1536, "1.50 KiB (1536 B)" },
		{ 150109880320, "139.8 GiB (150109880320 B)" },
	};
	char text[64];

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		gb_quantity_write_bytes(text, sizeof text, cases[i].bytes);
		assert_string_equal(text, cases[i].text);
	}
}

TEST(utf8_characters_end_where_they_do)
{
	static const struct {
		const char *text;
		size_t bytes;
	} cases[] = {
		{ "", 0 },
		{ "plain", 5 },
		{ "\xc3\xa9t\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", 14 },
		{ "a\xff", 1 },
		{ "ab\xc3", 2 },          /* cut */
		{ "ab\xe2\x82", 2 },      /* likewise */
		{ "\xc0\x80", 0 },        /* not in the shortest form */
		{ "\xe0\x9f\xbf", 0 },    /* likewise */
		{ "\xed\xa0\x80", 0 },    /* a surrogate */
		{ "\xf4\x90\x80\x80", 0 } /* beyond the last */
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const char *at = cases[i].text;
		for (size_t size; *at != '\0' && (size = gb_text_character(at)) > 0; at += size)
			;
		assert_int_equal(at - cases[i].text, cases[i].bytes);
	}
}

static const char *percent(double part, int digits)
{
	static char text[64];

	gb_text_percent(text, sizeof text, part, digits);
	return text;
}

static const char *uncertainty(double part)
{
	static char text[64];

	gb_text_uncertainty(text, sizeof text, part);
	return text;
}

/* Significant digits, within a width that a table can hold. */
TEST(percents)
{
	assert_string_equal(percent(0.5625, 1), "56.2 %");
	assert_string_equal(percent(1.004, 1), "100.4 %");
	assert_string_equal(percent(-0.69712, 1), "-69.7 %");
	assert_string_equal(percent(2.8249, 2), "282 %");
	assert_string_equal(percent(1e308, 1), "1e+300 %");
	assert_string_equal(percent(-1e200, 1), "-1e+202 %");
	assert_string_equal(uncertainty(0.00123), "0.12 %");
	assert_string_equal(uncertainty(0.0523), "5.2 %");
	assert_string_equal(uncertainty(1.7498), "175 %");
}
