#include "record/output.h"

#include <fcntl.h>
#include <ftw.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/cleanup.h"
#include "base/folders.h"
#include "record/publish.h"
#include "support.h"

static const struct gb_host node1 = { .name = "node1", .job_id = "", .rank = "" };
static char folder[] = "/tmp/gpubench-output-XXXXXX";

static int make_folder(void)
{
	return mkdtemp(folder) == NULL;
}

static int drop(const char *path, const struct stat *st, int type, struct FTW *at)
{
	return remove(path);
}

static int drop_folder(void)
{
	return nftw(folder, drop, 4, FTW_DEPTH | FTW_PHYS);
}

static const char *in_folder(const char *name)
{
	static char path[4][256];
	static size_t turn;

	turn = (turn + 1) % 4;
	snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
	return path[turn];
}

static size_t lines_of(const char *name)
{
	FREED_BY(close_stream) FILE *file = fopen(in_folder(name), "r");
	size_t lines = 0;

	if (file == NULL)
		fail_msg("%s is not there", name);
	for (int c; (c = fgetc(file)) != EOF;)
		lines += c == '\n';
	return lines;
}

static struct gb_record record_of(const char *uuid)
{
	struct gb_record record = gb_record_empty();

	record.gpu_uuid = uuid;
	return record;
}

static void refuse(const char *pattern, const char *says)
{
	struct gb_error ignored = { "" };
	struct gb_output output;

	gb_error_clear(&error);
	gb_output_init(&output, pattern, NULL, &node1, false);
	assert_fails(gb_output_open(&output, "GPU-a", &error), says);
	gb_output_close(&output, &ignored);
}

/* If cut, it would be the name of another file. */
TEST(a_name_that_is_too_long)
{
	char name[8192] = "", slashes[6000];

	memset(slashes, '/', sizeof slashes);
	snprintf(name, sizeof name, "%s%.*sx.csv", folder, (int)sizeof slashes, slashes);
	refuse(name, "the name is too long");
}

/* ---- files that others touch ------------------------------------------------------------------------------------- */

static struct gb_output touched;
static struct gb_error why;

static const char *begin_file(const char *name)
{
	const struct gb_record a = record_of("GPU-a");

	gb_error_clear(&why);
	gb_output_init(&touched, in_folder(name), NULL, &node1, false);
	assert_ok(gb_output_open(&touched, "GPU-a", &why), why);
	for (int i = 0; i < 2; i++)
		assert_ok(gb_output_rows(&touched, &a, 1, NULL, &why), why);
	return touched.csv_pattern;
}

static int one_more(void)
{
	const struct gb_record a = record_of("GPU-a");

	return gb_output_rows(&touched, &a, 1, NULL, &why);
}

TEST(a_file_that_is_removed)
{
	const char *path = begin_file("removed.csv");

	assert_int_equal(chmod(path, 0640), 0);
	assert_int_equal(unlink(path), 0);
	assert_ok(one_more(), why);
	assert_int_equal(touched.again, 1);
	assert_int_equal(lines_of("removed.csv"), 4);
	assert_int_equal(unlink(path), 0); /* also after the last row */
	assert_ok(gb_output_close(&touched, &why), why);
	assert_int_equal(lines_of("removed.csv"), 4);
}

TEST(a_folder_that_is_removed)
{
	char inner[256];

	snprintf(inner, sizeof inner, "%s", in_folder("inner"));
	assert_int_equal(mkdir(inner, 0700), 0);
	assert_int_equal(unlink(begin_file("inner/file.csv")), 0);
	assert_int_equal(rmdir(inner), 0);
	assert_int_equal(one_more(), GB_FAILED);
	assert_says(why.text, "was removed, and cannot be written again: No such file");
	assert_int_equal(gb_output_close(&touched, &why), GB_FAILED);
}

TEST(a_signal_leaves_no_temporary_file)
{
	struct gb_scratch_folder scratch = { "" };
	struct gb_publish publish;
	int status;

	assert_int_equal(mkdir(in_folder("half"), 0700), 0);
	const pid_t pid = fork();
	if (pid == 0) {
		if (setenv("TMPDIR", in_folder("half"), 1) == 0 && gb_scratch_make(&scratch, &why) == GB_OK &&
		    gb_publish_open(&publish, in_folder("half/new.csv"), &why) == GB_OK && chdir(scratch.folder) == 0 &&
		    creat("0.trace", 0600) >= 0)
			gb_cleanup_now(0);
		_exit(1);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	assert_int_equal(rmdir(in_folder("half")), 0); /* nothing is in it */
}

TEST(a_file_that_is_replaced)
{
	const char *path = begin_file("replaced.csv");

	assert_int_equal(unlink(path), 0);
	FILE *other = fopen(path, "w");
	assert_non_null(other);
	assert_int_equal(fclose(other), 0);
	assert_int_equal(one_more(), GB_FAILED);
	assert_says(why.text, "another file has taken its place");
	assert_int_equal(gb_output_close(&touched, &why), GB_FAILED);
	assert_int_equal(lines_of("replaced.csv"), 0); /* it is somebody's */
}

TEST(a_file_that_is_cut_short)
{
	const char *path = begin_file("cut.csv");

	assert_int_equal(truncate(path, 0), 0);
	assert_int_equal(one_more(), GB_FAILED);
	assert_says(why.text, "another program truncated it");
	assert_int_equal(gb_output_close(&touched, &why), GB_FAILED);
	assert_int_equal(lines_of("cut.csv"), 0); /* no hole either */
}

/* As with cp, which keeps the inode of the file. */
TEST(a_file_that_another_writes)
{
	const char *path = begin_file("other.csv");
	FILE *other = fopen(path, "w");

	assert_non_null(other);
	for (int i = 0; i < 1000; i++)
		fputs("a row of others\n", other);
	assert_int_equal(fclose(other), 0);
	assert_int_equal(one_more(), GB_FAILED);
	assert_says(why.text, "another program wrote to it: rows are lost");
	assert_int_equal(gb_output_close(&touched, &why), GB_FAILED);
	assert_int_equal(lines_of("other.csv"), 1000);
}

int main(void)
{
	return run_all_tests_within(make_folder, drop_folder);
}
