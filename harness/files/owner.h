/* owner.h: whose the files are that bring code: plug-ins, models, pictures' descriptions and scripts, references.
 *
 * They, their folder and each folder on the way to it belong to root, the user, or somebody who could replace the
 * program itself: the owner of its file or of a folder above it. Nobody else can write to them. A group can where it is
 * the owner's own (it has the owner's name and no other member), or where it can replace the program: it can write to a
 * folder above it. In a sticky folder on the way, such as /tmp, nobody renames what is another's, so anybody may write
 * to that. Links are followed: what they lead to is judged. */
#ifndef GB_OWNER_H
#define GB_OWNER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "base/error.h"

/* The option that takes all files. */
#define GB_OWNER_OPTION "allow-foreign"

enum { GB_TRUSTED_MAX = 32 };

struct gb_trusted {
	uid_t user[GB_TRUSTED_MAX];
	gid_t group[GB_TRUSTED_MAX];
	size_t users, groups;
};

/* From now on any owner will do. */
void gb_owner_allow_any(void);

/* The path of a file or folder without links, which nobody else can make lead elsewhere from here on: whatever is
 * there is opened by it. The caller frees it. NULL: the error says whose it is, or why it cannot be read;
 * `*absent`, unless NULL, is true if there is no such file. Anything but files and folders is not judged. */
char *gb_owner_path(const char *path, bool *absent, struct gb_error *error);

/* The rule for one file or folder, which is on the way to what is wanted or that itself. `path` is for the error. */
int gb_owner_judge(const struct gb_trusted *trusted, const struct stat *is, bool on_the_way, const char *path,
		   struct gb_error *error);

/* Trust whoever owns this, and the group that can write to it. */
void gb_owner_trust(struct gb_trusted *trusted, const struct stat *is);

#endif
