/* Text that a page's script unpacks: zlib's own reader and a simple base64 decoder must restore it. */
#include "report/html.h"

#include <zlib.h>

#include "support.h"

static unsigned int digit(char c)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *at = strchr(digits, c);

	assert_true(c != '\0' && at != NULL);
	return (unsigned int)(at - digits);
}

/* Number of bytes in base64 of complete groups; the last may have one or two '='. */
static size_t decode(const char *text, unsigned char *bytes)
{
	size_t count = 0;

	assert_int_equal(strlen(text) % 4, 0);
	for (; *text != '\0'; text += 4) {
		const unsigned int pad = (text[2] == '=' ? 1U : 0U) + (text[3] == '=' ? 1U : 0U);
		const unsigned int bits = digit(text[0]) << 18 | digit(text[1]) << 12 |
					  (pad > 1 ? 0 : digit(text[2]) << 6) | (pad > 0 ? 0 : digit(text[3]));
		for (unsigned int i = 0; i < 3 - pad; i++)
			bytes[count++] = (unsigned char)(bits >> (16 - 8 * i));
		assert_true(pad == 0 || text[4] == '\0');
	}
	return count;
}

static void expect_back(const char *text, size_t size)
{
	unsigned char bytes[4096];
	char back[4096];
	uLongf length = sizeof back;
	FREED_BY(free_text) char *packed = gb_compress(text, size);

	assert_non_null(packed);
	assert_int_equal(uncompress((unsigned char *)back, &length, bytes, decode(packed, bytes)), Z_OK);
	assert_int_equal(length, size);
	assert_memory_equal(back, text, size);
}

/* Texts of every length, so that base64 ends in each of its three ways. */
TEST(it_comes_back)
{
	char text[512];

	for (size_t i = 0; i < sizeof text; i++)
		text[i] = (char)(i * i % 251);
	for (size_t size = 0; size <= sizeof text; size++)
		expect_back(text, size);
}

TEST(what_repeats_is_small)
{
	char text[3000];
	FREED_BY(free_text) char *packed;

	for (size_t i = 0; i < sizeof text; i++)
		text[i] = "ok\n"[i % 3];
	packed = gb_compress(text, sizeof text);
	assert_non_null(packed);
	assert_true(strlen(packed) < 100);
	assert_null(strpbrk(packed, "<>&\"'\n"));
}
