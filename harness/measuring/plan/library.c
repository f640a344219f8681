#include "plan/library.h"

#include <dlfcn.h>
#include <stdlib.h>

#include "base/owner.h"
#include "plan/object.h"
#include "plan/seal.h"

/* Nobody else can replace the file at a path from gb_owner_path(), so the checked file is the one that is loaded. */
char *gb_library_find(const char *file, bool *is_ours, bool *absent, struct gb_error *error)
{
	char *path = gb_owner_path(file, absent, error);
	int status = path != NULL ? gb_object_check(path, absent, error) : GB_FAILED;

	if (status == GB_OK)
		status = gb_seal_check(path, is_ours, error);
	if (status == GB_OK)
		return path;
	free(path);
	return NULL;
}

/* RTLD_NOW: a missing symbol must not surface in the middle of a run. RTLD_NODELETE: destructors could end the program
 * or change its exit status. */
int gb_library_load(const char *path, void **library, struct gb_error *error)
{
	*library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	return *library != NULL ? GB_OK : gb_error_set(error, "%s", dlerror());
}
