#include "sdc/sdc_note.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

/* For the operations, which have no context. */
static struct gb_sdc_note *current;

/* ---- comparing --------------------------------------------------------------------------------------------------- */

enum { WORD = sizeof(uint32_t) };

static uint32_t read_word(const unsigned char *from, uint64_t bytes, uint64_t at)
{
	uint32_t word = 0;

	memcpy(&word, from + at, bytes - at < WORD ? (size_t)(bytes - at) : WORD);
	return word;
}

/* Note the first word that differs, and count all of them. */
static void find_words(struct gb_sdc_word *word, const struct gb_sdc_copy *copy, const unsigned char *found)
{
	for (uint64_t at = 0; at < copy->bytes; at += WORD) {
		const uint32_t kept = read_word(copy->kept, copy->bytes, at), now = read_word(found, copy->bytes, at);
		if (kept == now)
			continue;
		if (word->words++ == 0)
			*word = (struct gb_sdc_word){ copy->from, copy->from + at, kept, now, 1 };
	}
}

static void keep_copy(struct gb_sdc_kept *kept, struct gb_sdc_copy *copy, const void *found)
{
	if (kept->bytes + copy->bytes <= GB_SDC_KEPT_MAX)
		copy->kept = malloc((size_t)copy->bytes);
	if (copy->kept == NULL)
		return;
	memcpy(copy->kept, found, (size_t)copy->bytes);
	kept->bytes += copy->bytes;
}

static bool is_output(const struct gb_sdc_note *note, gb_ptr from, uint64_t bytes)
{
	for (size_t i = 0; i < note->outputs; i++)
		if (from >= note->output[i].to && from + bytes <= note->output[i].to + note->output[i].bytes)
			return true;
	return false;
}

/* True if a repeated copy has cleared these bytes, as for the report of a checking kernel. */
static bool is_cleared(const struct gb_sdc_note *note, gb_ptr from, uint64_t bytes)
{
	for (size_t i = 0; i < note->steps; i++)
		if (note->step[i].kind == GB_SDC_SET && note->step[i].to == from && note->step[i].bytes == bytes)
			return true;
	return false;
}

static struct gb_sdc_step *add_step(struct gb_sdc_note *note, enum gb_sdc_step_kind kind)
{
	if (note->steps == GB_SDC_STEPS_MAX) {
		note->is_broken = true;
		return NULL;
	}
	note->step[note->steps] = (struct gb_sdc_step){ .kind = kind };
	return &note->step[note->steps++];
}

static void record_get(struct gb_sdc_note *note, size_t copy)
{
	struct gb_sdc_step *step = note->recording == GB_SDC_WANTED ? add_step(note, GB_SDC_GET) : NULL;

	if (step != NULL)
		step->copy = copy;
}

static void note_copy(struct gb_sdc_note *note, gb_ptr from, uint64_t bytes, const void *found)
{
	struct gb_sdc_kept *kept = note->kept;
	struct gb_sdc_copy *copy = &kept->copy[note->at];

	note->copied += bytes;
	if (kept->is_odd || note->at == GB_SDC_COPIES_MAX) {
		kept->is_odd = true;
		return;
	}
	record_get(note, note->at);
	note->at++;
	if (note->at > kept->copies) {
		kept->copies = note->at;
		*copy = (struct gb_sdc_copy){ .bytes = bytes };
		keep_copy(kept, copy, found);
	}
	copy->from = from;
	copy->differs = false;
	kept->is_odd |= copy->bytes != bytes;
	if (kept->is_odd || copy->kept == NULL)
		return;
	copy->is_result |= note->recording == GB_SDC_WANTED && note->steps > 0 &&
			   (is_output(note, from, bytes) || is_cleared(note, from, bytes));
	if (!is_output(note, from, bytes))
		return;
	copy->differs = memcmp(copy->kept, found, (size_t)bytes) != 0;
	if (copy->differs && !copy->varies)
		find_words(&note->word, copy, found);
}

void gb_sdc_kept_free(struct gb_sdc_kept *kept)
{
	for (size_t i = 0; i < kept->copies; i++)
		free(kept->copy[i].kept);
	*kept = (struct gb_sdc_kept){ 0 };
}

