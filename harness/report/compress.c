#include "report/compress.h"

#include <stdlib.h>

#include <zlib.h>

/* Four digits for three bytes; padded with '=' at the end. */
static char *base64(const unsigned char *bytes, size_t size)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char *text = malloc((size + 2) / 3 * 4 + 1), *out = text;

	for (size_t i = 0; i < size && text != NULL; i += 3) {
		const unsigned int second = i + 1 < size ? bytes[i + 1] : 0, third = i + 2 < size ? bytes[i + 2] : 0;
		const unsigned int bits = (unsigned int)bytes[i] << 16 | second << 8 | third;
		*out++ = digits[bits >> 18];
		*out++ = digits[bits >> 12 & 63];
		*out++ = '=';
		*out++ = '=';
		if (i + 1 < size)
			out[-2] = digits[bits >> 6 & 63];
		if (i + 2 < size)
			out[-1] = digits[bits & 63];
	}
	if (text != NULL)
		*out = '\0';
	return text;
}

char *gb_compress(const char *text, size_t size)
{
	uLongf packed = compressBound((uLong)size);
	unsigned char *bytes = malloc(packed);
	char *out = NULL;

	if (bytes != NULL &&
	    compress2(bytes, &packed, (const unsigned char *)text, (uLong)size, Z_BEST_COMPRESSION) == Z_OK)
		out = base64(bytes, packed);
	free(bytes);
	return out;
}
