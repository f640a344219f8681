/* seal.h: a checksum that the build stores in a plug-in, so that a damaged copy is detected before any of its code
 * runs.
 *
 * A note named "gpubench" (readelf -n) has the file's size and two checksums: of the whole file, and of only the loaded
 * parts, which still match if strip has made the file smaller. The file's header, which strip changes, and all notes
 * count as zeros. The seal is in the file itself, because plug-ins are copied and linked individually.
 *
 * A seal protects against damage, and owner.h against forgery. Users' plug-ins have no seal: gpubench.mk reserves room
 * for one, filled with zeros. */
#pragma once

#include <stdbool.h>

#include "base/error.h"

#define GB_SEAL_NOTE "gpubench"
enum { GB_SEAL_TYPE = 1 };

/* For a file that gb_object_check() has accepted. GB_FAILED: the file has a seal but is not the one that was built. */
int gb_seal_check(const char *path, bool *has_seal, struct gb_error *error);

/* Only the build calls this. */
int gb_seal_write(const char *path, struct gb_error *error);
