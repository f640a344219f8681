#include "cli/progress.h"

#include <fcntl.h>

#include "support.h"

static void nothing_where_nobody_looks(void **state)
{
	struct gb_progress progress;
	FILE *file = tmpfile();

	(void)state;
	gb_progress_start(&progress, file, 10);
	gb_progress_begin(&progress, 0, 0, "dram", "op=read");
	gb_progress_clear(&progress);
	assert_int_equal(ftell(file), 0);
	fclose(file);
}

static void a_line_on_a_terminal(void **state)
{
	const int master = posix_openpt(O_RDWR | O_NOCTTY);
	struct gb_progress progress;
	char text[1024] = "";

	(void)state;
	if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
		skip();
	FILE *terminal = fopen(ptsname(master), "w");
	assert_non_null(terminal);
	gb_progress_start(&progress, terminal, 4);
	for (size_t done = 0; done < 3; done++)
		gb_progress_begin(&progress, done, "GPU 1", "dram", "op=read");
	gb_progress_clear(&progress);
	fclose(terminal);
	for (ssize_t used = 0, more; (more = read(master, text + used, sizeof text - 1 - (size_t)used)) > 0;)
		used += more;
	assert_says(text, "[1/4] GPU 1: dram op=read");
	assert_says(text, "[3/4] GPU 1: dram op=read, 0 s left");
	assert_null(strchr(text, '\n'));
	/* The line is wiped at the end. */
	assert_string_equal(text + strlen(text) - 4, "\r\033[K");
	close(master);
}

int main(void)
{
	RUN(T(nothing_where_nobody_looks), T(a_line_on_a_terminal));
}
