/* nsys_database.c: reads the output of `nsys export --type sqlite`, which has a table for each kind of event, and texts
 * in StringIds. Columns are found by name, because their number and order differ between versions. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/text.h"
#include "record/store_parts.h"
#include "survey/nsys.h"

enum { TEXT = 1 << 16, PEER_TO_PEER = 10 /* of ENUM_CUDA_MEMCPY_OPER */ };

enum column {
	START,
	END,
	DEVICE,
	PROCESS,
	ORDER,
	NAME,
	MANGLED,
	GRID_X, /* and the five numbers after it */
	BLOCK_Z = GRID_X + 5,
	SHARED,
	NODE,
	BYTES,
	KIND,
	FROM,
	TO,
	FROM_DEVICE,
	TO_DEVICE,
	COLUMNS
};

static const char *const column_names[COLUMNS] = {
	[START] = "start",
	[END] = "end",
	[DEVICE] = "deviceId",
	[PROCESS] = "globalPid",
	[ORDER] = "correlationId",
	[NAME] = "demangledName",
	[MANGLED] = "mangledName",
	[GRID_X] = "gridX",
	[GRID_X + 1] = "gridY",
	[GRID_X + 2] = "gridZ",
	[GRID_X + 3] = "blockX",
	[GRID_X + 4] = "blockY",
	[BLOCK_Z] = "blockZ",
	[SHARED] = "dynamicSharedMemory",
	[NODE] = "graphNodeId",
	[BYTES] = "bytes",
	[KIND] = "copyKind",
	[FROM] = "srcKind",
	[TO] = "dstKind",
	[FROM_DEVICE] = "srcDeviceId",
	[TO_DEVICE] = "dstDeviceId",
};

struct seen_gpu {
	int64_t device, process;
	uint32_t gpu;
};

struct reading {
	struct gb_survey *survey;
	struct gb_store *store;
	const char *path;
	struct gb_error *error;
	sqlite3_stmt *row, *string, *memory, *device, *name; /* NULL: the table is missing */
	int place[COLUMNS];                                  /* -1: the table lacks the column */
	size_t rows;                                         /* in the table */
	struct seen_gpu *seen;
	size_t seen_count, seen_room;
};

/* ---- values ------------------------------------------------------------------------------------------------------ */

static bool has_value(const struct reading *r, enum column c)
{
	return r->place[c] >= 0 && sqlite3_column_type(r->row, r->place[c]) == SQLITE_INTEGER;
}

/* Returns 0 if there is no value. */
static int64_t find_value(const struct reading *r, enum column c)
{
	return has_value(r, c) ? sqlite3_column_int64(r->row, r->place[c]) : 0;
}

static uint32_t find_extent(const struct reading *r, enum column c)
{
	const int64_t value = find_value(r, c);

	return value > 0 && value <= UINT32_MAX ? (uint32_t)value : 0;
}

/* Returns the text in the first column of the statement's row for these numbers; "": none. */
static const char *query_text(struct reading *r, sqlite3_stmt *ask, int64_t first, int column)
{
	const char *text = NULL;
	char clean[TEXT];

	if (ask == NULL)
		return "";
	sqlite3_reset(ask);
	sqlite3_bind_int64(ask, 1, first);
	if (sqlite3_step(ask) == SQLITE_ROW)
		text = (const char *)sqlite3_column_text(ask, column);
	gb_text_copy(clean, sizeof clean, text != NULL ? text : "");
	gb_nsys_clean(clean);
	return gb_strings_keep(&r->survey->strings, clean);
}

/* ---- GPUs -------------------------------------------------------------------------------------------------------- */

/* A process numbers the GPUs that it may use from 0. TARGET_INFO_GPU has the machine's numbers. */
static int64_t machine_number(struct reading *r, int64_t device, int64_t process)
{
	if (r->device == NULL)
		return device;
	sqlite3_reset(r->device);
	sqlite3_bind_int64(r->device, 1, device);
	sqlite3_bind_int64(r->device, 2, (process >> 24) & 0xffffff); /* the pid in a globalPid */
	return sqlite3_step(r->device) == SQLITE_ROW ? sqlite3_column_int64(r->device, 0) : device;
}

static uint32_t find_gpu(struct reading *r, int64_t device, int64_t process)
{
	char number[24];

	for (size_t i = 0; i < r->seen_count; i++)
		if (r->seen[i].device == device && r->seen[i].process == process)
			return r->seen[i].gpu;
	snprintf(number, sizeof number, "%" PRId64, device);
	const int64_t machine = machine_number(r, device, process);
	const uint32_t gpu = gb_survey_gpu_number(r->survey, number, query_text(r, r->name, machine, 1),
						  query_text(r, r->name, machine, 0));
	r->seen = gb_array_grow(r->seen, r->seen_count, &r->seen_room, sizeof *r->seen);
	r->seen[r->seen_count++] = (struct seen_gpu){ device, process, gpu };
	return gpu;
}

