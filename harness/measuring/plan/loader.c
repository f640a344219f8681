#include "plan/loader.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/folders.h"
#include "base/heap.h"
#include "base/owner.h"
#include "base/quantity.h"
#include "base/text.h"
#include "plan/axis.h"
#include "plan/description.h"
#include "plan/library.h"

/* ---- checks ----------------------------------------------------------------------------------------------------- */

static int check_hooks(const struct gb_bench *bench, struct gb_error *error)
{
	const struct {
		const char *name;
		bool there;
	} required[] = {
		{ "setup", bench->setup != NULL },   { "launch", bench->launch != NULL },
		{ "verify", bench->verify != NULL }, { "cost", bench->cost != NULL },
		{ "limit", bench->limit != NULL },   { "summary", bench->summary != NULL && bench->summary[0] != '\0' },
	};

	for (size_t i = 0; i < sizeof required / sizeof required[0]; i++)
		if (!required[i].there)
			return gb_error_set(error, "'%s' is missing", required[i].name);
	if ((unsigned int)bench->target > GB_HOST)
		return gb_error_set(error, "unknown target %d", (int)bench->target);
	if ((unsigned int)bench->quantity > GB_INSTRUCTIONS)
		return gb_error_set(error, "unknown quantity %d", (int)bench->quantity);
	if (bench->measures == NULL && bench->timing == NULL &&
	    gb_quantity_is_observed(bench->quantity) != (bench->observe != NULL))
		return gb_error_set(error, "'observe' needs the quantity GB_CYCLES or GB_HERTZ");
	return GB_OK;
}

static int check_host_kernels(const struct gb_variant *variant, struct gb_error *error)
{
	if (variant->kernels == NULL)
		return gb_error_set(error,
				    "variant '%s' has no kernels for the host: its .kernels is a table of them, and a "
				    "plug-in for GPUs has no .target",
				    variant->name);
	for (const struct gb_host_kernel *k = variant->kernels; k->name != NULL; k++)
		if (k->function == NULL || k->args_size > GB_HOST_ARGS_MAX)
			return gb_error_set(error, "kernel '%s' has no function, or arguments of more than %d bytes",
					    k->name, GB_HOST_ARGS_MAX);
	return GB_OK;
}

static int check_variants(const struct gb_variant *variants, enum gb_target target, struct gb_error *error)
{
	if (variants == NULL || variants[0].name == NULL)
		return gb_error_set(error, "no variants");
	for (size_t i = 0; variants[i].name != NULL; i++)
		if (i >= GB_VARIANTS_MAX || variants[i].flags == NULL || variants[i].archs == NULL)
			return gb_error_set(error, "variant %zu ('%s') is not complete", i, variants[i].name);
	for (size_t i = 0; variants[i].name != NULL; i++) {
		if (target == GB_HOST && check_host_kernels(&variants[i], error) != GB_OK)
			return GB_FAILED;
		if (target != GB_HOST && variants[i].kernels != NULL)
			return gb_error_set(error, "variant '%s' has kernels for the host: set .target = GB_HOST",
					    variants[i].name);
	}
	/* Variant names distinguish rows. */
	for (size_t i = 0; variants[i].name != NULL; i++)
		for (size_t j = 0; j < i; j++)
			if (strcmp(variants[i].name, variants[j].name) == 0)
				return gb_error_set(error, "two variants are called '%s'", variants[i].name);
	return GB_OK;
}

/* Measuring energy takes seconds, so a search would take minutes. */
static int check_searched(const struct gb_bench *bench, struct gb_error *error)
{
	for (const struct gb_axis *axis = bench->axes; axis->name != NULL; axis++)
		if (bench->quantity == GB_JOULES && axis->kind == GB_SEARCHED)
			return gb_error_set(error, "axis '%s' is searched, but the quantity is GB_JOULES", axis->name);
	return GB_OK;
}

