#include "report/page_views.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/escape.h"
#include "report/compress.h"

/* Plug-ins may come from anyone: a field is one line, and a tab in it is written as \t. */
static void put_line(FILE *out, char kind, const char *const *fields, size_t count)
{
	fputc(kind, out);
	for (size_t i = 0; i < count; i++) {
		fputc('\t', out);
		gb_escape_put(out, GB_ESCAPE_LINE, fields[i]);
	}
	fputc('\n', out);
}

static void put_kind(FILE *out, const struct gb_plot_kind *kind)
{
	const char *const fields[] = { kind->name, kind->help };

	put_line(out, 'k', fields, 2);
	for (size_t i = 0; i < kind->panels; i++) {
		const struct gb_plot_panel *p = &kind->panel[i];
		const char *const panel[] = { p->metric, p->x, p->points, p->lines };
		put_line(out, 'p', panel, 4);
	}
}

char *gb_page_views(const struct gb_plot_kinds *kinds)
{
	char *text = NULL, *packed = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (out == NULL)
		return NULL;
	for (size_t i = 0; i < kinds->count; i++)
		if (kinds->kind[i].wrong == NULL && kinds->kind[i].panels > 0)
			put_kind(out, &kinds->kind[i]);
	if (((unsigned int)ferror(out) | (unsigned int)fclose(out)) == 0 && text != NULL)
		packed = gb_compress(text, size);
	free(text);
	return packed;
}
