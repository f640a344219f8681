/* Files of which owners may contain code. */
#include "base/owner.h"

#include <grp.h>
#include <pwd.h>

#include "support.h"

/* IDs that no system has assigned. */
enum { ROOT = 0, ME = 1999999901, SITE, OTHER, TEAM, STRANGERS };

/* The program belongs to SITE, below a folder to which TEAM can write. */
static struct gb_trusted trusted(void)
{
	struct gb_trusted t = { .user = { ROOT, ME }, .users = 2 };

	gb_owner_trust(&t, &(struct stat){ .st_uid = SITE, .st_gid = STRANGERS, .st_mode = S_IFREG | 0755 });
	gb_owner_trust(&t, &(struct stat){ .st_uid = ROOT, .st_gid = TEAM, .st_mode = S_IFDIR | 02775 });
	gb_owner_trust(&t, &(struct stat){ .st_uid = ROOT, .st_gid = STRANGERS, .st_mode = S_IFDIR | S_ISVTX | 0775 });
	return t;
}

/* NULL: it is taken. */
static const char *refused(uid_t user, gid_t group, mode_t mode, bool on_the_way)
{
	const struct gb_trusted t = trusted();
	const struct stat is = { .st_uid = user, .st_gid = group, .st_mode = mode };

	gb_error_clear(&error);
	return gb_owner_check(&t, &is, on_the_way, "/a/path", &error) == GB_OK ? NULL : error.text;
}

TEST(owners)
{
	assert_null(refused(ROOT, STRANGERS, S_IFREG | 0755, false));
	assert_null(refused(ME, STRANGERS, S_IFREG | 0644, false));
	assert_null(refused(SITE, STRANGERS, S_IFDIR | 0755, false));
	assert_says(refused(OTHER, STRANGERS, S_IFREG | 0600, false),
		    "/a/path belongs to user 1999999903, not to root, you or the owner of gpubench (--allow-foreign");
	assert_says(refused(OTHER, STRANGERS, S_IFDIR | 0755, true), "/a/path belongs to");
	assert_says(refused(OTHER, TEAM, S_IFREG | 0755, false), "/a/path belongs to");
}

TEST(those_who_can_write)
{
	assert_says(refused(ME, ME, S_IFREG | 0646, false), "anyone can write to /a/path (--allow-foreign");
	assert_says(refused(ROOT, ROOT, S_IFDIR | 0777, true), "anyone can write to");
	assert_null(refused(ME, TEAM, S_IFREG | 0664, false));
	assert_says(refused(ME, STRANGERS, S_IFREG | 0664, false), "the group 1999999905 can write to /a/path");
	assert_says(refused(ME, STRANGERS, S_IFDIR | 0775, true), "the group 1999999905 can write to");
}

/* If every user has a group, files of users are writable by that group. */
TEST(a_group_of_its_own)
{
	const struct passwd *me = getpwuid(geteuid());
	const struct group *mine = me != NULL ? getgrgid(me->pw_gid) : NULL;

	if (me == NULL || mine == NULL || strcmp(mine->gr_name, me->pw_name) != 0 || mine->gr_mem[0] != NULL) {
		skip();
		return;
	}
	struct gb_trusted t = { .user = { geteuid() }, .users = 1 };
	const struct stat is = { .st_uid = geteuid(), .st_gid = me->pw_gid, .st_mode = S_IFREG | 0664 };
	assert_ok(gb_owner_check(&t, &is, false, "/a/path", &error), error);
	t.user[t.users++] = OTHER;
	const struct stat others = { .st_uid = OTHER, .st_gid = me->pw_gid, .st_mode = S_IFREG | 0664 };
	assert_int_equal(gb_owner_check(&t, &others, false, "/a/path", &error), GB_FAILED);
}

/* In a sticky folder nobody can remove files of others, but anybody may add files. */
TEST(sticky_folders)
{
	assert_null(refused(ROOT, ROOT, S_IFDIR | S_ISVTX | 0777, true));
	assert_null(refused(ROOT, STRANGERS, S_IFDIR | S_ISVTX | 0775, true));
	assert_says(refused(ROOT, ROOT, S_IFDIR | S_ISVTX | 0777, false), "anyone can write to");
	assert_says(refused(OTHER, OTHER, S_IFDIR | S_ISVTX | 0777, true), "belongs to");
}

/* ---- paths ------------------------------------------------------------------------------------------------------- */

static char folder[64];

static int make_folder(void)
{
	snprintf(folder, sizeof folder, "/tmp/gpubench-owner-XXXXXX");
	return mkdtemp(folder) != NULL ? 0 : -1;
}

static const char *in_folder(const char *name)
{
	static char path[2][512];
	static int last;

	last = !last;
	snprintf(path[last], sizeof path[last], "%s/%s", folder, name);
	return path[last];
}

static int remove_folder(void)
{
	unlink(in_folder("open/file"));
	unlink(in_folder("link"));
	rmdir(in_folder("open"));
	return rmdir(folder);
}

static void make_file(const char *path, mode_t mode)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fclose(file);
	assert_int_equal(chmod(path, mode), 0);
}

static void expect_path(const char *path, const char *leads_to)
{
	FREED_BY(free_text) char *real = gb_owner_path(path, NULL, &error), *expected = realpath(leads_to, NULL);

	if (real == NULL)
		fail_msg("%s: %s", path, error.text);
	assert_string_equal(real, expected);
}

static void expect_refused(const char *path, const char *says)
{
	gb_error_clear(&error);
	bool absent = true;

	assert_null(gb_owner_path(path, &absent, &error));
	assert_false(absent);
	assert_says(error.text, says);
}

/* A link into a folder that all can write to counts like its target; so does the folder, even if the file is fine. */
TEST(links_are_judged_by_what_they_lead_to)
{
	assert_int_equal(mkdir(in_folder("open"), 0755), 0);
	make_file(in_folder("open/file"), 0644);
	assert_int_equal(symlink("open/file", in_folder("link")), 0);
	expect_path(in_folder("link"), in_folder("open/file"));
	expect_path(folder, folder);
	assert_int_equal(chmod(in_folder("open"), 0777), 0);
	expect_refused(in_folder("link"), "/open (--allow-foreign");
	expect_refused(in_folder("open"), "anyone can write to");
	assert_int_equal(chmod(in_folder("open"), 01777), 0);
	expect_path(in_folder("link"), in_folder("open/file"));
	assert_int_equal(chmod(in_folder("open/file"), 0666), 0);
	expect_refused(in_folder("link"), "/open/file (--allow-foreign");
}

TEST(what_is_not_there)
{
	bool absent = false;

	assert_null(gb_owner_path(in_folder("absent"), &absent, &error));
	assert_true(absent);
	assert_says(error.text, "No such file");
	expect_path("/", "/");
	expect_path("/dev/null", "/dev/null");
}

TEST(any_will_do_when_asked_for)
{
	expect_refused(in_folder("link"), "can write to");
	gb_owner_allow_any();
	expect_path(in_folder("link"), in_folder("open/file"));
}

int main(void)
{
	return run_all_tests_within(make_folder, remove_folder);
}
