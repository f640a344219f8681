/* survey.c: every kernel, copy and fill that the GPU did, by CUPTI's activity records. It takes no rights.
 *
 *     gpu     DEVICE  UUID  NAME
 *     shape   ID  GRID-X  Y  Z  BLOCK-X  Y  Z  REGISTERS  STATIC-SHARED  DYNAMIC-SHARED  LOCAL-PER-THREAD  MANGLED-NAME
 *     kernel  SHAPE  DEVICE  CONTEXT  STREAM  START  END  CORRELATION  GRAPH  NODE
 *     copy    FROM  TO  BYTES  DEVICE  CONTEXT  STREAM  START  END  OTHER-DEVICE (or -1)
 *     fill    BYTES  DEVICE  CONTEXT  STREAM  START  END
 *     lost    RECORDS that CUPTI had no room for
 *
 * Memories are pageable, pinned, device, array, managed or unknown. Launches of a process are in the order of their
 * correlations; nodes of one graph launch have the same. A shape comes before its first kernel. */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inject/cupti.h"
#include "inject/inject.h"
#include "inject/trace.h"

enum { BUFFER = 1 << 20, FLUSH_MS = 500, NAME_TEXT = 8192 };

/* ---- shapes: what launches of a kernel have in common ---------------------------------------------------------------- */

struct shape {
	const char *name; /* CUPTI's own copy: one for all launches of a kernel */
	int32_t size[6];  /* grid and block */
	uint32_t registers, local;
	int32_t shared[2];
};

/* A hash table of open addressing; `shape[at].name` is NULL where nothing is. */
static struct {
	struct shape *shape;
	uint32_t *id;
	size_t room;
	uint32_t count;
} shapes;

static struct shape shape_of(const struct cupti_kernel *k)
{
	struct shape s;

	memset(&s, 0, sizeof s); /* padding is compared too */
	s.name = k->name;
	memcpy(s.size, k->grid, sizeof k->grid);
	memcpy(s.size + 3, k->block, sizeof k->block);
	s.registers = k->registers;
	s.local = k->local_per_thread;
	s.shared[0] = k->static_shared;
	s.shared[1] = k->dynamic_shared;
	return s;
}

static size_t place_of(const struct shape *s)
{
	uint64_t hash = 14695981039346656037u;

	for (size_t i = 0; i < sizeof *s; i++)
		hash = (hash ^ ((const unsigned char *)s)[i]) * 1099511628211u;
	size_t at = (size_t)hash & (shapes.room - 1);
	while (shapes.shape[at].name != NULL && memcmp(&shapes.shape[at], s, sizeof *s) != 0)
		at = (at + 1) & (shapes.room - 1);
	return at;
}

static bool grow(void)
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
			const size_t at = place_of(&old[i]);
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

	gb_trace_add("shape\t%u\t%d\t%d\t%d\t%d\t%d\t%d\t%u\t%d\t%d\t%u\t%s", (unsigned)id, s->size[0], s->size[1],
		     s->size[2], s->size[3], s->size[4], s->size[5], (unsigned)s->registers, s->shared[0], s->shared[1],
		     (unsigned)s->local, gb_trace_text(name, sizeof name, s->name));
}

/* Its number; -1: there is no memory for another. */
static int64_t shape_id(const struct cupti_kernel *k)
{
	const struct shape s = shape_of(k);

	if (s.name == NULL || (2 * (shapes.count + (size_t)1) > shapes.room && !grow()))
		return -1;
	const size_t at = place_of(&s);
	if (shapes.shape[at].name == NULL) {
		shapes.shape[at] = s;
		shapes.id[at] = shapes.count++;
		tell_shape(&s, shapes.id[at]);
	}
	return shapes.id[at];
}

/* ---- records --------------------------------------------------------------------------------------------------------- */

static uint32_t version;
static uint64_t lost;