static int check_selections(const struct gb_bench *bench, struct gb_error *error)
{
	const struct {
		const char *name, *selection;
	} selections[] = {
		{ "last", bench->last },
		{ "deep", bench->deep },
		{ "every_pair", bench->every_pair },
		{ "sdc", bench->sdc },
	};
	const size_t axes = gb_axes_count(bench->axes);

	for (const struct gb_variant *v = bench->variants; v->name != NULL; v++)
		if (v->points != NULL && gb_selection_check(bench->axes, axes, false, v->points, error) != GB_OK)
			return gb_error_prefix(error, "points of variant '%s'", v->name);
	for (size_t i = 0; i < sizeof selections / sizeof selections[0]; i++)
		if (selections[i].selection != NULL &&
		    gb_selection_check(bench->axes, axes, selections[i].selection == bench->sdc,
				       selections[i].selection, error) != GB_OK)
			return gb_error_prefix(error, "%s", selections[i].name);
	return GB_OK;
}

int gb_bench_check(const struct gb_bench *bench, const char *name, struct gb_error *error)
{
	/* Only if these two are right may the other fields be read. */
	if (bench->abi == 11)
		return gb_error_set(
			error,
			"built for ABI 11; this program has %u: declare `struct point`, name the axes "
			"with GB_AXIS(), read them with gb_value(run, AXIS), fill output with gb_fill_output(), and "
			"rebuild it",
			GB_ABI);
	if (bench->abi != GB_ABI)
		return gb_error_set(error, "built for ABI %u; this program has %u: rebuild it against this gpubench",
				    (unsigned int)bench->abi, GB_ABI);
	if (bench->size != sizeof *bench)
		return gb_error_set(
			error, "its struct gb_bench has %u bytes; here it has %zu: rebuild it against this gpubench",
			(unsigned int)bench->size, sizeof *bench);
	if (bench->name == NULL || strcmp(bench->name, name) != 0)
		return gb_error_set(error, "its name is '%s', but its file is named '%s'",
				    bench->name ? bench->name : "", name);
	GB_TRY(check_hooks(bench, error));
	GB_TRY(check_variants(bench->variants, bench->target, error));
	if (bench->axes == NULL)
		return gb_error_set(error, "no axes");
	GB_TRY(gb_axes_check(bench->axes, error));
	GB_TRY(check_searched(bench, error));
	return check_selections(bench, error);
}

/* ---- files ------------------------------------------------------------------------------------------------------ */

/* "dir/name.so" -> "name"; false: the file has another form, or its name is not valid. */
static bool read_plugin_name(const char *file, char name[GB_NAME_MAX])
{
	const char *base = strrchr(file, '/') != NULL ? strrchr(file, '/') + 1 : file;
	size_t length = strlen(base);

	if (length < 4 || strcmp(base + length - 3, ".so") != 0 || length - 3 >= GB_NAME_MAX)
		return false;
	memcpy(name, base, length - 3);
	name[length - 3] = '\0';
	return strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == length - 3;
}

static int open_plugin(const char *file, struct gb_plugin *out, bool *absent, struct gb_error *error)
{
	char name[GB_NAME_MAX];
	void *library;

	if (!read_plugin_name(file, name))
		return gb_error_set(
			error,
			"a plug-in's file must be called NAME.so, with NAME in lowercase letters, digits and '_'");
	char *path = gb_library_find(file, &out->is_ours, absent, error);
	if (path == NULL)
		return GB_FAILED;
	if (!out->is_ours)
		out->bench = gb_description_read(path, name, error);
	else if (gb_library_load(path, &library, error) == GB_OK)
		out->bench = gb_description_find(library, name, error);
	free(path);
	return out->bench != NULL ? GB_OK : GB_FAILED;
}

/* Takes ownership of the path. Beyond GB_PLUGINS_MAX, files are not listed. */
static void reject_file(struct gb_plugins *plugins, const struct gb_rejected *rejected)
{
	if (plugins->rejected_count == GB_PLUGINS_MAX) {
		free(rejected->path);
		return;
	}
	plugins->rejected = gb_heap_resize(plugins->rejected, plugins->rejected_count + 1, sizeof *plugins->rejected);
	plugins->rejected[plugins->rejected_count++] = *rejected;
}

