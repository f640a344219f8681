/* owner.h: checks who owns files that contain code: plug-ins, models, picture descriptions and scripts, references.
 *
 * The file, its folder and each folder above must belong to root, to the user, or to somebody who could replace the
 * program itself: the owner of the program's file or of a folder above it. Nobody else may have write access. A group
 * may have it if it is the owner's own (with the owner's name and no other member), or if it could replace the program
 * because it can write to a folder above it. In a sticky folder, such as /tmp, nobody can rename files of others, so a
 * sticky folder above the file may be writable by anybody. Links are followed, and their targets are checked. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "base/error.h"

#define GB_OWNER_OPTION "allow-foreign"

enum { GB_TRUSTED_MAX = 32 };

struct gb_trusted {
	uid_t user[GB_TRUSTED_MAX];
	gid_t group[GB_TRUSTED_MAX];
	size_t users, groups;
};

void gb_owner_allow_any(void);

/* The path of a file or folder without links, which nobody else can redirect from now on: open this path. The caller
 * frees it. NULL: the error names the owner, or the reason why the file cannot be read; `*absent`, unless NULL, is true
 * if there is no such file. Other kinds of files are not checked. */
char *gb_owner_path(const char *path, bool *absent, struct gb_error *error);

/* Apply the rule to one file or folder: the target, or a folder above it (`on_the_way`). The error names `path`. */
int gb_owner_check(const struct gb_trusted *trusted, const struct stat *is, bool on_the_way, const char *path,
		   struct gb_error *error);

/* Trust the owner of this file and the group that can write to it. */
void gb_owner_trust(struct gb_trusted *trusted, const struct stat *is);

/* ---- the files of a folder --------------------------------------------------------------------------------------- */

typedef void gb_listed_fn(void *context, const char *path);

/* Call `each` with the path of every entry of `folder` whose name ends with `end`, in the order of names. Hidden
 * entries are skipped, and a missing folder counts as empty. GB_FAILED: the folder cannot be read, or others could have
 * put such entries there. */
int gb_listing(const char *folder, const char *end, gb_listed_fn *each, void *context, struct gb_error *error);
