/* The rows that are kept from the file of an interrupted run. tests/cli/transcripts/resuming.t has files that are
 * refused and left unchanged. */
#include "engine/resume.h"
#include "engine/row.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <sys/wait.h>

#include "record/csv.h"
#include "base/host.h"
#include "record/publish.h"
#include "support.h"

static const char *const ops[] = { "read", "mix", NULL };
static const struct gb_axis axes[] = {
	{ .name = "op", .help = "h", .names = ops },
	{ .name = "part", .help = "h", .values = "1,11", .when = "op=mix" },
	{ .name = "block", .help = "h", .kind = GB_SEARCHED, .values = "1:8:pow2" },
	{ .name = NULL },
};
static const struct gb_variant two[] = { { .name = "ca" }, { .name = "cg" }, { .name = NULL } };
static const struct gb_bench bench = { .name = "dram", .axes = axes, .variants = two };
static const struct gb_bench *const benches[] = { &bench };

/* Tasks: ca read, ca mix 1, ca mix 11, cg read, cg mix 1, cg mix 11. */
enum { TASKS = 6, SLOTS = 12 };
static struct gb_tasks tasks;
static struct gb_found_device card[2] = { { .device.uuid = "GPU-a" }, { .device.uuid = "GPU-b" } };
static const struct gb_devices devices = { .found = card, .count = 2 };
static const struct gb_host host = { .name = "node1", .job_id = "", .rank = "" };
static struct gb_resume resume;
static char folder[64], path[96];
static FILE *file;                 /* until it is read */
static const char *roof, *version; /* roofs that rows set; version that wrote them */

static int make(void)
{
	roof = "";
	version = gb_version;
	snprintf(folder, sizeof folder, "/tmp/gpubench-resume-XXXXXX");
	if (mkdtemp(folder) == NULL)
		return -1;
	snprintf(path, sizeof path, "%s/run.csv", folder);
	return gb_tasks_make(&tasks, benches, 1, GB_FULL, NULL, 0, &error);
}

static int drop(const char *name, const struct stat *st, int type, struct FTW *at)
{
	return remove(name);
}

static int undo(void)
{
	gb_resume_free(&resume);
	gb_tasks_free(&tasks);
	return nftw(folder, drop, 4, FTW_DEPTH | FTW_PHYS);
}

/* ---- the file ---------------------------------------------------------------------------------------------------- */

static void begin_file(void)
{
	file = fopen(path, "w");
	assert_non_null(file);
	assert_ok(gb_csv_write_header(file, &error), error);
}

static void end_file(void)
{
	assert_int_equal(fclose(file), 0);
	file = NULL;
}

static void number(struct gb_record *record)
{
	char text[GB_POINT_TEXT];

	for (size_t i = 0; i < tasks.count; i++) {
		gb_point_text(axes, &tasks.task[i].point, -1, text, sizeof text);
		if (strcmp(tasks.task[i].variant->name, record->variant) == 0 &&
		    strncmp(record->point, text, strlen(text)) == 0)
			gb_row_number(record, &tasks.task[i], false);
	}
}

static void put(const char *uuid, const char *variant, const char *point, const char *status)
{
	struct gb_record record = gb_record_empty();

	record.gpu_uuid = uuid;
	record.gpu_name = "Some GPU";
	record.benchmark = "dram";
	record.variant = variant;
	record.point = point;
	record.status = gb_row_status_read(status);
	record.roof = roof;
	record.unit = "B/s";
	record.value = 2.5;
	record.version = version;
	record.mode = "full";
	record.reason = "with \"quotes\", and a comma";
	number(&record);
	assert_ok(gb_csv_write_row(file, &record, &error), error);
}

static char *text_of_file(void)
{
	FREED_BY(close_stream) FILE *in = fopen(path, "r");

	assert_non_null(in);
	fseek(in, 0, SEEK_END);
	return contents(in);
}

static struct gb_rows kept_rows;

static int read_it(void)
{
	if (file != NULL)
		end_file();
	gb_resume_free(&resume);
	return gb_resume_read(&resume, path, &host, "full", &devices, &tasks, &kept_rows, &error);
}

static void expect_done(const char *expected)
{
	char found[SLOTS + 1] = "";

	for (size_t i = 0; i < SLOTS; i++)
		found[i] = resume.done[i] ? 'x' : '-';
	assert_string_equal(found, expected);
}

static void expect_no_leftovers(void)
{
	DIR *files = opendir(folder);
	const struct dirent *entry;

	assert_non_null(files);
	while ((entry = readdir(files)) != NULL)
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			assert_string_equal(entry->d_name, "run.csv");
	closedir(files);
}

/* ---- kept -------------------------------------------------------------------------------------------------------- */

