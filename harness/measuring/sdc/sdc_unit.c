#include "sdc/sdc_unit.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "engine/peers.h"
#include "engine/row.h"

/* ---- shape ------------------------------------------------------------------------------------------------------- */

enum { SHAPES_MAX = 256 };

/* The next combination of the coarse values of the searched axes; false after the last. */
static bool next_shape(const struct gb_plan *plan, size_t index[GB_AXES_MAX], struct gb_point *point)
{
	for (size_t i = plan->axes; i-- > 0;) {
		if (gb_plan_reports(plan, i) || !point->has[i])
			continue;
		index[i] = (index[i] + 1) % plan->coarse[i].count;
		point->value[i] = plan->coarse[i].value[index[i]];
		if (index[i] > 0)
			return true;
	}
	return false;
}

int gb_sdc_shape(struct gb_sdc_unit *unit, struct gb_run *run)
{
	const struct gb_plan *plan = unit->task->plan;
	size_t index[GB_AXES_MAX] = { 0 };
	struct gb_point point = unit->point;
	bool more = true;

	if (unit->has_shape)
		return gb_run_point(run, &unit->point);
	for (size_t i = 0; i < plan->axes; i++)
		if (!gb_plan_reports(plan, i) && gb_axis_exists(plan->bench->axes, i, &point)) {
			point.has[i] = true;
			point.value[i] = plan->coarse[i].value[0];
		}
	for (size_t n = 0; more && n < SHAPES_MAX; n++) {
		gb_error_clear(run->error);
		const int status = gb_run_point(run, &point);
		if (status == GB_FAILED)
			return status;
		if (status == GB_OK) {
			unit->point = point;
			unit->has_shape = true;
			return status;
		}
		more = next_shape(plan, index, &point);
	}
	return GB_SKIPPED;
}

/* ---- wrong results ----------------------------------------------------------------------------------------------- */

/* Write "buffer 2" and the place in it. Buffers have numbers in the order of allocation. */
static void tell_place(const struct gb_run *run, gb_ptr at, char *text, size_t size)
{
	for (size_t i = 0; i < run->allocations; i++)
		if (at >= run->allocation[i] && at < run->allocation[i] + run->allocated[i]) {
			gb_text_add(text, size, "the word at 0x%" PRIx64 " of buffer %zu (%" PRIu64 " bytes)",
				    at - run->allocation[i], i + 1, run->allocated[i]);
			return;
		}
	gb_text_add(text, size, "the word at address 0x%" PRIx64, at);
}

/* Write the block that wrote a word, and its SM, if the plug-in has reported them. */
static void tell_block(const struct gb_run *run, gb_ptr at, char *text, size_t size)
{
	const struct gb_block_output *of = &run->output;
	const struct gpu_ops *ops = run->card->ops;
	struct gb_error ignored = { "" };
	unsigned int sm;

	if (of->bytes == 0 || at < of->out || at >= of->out + of->blocks * of->bytes) {
		gb_text_add(text, size, "; block and SM unknown");
		return;
	}
	const uint64_t block = (at - of->out) / of->bytes;
	if (of->sms != 0 &&
	    ops->copy_out(run->card->gpu, &sm, of->sms + block * sizeof sm, sizeof sm, &ignored) == GB_OK)
		gb_text_add(text, size, "; block %" PRIu64 ", SM %u", block, sm);
	else
		gb_text_add(text, size, "; block %" PRIu64 ", SM unknown", block);
}

static void tell_word(const struct gb_run *run, gb_ptr at, uint32_t found, uint32_t expected, char *text, size_t size)
{
	tell_place(run, at, text, size);
	gb_text_add(text, size, ": got 0x%08" PRIx32 ", expected 0x%08" PRIx32 " (bits 0x%08" PRIx32 ")", found,
		    expected, found ^ expected);
	tell_block(run, at, text, size);
}

