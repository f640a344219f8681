/* call_run.c: the functions with which plug-ins query their run (its point, device, other GPUs and rows) and report an
 * outcome. */
#include <stdarg.h>
#include <string.h>

#include "base/text.h"
#include "engine/run.h"

/* The number of the axis with this offset in struct point; -1: none. */
static int find_axis_at(const struct gb_axis *axes, uint32_t at)
{
	for (int i = 0; axes[i].name != NULL; i++)
		if (axes[i].at == at && axes[i].size > 0)
			return i;
	return -1;
}

int64_t gb_value_at(const struct gb_run *run, uint32_t axis)
{
	const int i = find_axis_at(run->bench->axes, axis);

	if (i >= 0 && run->point.has[i])
		return run->point.value[i];
	if (i >= 0)
		gb_error_write(gb_run_error(run), "the plug-in asks for axis '%s', which this point does not have",
			       run->bench->axes[i].name);
	else
		gb_error_write(gb_run_error(run), "the plug-in asks for a member of struct point that is no axis");
	return 0;
}

/* The same for an axis that the row's point has. */
static int find_row_axis(const struct gb_row *row, uint32_t at)
{
	const int i = find_axis_at(row->bench->axes, at);

	return i >= 0 && row->has[i] ? i : -1;
}

int gb_row_has_at(const struct gb_row *row, uint32_t axis)
{
	return find_row_axis(row, axis) >= 0;
}

int64_t gb_row_value_at(const struct gb_row *row, uint32_t axis)
{
	const int i = find_row_axis(row, axis);

	return i >= 0 ? row->value_of[i] : 0;
}

const struct gb_device *gb_device(const struct gb_run *run)
{
	return &run->card->device;
}

const struct gb_variant *gb_variant(const struct gb_run *run)
{
	return run->variant;
}

void *gb_state(const struct gb_run *run)
{
	return run->state;
}

uint64_t gb_launches(const struct gb_run *run)
{
	return run->launches;
}

double gb_work(const struct gb_run *run)
{
	return run->card->work > 0 ? run->card->work : 1;
}

/* ---- the outcome of a call or a point ---------------------------------------------------------------------------- */

int gb_fail(struct gb_run *run, const char *format, ...)
{
	va_list args;

	(run->of != NULL ? run->of : run)->refuted = true;
	va_start(args, format);
	gb_error_write_list(gb_run_error(run), format, args);
	va_end(args);
	return GB_FAILED;
}

int gb_skip(struct gb_run *run, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	gb_error_write_list(gb_run_error(run), format, args);
	va_end(args);
	return GB_SKIPPED;
}

void gb_suspect(struct gb_run *run, const char *format, ...)
{
	struct gb_error line = { "" }; /* on a single line, like any reason */
	va_list args;

	va_start(args, format);
	gb_error_write_list(&line, format, args);
	va_end(args);
	gb_text_add(run->doubt, sizeof run->doubt, "%s%s", run->doubt[0] != '\0' ? "; " : "", line.text);
}

/* ---- the other GPUs of a run ------------------------------------------------------------------------------------- */

uint32_t gb_peers(const struct gb_run *run)
{
	return (uint32_t)run->peers;
}

struct gb_run *gb_peer(struct gb_run *run, uint32_t number)
{
	return &run->peer[number];
}

const struct gb_link *gb_peer_link(const struct gb_run *run, uint32_t number)
{
	return &run->link[number];
}

int gb_peer_access(struct gb_run *run, struct gb_run *to, int on)
{
	return run->card->ops->peer_access(run->card->gpu, to->card->gpu, on != 0, gb_run_error(run));
}

int gb_peer_copy(struct gb_run *on, uint32_t number, gb_ptr to, struct gb_run *to_gpu, gb_ptr from,
		 struct gb_run *from_gpu, uint64_t bytes)
{
	return on->card->ops->peer_copy(on->card->gpu, number, to, to_gpu->card->gpu, from, from_gpu->card->gpu, bytes,
					gb_run_error(on));
}

int gb_wait_for(struct gb_run *run, struct gb_run *other)
{
	return run->card->ops->peer_wait(run->card->gpu, other->card->gpu, gb_run_error(run));
}

/* ---- the host's part of gpubench_report.h ------------------------------------------------------------------------ */

int gb_report_clear(struct gb_run *run, gb_ptr report)
{
	const struct gb_report clear = { .first = UINT64_MAX };

	return gb_copy_in(run, report, &clear, sizeof clear);
}

int gb_report_judge(struct gb_run *run, gb_ptr report, uint64_t count, const char *what)
{
	struct gb_run *owner = run->of != NULL ? run->of : run;
	struct gb_report found;

	GB_TRY(gb_copy_out(run, &found, report, sizeof found));
	owner->judged += found.compared;
	if (found.wrong > 0 && owner->wrong == 0)
		owner->first_wrong = found.first;
	owner->wrong += found.wrong;
	if (found.compared != count)
		return gb_fail(run, "the check looked at %llu of %llu %s", found.compared, (unsigned long long)count,
			       what);
	if (found.wrong != 0)
		return gb_fail(run, "%llu of %llu %s are wrong, the first at %llu", found.wrong,
			       (unsigned long long)count, what, found.first);
	return GB_OK;
}
