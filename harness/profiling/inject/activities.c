/* activities.c: records every kernel, copy and fill of the GPU with CUPTI's activity records, which need no special
 * rights.
 *
 *     gpu     DEVICE  UUID  NAME
 *     shape   ID  GRID-X  Y  Z  BLOCK-X  Y  Z  REGISTERS  STATIC-SHARED  DYNAMIC-SHARED  LOCAL-PER-THREAD  MANGLED-NAME
 *     kernel  SHAPE  DEVICE  CONTEXT  STREAM  START  END  CORRELATION  GRAPH  NODE
 *     copy    FROM  TO  BYTES  DEVICE  CONTEXT  STREAM  START  END  OTHER-DEVICE (or -)  CORRELATION
 *     fill    BYTES  DEVICE  CONTEXT  STREAM  START  END  CORRELATION
 *     lost    RECORDS that CUPTI had no room for
 *
 * FROM and TO are pageable, pinned, device, array, managed or unknown. Correlations of a process ascend in launch
 * order; all nodes of a graph launch have the same correlation. A shape precedes its first kernel. */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inject/cupti.h"
#include "inject/inject.h"
#include "inject/trace.h"

enum { BUFFER = 1 << 20, BUFFERS_KEPT = 8, FLUSH_MS = 500, NAME_TEXT = 8192 };

static struct gb_lines lines;

/* shapes: the properties that launches of a kernel have in common */

struct shape {
	const char *name; /* CUPTI's copy, which all launches of a kernel share */
	int32_t size[6];  /* of the grid and of the block */
	uint32_t registers, local;
	int32_t shared[2];
};

_Static_assert(sizeof(struct shape) % sizeof(uint64_t) == 0, "shapes are hashed by words");

/* A hash table with open addressing; `shape[at].name` is NULL in free slots. */
static struct {
	struct shape *shape;
	uint32_t *id;
	size_t room;
	uint32_t count;
} shapes;

static struct shape launch_shape(const struct cupti_kernel *k)
{
	struct shape s;

	memset(&s, 0, sizeof s); /* memcmp() compares padding, too */
	s.name = k->name;
	memcpy(s.size, k->grid, sizeof k->grid);
	memcpy(s.size + 3, k->block, sizeof k->block);
	s.registers = k->registers;
	s.local = k->local_per_thread;
	s.shared[0] = k->static_shared;
	s.shared[1] = k->dynamic_shared;
	return s;
}

static size_t find_shape(const struct shape *s)
{
	uint64_t hash = 14695981039346656037u, word[sizeof *s / sizeof hash];

	memcpy(word, s, sizeof word);
	for (size_t i = 0; i < sizeof word / sizeof word[0]; i++)
		hash = (hash ^ word[i] ^ hash >> 29) * 1099511628211u;
	size_t at = (size_t)(hash ^ hash >> 32) & (shapes.room - 1);
	while (shapes.shape[at].name != NULL && memcmp(&shapes.shape[at], s, sizeof *s) != 0)
		at = (at + 1) & (shapes.room - 1);
	return at;
}

static bool grow_shapes(void)
{
	const size_t before = shapes.room, room = before > 0 ? 2 * before : 256;
	struct shape *old = shapes.shape;
	uint32_t *ids = shapes.id;
	struct shape *shape = calloc(room, sizeof *shape);
	uint32_t *id = calloc(room, sizeof *id);

	if (shape == NULL || id == NULL) {
		free(shape);
		free(id);
		return false;
	}
	shapes.shape = shape;
	shapes.id = id;
	shapes.room = room;
	for (size_t i = 0; i < before; i++)
		if (old[i].name != NULL) {
			const size_t at = find_shape(&old[i]);
			shapes.shape[at] = old[i];
			shapes.id[at] = ids[i];
		}
	free(old);
	free(ids);
	return true;
}

static void tell_shape(const struct shape *s, uint32_t id)
{
	static char name[NAME_TEXT];

	gb_lines_hand_over(&lines);
	gb_trace_add("shape\t%u\t%d\t%d\t%d\t%d\t%d\t%d\t%u\t%d\t%d\t%u\t%s", (unsigned)id, s->size[0], s->size[1],
		     s->size[2], s->size[3], s->size[4], s->size[5], (unsigned)s->registers, s->shared[0], s->shared[1],
		     (unsigned)s->local, gb_trace_text(name, sizeof name, s->name));
}

