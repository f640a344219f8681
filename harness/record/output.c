#include "record/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/folders.h"
#include "base/heap.h"
#include "base/text.h"
#include "record/csv.h"
#include "record/json.h"
#include "record/publish.h"

enum { ROWS_TEXT = 256 * 1024 }; /* more than the rows of any task */

const char gb_output_none[] = "";

struct gb_output_file {
	FILE *stream;
	char path[GB_PATH_TEXT];
	bool json, broken;
	bool plain; /* a regular file with a name, not a pipe, a device, or standard output */
	off_t size; /* after the last write */
	size_t rows;
};

void gb_output_init(struct gb_output *output, const char *csv_pattern, const char *json_pattern,
		    const struct gb_host *host, bool append)
{
	*output = (struct gb_output){
		.csv_pattern = csv_pattern, .json_pattern = json_pattern, .host = host, .append = append
	};
}

/* The path that a pattern stands for; "": standard output. */
static int expand_pattern(const struct gb_output *output, const char *pattern, const char *uuid,
			  char path[GB_PATH_TEXT], struct gb_error *error)
{
	path[0] = '\0';
	return strcmp(pattern, "-") == 0 ? GB_OK : gb_pattern_fill(pattern, output->host, uuid, path, error);
}

static const char *shown_name(const struct gb_output_file *file)
{
	return file->path[0] != '\0' ? file->path : "standard output";
}

static struct gb_output_file *find_file(const struct gb_output *output, const char *path, bool json)
{
	for (size_t i = 0; i < output->count; i++)
		if (output->file[i].json == json && strcmp(output->file[i].path, path) == 0)
			return &output->file[i];
	return NULL;
}

/* True if the stream's file was opened before, under any name. */
static bool is_opened_before(const struct gb_output *output, FILE *stream)
{
	struct stat mine, other;

	if (fstat(fileno(stream), &mine) != 0 || !S_ISREG(mine.st_mode))
		return false;
	for (size_t i = 0; i < output->count; i++)
		if (fstat(fileno(output->file[i].stream), &other) == 0 && gb_folders_is_same(&mine, &other))
			return true;
	return false;
}

static bool has_rows(int fd)
{
	char bytes[4096];
	const ssize_t got = pread(fd, bytes, sizeof bytes, 0);
	const char *end = got > 0 ? memchr(bytes, '\n', (size_t)got) : NULL;

	return got == (ssize_t)sizeof bytes || (end != NULL && end + 1 < bytes + got) || (end == NULL && got > 0) ||
	       (got > 0 && bytes[0] == '{');
}

/* The old results are kept under another name and the file is emptied at once, so that a failed run cannot be mistaken
 * for the previous one. */
static int empty_file(int fd, const char *path)
{
	struct stat st;

	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
		return 0;
	return has_rows(fd) && gb_publish_keep_old(fd, path) != 0 ? -1 : ftruncate(fd, 0);
}

/* Old contents are removed only when no other run can be writing them. */
static FILE *open_path(const char *path, bool append)
{
	struct stat st;
	/* A pipe is not opened for reading too, or the program would never notice that its reader has gone. */
	const bool plain = stat(path, &st) != 0 || S_ISREG(st.st_mode);
	/* Always append: otherwise, if another program truncated the file, the next row would follow a hole. */
	const int flags = plain || append ? O_APPEND : 0;
	int fd = gb_lock_open(path, flags | (plain ? O_RDWR : O_WRONLY));

	if (fd < 0 && plain && errno == EACCES)
		fd = gb_lock_open(path, O_WRONLY | O_APPEND); /* a file without read permission is not kept */
	if (fd < 0)
		return NULL;
	FILE *file = append || empty_file(fd, path) == 0 ? fdopen(fd, flags != 0 ? "a" : "w") : NULL;
	if (file == NULL)
		close(fd);
	return file;
}

/* ---- checking that the file is still there ----------------------------------------------------------------------- */

static int check_unchanged(const struct gb_output_file *file, struct gb_error *error)
{
	struct stat is;

	if (!file->plain || fstat(fileno(file->stream), &is) != 0 || is.st_size == file->size)
		return GB_OK;
	return gb_error_set(error, "%s: another program %s it: rows are lost", file->path,
			    is.st_size < file->size ? "truncated" : "wrote to");
}