/* Count a wrong pass; `why`: the plug-in's own words, "": its check accepts the results. */
static void count_wrong(struct gb_sdc_unit *unit, const struct gb_run *run, const struct gb_sdc_note *note,
			bool is_located, const char *why)
{
	char *text = unit->first;
	const size_t size = sizeof unit->first;

	unit->wrong_passes++;
	unit->wrong_words += run->wrong > 0 ? run->wrong : is_located ? note->word.words : 1;
	if (text[0] != '\0')
		return;
	gb_text_add(text, size, "pass %" PRIu64 ": ", unit->passes);
	if (is_located)
		tell_word(run, note->word.at, note->word.found, note->word.kept, text, size);
	if (why[0] != '\0')
		gb_text_add(text, size, "%s%s", is_located ? "; " : "", why);
	unit->is_located = is_located;
}

/* A kernel has found wrong words and reports only indices. If the word with the first index differs when the work is
 * repeated, that word is wrong. */
static bool look_again(struct gb_run *run, struct gb_sdc_note *note, bool is_repeated)
{
	const struct gpu_ops *ops = run->card->ops;
	const struct gb_copy *output = run->wrong > 0 ? gb_sdc_note_output(note, run->first_wrong) : NULL;
	struct gb_error ignored = { "" };
	uint32_t found, again, poison;
	bool ignored_too;

	if (output == NULL)
		return false;
	const gb_ptr at = output->to + run->first_wrong * sizeof found;
	struct gb_error *const before = run->error;
	run->error = &ignored;
	int status = ops->copy_out(run->card->gpu, &found, at, sizeof found, &ignored);
	if (status == GB_OK && is_repeated)
		status = gb_sdc_note_repeat(note, run->card, &ignored_too, &ignored);
	else if (status == GB_OK)
		status = ops->fill(run->card->gpu, output->to, (int)output->from, output->bytes, &ignored);
	if (status == GB_OK && !is_repeated)
		status = gb_run_launch(run);
	if (status == GB_OK)
		status = ops->copy_out(run->card->gpu, &again, at, sizeof again, &ignored);
	run->error = before;
	if (status == GB_OK)
		note->word = (struct gb_sdc_word){ .at = at, .kept = again, .found = found, .words = run->wrong };
	memset(&poison, (int)output->from, sizeof poison); /* some kernels write only when they are verified */
	return status == GB_OK && found != again && again != poison;
}

/* The first pass was wrong and this one is correct, so the kept results show the place. */
static void locate_afterwards(struct gb_sdc_unit *unit, const struct gb_run *run, struct gb_sdc_note *note)
{
	if (gb_sdc_note_locate(note) && !unit->is_located) {
		gb_text_add(unit->first, sizeof unit->first, "; ");
		tell_word(run, note->word.at, note->word.kept, note->word.found, unit->first, sizeof unit->first);
		unit->is_located = true;
	}
	gb_sdc_kept_free(&unit->kept);
	unit->kept_is_wrong = false;
}

/* ---- passes ------------------------------------------------------------------------------------------------------ */

/* In this many correct passes, a range that differs is marked as varying. */
enum { NEW_PASSES = 3 };

static void count_pass(struct gb_sdc_unit *unit, const struct gb_run *run, const struct gb_sdc_note *note)
{
	unit->passes++;
	unit->words += run->judged + note->copied / sizeof(uint32_t);
	unit->waited += note->waited;
}

static int repeat_pass(struct gb_sdc_unit *unit, struct gb_run *run, struct gb_sdc_note *note, bool *wrong,
		       struct gb_error *error)
{
	char why[GB_ERROR_TEXT] = "";

	run->judged = unit->judged;
	run->wrong = 0;
	GB_TRY(gb_sdc_note_repeat(note, run->card, wrong, error));
	count_pass(unit, run, note);
	if (*wrong && note->has_report) {
		const struct gb_report report = note->report;
		run->wrong = report.wrong;
		run->first_wrong = report.first;
		if (report.wrong > 0)
			gb_text_add(why, sizeof why, "%llu of %llu results are wrong, the first at %llu", report.wrong,
				    report.compared, report.first);
		else
			gb_text_add(why, sizeof why, "the check looked at %llu results only", report.compared);
		count_wrong(unit, run, note, look_again(run, note, true), why);
	} else if (*wrong)
		count_wrong(unit, run, note, true, "");
	return GB_OK;
}