/* ---- recording --------------------------------------------------------------------------------------------------- */

/* Called before work is enqueued. */
static void begin_graph(struct gb_sdc_note *note, struct gpu *gpu)
{
	struct gb_error ignored = { "" };

	if (note->recording != GB_SDC_WANTED || note->is_broken)
		return;
	if (note->real->async->graph_begin(gpu, 0, &ignored) == GB_OK)
		note->recording = GB_SDC_RECORDING;
	else
		note->is_broken = true;
}

/* Called before the host waits for the recorded work. */
static int end_graph(struct gb_sdc_note *note, struct gpu *gpu, struct gb_error *error)
{
	const struct gpu_async_ops *async = note->real->async;
	struct gb_graph *graph = NULL;

	if (note->recording != GB_SDC_RECORDING)
		return GB_OK;
	note->recording = GB_SDC_WANTED;
	note->is_broken = true; /* stays true unless all of this succeeds */
	int status = async->graph_end(gpu, 0, &graph, error);
	if (status != GB_OK)
		return status;
	note->is_broken = false;
	struct gb_sdc_step *step = add_step(note, GB_SDC_GRAPH);
	if (step != NULL)
		step->graph = graph;
	status = async->graph_launch(gpu, 0, graph, error);
	if (step == NULL)
		async->graph_free(gpu, graph);
	note->is_broken |= status != GB_OK;
	return status;
}

/* A small copy is repeated. A large copy before all work is an input, which stays. */
static void record_set(struct gb_sdc_note *note, gb_ptr to, const void *from, uint64_t bytes)
{
	if (note->recording != GB_SDC_WANTED || (bytes > GB_SDC_SET_MAX && note->steps == 0))
		return;
	struct gb_sdc_step *step = bytes <= GB_SDC_SET_MAX ? add_step(note, GB_SDC_SET) : NULL;
	note->is_broken |= step == NULL;
	if (step == NULL)
		return;
	step->to = to;
	step->bytes = bytes;
	memcpy(step->data, from, (size_t)bytes);
}

/* ---- operations -------------------------------------------------------------------------------------------------- */

/* False for other cards of the run, which are left alone. */
static bool is_noted(const struct gpu *gpu)
{
	return gpu == current->card->gpu;
}

static int noted_fill(struct gpu *gpu, gb_ptr at, int byte, uint64_t bytes, struct gb_error *error)
{
	struct gb_sdc_note *note = current;

	if (is_noted(gpu))
		begin_graph(note, gpu);
	if (!is_noted(gpu) || note->recording != GB_SDC_RECORDING)
		return note->real->fill(gpu, at, byte, bytes, error);
	return note->real->async->fill(gpu, 0, at, byte, bytes, error);
}

static void note_output(void *listener, gb_ptr at, int byte, uint64_t bytes)
{
	struct gb_sdc_note *note = listener;

	if (note->recording != GB_SDC_RECORDED && note->outputs < GB_SDC_OUTPUTS_MAX)
		note->output[note->outputs++] = (struct gb_copy){ .to = at, .from = (gb_ptr)byte, .bytes = bytes };
}

static int noted_launch(struct gpu *gpu, const struct gb_kernel *kernel, struct gb_shape shape, const void *args,
			struct gb_error *error)
{
	struct gb_sdc_note *note = current;

	if (is_noted(gpu))
		begin_graph(note, gpu);
	if (!is_noted(gpu) || note->recording != GB_SDC_RECORDING)
		return note->real->launch(gpu, kernel, shape, args, error);
	return note->real->async->launch(gpu, 0, kernel, shape, args, error);
}

static int noted_copy_on(struct gpu *gpu, gb_ptr to, gb_ptr from, uint64_t bytes, struct gb_error *error)
{
	struct gb_sdc_note *note = current;

	if (is_noted(gpu))
		begin_graph(note, gpu);
	if (!is_noted(gpu) || note->recording != GB_SDC_RECORDING)
		return note->real->copy_on(gpu, to, from, bytes, error);
	return note->real->async->copy(gpu, 0, to, from, bytes, error);
}