/* The process that has a removed file open can still read all rows, and writes them again under the same name. */
static int rewrite_file(struct gb_output_file *file, mode_t mode)
{
	char open_one[64];

	snprintf(open_one, sizeof open_one, "/proc/self/fd/%d", fileno(file->stream));
	const int from = open(open_one, O_RDONLY | O_CLOEXEC);
	const int to = from < 0 ? -1 : open(file->path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, mode & 0777);
	FILE *stream = to >= 0 && gb_publish_copy(from, to) == 0 && gb_lock_take(to) ? fdopen(to, "a") : NULL;
	const int why = errno;
	if (from >= 0)
		close(from);
	if (stream == NULL) {
		if (to >= 0)
			close(to);
		errno = why;
		return -1;
	}
	fclose(file->stream);
	file->stream = stream;
	setvbuf(stream, NULL, _IOFBF, ROWS_TEXT);
	return 0;
}

/* Rows in an unreachable file are lost, and a run that continued would lose more. */
static int check_still_there(struct gb_output *output, struct gb_output_file *file, struct gb_error *error)
{
	struct stat mine, there;

	if (!file->plain)
		return GB_OK;
	if (fstat(fileno(file->stream), &mine) != 0)
		return gb_error_set(error, "%s: %s", file->path, strerror(errno));
	if (mine.st_size < file->size)
		return gb_error_set(error, "%s: another program truncated it: rows are lost", file->path);
	file->size = mine.st_size;
	if (stat(file->path, &there) == 0)
		return gb_folders_is_same(&mine, &there)
			       ? GB_OK
			       : gb_error_set(error, "%s: another file has taken its place: the rows are lost",
					      file->path);
	if (errno != ENOENT || rewrite_file(file, mine.st_mode) != 0)
		return gb_error_set(error, "%s: was removed, and cannot be written again: %s", file->path,
				    strerror(errno));
	output->again++;
	return GB_OK;
}

/* ---- open, write, close ------------------------------------------------------------------------------------------ */

static int open_file(struct gb_output *output, const char *path, bool json, struct gb_error *error)
{
	struct stat st;

	output->file = gb_heap_resize(output->file, output->count + 1, sizeof *output->file);
	struct gb_output_file *file = &output->file[output->count];
	*file = (struct gb_output_file){ .json = json, .stream = stdout };
	gb_text_copy(file->path, sizeof file->path, path);
	if (path[0] != '\0')
		file->stream = open_path(path, output->append);
	else
		gb_lock_take(STDOUT_FILENO); /* standard output may be a file that others use */
	if (file->stream == NULL)
		return gb_error_set(error, "%s: cannot be written: %s", path,
				    errno == EBUSY ? "another run writes it" : strerror(errno));
	if (is_opened_before(output, file->stream)) {
		fclose(file->stream);
		return gb_error_set(error, "%s: CSV and JSON, or two GPUs, would go to the same file", path);
	}
	output->count++;
	/* The rows of a task are written in one piece, so that an interrupted run has all of them or none. */
	setvbuf(file->stream, NULL, _IOFBF, ROWS_TEXT);
	int status = json || output->append ? GB_OK : gb_csv_write_header(file->stream, error);
	file->plain = path[0] != '\0' && fstat(fileno(file->stream), &st) == 0 && S_ISREG(st.st_mode);
	file->size = file->plain ? st.st_size : 0;
	file->broken = output->lost = status != GB_OK;
	return status == GB_OK ? status : gb_error_prefix(error, "%s", shown_name(file));
}

static int open_pattern(struct gb_output *output, const char *pattern, bool json, const char *uuid,
			struct gb_error *error)
{
	char path[GB_PATH_TEXT] = "";

	if (pattern == gb_output_none)
		return GB_OK;
	if (pattern != NULL && expand_pattern(output, pattern, uuid, path, error) != GB_OK)
		return GB_FAILED;
	return find_file(output, path, json) != NULL ? GB_OK : open_file(output, path, json, error);
}

int gb_output_open(struct gb_output *output, const char *uuid, struct gb_error *error)
{
	int status = open_pattern(output, output->csv_pattern, false, uuid, error);

	if (status == GB_OK && output->json_pattern != NULL)
		status = open_pattern(output, output->json_pattern, true, uuid, error);
	return status;
}

static int write_json(struct gb_output_file *file, const struct gb_record *records, size_t count,
		      const struct gb_measurement *measurement, struct gb_error *error)
{
	int status = GB_OK;

	for (size_t i = 0; i < count && status == GB_OK; i++)
		status = gb_json_row(file->stream, &records[i], i == 0 ? measurement : NULL, error);
	return status;
}

