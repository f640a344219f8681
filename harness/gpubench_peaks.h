/* gpubench_peaks.h: the measured peaks of a GPU, for C and C++ programs: one file, no library.
 *
 *     #include "gpubench_peaks.h"
 *     struct gpubench_peaks peaks;
 *     if (gpubench_peaks_read(&peaks, NULL) != 0)
 *             fprintf(stderr, "%s\n", peaks.error);
 *     printf("MFU %.3f\n", flop / seconds / gpubench_sustained(&peaks, "tensor.bf16"));
 *
 * It reads the peaks that `gpubench --all --remember` or `gpubench peaks --update FILE` stored for this card in its
 * present state (board, driver, power limit). It measures nothing and never returns figures of another card: missing
 * peaks are an error with a text. docs/python.md describes the files. Link with -ldl if dlopen() is in a separate
 * library (glibc before 2.34). Apache-2.0. */
#ifndef GPUBENCH_PEAKS_H
#define GPUBENCH_PEAKS_H

#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { GPUBENCH_PEAKS_MAX = 128, GPUBENCH_PATH = 4096, GPUBENCH_TEXT = 96 };

/* A roof, in `unit`: B/s, FLOP/s, OP/s, access/s, inst/s, Hz; latencies in s or cycles. NAN: not known. */
struct gpubench_peak {
	char roof[48], unit[16];
	double sustained; /* what the card sustains */
	double burst;     /* before a power cap acts */
	double library;   /* what cuBLAS reaches; NAN after a quick run */
	double limit;     /* the physical limit at the measured clock */
	int suspect;      /* true if the row is not "ok" */
};

struct gpubench_peaks {
	struct gpubench_peak peak[GPUBENCH_PEAKS_MAX];
	int count;
	char gpu_name[GPUBENCH_TEXT], uuid[GPUBENCH_TEXT], board[GPUBENCH_TEXT], driver[GPUBENCH_TEXT];
	double power_limit_w;
	char file[GPUBENCH_PATH];
	char error[2 * GPUBENCH_PATH]; /* "" after success */
};

/* The peaks of the GPU with this UUID, or with NULL those of the first visible GPU. Returns 0, or -1 with peaks->error
 * set. */
static inline int gpubench_peaks_read(struct gpubench_peaks *peaks, const char *uuid);

/* NULL: it was not measured. */
static inline const struct gpubench_peak *gpubench_peak_find(const struct gpubench_peaks *peaks, const char *roof)
{
	for (int i = 0; i < peaks->count; i++)
		if (strcmp(peaks->peak[i].roof, roof) == 0)
			return &peaks->peak[i];
	return NULL;
}

/* The sustained rate; NAN: it was not measured. */
static inline double gpubench_sustained(const struct gpubench_peaks *peaks, const char *roof)
{
	const struct gpubench_peak *found = gpubench_peak_find(peaks, roof);

	return found != NULL ? found->sustained : (double)NAN;
}

/* ---- implementation ---------------------------------------------------------------------------------------------- */

static inline int gpubench_fail_(struct gpubench_peaks *peaks, const char *file, long line, const char *text)
{
	if (file != NULL && line > 0)
		snprintf(peaks->error, sizeof peaks->error, "%s: line %ld: %s", file, line, text);
	else
		snprintf(peaks->error, sizeof peaks->error, "%s%s%s", file != NULL ? file : "",
			 file != NULL ? ": " : "", text);
	peaks->count = 0;
	return -1;
}

static inline void gpubench_copy_(char *to, size_t size, const char *text)
{
	snprintf(to, size, "%s", text);
}

/* Parse a number in any locale. NAN: not a number. */
static inline double gpubench_number_(const char *text)
{
	double mantissa = 0;
	int scale = 0, digits = 0, sign = *text == '-' ? -1 : 1;

	text += *text == '-';
	for (; isdigit((unsigned char)*text); text++, digits++)
		mantissa = 10 * mantissa + (*text - '0');
	if (*text == '.')
		for (text++; isdigit((unsigned char)*text); text++, digits++, scale--)
			mantissa = 10 * mantissa + (*text - '0');
	if (digits > 0 && (*text == 'e' || *text == 'E')) {
		char *end;
		scale += (int)strtol(text + 1, &end, 10);
		text = end;
	}
	return digits > 0 && *text == '\0' ? sign * mantissa * pow(10, scale) : (double)NAN;
}

