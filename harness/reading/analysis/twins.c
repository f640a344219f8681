#include "analysis/twins.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

static bool texts_differ(const char *here, const char *there)
{
	return here[0] != '\0' && there[0] != '\0' && strcmp(here, there) != 0;
}

/* Clashes are ordered by name, because files may be read in any order. */
static void keep_clash(struct gb_roofs *roofs, struct gb_gpu_roofs *gpu, const char *what, const char *here,
		       const char *there)
{
	const bool turned = strcmp(here, there) > 0;
	char text[GB_ERROR_TEXT] = "";

	gb_text_add(text, sizeof text, "has rows of two %s, %s and %s: two cards have one UUID, or the card was moved",
		    what, turned ? there : here, turned ? here : there);
	gpu->clash = gb_strings_keep(&roofs->strings, text);
}

void gb_twins_note(struct gb_roofs *roofs, struct gb_gpu_roofs *gpu, const struct gb_record *record)
{
	const char *host = gb_record_text(record->host), *pci = gb_record_text(record->pci_bus_id);
	const char *device = gb_record_text(record->device), *run = gb_record_text(record->run_id);
	const bool is_same_run = strcmp(gpu->run, run) == 0;

	if (gpu->clash != NULL || gpu->peer[0] != '\0')
		return;
	if (texts_differ(gpu->host, host))
		keep_clash(roofs, gpu, "hosts", gpu->host, host);
	else if (is_same_run && texts_differ(gpu->pci, pci))
		keep_clash(roofs, gpu, "PCI addresses", gpu->pci, pci);
	else if (is_same_run && texts_differ(gpu->device, device))
		keep_clash(roofs, gpu, "numbers", gpu->device, device);
	else if (!is_same_run)
		gpu->run = gb_strings_keep(&roofs->strings, run);
}

static double seconds_of(int64_t time)
{
	return time != GB_NO_TIME ? 1e-3 * (double)time : (double)NAN;
}

static struct gb_seat seat_of(const struct gb_run_rows *run)
{
	return (struct gb_seat){ run->host, run->pci, run->run, seconds_of(run->begun), seconds_of(run->ended) };
}

static bool are_twins(const struct gb_run_rows *a, const struct gb_run_rows *b)
{
	const struct gb_seat here = seat_of(a), there = seat_of(b);

	return gb_seats_are_of_two(&here, &there);
}

/* `run`: the runs of one GPU, which usually have the same location. */
static bool tell_twins(const struct gb_run_rows *run, size_t count, gb_runs_tell_fn *tell)
{
	char text[GB_ERROR_TEXT];
	size_t other = 1;

	while (other < count && run[other].host == run->host && run[other].pci == run->pci)
		other++;
	for (size_t i = 0; other < count && i < count; i++)
		for (size_t j = i + 1; j < count; j++)
			if (are_twins(&run[i], &run[j])) {
				snprintf(text, sizeof text, GB_IDENTITY_TWINS, run->gpu, run[i].host, run[i].pci,
					 run[j].host, run[j].pci);
				tell(text);
				return true;
			}
	return false;
}

size_t gb_twins_find(const struct gb_runs *runs, gb_runs_tell_fn *tell)
{
	size_t twins = 0;

	for (size_t first = 0, end; first < runs->count; first = end) {
		end = gb_runs_end_of_gpu(runs, first);
		twins += tell_twins(&runs->run[first], end - first, tell);
	}
	return twins;
}