/* Returns the number of a kernel's shape; -1: out of memory. */
static int64_t shape_id(const struct cupti_kernel *k)
{
	const struct shape s = launch_shape(k);

	if (s.name == NULL || (2 * (shapes.count + (size_t)1) > shapes.room && !grow_shapes()))
		return -1;
	const size_t at = find_shape(&s);
	if (shapes.shape[at].name == NULL) {
		shapes.shape[at] = s;
		shapes.id[at] = shapes.count++;
		tell_shape(&s, shapes.id[at]);
	}
	return shapes.id[at];
}

/* ---- records ----------------------------------------------------------------------------------------------------- */

static uint32_t version;
static uint64_t lost;

static void tell_kernel(const struct cupti_kernel *k)
{
	const bool has_graph = version >= 14; /* CUDA 11.1 */
	const int64_t id = shape_id(k);

	if (id < 0) {
		lost++;
		return;
	}
	const uint64_t field[] = { (uint64_t)id,
				   k->device,
				   k->context,
				   k->stream,
				   k->start,
				   k->end,
				   k->correlation,
				   has_graph ? k->graph : 0,
				   has_graph ? k->graph_node : 0 };
	gb_lines_word(&lines, "kernel");
	for (size_t i = 0; i < sizeof field / sizeof field[0]; i++)
		gb_lines_number(&lines, field[i]);
	gb_lines_end(&lines);
}

static const char *memory_name(unsigned kind)
{
	static const char *const names[] = { "unknown", "pageable", "pinned", "device", "array", "managed" };

	return names[kind < sizeof names / sizeof names[0] ? kind : 0];
}

static void tell_moved(uint64_t bytes, uint32_t device, uint32_t context, uint32_t stream, uint64_t start, uint64_t end)
{
	const uint64_t field[] = { bytes, device, context, stream, start, end };

	for (size_t i = 0; i < sizeof field / sizeof field[0]; i++)
		gb_lines_number(&lines, field[i]);
}

static void tell_copy(const struct cupti_copy *c)
{
	const bool is_peer = c->kind == CUPTI_PEER_COPY;

	gb_lines_word(&lines, "copy");
	gb_lines_text(&lines, memory_name(c->from));
	gb_lines_text(&lines, memory_name(c->to));
	tell_moved(c->bytes, c->device, c->context, c->stream, c->start, c->end);
	if (is_peer)
		gb_lines_number(&lines, c->is.from_device != c->device ? c->is.from_device : c->to_device);
	else
		gb_lines_text(&lines, "-");
	gb_lines_number(&lines, is_peer ? c->peer_correlation : c->is.correlation);
	gb_lines_end(&lines);
}

static void tell_fill(const struct cupti_fill *f)
{
	gb_lines_word(&lines, "fill");
	tell_moved(f->bytes, f->device, f->context, f->stream, f->start, f->end);
	gb_lines_number(&lines, f->correlation);
	gb_lines_end(&lines);
}

/* The UUID has the format of NVML and nvidia-smi. */
static void tell_device(const struct cupti_device *d)
{
	char uuid[37], name[256];
	const char *digits = "0123456789abcdef";
	size_t used = 0;

	for (size_t i = 0; i < sizeof d->uuid; i++) {
		if (i == 4 || i == 6 || i == 8 || i == 10)
			uuid[used++] = '-';
		uuid[used++] = digits[d->uuid[i] >> 4];
		uuid[used++] = digits[d->uuid[i] & 15];
	}
	uuid[used] = '\0';
	gb_trace_add("gpu\t%u\tGPU-%s\t%s", (unsigned)d->id, uuid, gb_trace_text(name, sizeof name, d->name));
}

static void tell_record(const void *record)
{
	uint32_t kind;

	memcpy(&kind, record, sizeof kind);
	switch (kind) {
	case CUPTI_KERNEL:
		tell_kernel(record);
		break;
	case CUPTI_MEMCPY:
	case CUPTI_PEER_COPY:
		tell_copy(record);
		break;
	case CUPTI_MEMSET:
		tell_fill(record);
		break;
	case CUPTI_DEVICE:
		tell_device(record);
		break;
	default:
		break;
	}
}