/* ---- the card, through NVML -------------------------------------------------------------------------------------- */

typedef int gpubench_text_fn_(void *card, char *text, unsigned int size);

struct gpubench_nvml_ {
	int (*init)(void);
	int (*count)(unsigned int *count);
	int (*at)(unsigned int index, void **card);
	int (*driver)(char *text, unsigned int size);
	int (*limit)(void *card, unsigned int *milliwatts);
	int (*divided)(void *card, unsigned int *now, unsigned int *pending);
	gpubench_text_fn_ *uuid, *name, *board;
};

static inline int gpubench_nvml_open_(struct gpubench_nvml_ *nvml)
{
	const struct {
		const char *name;
		void *slot;
	} calls[] = {
		{ "nvmlInit_v2", &nvml->init },
		{ "nvmlDeviceGetCount_v2", &nvml->count },
		{ "nvmlDeviceGetHandleByIndex_v2", &nvml->at },
		{ "nvmlSystemGetDriverVersion", &nvml->driver },
		{ "nvmlDeviceGetEnforcedPowerLimit", &nvml->limit },
		{ "nvmlDeviceGetMigMode", &nvml->divided },
		{ "nvmlDeviceGetUUID", &nvml->uuid },
		{ "nvmlDeviceGetName", &nvml->name },
		{ "nvmlDeviceGetBoardPartNumber", &nvml->board },
	};
	void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);

	for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
		void *found = library != NULL ? dlsym(library, calls[i].name) : NULL;
		if (found == NULL)
			return -1;
		memcpy(calls[i].slot, &found, sizeof found);
	}
	return nvml->init();
}

/* "" if unknown: a failed call may leave a part of the text. */
static inline const char *gpubench_ask_(gpubench_text_fn_ *ask, void *card, char text[GPUBENCH_TEXT])
{
	if (ask(card, text, GPUBENCH_TEXT) != 0)
		text[0] = '\0';
	return text;
}

/* The selected card, by UUID or number. NVML numbers cards as CUDA does if all have the same model. */
static inline void *gpubench_card_(struct gpubench_peaks *peaks, const struct gpubench_nvml_ *nvml, const char *wanted)
{
	const char *visible = getenv("CUDA_VISIBLE_DEVICES"), *order = getenv("CUDA_DEVICE_ORDER");
	const char *named = wanted != NULL ? wanted : visible != NULL ? visible : "0";
	char text[GPUBENCH_TEXT], first[GPUBENCH_TEXT] = "";
	const size_t length = strcspn(named, ",");
	const int by_number = length > 0 && strspn(named, "0123456789") == length;
	void *card = NULL, *found = NULL;
	unsigned int count = 0;
	int others = 0, matches = 0;

	if (nvml->count(&count) != 0)
		count = 0;
	for (unsigned int i = 0; i < count; i++) {
		if (nvml->at(i, &card) != 0)
			continue;
		gpubench_ask_(nvml->name, card, text);
		if (first[0] == '\0')
			gpubench_copy_(first, sizeof first, text);
		others |= strcmp(first, text) != 0;
		const int is_it =
			by_number ? strtoul(named, NULL, 10) == i
				  : length > 0 && strncmp(gpubench_ask_(nvml->uuid, card, text), named, length) == 0;
		if (is_it) {
			found = card;
			matches++;
		}
	}
	if (by_number && others && (order == NULL || strcmp(order, "PCI_BUS_ID") != 0))
		gpubench_fail_(
			peaks, NULL, 0,
			"there are GPUs of several models, which CUDA numbers in a different order: name the UUID");
	else if (matches != 1)
		gpubench_fail_(peaks, NULL, 0,
			       matches == 0 ? "there is no such GPU" : "the UUIDs of several GPUs begin with that");
	return peaks->error[0] == '\0' ? found : NULL;
}

