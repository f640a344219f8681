#include "export/export.h"

#include <string.h>

#include "base/text.h"

const struct gb_export gb_exports[] = {
#define ENTRY(word, help) { #word, help, gb_export_##word },
	GB_EXPORTS(ENTRY){ NULL, NULL, NULL },
};

const struct gb_export *gb_export_find(const char *name)
{
	for (const struct gb_export *e = gb_exports; e->name != NULL; e++)
		if (strcmp(e->name, name) == 0)
			return e;
	return NULL;
}

int gb_export_unknown(const char *name, struct gb_error *error)
{
	char words[GB_ERROR_TEXT / 2] = "";

	for (const struct gb_export *e = gb_exports; e->name != NULL; e++) {
		const char *between = e[1].name != NULL ? ", " : " or ";
		gb_text_add(words, sizeof words, "%s%s", e == gb_exports ? "" : between, e->name);
	}
	return gb_error_set(error, "--export '%s': expected %s", name, words);
}