static void judge_pass(struct gb_sdc_unit *unit, struct gb_run *run, struct gb_sdc_note *note, int status,
		       const char *why, bool *wrong)
{
	const bool is_first = unit->passes == 0;

	count_pass(unit, run, note);
	if (status != GB_OK) {
		*wrong = true;
		const bool is_located =
			run->judged > 0 ? look_again(run, note, false) : unit->right > 0 && gb_sdc_note_locate(note);
		count_wrong(unit, run, note, is_located, why);
		unit->kept_is_wrong |= is_first;
		return;
	}
	if (unit->kept_is_wrong)
		locate_afterwards(unit, run, note);
	else
		*wrong = gb_sdc_note_accept(note, unit->right < NEW_PASSES);
	unit->right++;
	if (*wrong)
		count_wrong(unit, run, note, true, "the benchmark's own check accepts it");
}

/* This many passes must reproduce what verify() accepted before repetitions count. */
enum { TRIALS = 2 };

/* Work that continues from its own results cannot be repeated. */
static int try_to_repeat(struct gb_sdc_unit *unit, struct gb_run *run, struct gb_sdc_note *note, struct gb_error *error)
{
	bool differs = !gb_sdc_note_can_repeat(note) || !gb_sdc_note_prepare(note);
	int status = GB_OK;

	for (int i = 0; i < TRIALS && !differs && status == GB_OK; i++)
		status = gb_sdc_note_repeat(note, run->card, &differs, error);
	if (differs) {
		gb_sdc_note_drop(note);
		unit->cannot_repeat = true;
	}
	return status;
}

