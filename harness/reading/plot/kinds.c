#include "plot/kinds.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/folders.h"
#include "base/heap.h"
#include "base/host.h"
#include "base/text.h"
#include "base/owner.h"
#include "base/suggest.h"

static const char end[] = ".plot";

const struct gb_plot_kind *gb_plot_kinds_find(const struct gb_plot_kinds *kinds, const char *name)
{
	for (size_t i = 0; i < kinds->count; i++)
		if (strcmp(kinds->kind[i].name, name) == 0)
			return &kinds->kind[i];
	return NULL;
}

int gb_plot_kinds_unknown(const struct gb_plot_kinds *kinds, const char *name, struct gb_error *error)
{
	struct gb_suggestion meant = gb_suggest_for(name);
	char said[128] = "";

	for (size_t i = 0; i < kinds->count; i++)
		gb_suggest_offer(&meant, kinds->kind[i].name);
	gb_suggest_say(&meant, said, sizeof said);
	return gb_error_set(error, "'%s' is not a plot%s; gpubench plot lists them", name, said);
}

struct search {
	struct gb_plot_kinds *kinds;
	const char *folder; /* the folder being searched */
};

static void add_kind(struct gb_plot_kinds *kinds, const struct gb_plot_kind *kind)
{
	kinds->kind = gb_heap_resize(kinds->kind, kinds->count + 1, sizeof *kinds->kind);
	kinds->kind[kinds->count++] = *kind;
}

static bool is_name_of_kind(const char *file)
{
	const size_t stem = strspn(file, "abcdefghijklmnopqrstuvwxyz0123456789_");

	return stem > 0 && strcmp(file + stem, end) == 0;
}

/* An invalid description is added as well, so that a user who requests it sees the error. */
static void add_file(void *context, const char *path)
{
	struct search *s = context;
	struct gb_strings *texts = &s->kinds->texts;
	struct gb_plot_kind kind = { .folder = gb_strings_keep(texts, s->folder) };
	struct gb_error wrong = { "" };
	const char *file = strrchr(path, '/') + 1;
	char name[NAME_MAX + 1] = "";

	gb_text_add(name, sizeof name, "%.*s", (int)(strlen(file) - strlen(end)), file);
	kind.name = gb_strings_keep(texts, name);
	if (!is_name_of_kind(file) || gb_plot_kinds_find(s->kinds, name) != NULL)
		return;
	char *real = gb_owner_path(path, NULL, &wrong);
	if (real == NULL)
		(void)gb_error_prefix(&wrong, "%s", path);
	if (real == NULL || gb_plot_kind_read(&kind, real, texts, &wrong) != GB_OK)
		kind.wrong = gb_strings_keep(texts, wrong.text);
	free(real);
	if (kind.help == NULL)
		kind.help = kind.wrong;
	add_kind(s->kinds, &kind);
}

static void add_folder(void *context, const char *folder)
{
	struct search *s = context;
	struct gb_error why = { "" };
	size_t at = 0;

	s->folder = folder;
	if (gb_listing(folder, end, add_file, s, &why) == GB_OK)
		return;
	while (s->kinds->refused[at] != NULL)
		at++;
	if (at < GB_PLOT_REFUSED) {
		(void)gb_error_prefix(&why, "no picture of %s is drawn", folder);
		s->kinds->refused[at] = gb_strings_keep(&s->kinds->texts, why.text);
	}
}

static int compare_names(const void *left, const void *right)
{
	const struct gb_plot_kind *a = left, *b = right;

	return strcmp(a->name, b->name);
}

void gb_plot_kinds_load(struct gb_plot_kinds *kinds, const char *path)
{
	struct search search = { kinds, NULL };
	size_t own = 0;

	*kinds = (struct gb_plot_kinds){ 0 };
	for (; gb_plot_own_kinds[own] != NULL; own++)
		add_kind(kinds, gb_plot_own_kinds[own]);
	gb_folders_of_plugins(path, add_folder, &search);
	qsort(kinds->kind + own, kinds->count - own, sizeof *kinds->kind, compare_names);
}

void gb_plot_kinds_free(struct gb_plot_kinds *kinds)
{
	free(kinds->kind);
	gb_strings_free(&kinds->texts);
	*kinds = (struct gb_plot_kinds){ 0 };
}

/* Finds the folder of common.gp: GPUBENCH_PLOTS, or where the program was installed or built. */
static int find_common(char *folder, size_t size, struct gb_error *error)
{
	const char *named = getenv("GPUBENCH_PLOTS");
	char program[PATH_MAX - 64], script[PATH_MAX + 16];
	static const char *const relative[] = { "../share/gpubench/plots", "../plots", "plots",
						"share/gpubench/plots" };

	if (!gb_folders_program(program, sizeof program))
		program[0] = '\0';
	for (size_t i = named != NULL ? 0 : 1; i <= sizeof relative / sizeof relative[0]; i++) {
		folder[0] = script[0] = '\0';
		if (i == 0)
			gb_text_add(folder, size, "%s", named);
		else
			gb_text_add(folder, size, "%s/%s", program, relative[i - 1]);
		gb_text_add(script, sizeof script, "%s/common.gp", folder);
		if (access(script, R_OK) == 0)
			return GB_OK;
	}
	return gb_error_set(error, "common.gp was not found next to the program; GPUBENCH_PLOTS names its folder");
}

static char *own_path(const char *path, struct gb_error *error)
{
	char *real = gb_owner_path(path, NULL, error);

	if (real == NULL)
		(void)gb_error_prefix(error, "%s", path);
	return real;
}

/* Returns the folder of the scripts if nobody else can change it or the files that scripts load from it. */
static char *shared_scripts(const char *here, struct gb_error *error)
{
	static const char *const loaded[] = { "common.gp", "curve.gp", "panels.gp", "ratios.gp" };
	char *folder = own_path(here, error), path[PATH_MAX];

	for (size_t i = 0; i < sizeof loaded / sizeof loaded[0] && folder != NULL; i++) {
		gb_text_write(path, sizeof path, "%s/%s", folder, loaded[i]);
		if (access(path, F_OK) != 0)
			continue;
		char *real = own_path(path, error);
		if (real == NULL) {
			free(folder);
			folder = NULL;
		}
		free(real);
	}
	return folder;
}

int gb_plot_kind_draw(const struct gb_plot_kind *kind, struct gb_plot *plot, const char *script, const char *output,
		      struct gb_error *error)
{
	char here[PATH_MAX], own[PATH_MAX + 64] = "", print[GB_PLOT_TEXT] = "";

	GB_TRY(find_common(here, sizeof here, error));
	gb_text_add(own, sizeof own, "%s/%s.gp", kind->folder != NULL ? kind->folder : here, kind->name);
	if (kind->folder != NULL && access(own, F_OK) != 0) {
		gb_text_write(own, sizeof own, "%s/panels.gp", here);
	}
	char *folder = shared_scripts(here, error);
	char *real = folder != NULL ? own_path(script != NULL ? script : own, error) : NULL;
	gb_text_add(print, sizeof print, "gpubench %s%s", gb_version, plot->files);
	gb_plot_set_text(plot, "small_print", print);
	gb_plot_set_text(plot, "picture", kind->name);
	const int status = real != NULL ? gb_plot_draw(plot, real, folder, output, error) : GB_FAILED;
	free(real);
	free(folder);
	return status;
}
