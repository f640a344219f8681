#include "profile/matching_roofs.h"

#include <errno.h>
#include <fts.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/folders.h"
#include "base/heap.h"
#include "base/text.h"

enum { NAMED_MAX = 4 };

/* Clocks of GPUs of the same board differ by less. */
#define CLOCK_APART  0.01
#define MEMORY_APART 0.02

static bool is_apart(double a, double b, double most)
{
	return a > 0 && b > 0 && fabs(a - b) > most * b;
}

/* Writes how the GPU of these roofs differs from the wanted one; false: no difference is known. */
static bool write_contradiction(const struct gb_gpu_roofs *gpu, const struct gb_match_wish *wish, char *text,
				size_t size)
{
	if (wish->capability[0] != '\0' && gpu->capability[0] != '\0' && strcmp(wish->capability, gpu->capability) != 0)
		snprintf(text, size, "compute capability %s, and %s has %s", wish->capability, gpu->name,
			 gpu->capability);
	else if (is_apart(wish->clock_hz, gpu->sm_clock_rated_hz, CLOCK_APART))
		snprintf(text, size, "a rated SM clock of %.3f GHz, and %s has %.3f GHz", wish->clock_hz / 1e9,
			 gpu->name, gpu->sm_clock_rated_hz / 1e9);
	else if (is_apart(wish->memory_bytes, gpu->memory_bytes, MEMORY_APART))
		snprintf(text, size, "%.1f GB of memory, and %s has %.1f GB", wish->memory_bytes / 1e9, gpu->name,
			 gpu->memory_bytes / 1e9);
	else
		return false;
	return true;
}

static bool is_gpu_wished(const struct gb_gpu_roofs *gpu, const struct gb_match_wish *wish)
{
	if (wish->text != NULL && !gb_gpu_is(wish->text, gpu->uuid, gpu->host, gpu->pci, gpu->name, gpu->board))
		return false;
	if (wish->model[0] != '\0' && strcmp(gpu->name, wish->model) != 0)
		return false;
	return wish->board[0] == '\0' || gpu->board[0] == '\0' || strcmp(gpu->board, wish->board) == 0;
}

/* `differs`: the difference of the last GPU that was ruled out. */
static void take_gpus(struct gb_match *match, const struct gb_roofs *roofs, const struct gb_match_wish *wish,
		      bool by_uuid, char *differs, size_t size)
{
	match->count = 0;
	match->is_itself = false;
	for (size_t i = 0; i < roofs->count; i++) {
		const struct gb_gpu_roofs *gpu = &roofs->gpu[i];
		if (gpu->peer[0] != '\0' || gpu->roofs == 0)
			continue;
		const bool is_itself = wish->uuid[0] != '\0' && strcmp(gpu->uuid, wish->uuid) == 0;
		if (by_uuid ? !is_itself : !is_gpu_wished(gpu, wish) || write_contradiction(gpu, wish, differs, size))
			continue;
		match->is_itself = is_itself && match->count == 0;
		match->gpu[match->count++] = *gpu;
	}
}

/* Lists the available models: "NVIDIA A100, NVIDIA H200 and others". */
static void name_models(const struct gb_roofs *roofs, char *text, size_t size)
{
	const char *last = "";
	size_t named = 0;

	for (size_t i = 0; i < roofs->count && named <= NAMED_MAX; i++) {
		const char *name = roofs->gpu[i].name;
		if (strcmp(name, last) == 0 || roofs->gpu[i].roofs == 0)
			continue;
		if (named == NAMED_MAX)
			gb_text_add(text, size, " and others");
		else
			gb_text_add(text, size, "%s%s", named > 0 ? ", " : "", name);
		last = name;
		named++;
	}
}

static int say_no_roofs(const struct gb_roofs *roofs, const struct gb_match_wish *wish, const char *differs,
			struct gb_error *error)
{
	char models[256] = "";

	if (differs[0] != '\0') {
		gb_error_write(error,
			       "no roofs of this GPU: its kernels ran with %s; measure this GPU with gpubench --all -o "
			       "FILE",
			       differs);
		return GB_SKIPPED;
	}
	name_models(roofs, models, sizeof models);
	gb_error_write(
		error,
		"no roofs of %s%s%s%s%s; there are only those of %s: measure this GPU with gpubench --all -o FILE",
		wish->model[0] != '\0' ? wish->model : "this GPU", wish->board[0] != '\0' ? ", board " : "",
		wish->board, wish->text != NULL ? ", chosen by " : "", wish->text != NULL ? wish->text : "",
		models[0] != '\0' ? models : "no GPU");
	return GB_SKIPPED;
}

int gb_match_find(struct gb_match *match, const struct gb_roofs *roofs, const struct gb_match_wish *wish,
		  struct gb_error *error)
{
	struct gb_roofs some = *roofs;
	char differs[GB_ERROR_TEXT / 2] = "";

	*match = (struct gb_match){ .count = 0 };
	match->gpu = gb_heap_array(roofs->count + 1, sizeof *match->gpu);
	if (wish->text == NULL)
		take_gpus(match, roofs, wish, true, differs, sizeof differs);
	if (match->count == 0)
		take_gpus(match, roofs, wish, false, differs, sizeof differs);
	some.gpu = match->gpu;
	some.count = match->count;
	int status =
		match->count > 0 ? gb_peaks_of(&match->peaks, &some, error) : say_no_roofs(roofs, wish, differs, error);
	if (status != GB_OK)
		gb_match_free(match);
	return status;
}