static inline int gpubench_identify_(struct gpubench_peaks *peaks, const char *uuid)
{
	struct gpubench_nvml_ nvml;
	unsigned int milliwatts = 0, now = 0, pending = 0;

	if (gpubench_nvml_open_(&nvml) != 0)
		return gpubench_fail_(peaks, NULL, 0,
				      "no GPU here: libnvidia-ml.so.1 was not found, or the driver is not loaded");
	void *card = gpubench_card_(peaks, &nvml, uuid);
	if (card == NULL)
		return -1;
	if (nvml.divided(card, &now, &pending) == 0 && now == 1)
		return gpubench_fail_(peaks, NULL, 0,
				      "this GPU is divided into slices: peaks exist only for whole GPUs");
	gpubench_ask_(nvml.uuid, card, peaks->uuid);
	gpubench_ask_(nvml.board, card, peaks->board);
	if (nvml.driver(peaks->driver, sizeof peaks->driver) != 0 || nvml.limit(card, &milliwatts) != 0 ||
	    peaks->uuid[0] == '\0' || peaks->board[0] == '\0')
		return gpubench_fail_(peaks, NULL, 0, "the board, driver or power limit of this GPU is unknown");
	peaks->power_limit_w = milliwatts / 1000.0;
	return 0;
}

/* ---- its file ---------------------------------------------------------------------------------------------------- */