/* ---- buffers ----------------------------------------------------------------------------------------------------- */

/* CUPTI requests buffers in the threads of the program, and clears each new buffer there. Used buffers are therefore
 * cleared by the thread that has read them, and used again. */
static struct {
	pthread_mutex_t lock;
	uint8_t *buffer[BUFFERS_KEPT];
	size_t count;
} kept = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* If there is no memory, CUPTI drops records and counts them. */
static void on_buffer_wanted(uint8_t **buffer, size_t *size, size_t *records)
{
	pthread_mutex_lock(&kept.lock);
	*buffer = kept.count > 0 ? kept.buffer[--kept.count] : NULL;
	pthread_mutex_unlock(&kept.lock);
	if (*buffer == NULL)
		*buffer = calloc(1, BUFFER);
	*size = *buffer != NULL ? BUFFER : 0;
	*records = 0;
}

static void give_back_buffer(uint8_t *buffer)
{
	if (buffer == NULL)
		return;
	memset(buffer, 0, BUFFER);
	pthread_mutex_lock(&kept.lock);
	if (kept.count < BUFFERS_KEPT) {
		kept.buffer[kept.count++] = buffer;
		buffer = NULL;
	}
	pthread_mutex_unlock(&kept.lock);
	free(buffer);
}

/* Protects `shapes` and `lost`, which CUPTI's thread and the flushing threads both use. */
static pthread_mutex_t completing = PTHREAD_MUTEX_INITIALIZER;

static void on_buffer_complete(void *context, uint32_t stream, uint8_t *buffer, size_t size, size_t valid)
{
	void *record = NULL;
	size_t dropped = 0;

	pthread_mutex_lock(&completing);
	while (valid > 0 && gb_cupti.next_record(buffer, valid, &record) == CUPTI_OK)
		tell_record(record);
	if (gb_cupti.dropped != NULL && gb_cupti.dropped(context, stream, &dropped) == CUPTI_OK)
		lost += dropped;
	gb_lines_hand_over(&lines);
	pthread_mutex_unlock(&completing);
	gb_trace_flush();
	give_back_buffer(buffer);
}

/* Requests buffers that are not full, too, unless they contain a kernel that is still running. */
static void flush_activities(void)
{
	gb_cupti.flush_all(0);
}

static bool begin_survey(char *why, size_t size)
{
	static const uint32_t kinds[] = { CUPTI_DEVICE, CUPTI_KERNEL, CUPTI_MEMCPY, CUPTI_PEER_COPY, CUPTI_MEMSET };
	uint8_t zero = 1;
	size_t zero_size = sizeof zero;
	int result = CUPTI_OK;

	if (gb_cupti.register_callbacks == NULL || gb_cupti.enable == NULL || gb_cupti.next_record == NULL ||
	    gb_cupti.flush_all == NULL)
		return snprintf(why, size, "this CUPTI traces no activity") < 0;
	if (gb_cupti.version != NULL)
		gb_cupti.version(&version);
	if (gb_cupti.set_attribute != NULL)
		gb_cupti.set_attribute(CUPTI_BUFFERS_ARE_ZERO, &zero_size, &zero);
	result = gb_cupti.register_callbacks(on_buffer_wanted, on_buffer_complete);
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && result == CUPTI_OK; i++)
		result = gb_cupti.enable(kinds[i]);
	if (result == CUPTI_OK)
		gb_flusher_start(FLUSH_MS, flush_activities);
	else
		snprintf(why, size, "CUPTI refuses to trace: %s", gb_cupti_says(result));
	return result == CUPTI_OK;
}

static void finish_survey(void)
{
	gb_flusher_stop();
	gb_cupti.flush_all(CUPTI_FLUSH_FORCED);
	pthread_mutex_lock(&completing);
	if (lost > 0)
		gb_trace_add("lost\t%" PRIu64, lost);
	pthread_mutex_unlock(&completing);
}

const struct gb_inject_module gb_inject_survey = { .name = "survey", .begin = begin_survey, .finish = finish_survey };