static int noted_copy_in(struct gpu *gpu, gb_ptr to, const void *from, uint64_t bytes, struct gb_error *error)
{
	struct gb_sdc_note *note = current;

	if (is_noted(gpu) && end_graph(note, gpu, error) != GB_OK)
		return GB_FAILED;
	if (is_noted(gpu))
		record_set(note, to, from, bytes);
	const double begun = gb_clock_now();
	const int status = note->real->copy_in(gpu, to, from, bytes, error);
	note->waited += gb_clock_now() - begun;
	return status;
}

static int noted_copy_out(struct gpu *gpu, void *to, gb_ptr from, uint64_t bytes, struct gb_error *error)
{
	struct gb_sdc_note *note = current;

	if (is_noted(gpu) && end_graph(note, gpu, error) != GB_OK)
		return GB_FAILED;
	const double begun = gb_clock_now();
	const int status = note->real->copy_out(gpu, to, from, bytes, error);
	note->waited += gb_clock_now() - begun;
	if (status == GB_OK && is_noted(gpu))
		note_copy(note, from, bytes, to);
	return status;
}

static int noted_sync(struct gpu *gpu, struct gb_error *error)
{
	struct gb_sdc_note *note = current;

	if (is_noted(gpu) && end_graph(note, gpu, error) != GB_OK)
		return GB_FAILED;
	const double begun = gb_clock_now();
	const int status = note->real->sync(gpu, error);
	note->waited += gb_clock_now() - begun;
	return status;
}

/* ---- a pass ------------------------------------------------------------------------------------------------------ */

static void begin_pass(struct gb_sdc_note *note)
{
	note->at = 0;
	note->copied = 0;
	note->waited = 0;
	note->word = (struct gb_sdc_word){ 0 };
	note->has_report = false;
	if (note->recording != GB_SDC_RECORDED)
		note->outputs = 0;
}

void gb_sdc_note_begin(struct gb_sdc_note *note, struct gb_open_device *card, struct gb_sdc_kept *kept, bool record)
{
	note->card = card;
	note->real = card->ops;
	note->kept = kept;
	note->ops = *card->ops;
	note->ops.fill = noted_fill;
	note->ops.launch = noted_launch;
	note->ops.copy_on = noted_copy_on;
	note->ops.copy_in = noted_copy_in;
	note->ops.copy_out = noted_copy_out;
	note->ops.sync = noted_sync;
	if (record) {
		gb_sdc_note_drop(note);
		note->recording = GB_SDC_WANTED;
	}
	begin_pass(note);
	card->ops = &note->ops;
	card->on_output = note_output;
	card->listener = note;
	current = note;
}

bool gb_sdc_note_end(struct gb_sdc_note *note)
{
	struct gb_error ignored = { "" };
	bool is_whole = true;

	end_graph(note, note->card->gpu, &ignored); /* for work after the check, or a verification that ended early */
	if (note->recording == GB_SDC_WANTED) {
		is_whole = !note->is_broken && note->steps > 0;
		note->recording = is_whole ? GB_SDC_RECORDED : GB_SDC_NOT_RECORDED;
	}
	note->card->ops = note->real;
	note->card->on_output = NULL;
	current = NULL;
	return is_whole;
}

bool gb_sdc_note_accept(struct gb_sdc_note *note, bool is_new)
{
	struct gb_sdc_kept *kept = note->kept;

	kept->is_odd |= note->at != kept->copies;
	for (size_t i = 0; i < note->at && is_new; i++)
		kept->copy[i].varies |= kept->copy[i].differs;
	return !is_new && !kept->is_odd && note->word.words > 0;
}

bool gb_sdc_note_locate(struct gb_sdc_note *note)
{
	return !note->kept->is_odd && note->word.words > 0;
}

const struct gb_copy *gb_sdc_note_output(const struct gb_sdc_note *note, uint64_t word)
{
	for (size_t i = note->outputs; i-- > 0;)
		if (word < note->output[i].bytes / WORD)
			return &note->output[i];
	return NULL;
}

