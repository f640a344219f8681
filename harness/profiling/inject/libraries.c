#include "inject/libraries.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool gb_library_open(struct gb_library *library, const char *names, char *why, size_t size)
{
	snprintf(why, size, "no library is named");
	for (const char *at = names; *at != '\0';) {
		const size_t length = strcspn(at, ":");
		char *path = length > 0 ? strndup(at, length) : NULL;
		library->handle = path != NULL ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
		if (library->handle != NULL) {
			library->path = path;
			return true;
		}
		if (path != NULL)
			snprintf(why, size, "%s", dlerror());
		free(path);
		at += length + (at[length] == ':');
	}
	return false;
}

static bool set_function(const struct gb_library_function *function, void *found)
{
	memcpy(function->to, &found, sizeof found);
	return found != NULL;
}

bool gb_library_find(const struct gb_library *library, const struct gb_library_function *functions, size_t count)
{
	bool all = true;

	for (size_t i = 0; i < count; i++)
		all &= set_function(&functions[i],
				    library->handle != NULL ? dlsym(library->handle, functions[i].name) : NULL);
	return all;
}

bool gb_library_find_driver(const struct gb_library_function *functions, size_t count)
{
	void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
	bool all = true;

	for (size_t i = 0; i < count; i++) {
		void *found = dlsym(RTLD_DEFAULT, functions[i].name);
		if (found == NULL && driver != NULL)
			found = dlsym(driver, functions[i].name);
		all &= set_function(&functions[i], found);
	}
	return all;
}
