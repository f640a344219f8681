/* seal.h: what the build notes in a plug-in, so that a copy that was damaged is known before anything of it is run.
 *
 * A note of the name "gpubench" (readelf -n) has the file's size and two checksums: of the whole file, and of what is
 * loaded alone. Where strip has made the file smaller the second still holds. The file's header, which strip changes,
 * and all notes count as zeros. It is a note and no file next to the plug-in, for a plug-in is copied and linked to by
 * itself.
 *
 * It is against damage and not against forgery: owner.h is. A plug-in may have none, as those of users do; gpubench.mk
 * leaves room for it that is zero. */
#ifndef GB_SEAL_H
#define GB_SEAL_H

#include <stdbool.h>

#include "base/error.h"

#define GB_SEAL_NOTE "gpubench"
enum { GB_SEAL_TYPE = 1 };

/* For a file that gb_object_check() has accepted. An error: it has a seal but differs from what was built. */
int gb_seal_check(const char *path, bool *has_seal, struct gb_error *error);

/* For the build. */
int gb_seal_write(const char *path, struct gb_error *error);

#endif