static int write_rows(struct gb_output *output, struct gb_output_file *file, const struct gb_record *records,
		      size_t count, const struct gb_measurement *measurement, struct gb_error *error)
{
	int status = check_unchanged(file, error);

	if (status == GB_OK)
		status = file->json ? write_json(file, records, count, measurement, error)
				    : gb_csv_write_rows(file->stream, records, count, error);
	if (status == GB_OK)
		status = check_still_there(output, file, error);
	if (status != GB_OK) {
		file->broken = true;
		return gb_error_prefix(error, "%s, after %zu complete rows", shown_name(file), file->rows);
	}
	file->rows += count;
	return GB_OK;
}

int gb_output_rows(struct gb_output *output, const struct gb_record *records, size_t count,
		   const struct gb_measurement *measurement, struct gb_error *error)
{
	const char *const patterns[] = { output->csv_pattern, output->json_pattern };
	char path[GB_PATH_TEXT];

	for (int json = 0; json < 2; json++) {
		if ((json && patterns[json] == NULL) || patterns[json] == gb_output_none)
			continue;
		path[0] = '\0';
		if (patterns[json] != NULL &&
		    expand_pattern(output, patterns[json], records->gpu_uuid, path, error) != GB_OK)
			return GB_FAILED;
		struct gb_output_file *file = find_file(output, path, json);
		if (file == NULL)
			return gb_error_set(error, "%s: rows of a GPU that this run does not write there", path);
		GB_TRY(write_rows(output, file, records, count, measurement, error));
	}
	output->rows += count;
	return GB_OK;
}

int gb_output_close(struct gb_output *output, struct gb_error *error)
{
	int status = GB_OK;

	for (size_t i = 0; i < output->count; i++) {
		struct gb_output_file *file = &output->file[i];
		if (!file->broken &&
		    (check_unchanged(file, error) != GB_OK || check_still_there(output, file, error) != GB_OK))
			file->broken = true;
		errno = 0;
		if (fclose(file->stream) != 0 && !file->broken) {
			gb_error_write(error, "%s: cannot write: %s", shown_name(file), strerror(errno ? errno : EIO));
			file->broken = true;
		}
		if (file->broken)
			status = GB_FAILED;
	}
	free(output->file);
	output->file = NULL;
	output->count = 0;
	return status;
}

/* ---- the name of a result file ----------------------------------------------------------------------------------- */

/* The value of a letter, and a description of the letter in `*what`; NULL: unknown. */
static const char *letter_value(char letter, const struct gb_host *host, const char *uuid, const char **what)
{
	switch (letter) {
	case 'h':
		*what = "the host's name";
		return host->name;
	case 'u':
		*what = "the GPU's UUID";
		return uuid;
	case 'j':
		*what = "the batch job";
		return host->job_id;
	case 't':
		*what = "the task's rank in the job";
		return host->rank;
	default:
		return NULL;
	}
}

static void add_path_part(char path[GB_PATH_TEXT], const char *text)
{
	for (const char *at = text; *at != '\0'; at++) {
		const unsigned char c = (unsigned char)*at;
		const bool leads_away = c == '/' || c < ' ' || c == 0x7f || (c == '.' && at == text);
		gb_text_add(path, GB_PATH_TEXT, "%c", leads_away ? '_' : *at);
	}
}

int gb_pattern_fill(const char *pattern, const struct gb_host *host, const char *uuid, char path[GB_PATH_TEXT],
		    struct gb_error *error)
{
	path[0] = '\0';
	for (const char *at = pattern; *at != '\0'; at++) {
		if (*at != '%' || *++at == '%') {
			gb_text_add(path, GB_PATH_TEXT, "%c", *at);
			continue;
		}
		const char *what = "", *text = letter_value(*at, host, uuid, &what);
		if (text == NULL)
			return gb_error_set(error, "'%s': %%%c is not known; %s", pattern, *at ? *at : ' ',
					    GB_PATTERN_LETTERS);
		if (text[0] == '\0')
			return gb_error_set(error, "'%s': %%%c is %s, which is not known here", pattern, *at, what);
		add_path_part(path, text);
	}
	if (strlen(path) == GB_PATH_TEXT - 1) /* a truncated name could be that of another file */
		return gb_error_set(error, "'%.80s...': the name is too long", pattern);
	return GB_OK;
}