static inline int gpubench_judge_(struct gpubench_peaks *peaks, const char *path)
{
	struct stat st;

	if (lstat(path, &st) != 0)
		return gpubench_fail_(peaks, path, 0, "cannot be read");
	if (!S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
		return gpubench_fail_(peaks, path, 0, "is not a regular file");
	if (st.st_uid != geteuid())
		return gpubench_fail_(peaks, path, 0, "belongs to another user");
	return (st.st_mode & (S_IWGRP | S_IWOTH)) != 0 ? gpubench_fail_(peaks, path, 0, "others can write to it") : 0;
}

/* Reports that there are no peaks of this card, or none for its present state. */
static inline int gpubench_no_file_(struct gpubench_peaks *peaks, const char *folder)
{
	DIR *opened = opendir(folder);
	struct dirent *entry;
	char other[GPUBENCH_PATH] = "";

	while (opened != NULL && (entry = readdir(opened)) != NULL)
		if (strncmp(entry->d_name, peaks->uuid, strlen(peaks->uuid)) == 0)
			snprintf(other, sizeof other, "%.3800s/%.255s", folder, entry->d_name);
	if (opened != NULL)
		closedir(opened);
	if (other[0] != '\0')
		return gpubench_fail_(
			peaks, other, 0,
			"describes another state of this card (board, driver or power limit): measure again (gpubench "
			"--all --remember)");
	return gpubench_fail_(peaks, folder, 0, "has no peaks of this GPU: measure it (gpubench --all --remember)");
}

static inline int gpubench_find_file_(struct gpubench_peaks *peaks)
{
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	const int is_set = cache != NULL && cache[0] == '/';
	char folder[GPUBENCH_PATH];

	if (!is_set && (home == NULL || home[0] != '/'))
		return gpubench_fail_(peaks, NULL, 0, "neither XDG_CACHE_HOME nor HOME is set: no folder for peaks");
	snprintf(folder, sizeof folder, "%.3500s%s/gpubench/peaks", is_set ? cache : home, is_set ? "" : "/.cache");
	snprintf(peaks->file, sizeof peaks->file, "%.3600s/%.95s_%.95s_%.95s_%.0f.csv", folder, peaks->uuid,
		 peaks->board, peaks->driver, peaks->power_limit_w);
	if (access(peaks->file, F_OK) != 0)
		return gpubench_no_file_(peaks, folder);
	return gpubench_judge_(peaks, folder) != 0 ? -1 : gpubench_judge_(peaks, peaks->file);
}

/* The contents of the file, terminated by a 0, which the caller frees. NULL: it cannot be read. */
static inline char *gpubench_whole_(const char *path)
{
	FILE *file = fopen(path, "rb");
	struct stat st;
	char *text = NULL;

	if (file == NULL)
		return NULL;
	if (fstat(fileno(file), &st) == 0 && (text = (char *)malloc((size_t)st.st_size + 1)) != NULL)
		text[fread(text, 1, (size_t)st.st_size, file)] = '\0';
	fclose(file);
	return text;
}

/* ---- its rows ---------------------------------------------------------------------------------------------------- */

enum gpubench_column_ {
	GPUBENCH_SCHEMA_,
	GPUBENCH_UUID_,
	GPUBENCH_BOARD_,
	GPUBENCH_DRIVER_,
	GPUBENCH_POWER_,
	GPUBENCH_NAME_,
	GPUBENCH_ROOF_,
	GPUBENCH_UNIT_,
	GPUBENCH_VALUE_,
	GPUBENCH_LIMIT_,
	GPUBENCH_STATUS_,
	GPUBENCH_COLUMNS_
};

/* Unquote the next field in place. Returns the character that ended it: ',', '\n', or 0 at the end of the file. */
static inline char gpubench_field_(char **at, char **field, long *line)
{
	char *from = *at, *to = *at;
	const int quoted = *from == '"';

	*field = to;
	from += quoted;
	while (*from != '\0' &&
	       (quoted ? *from != '"' || from[1] == '"' : *from != ',' && *from != '\r' && *from != '\n')) {
		from += quoted && *from == '"';
		*line += *from == '\n';
		*to++ = *from++;
	}
	from += quoted && *from == '"';
	from += *from == '\r';
	const char end = *from;
	*at = from + (end != '\0');
	*line += end == '\n';
	*to = '\0';
	return end == ',' || end == '\n' ? end : '\0';
}

static inline struct gpubench_peak *gpubench_slot_(struct gpubench_peaks *peaks, const char *roof, size_t length)
{
	for (int i = 0; i < peaks->count; i++)
		if (strlen(peaks->peak[i].roof) == length && strncmp(peaks->peak[i].roof, roof, length) == 0)
			return &peaks->peak[i];
	if (peaks->count == GPUBENCH_PEAKS_MAX || length >= sizeof peaks->peak[0].roof)
		return NULL;
	struct gpubench_peak *peak = &peaks->peak[peaks->count++];
	memset(peak, 0, sizeof *peak);
	memcpy(peak->roof, roof, length);
	peak->sustained = peak->burst = peak->library = peak->limit = (double)NAN;
	return peak;
}

/* "tensor.bf16.burst" belongs to tensor.bf16, whose library is gemm.bf16; a file has one row for each. Returns the
 * fault; NULL: none. */
static inline const char *gpubench_take_(struct gpubench_peaks *peaks, char *field[GPUBENCH_COLUMNS_])
{
	const char *roof = field[GPUBENCH_ROOF_];
	const size_t length = strlen(roof), end = strlen(".burst");
	const int is_burst = length > end && strcmp(roof + length - end, ".burst") == 0;
	struct gpubench_peak *peak = gpubench_slot_(peaks, roof, is_burst ? length - end : length);
	const double value = gpubench_number_(field[GPUBENCH_VALUE_]);

	if (peak == NULL)
		return "has more roofs, or a longer name, than struct gpubench_peaks";
	if (!(value > 0))
		return "sets no roof above 0";
	if (is_burst) {
		peak->burst = value;
		return NULL;
	}
	peak->sustained = value;
	peak->limit = gpubench_number_(field[GPUBENCH_LIMIT_]);
	peak->suspect = strcmp(field[GPUBENCH_STATUS_], "ok") != 0;
	gpubench_copy_(peak->unit, sizeof peak->unit, field[GPUBENCH_UNIT_]);
	return NULL;
}

static inline const char *gpubench_check_(const struct gpubench_peaks *peaks, char *field[GPUBENCH_COLUMNS_])
{
	if (strcmp(field[GPUBENCH_SCHEMA_], "gpubench-1") != 0)
		return "does not have the schema gpubench-1";
	if (strcmp(field[GPUBENCH_UUID_], peaks->uuid) != 0 || strcmp(field[GPUBENCH_BOARD_], peaks->board) != 0 ||
	    strcmp(field[GPUBENCH_DRIVER_], peaks->driver) != 0 ||
	    !(fabs(gpubench_number_(field[GPUBENCH_POWER_]) - peaks->power_limit_w) < 1))
		return "describes another card, or this card in another state";
	return NULL;
}

static inline void gpubench_add_libraries_(struct gpubench_peaks *peaks)
{
	char roof[64];

	for (int i = 0; i < peaks->count; i++) {
		const char *name = peaks->peak[i].roof;
		const int matrix = strncmp(name, "tensor.", 7) == 0;
		snprintf(roof, sizeof roof, "gemm.%s", matrix ? name + 7 : name);
		if (matrix || strcmp(name, "fp32") == 0)
			peaks->peak[i].library = gpubench_sustained(peaks, roof);
	}
}

/* Read the header into the position of each column in a row. Returns the fields of a row; -1: not a header. */
static inline int gpubench_header_(struct gpubench_peaks *peaks, char **at, long *line, int place[GPUBENCH_COLUMNS_])
{
	static const char *const names[GPUBENCH_COLUMNS_] = { "schema",        "gpu_uuid", "board", "driver",
							      "power_limit_w", "gpu_name", "roof",  "unit",
							      "value",         "limit",    "status" };
	char *field, end;
	int found = 0, number = 0;

	for (int c = 0; c < GPUBENCH_COLUMNS_; c++)
		place[c] = -1;
	do {
		end = gpubench_field_(at, &field, line);
		for (int c = 0; c < GPUBENCH_COLUMNS_; c++)
			if (strcmp(field, names[c]) == 0) {
				found += place[c] < 0 ? 1 : GPUBENCH_COLUMNS_; /* a second one is refused */
				place[c] = number;
			}
		number++;
	} while (end == ',');
	if (end != '\n' || found != GPUBENCH_COLUMNS_)
		return gpubench_fail_(peaks, peaks->file, 1, "is not a header of gpubench-1");
	return number;
}

static inline int gpubench_rows_(struct gpubench_peaks *peaks, char *at)
{
	char *of[GPUBENCH_COLUMNS_], *field;
	int place[GPUBENCH_COLUMNS_];
	long line = 1;
	const int fields = gpubench_header_(peaks, &at, &line, place);

	while (fields > 0 && *at != '\0') {
		const long begins = line;
		char end = ',';
		int number = 0;
		for (; end == ','; number++) {
			end = gpubench_field_(&at, &field, &line);
			for (int c = 0; c < GPUBENCH_COLUMNS_; c++)
				if (place[c] == number)
					of[c] = field;
		}
		if (end != '\n' || number != fields)
			return gpubench_fail_(peaks, peaks->file, begins, "is incomplete");
		const char *wrong = gpubench_check_(peaks, of);
		if (wrong == NULL)
			wrong = gpubench_take_(peaks, of);
		if (wrong != NULL)
			return gpubench_fail_(peaks, peaks->file, begins, wrong);
		gpubench_copy_(peaks->gpu_name, sizeof peaks->gpu_name, of[GPUBENCH_NAME_]);
	}
	return fields > 0 ? 0 : -1;
}

static inline int gpubench_peaks_read(struct gpubench_peaks *peaks, const char *uuid)
{
	memset(peaks, 0, sizeof *peaks);
	if (gpubench_identify_(peaks, uuid) != 0 || gpubench_find_file_(peaks) != 0)
		return -1;
	char *text = gpubench_whole_(peaks->file);
	if (text == NULL)
		return gpubench_fail_(peaks, peaks->file, 0, "cannot be read");
	const int status = gpubench_rows_(peaks, text);
	free(text);
	if (status == 0)
		gpubench_add_libraries_(peaks);
	return status;
}

#endif
