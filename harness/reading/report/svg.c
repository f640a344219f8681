#include "report/svg.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "report/html.h"

#define GROUP "<g fill=\"none\""
#define END   "</g>"
#define USUAL " stroke-linecap=\"butt\" stroke-linejoin=\"miter\""

static size_t line_length(const char *at)
{
	return strcspn(at, "\n");
}

static const char *next_line(const char *at)
{
	at += line_length(at);
	return at + (*at == '\n');
}

static bool is_group(const char *at)
{
	return strncmp(at, GROUP, strlen(GROUP)) == 0 && at[line_length(at) - 1] == '>';
}

static bool is_end(const char *at)
{
	return line_length(at) == strlen(END) && strncmp(at, END, strlen(END)) == 0;
}

/* Writes a line of a group, without attributes that have their default value. */
static void put_line(FILE *out, const char *at)
{
	const size_t length = line_length(at);
	const char *usual = is_group(at) ? strstr(at, USUAL) : NULL;

	if (usual != NULL && usual < at + length) {
		fwrite(at, 1, (size_t)(usual - at), out);
		fputs(">", out);
	} else {
		fwrite(at, 1, length, out);
	}
	fputc('\n', out);
}

void gb_svg_put(FILE *out, const char *svg)
{
	const char *at = strstr(svg, "<svg");

	while (at != NULL && *at != '\0') {
		at += strspn(at, "\t\n");
		const char *next = next_line(at);
		if (is_group(at) && is_end(next)) {
			at = next_line(next);
			continue;
		}
		if (*at != '\0')
			put_line(out, at);
		at = next;
	}
}

char *gb_svg_packed(const char *svg)
{
	char *text = NULL;
	size_t size;
	FILE *out = gb_heap_stream(&text, &size);

	gb_svg_put(out, svg);
	gb_heap_close(out, &text);
	char *packed = gb_compress(text, size);
	free(text);
	return packed;
}
