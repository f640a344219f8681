#include "cli/progress.h"

#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "base/wrap.h"

/* Enough of a point's name. */
enum { POINT_MAX = 40 };

#define WIPE "\r\033[K"

void gb_progress_start(struct gb_progress *progress, FILE *out, size_t rows)
{
	*progress = (struct gb_progress){ out, isatty(fileno(out)) == 1, gb_clock_now(), rows };
}

void gb_progress_begin(struct gb_progress *progress, size_t done, const char *device, const char *bench,
		       const char *point)
{
	const double elapsed = gb_clock_now() - progress->start;
	char head[160] = "", left[32] = "";

	if (!progress->shown)
		return;
	gb_text_add(head, sizeof head, "[%zu/%zu] %s: %s ", done + 1, progress->rows, device, bench);
	/* Rows take similar times; before the third, there is no estimate. */
	if (done >= 2)
		gb_text_add(left, sizeof left, ", %.0f s left",
			    elapsed / (double)done * (double)(progress->rows - done));
	/* The point is shortened first, then the time. */
	const int width = gb_wrap_window(progress->out);
	int room = width - (int)strlen(head) - (int)strlen(left);
	if (room < 0) {
		left[0] = '\0';
		room = width - (int)strlen(head);
	}
	room = room < 0 ? 0 : room > POINT_MAX ? POINT_MAX : room;
	fprintf(progress->out, WIPE "%.*s%.*s%s", width, head, room, point, left);
	fflush(progress->out);
}

void gb_progress_say(struct gb_progress *progress, const char *text)
{
	if (!progress->shown)
		return;
	fprintf(progress->out, WIPE "%.*s", gb_wrap_window(progress->out), text);
	fflush(progress->out);
}

void gb_progress_clear(struct gb_progress *progress)
{
	if (progress->shown)
		fputs(WIPE, progress->out);
	fflush(progress->out);
}
