#include "cli/progress.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"

/* What a terminal has that does not say, and what is enough of a point. */
enum { COLUMNS_USUAL = 80, POINT_MAX = 40 };

#define WIPE "\r\033[K"

void gb_progress_start(struct gb_progress *progress, FILE *out, size_t rows)
{
	*progress = (struct gb_progress){ out, isatty(fileno(out)) == 1, gb_clock_now(), rows };
}

int gb_progress_columns(FILE *out)
{
	struct winsize size = { .ws_col = 0 };

	if (isatty(fileno(out)) != 1)
		return 0;
	if (ioctl(fileno(out), TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
		return COLUMNS_USUAL - 1;
	return size.ws_col - 1;
}

void gb_progress_begin(struct gb_progress *progress, size_t done, const char *device, const char *bench,
		       const char *point)
{
	const double elapsed = gb_clock_now() - progress->start;
	char head[160] = "", left[32] = "";

	if (!progress->shown)
		return;
	gb_text_add(head, sizeof head, "[%zu/%zu] %s: %s ", done + 1, progress->rows, device, bench);
	/* Rows take about alike; before the third nothing is known. */
	if (done >= 2)
		gb_text_add(left, sizeof left, ", %.0f s left",
			    elapsed / (double)done * (double)(progress->rows - done));
	/* The point gives way first, then the time. */
	const int width = gb_progress_columns(progress->out);
	int room = width - (int)strlen(head) - (int)strlen(left);
	if (room < 0) {
		left[0] = '\0';
		room = width - (int)strlen(head);
	}
	room = room < 0 ? 0 : room > POINT_MAX ? POINT_MAX : room;
	fprintf(progress->out, WIPE "%.*s%.*s%s", width, head, room, point, left);
	fflush(progress->out);
}

void gb_progress_clear(struct gb_progress *progress)
{
	if (progress->shown)
		fputs(WIPE, progress->out);
	fflush(progress->out);
}
