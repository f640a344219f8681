#include "record/publish.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ending.h"

static bool is_special(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && !S_ISREG(st.st_mode);
}

int gb_publish_open(struct gb_publish *publish, const char *path, struct gb_error *error)
{
	*publish = (struct gb_publish){ .out = stdout, .path = path };
	if (path == NULL || strcmp(path, "-") == 0) {
		publish->path = NULL;
		return GB_OK;
	}
	if (!is_special(path) && asprintf(&publish->beside, "%s.%ld.new", path, (long)getpid()) < 0) {
		publish->beside = NULL;
		return gb_error_set(error, "out of memory");
	}
	publish->out = fopen(publish->beside != NULL ? publish->beside : path, "w");
	if (publish->out != NULL && publish->beside != NULL)
		gb_ending_note(publish->beside);
	if (publish->out != NULL)
		return GB_OK;
	gb_error_write(error, "%s: cannot be written: %s", path, strerror(errno));
	free(publish->beside);
	publish->beside = NULL;
	return GB_FAILED;
}

static int flush(struct gb_publish *publish, struct gb_error *error)
{
	const char *shown = publish->path != NULL ? publish->path : "standard output";

	errno = 0;
	const bool bad = fflush(publish->out) != 0 || ferror(publish->out);
	const int why = errno;
	if (publish->path != NULL)
		fclose(publish->out);
	return bad ? gb_error_set(error, "%s: cannot write: %s", shown, strerror(why ? why : EIO)) : GB_OK;
}

int gb_publish_close(struct gb_publish *publish, int status, struct gb_error *error)
{
	const int flushed = flush(publish, error);

	if (status == GB_OK)
		status = flushed;
	if (publish->beside != NULL && status == GB_OK && rename(publish->beside, publish->path) != 0)
		status = gb_error_set(error, "%s: cannot be replaced: %s", publish->path, strerror(errno));
	if (publish->beside != NULL && status != GB_OK)
		unlink(publish->beside);
	if (publish->beside != NULL)
		gb_ending_forget(publish->beside);
	free(publish->beside);
	*publish = (struct gb_publish){ 0 };
	return status;
}
