#include "base/escape.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/text.h"

enum { SHOWN_MAX = 16 };

/* ---- invisible characters ---------------------------------------------------------------------------------------- */

static uint32_t code_point(const unsigned char *at, size_t size)
{
	uint32_t code = size == 1 ? at[0] : at[0] & (0x7fu >> size);

	for (size_t i = 1; i < size; i++)
		code = code << 6 | (at[i] & 0x3fu);
	return code;
}

static int is_control(uint32_t code)
{
	return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

/* Characters that some readers take for the end of a line, that have no width, or that reorder the display of others;
 * and code points that are never characters. */
static int is_hidden(uint32_t code)
{
	static const struct {
		uint32_t first, last;
	} ranges[] = { { 0xad, 0xad },     { 0x61c, 0x61c },    { 0x180e, 0x180e }, { 0x200b, 0x200f },
		       { 0x2028, 0x202e }, { 0x2060, 0x206f },  { 0xfdd0, 0xfdef }, { 0xfeff, 0xfeff },
		       { 0xfff9, 0xfffb }, { 0xe0000, 0xe007f } };

	for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
		if (code >= ranges[i].first && code <= ranges[i].last)
			return 1;
	return is_control(code) || (code & 0xfffe) == 0xfffe;
}

size_t gb_escape_hidden(const char *at)
{
	const size_t size = gb_text_character(at);

	if (size == 0)
		return 1;
	return is_hidden(code_point((const unsigned char *)at, size)) ? size : 0;
}

/* Make the character at `at` visible. Returns its length in the text in bytes. */
static size_t show_character(const char *at, char shown[SHOWN_MAX])
{
	const size_t size = gb_text_character(at);
	const uint32_t code = code_point((const unsigned char *)at, size > 0 ? size : 1);

	shown[0] = '\0';
	if (size == 0)
		gb_text_add(shown, SHOWN_MAX, "\\x%02x", (unsigned char)*at);
	else if (!is_hidden(code))
		gb_text_add(shown, SHOWN_MAX, "%.*s", (int)size, at);
	else if (code == '\n' || code == '\t' || code == '\r')
		gb_text_add(shown, SHOWN_MAX, "\\%c", code == '\n' ? 'n' : code == '\t' ? 't' : 'r');
	else
		gb_text_add(shown, SHOWN_MAX, code < 0x100 ? "\\x%02x" : code < 0x10000 ? "\\u%04x" : "\\U%08x", code);
	return size > 0 ? size : 1;
}

/* ---- special characters of each format --------------------------------------------------------------------------- */

static const char *html_entity(char c)
{
	switch (c) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	default:
		return NULL;
	}
}

/* An underscore within a word is not emphasis. `before` and `after` are its neighbours. */
static int is_markup(char c, char before, char after)
{
	if (c == '_')
		return !isalnum((unsigned char)before) || !isalnum((unsigned char)after);
	return strchr("\\`*[]<>|~$&", c) != NULL;
}

static void put_char(FILE *out, enum gb_escape format, char c, char before, char after)
{
	const char *entity;

	switch (format) {
	case GB_ESCAPE_LINE:
		break;
	case GB_ESCAPE_HTML:
		if ((entity = html_entity(c)) != NULL) {
			fputs(entity, out);
			return;
		}
		break;
	case GB_ESCAPE_MARKDOWN:
		if (is_markup(c, before, after))
			fputc('\\', out);
		break;
	case GB_ESCAPE_PROTOBUF:
	case GB_ESCAPE_PROMETHEUS:
		if (c == '"' || c == '\\')
			fputc('\\', out);
		break;
	case GB_ESCAPE_NERSC:
		if (c == '\'') {
			fputc('"', out);
			return;
		}
		break;
	}
	fputc(c, out);
}

void gb_escape_put(FILE *out, enum gb_escape format, const char *text)
{
	char shown[SHOWN_MAX], before = ' ';

	for (const char *at = text != NULL ? text : ""; *at != '\0';) {
		at += show_character(at, shown);
		for (const char *c = shown; *c != '\0'; c++) {
			const char *after = c[1] != '\0' ? c + 1 : at;
			put_char(out, format, *c, before, *after);
			before = *c;
		}
	}
}

/* True if nothing needs escaping, as in most texts. Opening a stream costs more than copying such a text. */
static int needs_no_escape(const char *text)
{
	for (; *text != '\0'; text++)
		if (!isalnum((unsigned char)*text) && strchr(" .,:;=+-/%()", *text) == NULL)
			return 0;
	return 1;
}

char *gb_escape_copy(enum gb_escape format, const char *text)
{
	char *copy = NULL;
	size_t size;
	if (text == NULL || needs_no_escape(text))
		return gb_heap_text(text != NULL ? text : "");
	FILE *out = gb_heap_stream(&copy, &size);

	gb_escape_put(out, format, text);
	gb_heap_close(out, &copy);
	return copy;
}

/* ---- CSV and JSON ------------------------------------------------------------------------------------------------ */

char *gb_escape_data(const char *text)
{
	char *copy = gb_heap_text(text != NULL ? text : ""), *to = copy;

	for (const char *at = copy; *at != '\0';) {
		const size_t size = gb_text_character(at);
		const uint32_t code = code_point((const unsigned char *)at, size > 0 ? size : 1);
		if (size == 0 || (is_control(code) && strchr("\t\n\r", (int)code) == NULL))
			*to++ = '?';
		else
			to = (char *)memmove(to, at, size) + size;
		at += size > 0 ? size : 1;
	}
	*to = '\0';
	return copy;
}

int gb_escape_is_formula(const char *text)
{
	char *end;

	if (text[0] == '\0' || strchr("=+-@\t\r", text[0]) == NULL)
		return 0;
	(void)strtod(text, &end);
	return end == text || *end != '\0';
}