static size_t count_processes(const struct reading *r)
{
	size_t count = 0;

	for (size_t i = 0; i < r->seen_count; i++) {
		size_t before = 0;
		while (before < i && r->seen[before].process != r->seen[i].process)
			before++;
		count += before == i;
	}
	return count;
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

static size_t number_kernel(struct reading *r, uint32_t gpu)
{
	struct gb_survey_kernel kernel = { .gpu = gpu, .shared = find_extent(r, SHARED) };
	const char *mangled = has_value(r, MANGLED) ? query_text(r, r->string, find_value(r, MANGLED), 0) : "";
	const char *name = query_text(r, r->string, find_value(r, NAME), 0);

	for (int i = 0; i < 6; i++)
		kernel.size[i] = find_extent(r, (enum column)(GRID_X + i));
	gb_survey_name_kernel(r->survey, &kernel, mangled[0] != '\0' ? mangled : name, name[0] != '\0' ? name : NULL);
	return gb_survey_kernel_number(r->survey, &kernel);
}

/* Versions before 2022 have no table of memories, but number the first four kinds in the same way. */
static const char *find_memory(struct reading *r, enum column c)
{
	static const char *const memories[] = { "Pageable", "Pinned", "Device", "Array" };
	const int64_t kind = find_value(r, c);
	const char *label = has_value(r, c) ? query_text(r, r->memory, kind, 0) : "";

	if (label[0] == '\0' && r->memory == NULL && has_value(r, c) && kind >= 0 && kind < 4)
		label = memories[kind];
	return gb_nsys_memory(r->survey, label);
}

static size_t number_copy(struct reading *r, uint32_t gpu)
{
	struct gb_survey_copy copy = { find_memory(r, FROM), find_memory(r, TO), gpu, GB_SURVEY_NO_GPU, 0, 0, 0 };

	if (find_value(r, KIND) == PEER_TO_PEER && has_value(r, FROM_DEVICE) && has_value(r, TO_DEVICE)) {
		const bool is_source = find_value(r, FROM_DEVICE) == find_value(r, DEVICE);
		copy.other = find_gpu(r, find_value(r, is_source ? TO_DEVICE : FROM_DEVICE), find_value(r, PROCESS));
	} else if (find_value(r, KIND) == PEER_TO_PEER) {
		copy.to = gb_nsys_memory(r->survey, GB_NSYS_PEER);
	}
	return gb_survey_copy_number(r->survey, &copy);
}

static size_t number_fill(struct reading *r, uint32_t gpu)
{
	const struct gb_survey_copy fill = { gb_strings_keep(&r->survey->strings, ""),
					     gb_nsys_memory(r->survey, "Device"),
					     gpu,
					     GB_SURVEY_NO_GPU,
					     0,
					     0,
					     0 };

	return gb_survey_copy_number(r->survey, &fill);
}

static const struct table {
	const char *query, *name;
	size_t (*number)(struct reading *r, uint32_t gpu);
	enum column last; /* the last required column, apart from the times and the GPU */
} tables[] = {
	{ "SELECT * FROM CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_KERNEL", number_kernel, NAME },
	{ "SELECT * FROM CUPTI_ACTIVITY_KIND_MEMCPY", "CUPTI_ACTIVITY_KIND_MEMCPY", number_copy, BYTES },
	{ "SELECT * FROM CUPTI_ACTIVITY_KIND_MEMSET", "CUPTI_ACTIVITY_KIND_MEMSET", number_fill, BYTES },
};

static int take_event(struct reading *r, const struct table *table)
{
	const int64_t start = find_value(r, START), end = find_value(r, END);

	r->rows++;
	if (!has_value(r, START) || !has_value(r, END) || !has_value(r, DEVICE))
		return gb_error_set(r->error,
				    "%s: row %zu of %s: found no whole number of start, end or deviceId, expected "
				    "nanoseconds and a number of a GPU",
				    r->path, r->rows, table->name);
	if (start < 0 || end < start) {
		r->survey->untimed++;
		return GB_OK;
	}
	const uint32_t gpu = find_gpu(r, find_value(r, DEVICE), find_value(r, PROCESS));
	const struct gb_survey_event event = { .start = (uint64_t)start,
					       .end = (uint64_t)end,
					       .bytes = find_value(r, BYTES) > 0 ? (uint64_t)find_value(r, BYTES) : 0,
					       .gpu = gpu,
					       .order = (uint32_t)find_value(r, ORDER),
					       .is_kernel = table->number == number_kernel,
					       .in_graph = find_value(r, NODE) != 0 };
	gb_survey_add_event(r->survey, table->number(r, gpu), event);
	return GB_OK;
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

/* NULL: the table or one of its columns is missing. */
static sqlite3_stmt *prepare_optional(const struct reading *r, const char *sql)
{
	struct gb_error none = { "" };
	sqlite3_stmt *ask = NULL;

	return gb_store_prepare(r->store, sql, &ask, &none) == GB_OK ? ask : NULL;
}

static int find_columns(struct reading *r, const struct table *table)
{
	const enum column needed[] = { START, END, DEVICE, table->last };

	for (int c = 0; c < COLUMNS; c++) {
		r->place[c] = -1;
		for (int i = 0; i < sqlite3_column_count(r->row); i++)
			if (strcmp(sqlite3_column_name(r->row, i), column_names[c]) == 0)
				r->place[c] = i;
	}
	for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++)
		if (r->place[needed[i]] < 0)
			return gb_error_set(r->error, "%s: %s: found no column '%s', expected those of nsys export",
					    r->path, table->name, column_names[needed[i]]);
	return GB_OK;
}

static int read_table(struct reading *r, const struct table *table)
{
	int code = SQLITE_DONE;

	r->row = prepare_optional(r, table->query);
	if (r->row == NULL)
		return GB_OK;
	int status = find_columns(r, table);
	for (r->rows = 0; status == GB_OK && (code = sqlite3_step(r->row)) == SQLITE_ROW;)
		status = take_event(r, table);
	if (status == GB_OK && code != SQLITE_DONE)
		status = gb_store_fail(r->store, r->error);
	sqlite3_finalize(r->row);
	return status;
}

/* Versions before 2021.2 have TARGET_INFO_CUDA_GPU and no UUIDs. */
static int read_tables(struct reading *r)
{
	int status = GB_OK;

	r->string = prepare_optional(r, "SELECT value FROM StringIds WHERE id = ?");
	r->memory = prepare_optional(r, "SELECT label FROM ENUM_CUDA_MEM_KIND WHERE id = ?");
	r->device = prepare_optional(r, "SELECT gpuId FROM TARGET_INFO_CUDA_DEVICE WHERE cudaId = ? AND pid = ?");
	r->name = prepare_optional(r, "SELECT name, uuid FROM TARGET_INFO_GPU WHERE id = ?");
	if (r->name == NULL)
		r->name = prepare_optional(r, "SELECT name, '' FROM TARGET_INFO_GPU WHERE id = ?");
	if (r->name == NULL)
		r->name = prepare_optional(r, "SELECT name, '' FROM TARGET_INFO_CUDA_GPU WHERE deviceId = ?");
	if (r->string == NULL)
		status = gb_error_set(r->error,
				      "%s: found a database without the table StringIds, expected one of "
				      "nsys export --type sqlite",
				      r->path);
	for (size_t i = 0; status == GB_OK && i < sizeof tables / sizeof tables[0]; i++)
		status = read_table(r, &tables[i]);
	r->survey->processes = count_processes(r);
	sqlite3_finalize(r->string);
	sqlite3_finalize(r->memory);
	sqlite3_finalize(r->device);
	sqlite3_finalize(r->name);
	free(r->seen);
	return status;
}

int gb_nsys_read_database(struct gb_survey *survey, const char *path, struct gb_error *error)
{
	struct reading r = { .survey = survey, .path = path, .error = error };

	GB_TRY(gb_store_connect(&r.store, path, SQLITE_OPEN_READONLY, error));
	const int status = read_tables(&r);
	gb_store_close(r.store);
	return status == GB_OK ? gb_nsys_end(survey, path, error) : status;
}

/* ---- both formats ------------------------------------------------------------------------------------------------ */

int gb_nsys_end(struct gb_survey *survey, const char *path, struct gb_error *error)
{
	if (survey->launches == 0 && survey->events == 0)
		return gb_error_set(error,
				    "%s: found no kernel, copy or fill of a GPU, expected those that nsys "
				    "profile --trace=cuda records",
				    path);
	gb_survey_end(survey);
	return GB_OK;
}

void gb_nsys_clean(char *text)
{
	for (; *text != '\0'; text++)
		*text = iscntrl((unsigned char)*text) ? '?' : *text;
}

const char *gb_nsys_memory(struct gb_survey *survey, const char *label)
{
	char text[64];

	gb_text_copy(text, sizeof text, label[0] != '\0' ? label : "unknown");
	for (char *at = text; *at != '\0' && strcmp(label, GB_NSYS_PEER) != 0; at++)
		*at = (char)(*at >= 'A' && *at <= 'Z' ? *at - 'A' + 'a' : *at);
	return gb_strings_keep(&survey->strings, text);
}
