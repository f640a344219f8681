#include "base/owner.h"

#include <dirent.h>
#include <errno.h>
#include <grp.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/folders.h"
#include "base/text.h"

static bool allow_any;

void gb_owner_allow_any(void)
{
	allow_any = true;
}

/* ---- trusted owners ---------------------------------------------------------------------------------------------- */

static bool has_user(const struct gb_trusted *trusted, uid_t user)
{
	for (size_t i = 0; i < trusted->users; i++)
		if (trusted->user[i] == user)
			return true;
	return false;
}

static bool has_group(const struct gb_trusted *trusted, gid_t group)
{
	for (size_t i = 0; i < trusted->groups; i++)
		if (trusted->group[i] == group)
			return true;
	return false;
}

static void trust_user(struct gb_trusted *trusted, uid_t user)
{
	if (!has_user(trusted, user) && trusted->users < GB_TRUSTED_MAX)
		trusted->user[trusted->users++] = user;
}

void gb_owner_trust(struct gb_trusted *trusted, const struct stat *is)
{
	trust_user(trusted, is->st_uid);
	if ((is->st_mode & S_IWGRP) != 0 && (is->st_mode & S_ISVTX) == 0 && !has_group(trusted, is->st_gid) &&
	    trusted->groups < GB_TRUSTED_MAX)
		trusted->group[trusted->groups++] = is->st_gid;
}

/* Cut `path` off after the next folder; the following call restores it. Returns the next position, NULL after the whole
 * path. */
static char *next_folder(char *at, char *kept)
{
	*at = *kept;
	if (*at == '\0')
		return NULL;
	at += 1 + strcspn(at + 1, "/");
	*kept = *at;
	*at = '\0';
	return at;
}

/* In a user namespace, all unknown owners look the same, and the owner of / counts as an owner above the program. */
static void trust_folders_above(struct gb_trusted *trusted, char *folder)
{
	struct stat is;
	char kept = '/';

	if (stat("/", &is) == 0)
		gb_owner_trust(trusted, &is);
	for (char *at = folder; (at = next_folder(at, &kept)) != NULL;)
		if (lstat(folder, &is) == 0)
			gb_owner_trust(trusted, &is);
}

static const struct gb_trusted *trusted_owners(void)
{
	static struct gb_trusted trusted;
	char folder[PATH_MAX];
	struct stat is;

	if (trusted.users > 0)
		return &trusted;
	trust_user(&trusted, 0);
	trust_user(&trusted, geteuid());
	if (stat("/proc/self/exe", &is) == 0)
		trust_user(&trusted, is.st_uid);
	if (gb_folders_program(folder, sizeof folder) && folder[0] == '/')
		trust_folders_above(&trusted, folder);
	return &trusted;
}

/* ---- the rule ---------------------------------------------------------------------------------------------------- */

/* A group whose only member is the owner, as many systems create for each user. */
static bool is_own_group(uid_t user, gid_t group)
{
	const struct passwd *owner = getpwuid(user);
	const struct group *of = getgrgid(group);

	if (owner == NULL || of == NULL || strcmp(owner->pw_name, of->gr_name) != 0)
		return false;
	for (char *const *member = of->gr_mem; *member != NULL; member++)
		if (strcmp(*member, owner->pw_name) != 0)
			return false;
	return true;
}

static int refuse_owner(uid_t user, const char *path, struct gb_error *error)
{
	const struct passwd *owner = getpwuid(user);
	char number[32];

	snprintf(number, sizeof number, "user %u", (unsigned int)user);
	return gb_error_set(
		error, "%.256s belongs to %.64s, not to root, you or the owner of gpubench (--%s accepts it anyway)",
		path, owner != NULL ? owner->pw_name : number, GB_OWNER_OPTION);
}

