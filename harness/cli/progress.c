#include "cli/progress.h"

#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"

#define WIPE "\r\033[K"

void gb_progress_start(struct gb_progress *progress, FILE *out, size_t rows)
{
	*progress = (struct gb_progress){ out, isatty(fileno(out)) == 1, gb_clock_now(), rows };
}

void gb_progress_begin(struct gb_progress *progress, size_t done, const char *device, const char *bench,
		       const char *point)
{
	const double elapsed = gb_clock_now() - progress->start;
	char left[32] = "";

	/* Rows take about alike; before the third nothing is known. */
	if (done >= 2)
		gb_text_add(left, sizeof left, ", %.0f s left",
			    elapsed / (double)done * (double)(progress->rows - done));
	if (!progress->shown)
		return;
	fprintf(progress->out, WIPE "[%zu/%zu] %s: %s %.40s%s", done + 1, progress->rows, device, bench, point, left);
	fflush(progress->out);
}

void gb_progress_clear(struct gb_progress *progress)
{
	if (progress->shown)
		fputs(WIPE, progress->out);
	fflush(progress->out);
}