TEST_WITH(whole_rows_are_kept_in_their_order, make, undo)
{
	begin_file();
	put("GPU-b", "cg", "op=mix,part=11,block=4", "ok");
	put("GPU-a", "ca", "op=read,block=8", "suspect");
	put("GPU-a", "ca", "op=mix,part=11", "skipped");
	end_file();
	char *before = text_of_file();
	assert_ok(read_it(), error);
	assert_int_equal(resume.kept, 3);
	assert_int_equal(resume.dropped, 0);
	expect_done("x-x--------x");
	char *after = text_of_file();
	assert_string_equal(after, before);
	free(before);
	free(after);
	expect_no_leftovers();
}

/* A row of another plan that this plan also has, or of a version that did not number points. */
TEST_WITH(kept_rows_have_the_numbers_of_this_plan, make, undo)
{
	struct gb_record record = gb_record_empty();
	begin_file();
	record.gpu_uuid = "GPU-a";
	record.benchmark = "dram";
	record.variant = "cg";
	record.point = "op=read,block=8";
	record.status = GB_ROW_OK;
	record.point_number = 1;
	record.points = 2;
	assert_ok(gb_csv_write_row(file, &record, &error), error);
	assert_ok(read_it(), error);
	FREED_BY(free_text) char *text = text_of_file();
	assert_says(text, ",4,6,");
}

TEST_WITH(rows_of_another_version_are_told, make, undo)
{
	begin_file();
	put("GPU-a", "ca", "op=read,block=8", "ok");
	assert_ok(read_it(), error);
	assert_string_equal(resume.differs, "");
	begin_file();
	version = "0.0.1";
	put("GPU-a", "ca", "op=read,block=8", "ok");
	assert_ok(read_it(), error);
	assert_says(resume.differs, "rows of version 0.0.1, mode full, are kept; this run is version ");
}

/* A further row of the last point may be torn: for `launch`, whose descriptor names no metric, as for any benchmark. */
TEST_WITH(a_torn_last_row_is_measured_anew, make, undo)
{
	begin_file();
	put("GPU-a", "ca", "op=read,block=8", "ok");
	const long whole = ftell(file);
	put("GPU-a", "ca", "op=mix,part=1,block=8", "ok");
	const long last = ftell(file);
	put("GPU-a", "ca", "op=mix,part=2,block=8", "ok");
	end_file();
	FREED_BY(free_text) char *text = text_of_file();
	const long size = (long)strlen(text) - 2; /* without its CR LF */
	for (long cut = last + 1; cut <= size; cut++) {
		file = fopen(path, "w");
		assert_non_null(file);
		assert_int_equal(fwrite(text, 1, (size_t)cut, file), (size_t)cut);
		assert_ok(read_it(), error);
		assert_int_equal(resume.kept, 1);
		assert_int_equal(resume.dropped, 2);
		expect_done("x-----------");
		char *after = text_of_file();
		assert_int_equal(strlen(after), whole); /* what is appended begins a line */
		assert_memory_equal(after, text, (size_t)whole);
		free(after);
	}
}

TEST_WITH(a_link_and_permissions_stay, make, undo)
{
	char target[128];
	struct stat st;

	snprintf(target, sizeof target, "%s/target.csv", folder);
	assert_int_equal(symlink("target.csv", path), 0);
	begin_file();
	put("GPU-a", "ca", "op=read,block=8", "failed");
	assert_int_equal(chmod(target, 0640), 0);
	assert_ok(read_it(), error);
	assert_int_equal(lstat(path, &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	assert_int_equal(lstat(target, &st), 0);
	assert_int_equal(st.st_mode, S_IFREG | 0640);
	FREED_BY(free_text) char *text = text_of_file();
	assert_null(strstr(text, "failed"));
}

/* ---- locked ------------------------------------------------------------------------------------------------------ */

TEST_WITH(one_that_another_run_resumes, make, undo)
{
	begin_file();
	int status;

	put("GPU-a", "ca", "op=read,block=8", "ok");
	assert_ok(read_it(), error); /* and keeps it */
	const pid_t other = fork();
	if (other == 0)
		_exit(gb_lock_open(path, O_WRONLY) >= 0);
	assert_int_equal(waitpid(other, &status, 0), other);
	assert_int_equal(status, 0);
}

/* A run that was killed at its beginning. */
TEST_WITH(a_header_that_is_torn, make, undo)
{
	begin_file();
	end_file();
	FREED_BY(free_text) char *header = text_of_file();
	const size_t size = strlen(header);
	for (size_t cut = 0; cut < size; cut += cut + 40 < size ? 37 : 1) {
		file = fopen(path, "w");
		assert_non_null(file);
		assert_int_equal(fwrite(header, 1, cut, file), cut);
		assert_ok(read_it(), error);
		assert_int_equal(resume.kept, 0);
		expect_done("------------");
		char *after = text_of_file();
		assert_string_equal(after, header);
		free(after);
	}
}