static void tell_kernel(const struct cupti_kernel *k)
{
	const bool has_graph = version >= 14; /* CUDA 11.1 */
	const int64_t id = shape_id(k);

	if (id < 0)
		lost++;
	else
		gb_trace_add("kernel\t%" PRId64 "\t%u\t%u\t%u\t%" PRIu64 "\t%" PRIu64 "\t%u\t%u\t%" PRIu64, id,
			     (unsigned)k->device, (unsigned)k->context, (unsigned)k->stream, k->start, k->end,
			     (unsigned)k->correlation, has_graph ? (unsigned)k->graph : 0,
			     has_graph ? k->graph_node : 0);
}

static const char *memory(unsigned kind)
{
	static const char *const names[] = { "unknown", "pageable", "pinned", "device", "array", "managed" };

	return names[kind < sizeof names / sizeof names[0] ? kind : 0];
}

static void tell_copy(const struct cupti_copy *c)
{
	const int64_t other = c->kind != CUPTI_PEER_COPY       ? -1
			      : c->is.from_device != c->device ? (int64_t)c->is.from_device
							       : (int64_t)c->to_device;

	gb_trace_add("copy\t%s\t%s\t%" PRIu64 "\t%u\t%u\t%u\t%" PRIu64 "\t%" PRIu64 "\t%" PRId64, memory(c->from),
		     memory(c->to), c->bytes, (unsigned)c->device, (unsigned)c->context, (unsigned)c->stream, c->start,
		     c->end, other);
}

static void tell_fill(const struct cupti_fill *f)
{
	gb_trace_add("fill\t%" PRIu64 "\t%u\t%u\t%u\t%" PRIu64 "\t%" PRIu64, f->bytes, (unsigned)f->device,
		     (unsigned)f->context, (unsigned)f->stream, f->start, f->end);
}

/* As NVML and nvidia-smi write it. */
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

static void tell(const void *record)
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

/* ---- buffers --------------------------------------------------------------------------------------------------------- */

/* Without memory CUPTI drops records, and says how many. */
static void request(uint8_t **buffer, size_t *size, size_t *records)
{
	*buffer = malloc(BUFFER);
	*size = *buffer != NULL ? BUFFER : 0;
	*records = 0;
}

/* Used by CUPTI's thread, and at the end also by the one that flushes: shapes and `lost` are for one at a time. */
static pthread_mutex_t completing = PTHREAD_MUTEX_INITIALIZER;

static void complete(void *context, uint32_t stream, uint8_t *buffer, size_t size, size_t valid)
{
	void *record = NULL;
	size_t dropped = 0;

	(void)size;
	pthread_mutex_lock(&completing);
	while (valid > 0 && gb_cupti.next_record(buffer, valid, &record) == CUPTI_OK)
		tell(record);
	if (gb_cupti.dropped != NULL && gb_cupti.dropped(context, stream, &dropped) == CUPTI_OK)
		lost += dropped;
	pthread_mutex_unlock(&completing);
	gb_trace_flush();
	free(buffer);
}

static bool begin(char *why, size_t size)
{
	static const uint32_t kinds[] = { CUPTI_DEVICE, CUPTI_KERNEL, CUPTI_MEMCPY, CUPTI_PEER_COPY, CUPTI_MEMSET };
	int result = CUPTI_OK;

	if (gb_cupti.register_callbacks == NULL || gb_cupti.enable == NULL || gb_cupti.next_record == NULL ||
	    gb_cupti.flush_all == NULL)
		return snprintf(why, size, "this CUPTI traces no activity") < 0;
	if (gb_cupti.version != NULL)
		gb_cupti.version(&version);
	result = gb_cupti.register_callbacks(request, complete);
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && result == CUPTI_OK; i++)
		result = gb_cupti.enable(kinds[i]);
	/* So that a process that is killed has told most. */
	if (result == CUPTI_OK && gb_cupti.flush_period != NULL)
		gb_cupti.flush_period(FLUSH_MS);
	if (result != CUPTI_OK)
		snprintf(why, size, "CUPTI refuses to trace: %s", gb_cupti_says(result));
	return result == CUPTI_OK;
}

static void finish(void)
{
	gb_cupti.flush_all(CUPTI_FLUSH_FORCED);
	if (lost > 0)
		gb_trace_add("lost\t%" PRIu64, lost);
}

const struct gb_inject_module gb_inject_survey = { .name = "survey", .begin = begin, .finish = finish };
