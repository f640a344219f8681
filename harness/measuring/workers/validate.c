#include "workers/validate.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/heap.h"
#include "engine/peers.h"
#include "engine/task_row.h"

enum { DEVICES_MOST = 1024, NODES_MOST = 65536 };

/* ---- words and numbers ------------------------------------------------------------------------------------------- */

/* The harness has no longer texts in rows, and names of a plug-in are limited. */
static int check_lengths(const struct gb_record *record, struct gb_error *error)
{
	char number[GB_FIELD_TEXT];

	for (const struct gb_column *c = gb_columns; c->name != NULL; c++)
		if (c->type == GB_TEXT && c->group != GB_COLUMN_RUN && c->group != GB_COLUMN_DEVICE &&
		    strlen(gb_record_field(record, c, number)) >= GB_ERROR_TEXT)
			return gb_error_set(error, "a text of more than %d bytes in %s", GB_ERROR_TEXT - 1, c->name);
	return GB_OK;
}

static bool is_time(const char *text)
{
	static const char form[GB_CLOCK_UTC] = "0000-00-00T00:00:00";
	size_t i = 0;

	for (; form[i] != '\0'; i++)
		if (form[i] == '0' ? !isdigit((unsigned char)text[i]) : text[i] != form[i])
			return false;
	return strspn(text + i, "0123456789.Z") == strlen(text + i) && strlen(text) < GB_CLOCK_UTC;
}

static bool is_node(double node)
{
	return isnan(node) || (node >= 0 && node < NODES_MOST && !(floor(node) < node));
}

static bool same_number(double a, double b)
{
	return (isnan(a) && isnan(b)) || !(a < b || a > b || isnan(a) || isnan(b));
}