int gb_sdc_pass(struct gb_sdc_unit *unit, struct gb_run *run, struct gb_sdc_note *note, enum gb_sdc_way way,
		bool *wrong, struct gb_error *error)
{
	struct gb_error why = { "" };

	*wrong = false;
	if (way == GB_SDC_REPEAT)
		return repeat_pass(unit, run, note, wrong, error);
	run->judged = run->wrong = 0;
	run->refuted = false;
	run->error = &why;
	gb_sdc_note_begin(note, run->card, &unit->kept, way == GB_SDC_RECORD);
	const int status = gb_run_verify(run);
	const bool is_recorded = gb_sdc_note_end(note);
	run->error = error;
	if (way == GB_SDC_RECORD && (status != GB_OK || !is_recorded)) {
		gb_sdc_note_drop(note);
		unit->cannot_repeat = true;
		return GB_OK;
	}
	if (status == GB_SKIPPED || (status == GB_FAILED && !run->refuted)) {
		*error = why;
		return status;
	}
	unit->judged = run->judged;
	judge_pass(unit, run, note, status, why.text, wrong);
	return way == GB_SDC_RECORD && !*wrong ? try_to_repeat(unit, run, note, error) : GB_OK;
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

/* If one of the readings is unknown, nothing is added. The sum is known as soon as one difference is. */
static void add_difference(double *sum, double before, double now)
{
	const double more = now - before;

	if (!isnan(more))
		*sum = (isnan(*sum) ? 0 : *sum) + (more > 0 ? more : 0);
}

void gb_sdc_add_events(struct gpu_health *sum, const struct gpu_health *before, const struct gpu_health *now)
{
	for (int i = 0; i < GPU_COUNTERS; i++)
		add_difference(&sum->count[i], before->count[i], now->count[i]);
	if (now->count[GPU_XIDS] > before->count[GPU_XIDS])
		sum->last_xid = now->last_xid;
}

bool gb_sdc_has_events(const struct gpu_health *events)
{
	for (int i = 0; i < GPU_COUNTERS; i++)
		if (gpu_counter_text[i].fails && events->count[i] > 0)
			return true;
	return false;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

static void tell_events(const struct gpu_health *events, char reason[GB_RECORD_REASON])
{
	for (int i = 0; i < GPU_COUNTERS; i++) {
		if (!gpu_counter_text[i].fails || !(events->count[i] > 0))
			continue;
		gb_text_add(reason, GB_RECORD_REASON, "%s%s: %.0f", reason[0] != '\0' ? "; " : "",
			    gpu_counter_text[i].words, events->count[i]);
		if (i == GPU_XIDS)
			gb_text_add(reason, GB_RECORD_REASON, ", the last %.0f", events->last_xid);
	}
}

static void tell_outcome(const struct gb_sdc_unit *unit, char reason[GB_RECORD_REASON])
{
	reason[0] = '\0';
	if (unit->wrong_passes > 0)
		gb_text_add(reason, GB_RECORD_REASON, "%" PRIu64 " of %" PRIu64 " passes %s wrong; %s",
			    unit->wrong_passes, unit->passes, unit->wrong_passes == 1 ? "is" : "are", unit->first);
	if (unit->wrong_passes > 0 && !unit->is_located)
		gb_text_add(reason, GB_RECORD_REASON, "; block and SM unknown");
	tell_events(&unit->events, reason);
	if (unit->status != GB_OK)
		gb_text_add(reason, GB_RECORD_REASON, "%s%s", reason[0] != '\0' ? "; " : "",
			    unit->why.text[0] != '\0' ? unit->why.text : "the plug-in gave no reason");
}

static enum gb_row_status unit_status(const struct gb_sdc_unit *unit)
{
	if (unit->status == GB_FAILED || unit->wrong_passes > 0 || gb_sdc_has_events(&unit->events))
		return GB_ROW_FAILED;
	return unit->status == GB_SKIPPED ? GB_ROW_SKIPPED : GB_ROW_OK;
}

const char *gb_sdc_metric_name(size_t metric)
{
	static const char *const names[GB_SDC_COUNTERS] = {
		[GB_SDC_ERRORS] = "sdc_errors", [GB_SDC_WRONG] = "sdc_wrong_words", [GB_SDC_PASSES] = "sdc_passes",
		[GB_SDC_WORDS] = "sdc_words",   [GB_SDC_SECONDS] = "sdc_time",      [GB_SDC_DEVICE] = "sdc_device_time",
	};

	return metric < GB_SDC_COUNTERS ? names[metric] : gpu_counter_text[metric - GB_SDC_COUNTERS].metric;
}

static void list_values(const struct gb_sdc_unit *unit, double value[GB_SDC_METRIC_COUNT])
{
	value[GB_SDC_ERRORS] = (double)unit->wrong_passes;
	value[GB_SDC_WRONG] = (double)unit->wrong_words;
	value[GB_SDC_PASSES] = (double)unit->passes;
	value[GB_SDC_WORDS] = (double)unit->words;
	value[GB_SDC_SECONDS] = unit->seconds;
	value[GB_SDC_DEVICE] = unit->waited;
	memcpy(&value[GB_SDC_COUNTERS], unit->events.count, sizeof unit->events.count);
}

size_t gb_sdc_records(const struct gb_sdc_unit *unit, const struct gb_sweep *sweep, const char *time,
		      struct gb_record records[GB_SDC_METRIC_COUNT], char point[GB_POINT_TEXT],
		      char reason[GB_RECORD_REASON])
{
	struct gb_record base = sweep->base;
	double value[GB_SDC_METRIC_COUNT];
	size_t count = 0;

	tell_outcome(unit, reason);
	gb_row_identify(&base, unit->task, sweep->first, &unit->point, gb_peers_name(sweep->card->peers, unit->task),
			point);
	gb_row_time(&base, time);
	gb_row_outcome(&base, unit_status(unit), reason);
	list_values(unit, value);
	for (size_t i = 0; i < GB_SDC_METRIC_COUNT; i++) {
		if (isnan(value[i]))
			continue;
		records[count] = base;
		gb_row_count(&records[count++], gb_sdc_metric_name(i),
			     i == GB_SDC_SECONDS || i == GB_SDC_DEVICE ? "s" : "1",
			     unit->passes > 0 || i >= GB_SDC_COUNTERS ? value[i] : (double)NAN);
		if (unit->passes == 0)
			break; /* only the outcome */
	}
	return count;
}