static int refuse_group(gid_t group, const char *path, struct gb_error *error)
{
	const struct group *of = getgrgid(group);
	char number[32];

	snprintf(number, sizeof number, "%u", (unsigned int)group);
	return gb_error_set(error, "the group %.64s can write to %.256s (--%s accepts it anyway)",
			    of != NULL ? of->gr_name : number, path, GB_OWNER_OPTION);
}

int gb_owner_check(const struct gb_trusted *trusted, const struct stat *is, bool on_the_way, const char *path,
		   struct gb_error *error)
{
	const bool keeps_files = on_the_way && (is->st_mode & S_ISVTX) != 0;

	if (!has_user(trusted, is->st_uid))
		return refuse_owner(is->st_uid, path, error);
	if ((is->st_mode & S_IWOTH) != 0 && !keeps_files)
		return gb_error_set(error, "anyone can write to %.256s (--%s accepts it anyway)", path,
				    GB_OWNER_OPTION);
	if ((is->st_mode & S_IWGRP) != 0 && !keeps_files && !has_group(trusted, is->st_gid) &&
	    !is_own_group(is->st_uid, is->st_gid))
		return refuse_group(is->st_gid, path, error);
	return GB_OK;
}

/* ---- a path ------------------------------------------------------------------------------------------------------ */

/* Check one folder, or the file, of a path without links. */
static int check_step(const char *path, bool on_the_way, struct gb_error *error)
{
	struct stat is;

	if (lstat(path, &is) != 0)
		return gb_error_set(error, "%.256s cannot be read: %s", path, strerror(errno));
	if (S_ISLNK(is.st_mode) || (on_the_way && !S_ISDIR(is.st_mode)))
		return gb_error_set(error, "%.256s changes", path);
	if (!S_ISDIR(is.st_mode) && !S_ISREG(is.st_mode))
		return GB_OK;
	return gb_owner_check(trusted_owners(), &is, on_the_way, path, error);
}

/* Check from the root down: nobody else can change a folder that was checked, or its contents. */
static int check_steps(char *path, struct gb_error *error)
{
	int status = check_step("/", strcmp(path, "/") != 0, error);
	char kept = '/';

	for (char *at = path; status == GB_OK && path[1] != '\0' && (at = next_folder(at, &kept)) != NULL;)
		status = check_step(path, kept != '\0', error);
	return status;
}

char *gb_owner_path(const char *path, bool *absent, struct gb_error *error)
{
	char *real = realpath(path, NULL);
	const int why = real == NULL ? errno : 0;

	if (absent != NULL)
		*absent = why == ENOENT || why == ENOTDIR;
	if (real == NULL)
		gb_error_write(error, "cannot be read: %s", strerror(why));
	if (real == NULL || allow_any || check_steps(real, error) == GB_OK)
		return real;
	free(real);
	return NULL;
}

/* ---- the files of a folder --------------------------------------------------------------------------------------- */

static int is_shown(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static int check_folder_owner(const char *folder, struct gb_error *error)
{
	char *path = gb_owner_path(folder, NULL, error);
	const int status = path != NULL ? GB_OK : GB_FAILED;

	free(path);
	return status;
}

int gb_listing(const char *folder, const char *end, gb_listed_fn *each, void *context, struct gb_error *error)
{
	struct dirent **entry;
	const int count = scandir(folder, &entry, is_shown, alphasort);
	int status = GB_OK;
	bool checked = false;

	if (count < 0)
		return errno == ENOENT || errno == ENOTDIR
			       ? GB_OK
			       : gb_error_set(error, "it cannot be read: %s", strerror(errno));
	for (int i = 0; i < count; i++) {
		char path[PATH_MAX] = "";

		if (status == GB_OK && gb_text_ends_in(entry[i]->d_name, end)) {
			status = checked ? GB_OK : check_folder_owner(folder, error);
			checked = true;
			gb_text_add(path, sizeof path, "%s/%s", folder, entry[i]->d_name);
			if (status == GB_OK)
				each(context, path);
		}
		free(entry[i]);
	}
	free(entry);
	return status;
}
