#include "report/html.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/escape.h"
#include "base/heap.h"
#include "base/quantity.h"
#include "base/text.h"

/* Before a percent sign. */
#define NO_BREAK "\xc2\xa0"

void gb_html_text(FILE *out, const char *text)
{
	gb_escape_put(out, GB_ESCAPE_HTML, text);
}

void gb_html_begin(FILE *out, const char *name)
{
	fprintf(out, "<%s>", name);
}

void gb_html_begin_with(FILE *out, const char *name, const struct gb_html_attribute *attributes)
{
	fprintf(out, "<%s", name);
	for (; attributes->name != NULL; attributes++) {
		fprintf(out, " %s=\"", attributes->name);
		gb_html_text(out, attributes->value);
		fputc('"', out);
	}
	fputc('>', out);
}

void gb_html_end(FILE *out, const char *name)
{
	fprintf(out, "</%s>", name);
}

void gb_html_element(FILE *out, const char *name, const char *text)
{
	gb_html_begin(out, name);
	gb_html_text(out, text);
	gb_html_end(out, name);
}

void gb_html_format(FILE *out, const char *name, const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	gb_html_element(out, name, text);
}

/* ---- cells ------------------------------------------------------------------------------------------------------- */

void gb_html_cell(FILE *out, const char *text)
{
	gb_html_element(out, "td", text);
}

/* Writes a cell of the class "n", or "n b" if it is marked. */
static void cell_of_class(FILE *out, const char *class, double value, const char *text)
{
	char exact[32] = "";

	if (isfinite(value)) {
		gb_text_add(exact, sizeof exact, "%.9g", value);
		gb_html_begin_with(
			out, "td",
			(const struct gb_html_attribute[]){ { "class", class }, { "data-v", exact }, { NULL, NULL } });
		gb_html_text(out, text);
	} else
		gb_html_begin_with(out, "td", (const struct gb_html_attribute[]){ { "class", "n" }, { NULL, NULL } });
	gb_html_end(out, "td");
}

static void number_cell(FILE *out, double value, const char *text)
{
	cell_of_class(out, "n", value, text);
}

void gb_html_number(FILE *out, double value, const char *unit)
{
	char text[64] = "";

	gb_quantity_write(text, sizeof text, value, unit);
	number_cell(out, value, text);
}

void gb_html_count(FILE *out, size_t count)
{
	char text[32] = "";

	gb_text_add(text, sizeof text, "%zu", count);
	number_cell(out, (double)count, text);
}

void gb_html_percent(FILE *out, int digits, double part)
{
	char text[512] = "";

	gb_text_add(text, sizeof text, "%.*f" NO_BREAK "%%", digits, 100 * part);
	number_cell(out, part, text);
}

void gb_html_change(FILE *out, int digits, double part)
{
	char text[512] = "";

	gb_text_add(text, sizeof text, "%+.*f" NO_BREAK "%%", digits, 100 * part);
	number_cell(out, part, text);
}

void gb_html_change_below(FILE *out, int digits, double part)
{
	char text[512] = "";

	gb_text_add(text, sizeof text, "below, %+.*f" NO_BREAK "%%", digits, 100 * part);
	cell_of_class(out, "n b", part, text);
}

void gb_html_z(FILE *out, double z)
{
	char text[512] = "";

	gb_text_add(text, sizeof text, "%+.1f", z);
	number_cell(out, z, text);
}

void gb_html_table(FILE *out, const char *label, const char *const *headings)
{
	gb_html_begin_with(out, "div", (const struct gb_html_attribute[]){ { "class", "w" }, { NULL, NULL } });
	gb_html_begin_with(out, "table", (const struct gb_html_attribute[]){ { "aria-label", label }, { NULL, NULL } });
	gb_html_begin(out, "thead");
	gb_html_begin(out, "tr");
	for (size_t i = 0; headings[i] != NULL; i++) {
		gb_html_begin_with(out, "th", (const struct gb_html_attribute[]){ { "scope", "col" }, { NULL, NULL } });
		gb_html_begin_with(out, "button",
				   (const struct gb_html_attribute[]){ { "type", "button" }, { NULL, NULL } });
		gb_html_text(out, headings[i]);
		gb_html_end(out, "button");
		gb_html_end(out, "th");
	}
	gb_html_end(out, "tr");
	gb_html_end(out, "thead");
	gb_html_begin(out, "tbody");
	fputc('\n', out);
}

void gb_html_table_end(FILE *out)
{
	gb_html_end(out, "tbody");
	gb_html_end(out, "table");
	gb_html_end(out, "div");
	fputc('\n', out);
}

/* ---- the page ---------------------------------------------------------------------------------------------------- */

static const struct gb_html_slot *find_slot(const struct gb_html_slot *slots, const char *name, size_t length)
{
	for (; slots->name != NULL; slots++)
		if (strlen(slots->name) == length && memcmp(slots->name, name, length) == 0)
			return slots;
	return NULL;
}

void gb_html_fill(FILE *out, const char *file, const struct gb_html_slot *slots, const void *context)
{
	const char *begin, *end;

	for (; (begin = strstr(file, "{{")) != NULL && (end = strstr(begin, "}}")) != NULL; file = end + 2) {
		const struct gb_html_slot *slot = find_slot(slots, begin + 2, (size_t)(end - begin - 2));
		fwrite(file, 1, (size_t)(begin - file), out);
		if (slot != NULL)
			slot->write(out, context);
		else
			fwrite(begin, 1, (size_t)(end + 2 - begin), out);
	}
	fputs(file, out);
}

/* ---- compressed text --------------------------------------------------------------------------------------------- */

/* Writes four digits for three bytes, with '=' as padding at the end. */
static char *encode_base64(const unsigned char *bytes, size_t size)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char *text = gb_heap_array((size + 2) / 3 * 4 + 1, 1), *out = text;

	for (size_t i = 0; i < size; i += 3) {
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
	return text;
}

char *gb_compress(const char *text, size_t size)
{
	uLongf packed = compressBound((uLong)size);
	unsigned char *bytes = gb_heap_array(packed, 1);

	if (compress(bytes, &packed, (const unsigned char *)text, (uLong)size) != Z_OK)
		gb_heap_end(); /* nothing else can fail */
	char *out = encode_base64(bytes, packed);
	free(bytes);
	return out;
}