void gb_match_free(struct gb_match *match)
{
	gb_peaks_free(&match->peaks);
	free(match->gpu);
	*match = (struct gb_match){ .count = 0 };
}

/* ---- the roofs of a survey --------------------------------------------------------------------------------------- */

void gb_survey_roofs_find(struct gb_survey_roofs *found, const struct gb_survey *survey, const struct gb_roofs *roofs,
			  const char *chosen)
{
	*found = (struct gb_survey_roofs){ .match = gb_heap_array(survey->gpus + 1, sizeof *found->match),
					   .found = gb_heap_array(survey->gpus + 1, sizeof *found->found),
					   .count = survey->gpus };
	for (size_t i = 0; i < survey->gpus; i++) {
		struct gb_error none = { "" };
		const struct gb_match_wish wish = {
			survey->gpu[i].uuid, survey->gpu[i].name, "", chosen, "", NAN, NAN
		};
		found->found[i] = gb_match_find(&found->match[i], roofs, &wish, &none) == GB_OK;
	}
}

void gb_survey_roofs_free(struct gb_survey_roofs *found)
{
	for (size_t i = 0; i < found->count && found->found != NULL; i++)
		if (found->found[i])
			gb_match_free(&found->match[i]);
	free(found->match);
	free(found->found);
	*found = (struct gb_survey_roofs){ .count = 0 };
}

static const struct gb_peak *find_peak(const struct gb_survey_roofs *found, uint32_t gpu, const char *name)
{
	return gpu < found->count && found->found[gpu] ? gb_peaks_find(&found->match[gpu].peaks, name) : NULL;
}

static bool is_host(const char *memory)
{
	return strcmp(memory, "pinned") == 0 || strcmp(memory, "pageable") == 0;
}

/* A copy within a GPU both reads and writes each byte. */
const struct gb_peak *gb_survey_roof_of(const struct gb_survey_roofs *found, const struct gb_survey_copy *copy,
					double *work)
{
	const bool from_device = strcmp(copy->from, "device") == 0, to_device = strcmp(copy->to, "device") == 0;

	*work = copy->bytes;
	if (copy->other != GB_SURVEY_NO_GPU && copy->other != copy->gpu)
		return NULL;
	if (copy->from[0] == '\0')
		return find_peak(found, copy->gpu, "dram.write");
	if (is_host(copy->from) && to_device)
		return find_peak(found, copy->gpu, "transfer.h2d");
	if (from_device && is_host(copy->to))
		return find_peak(found, copy->gpu, "transfer.d2h");
	if (!from_device || !to_device)
		return NULL;
	*work = 2 * copy->bytes;
	return find_peak(found, copy->gpu, "dram.copy");
}

double gb_survey_launch_seconds(const struct gb_survey_roofs *found, uint32_t gpu)
{
	const struct gb_peak *peak = find_peak(found, gpu, "launch.round_trip");

	return peak != NULL ? peak->value : NAN;
}

/* ---- files of results -------------------------------------------------------------------------------------------- */

enum { DEPTH_MAX = 4 };

static int add_file(struct gb_results *results, const char *path, struct gb_error *error)
{
	if (results->count == GB_RESULTS_MAX)
		return gb_error_set(error, "more than %d files of results: name some with --roofs", GB_RESULTS_MAX);
	results->file[results->count] = gb_heap_text(path);
	results->count++;
	return GB_OK;
}

static int compare_file_names(const FTSENT **left, const FTSENT **right)
{
	return strcmp((*left)->fts_name, (*right)->fts_name);
}

static bool is_result_file(const FTSENT *entry)
{
	return (entry->fts_info == FTS_F || entry->fts_info == FTS_SL) && entry->fts_name[0] != '.' &&
	       (gb_text_ends_in(entry->fts_name, ".csv") || gb_text_ends_in(entry->fts_name, ".db")) &&
	       gb_folders_is_file(entry->fts_accpath);
}

static int add_folder(struct gb_results *results, const char *folder, struct gb_error *error)
{
	char *path = gb_heap_text(folder), *const paths[] = { path, NULL };
	FTS *tree = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, compare_file_names);
	int status = GB_OK;
	FTSENT *entry;

	if (tree == NULL) {
		free(path);
		return gb_error_set(error, "%s: cannot be read: %s", folder, strerror(errno));
	}
	while (status == GB_OK && (entry = fts_read(tree)) != NULL)
		if (entry->fts_info == FTS_D && entry->fts_level > 0 &&
		    (entry->fts_level > DEPTH_MAX || entry->fts_name[0] == '.'))
			fts_set(tree, entry, FTS_SKIP);
		else if (is_result_file(entry))
			status = add_file(results, entry->fts_path, error);
		else if (entry->fts_info == FTS_DNR && entry->fts_level == 0)
			status = gb_error_set(error, "%s: cannot be read: %s", folder, strerror(entry->fts_errno));
	fts_close(tree);
	free(path);
	return status;
}

int gb_results_add(struct gb_results *results, const char *path, struct gb_error *error)
{
	struct stat is;

	if (stat(path, &is) != 0)
		return gb_error_set(error, "%s: cannot be read: %s", path, strerror(errno));
	return S_ISDIR(is.st_mode) ? add_folder(results, path, error) : add_file(results, path, error);
}

void gb_results_free(struct gb_results *results)
{
	while (results->count > 0)
		free(results->file[--results->count]);
}
