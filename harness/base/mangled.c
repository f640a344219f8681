#include "base/mangled.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"

/* Names in machine code end with a 0; a match may also be part of another symbol, as in ".text._Z4namePv". */
bool gb_mangled_find(const unsigned char *image, const unsigned char *end, const char *name, char *text, size_t size)
{
	char begin[128] = "";
	const unsigned char *found, *at;

	gb_text_add(begin, sizeof begin, "_Z%zu%s", strlen(name), name);
	if (image == NULL || end <= image)
		return false;
	found = memmem(image, (size_t)(end - image), begin, strlen(begin));
	if (found == NULL)
		return false;
	for (at = found; at < end && (isalnum(*at) || *at == '_');)
		at++;
	text[0] = '\0';
	gb_text_add(text, size, "%.*s", (int)(at - found), (const char *)found);
	return true;
}