static int compare_names(const void *left, const void *right)
{
	const struct gb_plugin *a = left, *b = right;

	return strcmp(a->bench->name, b->bench->name);
}

static int check_name_is_free(const struct gb_plugins *plugins, const struct gb_bench *bench, struct gb_error *error)
{
	for (size_t i = 0; i < plugins->count; i++)
		if (strcmp(plugins->plugin[i].bench->name, bench->name) == 0)
			return gb_error_set(error, "'%s' is already loaded from %s", bench->name,
					    plugins->plugin[i].path);
	if (plugins->count == GB_PLUGINS_MAX)
		return gb_error_set(error, "there are already %d plug-ins", GB_PLUGINS_MAX);
	return GB_OK;
}

void gb_plugins_load_file(struct gb_plugins *plugins, const char *file)
{
	/* A name alone is a file in the current folder. */
	struct gb_plugin plugin = { .path = gb_text_format("%s%s", strchr(file, '/') != NULL ? "" : "./", file) };
	struct gb_error error = { "" };
	bool absent = false;

	/* Naming a file twice, by --plugin and by the search path, is not a mistake. */
	const bool is_known = stat(plugin.path, &plugin.file) == 0;
	for (size_t i = 0; i < plugins->count && is_known; i++)
		if (gb_folders_is_same(&plugins->plugin[i].file, &plugin.file)) {
			free(plugin.path);
			return;
		}
	int status = open_plugin(plugin.path, &plugin, &absent, &error);
	if (status == GB_OK)
		status = check_name_is_free(plugins, plugin.bench, &error);
	if (status != GB_OK) {
		reject_file(plugins, &(struct gb_rejected){ .path = plugin.path, .absent = absent, .error = error });
		if (plugin.bench != NULL && !plugin.is_ours)
			gb_description_free(plugin.bench);
		return;
	}
	plugins->plugin[plugins->count++] = plugin;
	qsort(plugins->plugin, plugins->count, sizeof *plugins->plugin, compare_names);
}

static const char suffix[] = ".so";

static void load_listed(void *plugins, const char *file)
{
	gb_plugins_load_file(plugins, file);
}

/* Anybody who can write to a folder can add plug-ins, so all of them are reported in one line. */
static void load_folder(void *plugins, const char *folder)
{
	struct gb_rejected rejected = { .folder = true };

	if (gb_listing(folder, suffix, load_listed, plugins, &rejected.error) != GB_OK) {
		rejected.path = gb_heap_text(folder);
		reject_file(plugins, &rejected);
	}
}

static int is_shared_object(const struct dirent *entry)
{
	return gb_text_ends_in(entry->d_name, suffix);
}

static void note_any_plugin(void *any, const char *folder)
{
	struct dirent **entries;
	const int count = scandir(folder, &entries, is_shared_object, alphasort);

	*(bool *)any |= count > 0;
	for (int i = 0; i < count; i++)
		free(entries[i]);
	if (count >= 0)
		free(entries);
}

bool gb_plugins_path_has_any(const char *path)
{
	static const char *const nowhere_else[] = { NULL };
	bool any = false;

	gb_folders_near(path, nowhere_else, note_any_plugin, &any);
	return any;
}

void gb_plugins_load(struct gb_plugins *plugins, const char *path)
{
	gb_folders_of_plugins(path, load_folder, plugins);
}

void gb_plugins_free(struct gb_plugins *plugins)
{
	for (size_t i = 0; i < plugins->count; i++) {
		if (!plugins->plugin[i].is_ours)
			gb_description_free(plugins->plugin[i].bench);
		free(plugins->plugin[i].path);
	}
	for (size_t i = 0; i < plugins->rejected_count; i++)
		free(plugins->rejected[i].path);
	free(plugins->rejected);
	plugins->rejected = NULL;
	plugins->count = plugins->rejected_count = 0;
}

const struct gb_bench *gb_plugins_find(const struct gb_plugins *plugins, const char *name)
{
	for (size_t i = 0; i < plugins->count; i++)
		if (strcmp(plugins->plugin[i].bench->name, name) == 0)
			return plugins->plugin[i].bench;
	return NULL;
}