/* ---- repeated ---------------------------------------------------------------------------------------------------- */

static bool is_compared(const struct gb_sdc_copy *copy)
{
	return copy->is_result && !copy->varies && copy->kept != NULL;
}

bool gb_sdc_note_can_repeat(const struct gb_sdc_note *note)
{
	if (note->recording != GB_SDC_RECORDED || note->kept->is_odd)
		return false;
	for (size_t i = 0; i < note->kept->copies; i++)
		if (is_compared(&note->kept->copy[i]))
			return true;
	return false;
}

static void free_buffer(struct gb_sdc_note *note)
{
	if (note->buffer.at != NULL)
		note->real->async->buffer_release(note->card->gpu, &note->buffer);
	note->buffer = (struct gb_buffer){ .at = NULL };
}

bool gb_sdc_note_prepare(struct gb_sdc_note *note)
{
	struct gb_error ignored = { "" };
	uint64_t bytes = 0;

	for (size_t i = 0; i < note->kept->copies; i++)
		if (is_compared(&note->kept->copy[i]) && note->kept->copy[i].bytes > bytes)
			bytes = note->kept->copy[i].bytes;
	if (bytes <= note->buffer.bytes)
		return true;
	free_buffer(note);
	return note->real->async->buffer_alloc(note->card->gpu, GB_BUFFER_PINNED, -1, bytes, &note->buffer, &ignored) ==
	       GB_OK;
}

static void compare_again(struct gb_sdc_note *note, const struct gb_sdc_copy *copy)
{
	const unsigned char *found = note->buffer.at;

	if (memcmp(found, copy->kept, (size_t)copy->bytes) == 0)
		return;
	note->has_report = copy->bytes == sizeof note->report && is_cleared(note, copy->from, copy->bytes);
	if (note->has_report)
		memcpy(&note->report, found, sizeof note->report);
	else
		find_words(&note->word, copy, found);
}

static int take_step(struct gb_sdc_note *note, struct gb_open_device *card, const struct gb_sdc_step *step,
		     struct gb_error *error)
{
	const struct gb_sdc_copy *copy = &note->kept->copy[step->copy];

	if (step->kind == GB_SDC_GRAPH)
		return card->ops->async->graph_launch(card->gpu, 0, step->graph, error);
	if (step->kind == GB_SDC_SET)
		return card->ops->copy_in(card->gpu, step->to, step->data, step->bytes, error);
	if (!is_compared(copy))
		return GB_OK;
	const int status = card->ops->copy_out(card->gpu, note->buffer.at, copy->from, copy->bytes, error);
	note->copied += copy->bytes;
	return status;
}

int gb_sdc_note_repeat(struct gb_sdc_note *note, struct gb_open_device *card, bool *differs, struct gb_error *error)
{
	int status = GB_OK;

	begin_pass(note);
	for (size_t i = 0; i < note->steps && status == GB_OK; i++) {
		const struct gb_sdc_step *step = &note->step[i];
		const double begun = gb_clock_now();
		status = take_step(note, card, step, error);
		note->waited += gb_clock_now() - begun;
		if (status == GB_OK && step->kind == GB_SDC_GET && is_compared(&note->kept->copy[step->copy]))
			compare_again(note, &note->kept->copy[step->copy]);
	}
	*differs = status == GB_OK && (note->word.words > 0 || note->has_report);
	return status;
}

void gb_sdc_note_drop(struct gb_sdc_note *note)
{
	for (size_t i = 0; i < note->steps; i++)
		if (note->step[i].kind == GB_SDC_GRAPH)
			note->real->async->graph_free(note->card->gpu, note->step[i].graph);
	note->steps = note->outputs = 0;
	note->is_broken = false;
	note->recording = GB_SDC_NOT_RECORDED;
	for (size_t i = 0; note->kept != NULL && i < note->kept->copies; i++)
		note->kept->copy[i].is_result = false;
}

void gb_sdc_note_free(struct gb_sdc_note *note)
{
	free_buffer(note);
	*note = (struct gb_sdc_note){ .card = NULL };
}
