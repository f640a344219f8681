/* session_messages.c: messages about a run, and the supervisor's callbacks. */
#include <string.h>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/session.h"

void gb_session_tell_repeats(struct gb_session *s)
{
	char text[128] = "";

	if (s->repeats > 0) {
		gb_text_add(text, sizeof text, "... and %zu more point%s: the same", s->repeats,
			    s->repeats == 1 ? "" : "s");
		gb_progress_clear(&s->progress);
		gb_complain(0, text);
	}
	s->repeats = 0;
}

/* A remark that many consecutive points share is printed once, with their number; each row of the CSV has it. */
static bool is_told(struct gb_session *s, const struct gb_record *record)
{
	char what[sizeof s->told] = "";

	gb_text_add(what, sizeof what, "%s%s %s %s", record->gpu_uuid, record->benchmark,
		    gb_row_status_word(record->status), record->reason);
	if (strcmp(what, s->told) == 0) {
		s->repeats++;
		return true;
	}
	gb_session_tell_repeats(s);
	gb_text_copy(s->told, sizeof s->told, what);
	return false;
}

void gb_session_tell_reason(const struct gb_record *record, const char *point)
{
	const char *word = gb_row_status_word(record->status);
	char text[4 * GB_ERROR_TEXT] = "", mark[64] = "";

	gb_text_add(mark, sizeof mark, "%s:", word);
	gb_text_add(text, sizeof text, "%s%s: %s %s: %s %s", gb_device_word(record->device), record->device,
		    record->benchmark, point, mark, record->reason);
	gb_complain_marked(0, text, (struct gb_wrap_mark){ mark, word });
}

/* Failures are reported one by one; with --verbose, so are all rows that are not ok. Otherwise doubts are summed up per
 * benchmark, and the rows contain the details. */
static void note_outcome(struct gb_session *s, const struct gb_record *record)
{
	const bool failed = record->status == GB_ROW_FAILED;

	if (failed && s->failed == 0)
		gb_text_add(s->failure, sizeof s->failure, "%s %s%s%s", record->benchmark, record->point,
			    record->point[0] != '\0' ? ": " : "", record->reason);
	s->failed += failed;
	s->suspect += record->status == GB_ROW_SUSPECT;
	/* Rows of a launch for a profiler are never ok, because nothing is measured. */
	const bool expected = record->status == GB_ROW_OK || !s->options->verbose || s->options->sweep.launches > 0 ||
			      record->variant[0] == '\0';
	if ((expected && !failed) || is_told(s, record))
		return;
	gb_progress_clear(&s->progress);
	gb_session_tell_reason(record, record->point);
}

static int keep_record(struct gb_session *s, const struct gb_record *record, struct gb_error *error)
{
	for (size_t i = 0; i < s->benches; i++)
		if (strcmp(s->bench[i]->name, record->benchmark) == 0) {
			GB_TRY(gb_rows_keep(&s->rows, s->bench[i], record, error));
			gb_session_keep_point(s, i, record);
		}
	if (s->options->remember)
		gb_peak_cache_add(&s->peaks, record);
	if (s->found != NULL)
		gb_roofs_add(s->found, record);
	gb_roofs_add(&s->roofs, record);
	return GB_OK;
}

int gb_session_deliver(void *context, const struct gb_record *records, size_t count,
		       const struct gb_measurement *measurement, struct gb_error *error)
{
	struct gb_session *s = context;

	/* Rows may go to the same terminal. */
	gb_progress_clear(&s->progress);
	int status = gb_output_rows(&s->output, records, count, measurement, error);

	if (gb_session_is_watch(s)) {
		gb_session_watch_take(s, records, count);
		return status;
	}

	/* Metrics share the outcome of their point unless they exceed their own limit. Each conclusion has its own. */
	for (size_t i = 0; i < count; i++)
		if (i == 0 || records[i].status != records[0].status)
			note_outcome(s, &records[i]);
	for (size_t i = 0; i < count && status == GB_OK; i++)
		status = keep_record(s, &records[i], error);
	if (gb_tally_ends(&s->tally, records))
		gb_session_tell_repeats(s); /* print these above the line of their benchmark */
	if (s->options->sweep.launches == 0 && !s->options->quiet)
		gb_tally_take(&s->tally, records, count);
	return status;
}

void gb_session_begin(void *context, const struct gb_found_device *on, const struct gb_task *task)
{
	struct gb_session *s = context;
	const struct gb_bench *bench = task->plan->bench;
	char point[GB_POINT_TEXT], title[GB_DEVICE_LABEL];

	if (!s->options->quiet && !gb_session_is_watch(s))
		gb_tally_begin(&s->tally, on, bench);
	gb_point_text(bench->axes, &task->point, -1, point, sizeof point);
	gb_progress_begin(&s->progress, s->supervisor.rows, gb_device_title(&on->device, title), bench->name, point);
}

void gb_session_tell_resumed(const struct gb_session *s)
{
	char text[2 * GB_ERROR_TEXT];

	for (size_t i = 0; i < s->resume.files; i++) {
		const struct gb_resume_file *file = &s->resume.file[i];
		text[0] = '\0';
		if (file->is_new)
			gb_text_add(text, sizeof text, "%s: does not exist yet: started, with %zu points to measure",
				    file->path, file->points);
		else
			gb_text_add(text, sizeof text, "%s: %zu points are kept, %zu measured anew", file->path,
				    file->kept, file->points - file->kept);
		gb_complain(0, text);
	}
	if (s->resume.differs[0] == '\0')
		return;
	gb_text_write(text, sizeof text, "%s: %s", s->options->resume, s->resume.differs);
	gb_complain(0, text);
}

void gb_session_tell_sample(const struct gb_tasks *tasks, const struct gb_plan *plan)
{
	const size_t gpus = tasks->gpus;
	size_t all = 0, next = 0;
	char text[GB_ERROR_TEXT] = "";

	for (size_t t = 0; t < tasks->count; t++)
		if (tasks->task[t].plan == plan && tasks->task[t].peer > 0) {
			all += tasks->task[t].peer == 2;
			next += tasks->task[t].peer == 1;
		}
	if (next == all || gpus < 3)
		return;
	gb_text_add(
		text, sizeof text,
		"%s: %zu of %zu points are measured for all %zu ordered pairs of GPUs, the others from each GPU to the "
		"next; --every-point measures all points for all pairs",
		plan->bench->name, all, next, gpus * (gpus - 1));
	gb_complain(0, text);
}

void gb_session_tell_failed(const struct gb_session *s)
{
	char text[2 * GB_ERROR_TEXT] = "", mark[64] = "";

	if (s->failed == 0)
		return;
	gb_text_add(mark, sizeof mark, "%zu row%s failed,", s->failed, s->failed == 1 ? "" : "s");
	gb_text_add(text, sizeof text, "%s which is why the exit status is %d; %s%s", mark, GB_EXIT_FAILED,
		    s->failed == 1 ? "" : "the first: ", s->failure);
	gb_complain_marked(0, text, (struct gb_wrap_mark){ mark, "failed" });
}

void gb_session_tell_interrupted(size_t rows)
{
	gb_complain_format(0, "interrupted; %zu complete row%s", rows, rows == 1 ? "" : "s");
}
