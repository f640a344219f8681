#include "profile/match.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { NAMED_MAX = 4 };

static bool is_like(const struct gb_gpu_roofs *gpu, const struct gb_match_wish *wish)
{
	if (wish->text != NULL && !gb_gpu_is(wish->text, gpu->uuid, gpu->host, gpu->pci, gpu->name, gpu->board))
		return false;
	if (wish->model[0] != '\0' && strcmp(gpu->name, wish->model) != 0)
		return false;
	return wish->board[0] == '\0' || gpu->board[0] == '\0' || strcmp(gpu->board, wish->board) == 0;
}

static void take(struct gb_match *match, const struct gb_roofs *roofs, const struct gb_match_wish *wish, bool by_uuid)
{
	match->count = 0;
	match->is_itself = false;
	for (size_t i = 0; i < roofs->count; i++) {
		const struct gb_gpu_roofs *gpu = &roofs->gpu[i];
		if (gpu->peer[0] != '\0' || gpu->roofs == 0)
			continue;
		const bool is_itself = wish->uuid[0] != '\0' && strcmp(gpu->uuid, wish->uuid) == 0;
		if (by_uuid ? !is_itself : !is_like(gpu, wish))
			continue;
		match->is_itself = is_itself && match->count == 0;
		match->gpu[match->count++] = *gpu;
	}
}

/* "NVIDIA A100, NVIDIA H200 and others": models that are there. */
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

static int say_none(const struct gb_roofs *roofs, const struct gb_match_wish *wish, struct gb_error *error)
{
	char models[256] = "";

	name_models(roofs, models, sizeof models);
	gb_error_write(error,
		       "no roofs of %s%s%s%s%s: there are those of %s; measure this GPU with gpubench --all -o FILE",
		       wish->model[0] != '\0' ? wish->model : "this GPU", wish->board[0] != '\0' ? ", board " : "",
		       wish->board, wish->text != NULL ? ", chosen by " : "", wish->text != NULL ? wish->text : "",
		       models[0] != '\0' ? models : "no GPU");
	return GB_SKIPPED;
}

int gb_match_find(struct gb_match *match, const struct gb_roofs *roofs, const struct gb_match_wish *wish,
		  struct gb_error *error)
{
	struct gb_roofs some = *roofs;

	*match = (struct gb_match){ .count = 0 };
	match->gpu = calloc(roofs->count + 1, sizeof *match->gpu);
	if (match->gpu == NULL)
		return gb_error_set(error, "out of memory");
	if (wish->text == NULL)
		take(match, roofs, wish, true);
	if (match->count == 0)
		take(match, roofs, wish, false);
	some.gpu = match->gpu;
	some.count = match->count;
	int status = match->count > 0 ? gb_peaks_of(&match->peaks, &some, error) : say_none(roofs, wish, error);
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