static bool same_column(const struct gb_record *a, const struct gb_record *b, const struct gb_column *c)
{
	const char *left = (const char *)a + c->offset, *right = (const char *)b + c->offset;

	if (c->type == GB_NUMBER)
		return same_number(*(const double *)(const void *)left, *(const double *)(const void *)right);
	return strcmp(*(const char *const *)(const void *)left, *(const char *const *)(const void *)right) == 0;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/* The run, program and GPU of a row must be those that the supervisor knows. The worker may have found the GPU's
 * node. */
static int check_identity(const struct gb_workplace *place, const struct gb_found_device *on, const char *peer,
			  const struct gb_record *record, struct gb_error *error)
{
	struct gb_device_text text;
	struct gb_record base = gb_worker_base(place, on, &text);

	base.time_utc = record->time_utc;
	base.numa_node = record->numa_node;
	base.peer_uuid = peer;
	for (const struct gb_column *c = gb_columns; c->name != NULL; c++)
		if ((c->group == GB_COLUMN_RUN || c->group == GB_COLUMN_DEVICE) && !same_column(record, &base, c))
			return gb_error_set(error, "a row whose %s is another's", c->name);
	if (!is_time(record->time_utc))
		return gb_error_set(error, "a row with an invalid time");
	if (!is_node(record->numa_node))
		return gb_error_set(error, "a row with an invalid numa_node");
	return GB_OK;
}

/* The point must be the task's, whose searched axes may have any value. */
static int check_point(const struct gb_task *task, const char *text, struct gb_error *error)
{
	const struct gb_axis *axes = task->plan->bench->axes;
	struct gb_error ignored = { "" };
	char again[GB_POINT_TEXT];
	struct gb_point point;

	if (gb_point_read(axes, text, &point, &ignored) != GB_OK)
		return gb_error_set(error, "a point that the benchmark does not have");
	gb_point_text(axes, &point, -1, again, sizeof again);
	if (strcmp(text, again) != 0)
		return gb_error_set(error, "a point in another form");
	for (size_t i = 0; i < gb_axes_count(axes); i++)
		if (axes[i].kind == GB_REPORTED &&
		    (point.has[i] != task->point.has[i] || (point.has[i] && point.value[i] != task->point.value[i])))
			return gb_error_set(error, "a point of another task");
	return GB_OK;
}

static int check_task(const struct gb_task *task, bool first, const struct gb_record *record, struct gb_error *error)
{
	struct gb_record expected = gb_record_empty();
	char point[GB_POINT_TEXT];

	gb_row_identify(&expected, task, first, &task->point, "", point);
	if (strcmp(record->benchmark, expected.benchmark) != 0)
		return gb_error_set(error, "a row of another benchmark");
	if (strcmp(record->variant, expected.variant) != 0)
		return gb_error_set(error, "a row of another variant");
	if (!same_number(record->point_number, expected.point_number) || !same_number(record->points, expected.points))
		return gb_error_set(error, "a row with another position in the plan");
	return check_point(task, record->point, error);
}

static int check_samples(const struct gb_measurement *m, struct gb_error *error)
{
	size_t batches = 0;

	if (m->visits > GB_VISITS_MAX)
		return gb_error_set(error, "a measurement of more than %d visits", GB_VISITS_MAX);
	if (m->batches == NULL)
		return GB_OK;
	for (size_t v = 0; v < m->visits; v++) {
		if (m->batches_of[v] > m->value.count)
			return gb_error_set(error, "a visit with more batches than there are");
		batches += m->batches_of[v];
	}
	if (m->visits > 0 && batches != m->value.count)
		return gb_error_set(error, "visits that do not cover all batches");
	return m->value.outliers <= m->value.count ? GB_OK : gb_error_set(error, "more outliers than batches");
}

struct expected {
	const struct gb_workplace *place;
	const struct gb_found_device *on;
	const char *peer;
	const struct gb_task *task; /* NULL: conclusions */
	const struct gb_bench *bench;
	bool first; /* the GPU is the run's first */
	size_t most;
};

static int check_conclusion(const struct gb_bench *bench, const struct gb_record *record, struct gb_error *error)
{
	if (strcmp(record->benchmark, bench->name) != 0)
		return gb_error_set(error, "a conclusion of another benchmark");
	if (record->variant[0] != '\0' || isfinite(record->point_number) || isfinite(record->points))
		return gb_error_set(error, "a conclusion that poses as a point");
	return GB_OK;
}

static int check_row(const struct expected *e, const struct gb_record *record, const struct gb_measurement *m,
		     size_t place, struct gb_error *error)
{
	if (place >= e->most)
		return gb_error_set(error, "more than %zu rows at once", e->most);
	if (m != NULL && (place > 0 || e->task == NULL))
		return gb_error_set(error, "samples for a row that has none");
	if (record->status == GB_ROW_UNKNOWN)
		return gb_error_set(error, "a row without a status");
	if (record->doubts >> GB_DOUBT_COUNT != 0)
		return gb_error_set(error, "an unknown doubt");
	int status = check_lengths(record, error);
	if (status == GB_OK)
		status = check_identity(e->place, e->on, e->peer, record, error);
	if (status == GB_OK)
		status = e->task != NULL ? check_task(e->task, e->first, record, error)
					 : check_conclusion(e->bench, record, error);
	return status == GB_OK && m != NULL ? check_samples(m, error) : status;
}

static int check_rows(const struct expected *e, const char *payload, size_t left, struct gb_error *error)
{
	struct gb_measurement measurement;
	struct gb_record record;
	bool measured;
	int status = GB_OK;

	for (size_t place = 0; left > 0 && status == GB_OK; place++) {
		if (!gb_wire_unpack_row(&payload, &left, &record, &measurement, &measured))
			return gb_error_set(error, "an incomplete row");
		status = check_row(e, &record, measured ? &measurement : NULL, place, error);
	}
	return status;
}

/* ---- messages ---------------------------------------------------------------------------------------------------- */

int gb_validate_text(const struct gb_message *message, const char *payload, struct gb_error *error)
{
	if (message->task != 0)
		return gb_error_set(error, "an error of a task");
	if (message->size == 0 || message->size > GB_ERROR_TEXT)
		return gb_error_set(error, "an error of %zu bytes", message->size);
	return memchr(payload, '\0', message->size) == payload + message->size - 1
		       ? GB_OK
		       : gb_error_set(error, "an error text without a terminator, or with two");
}

struct gb_validation gb_validate_begin(const struct gb_workplace *place, const struct gb_devices *all, size_t gpu,
				       size_t left)
{
	const size_t roof = gb_sweep_visits(place->options, true) + gb_sweep_extra_visits(place->options) +
			    gb_sweep_bursts(place->options);
	/* The point of a curve is begun once more to deliver its row. */
	const size_t curve = gb_sweep_visits(place->options, false) + 1;
	const size_t steps = roof > curve ? roof : curve;
	/* A watch repeats its tasks. */
	const bool is_watch = place->options->sdc_seconds > 0;

	/* The first task is begun before the card is opened, and again afterwards. */
	return (struct gb_validation){
		.place = place,
		.all = all,
		.gpu = gpu,
		.begins_left = is_watch ? SIZE_MAX : left * steps + 1,
		.leaves_left = is_watch ? SIZE_MAX / 2 : 0, /* memory is set up again after a wrong result */
	};
}

static int check_asked(const struct gb_message *message, bool is_left, struct gb_error *error)
{
	return message->size == 0 && is_left ? GB_OK
					     : gb_error_set(error, "a question about a task that it was not given");
}

static int check_begin(struct gb_validation *t, const struct gb_message *message, bool is_left, struct gb_error *error)
{
	if (message->size != 0)
		return gb_error_set(error, "a beginning with %zu bytes", message->size);
	if (!is_left)
		return gb_error_set(error, "the start of a task that it was not given, or has finished");
	if (t->begins_left == 0)
		return gb_error_set(error, "more starts than there are steps");
	t->begins_left--;
	t->leaves_left++;
	t->task = message->task;
	t->at_task = true;
	return GB_OK;
}

static int check_measured(struct gb_validation *t, const struct gb_message *message, const char *payload, bool is_left,
			  struct gb_error *error)
{
	if (!is_left)
		return gb_error_set(error, "rows of a task that it was not given, or has done");
	if (!t->at_task || message->task != t->task)
		return gb_error_set(error, "rows of a task that is not its current one");
	if (message->size == 0)
		return gb_error_set(error, "a task without a row");
	const struct gb_task *task = &t->place->tasks->task[message->task];
	const struct expected expected = {
		.place = t->place,
		.on = &t->all->found[t->gpu],
		.peer = gb_peers_name_on(t->all->found, t->all->count, t->gpu, task),
		.task = task,
		.bench = task->plan->bench,
		.first = t->gpu == 0,
		.most = GB_TASK_RECORDS_MAX,
	};
	t->at_task = false;
	t->has_rows = true;
	return check_rows(&expected, payload, message->size, error);
}

/* If the card could not be opened, that is reported after the first task has begun, and nothing follows. */
static int check_end(struct gb_validation *t, const struct gb_message *message, const char *payload,
		     struct gb_error *error)
{
	if (!t->at_task || t->has_rows)
		return gb_error_set(error, "an error of its card after it was opened");
	t->has_ended = true;
	return gb_validate_text(message, payload, error);
}

static int check_leave(struct gb_validation *t, const struct gb_message *message, struct gb_error *error)
{
	const bool begins = message->type == GB_MESSAGE_LEAVE;

	if (message->size != 0)
		return gb_error_set(error, "the end of a benchmark with %zu bytes", message->size);
	if (message->task >= t->place->tasks->count)
		return gb_error_set(error, "the end of a benchmark without a task");
	if (t->leaving == begins || (begins && t->leaves_left == 0))
		return gb_error_set(error, "the end of a benchmark that it does not leave");
	t->leaves_left -= begins;
	t->leaving = begins;
	return GB_OK;
}

int gb_validate_measuring(struct gb_validation *t, const struct gb_message *message, const char *payload, bool is_left,
			  struct gb_error *error)
{
	if (t->has_ended)
		return gb_error_set(error, "a message after its last one");
	switch ((int)message->type) {
	case GB_MESSAGE_BEGIN:
		return check_begin(t, message, is_left, error);
	case GB_MESSAGE_ASK:
		return check_asked(message, is_left, error);
	case GB_MESSAGE_ROWS:
		return check_measured(t, message, payload, is_left, error);
	case GB_MESSAGE_LEAVE:
	case GB_MESSAGE_LEFT:
		return check_leave(t, message, error);
	case GB_MESSAGE_ERROR:
	case GB_MESSAGE_SKIP:
		return check_end(t, message, payload, error);
	default:
		return gb_error_set(error, "message %d while it measures", (int)message->type);
	}
}

int gb_validate_concluding(const struct gb_workplace *place, const struct gb_found_device *on,
			   const struct gb_bench *bench, const struct gb_message *message, const char *payload,
			   struct gb_error *error)
{
	const struct expected expected = {
		.place = place, .on = on, .peer = "", .bench = bench, .most = GB_FINDINGS_MAX
	};

	if (message->type == GB_MESSAGE_ERROR)
		return gb_validate_text(message, payload, error);
	if (message->type != GB_MESSAGE_ROWS)
		return gb_error_set(error, "message %d while it concludes", (int)message->type);
	if (message->task != 0)
		return gb_error_set(error, "conclusions of a task");
	return check_rows(&expected, payload, message->size, error);
}

/* ---- devices ----------------------------------------------------------------------------------------------------- */

/* A text in a struct must end within it, because file names may be made from it. Firmware puts tabs into the names of
 * processors. */
static bool is_word(const char *text, size_t room, bool in_path)
{
	const size_t length = strnlen(text, room);

	for (size_t i = 0; i < length; i++)
		if (((unsigned char)text[i] < ' ' && (in_path || text[i] != '\t')) || text[i] == 0x7f ||
		    (in_path && text[i] == '/'))
			return false;
	return length < room;
}

#define IS_WORD(text, in_path) is_word((text), sizeof(text), (in_path))

static int check_device(const struct gb_workplace *place, const struct gb_found_device *found, struct gb_error *error)
{
	const struct gb_device *d = &found->device;
	const struct gpu_identity *id = &found->identity;

	if ((int)d->target != (int)place->ops->target)
		return gb_error_set(error, "a device of another kind");
	if (!IS_WORD(d->name, false) || !IS_WORD(d->uuid, true) || !IS_WORD(d->pci_bus_id, true) ||
	    !IS_WORD(id->driver, false) || !IS_WORD(id->cuda, false) || !IS_WORD(id->vbios, false) ||
	    !IS_WORD(id->board, false) || !IS_WORD(id->ecc, false) || !IS_WORD(id->mig, false))
		return gb_error_set(error, "a device with a name that is not text");
	if (d->index < 0 || d->sm_count < 0 || d->cc_major < 0 || d->cc_minor < 0 || d->numa_nodes < 0 ||
	    id->numa_node < -1 || id->numa_node >= NODES_MOST)
		return gb_error_set(error, "a device with a number below 0");
	return GB_OK;
}

int gb_validate_found(const struct gb_workplace *place, const struct gb_message *message, const char *payload,
		      struct gb_devices *out, struct gb_error *error)
{
	const size_t count = message->size / sizeof *out->found;

	if (message->type != GB_MESSAGE_FOUND)
		return gb_error_set(error, "message %d while it looks for devices", (int)message->type);
	if (message->task != 0 || count == 0 || count > DEVICES_MOST || count * sizeof *out->found != message->size)
		return gb_error_set(error, "%zu bytes of devices", message->size);
	struct gb_found_device *found = gb_heap_array(message->size, 1);
	memcpy(found, payload, message->size);
	int status = GB_OK;
	for (size_t i = 0; i < count && status == GB_OK; i++) {
		status = check_device(place, &found[i], error);
		for (size_t j = 0; j < i && status == GB_OK; j++)
			if (found[j].device.index == found[i].device.index)
				status = gb_error_set(error, "a device twice");
	}
	if (status == GB_OK)
		*out = (struct gb_devices){ found, count };
	else
		free(found);
	return status;
}
