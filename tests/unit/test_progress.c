#include "cli/progress.h"

#include <fcntl.h>
#include <sys/ioctl.h>

#include "support.h"

TEST(nothing_where_nobody_looks)
{
	struct gb_progress progress;
	FREED_BY(close_stream) FILE *file = tmpfile();

	gb_progress_start(&progress, file, 10);
	gb_progress_begin(&progress, 0, 0, "dram", "op=read");
	gb_progress_clear(&progress);
	assert_int_equal(ftell(file), 0);
}

/* The output on a terminal with `columns` (0: unknown) for three rows and a clear(). */
static void shown(unsigned short columns, const char *point, char text[1024])
{
	const int master = posix_openpt(O_RDWR | O_NOCTTY);
	const struct winsize size = { .ws_row = 24, .ws_col = columns };
	struct gb_progress progress;

	if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
		skip();
	FILE *terminal = fopen(ptsname(master), "w");
	assert_non_null(terminal);
	assert_int_equal(ioctl(fileno(terminal), TIOCSWINSZ, &size), 0);
	gb_progress_start(&progress, terminal, 4);
	for (size_t done = 0; done < 3; done++)
		gb_progress_begin(&progress, done, "GPU 1", "dram", point);
	gb_progress_clear(&progress);
	fclose(terminal);
	memset(text, 0, 1024);
	for (ssize_t used = 0, more; (more = read(master, text + used, 1023 - (size_t)used)) > 0;)
		used += more;
	close(master);
}

TEST(a_line_on_a_terminal)
{
	char text[1024];

	shown(0, "op=read", text);
	assert_says(text, "[1/4] GPU 1: dram op=read");
	assert_says(text, "[3/4] GPU 1: dram op=read, 0 s left");
	assert_null(strchr(text, '\n'));
	assert_string_equal(text + strlen(text) - 4, "\r\033[K");
}

/* The point is shortened first, then the time; a last column stays free. */
TEST(no_wider_than_the_terminal)
{
	static const char point[] = "op=read,vec=16,unroll=8,block=256,grid=4096,more=1";
	char text[1024];

	shown(200, point, text);
	assert_says(text, "[3/4] GPU 1: dram op=read,vec=16,unroll=8,block=256,grid=4, 0 s left\r");
	shown(40, point, text);
	assert_says(text, "[1/4] GPU 1: dram op=read,vec=16,unroll\r");
	assert_says(text, "[3/4] GPU 1: dram op=read,vec, 0 s left\r");
	shown(25, point, text);
	assert_says(text, "[3/4] GPU 1: dram op=rea\r");
	shown(10, point, text);
	assert_says(text, "[3/4] GPU\r");
}
