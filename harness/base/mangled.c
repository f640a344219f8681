#include "base/mangled.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

#include "base/text.h"

/* Names in machine code end with a 0. A match may also be part of another symbol, such as ".text._Z4namePv". */
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
	gb_text_write(text, size, "%.*s", (int)(at - found), (const char *)found);
	return true;
}

/* ---- demangling -------------------------------------------------------------------------------------------------- */

/* From the C++ ABI; allocates its result with malloc(). */
typedef char *demangle_fn(const char *name, char *buffer, size_t *length, int *status);

/* The C++ library is opened if present, so that the program does not depend on it; most users of CUDA have it. */
static demangle_fn *find_demangler(void)
{
	static const char *const libraries[] = { "libstdc++.so.6", "libc++abi.so.1" };
	static demangle_fn *found;
	static bool asked;

	for (size_t i = 0; !asked && found == NULL && i < sizeof libraries / sizeof libraries[0]; i++) {
		void *library = dlopen(libraries[i], RTLD_LAZY | RTLD_LOCAL);
		void *function = library != NULL ? dlsym(library, "__cxa_demangle") : NULL;
		memcpy(&found, &function, sizeof found);
	}
	asked = true;
	return found;
}

char *gb_demangled(const char *name)
{
	demangle_fn *demangle = strncmp(name, "_Z", 2) == 0 ? find_demangler() : NULL;
	int status;

	return demangle != NULL ? demangle(name, NULL, NULL, &status) : NULL;
}
