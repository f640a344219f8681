#include "dry/models.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "plan/library.h"

static int check_table(const struct gb_models *table, struct gb_error *error)
{
	if (table->abi != GB_ABI)
		return gb_error_set(error, "built for ABI %u; this program has %u: rebuild the models", table->abi,
				    GB_ABI);
	for (const struct gb_model *m = table->model; m != NULL && m->kernel != NULL; m++)
		if (m->function == NULL)
			return gb_error_set(error, "the model of %s has no function", m->kernel);
	return table->model != NULL ? GB_OK : gb_error_set(error, "it has no models");
}

static void *find_symbol(void *library, const char *prefix, const char *name)
{
	char symbol[2 * GB_NAME_MAX] = "";

	gb_text_add(symbol, sizeof symbol, "%s%s", prefix, name);
	return dlsym(library, symbol);
}

static int open_models(const char *file, const char *name, void **opened, struct fake_models *out,
		       struct gb_error *error)
{
	bool absent = false, is_ours;
	void *library = NULL;

	char *path = gb_library_find(file, &is_ours, &absent, error);
	const int loaded = path != NULL ? gb_library_load(path, &library, error) : GB_FAILED;
	free(path);
	if (loaded != GB_OK)
		return loaded;
	const struct gb_models *table = find_symbol(library, "gb_models_", name);
	int status = table != NULL ? check_table(table, error)
				   : gb_error_set(error, "does not export 'gb_models_%s': GB_MODELS(%s) defines it",
						  name, name);
	if (status != GB_OK) {
		dlclose(library);
		return status;
	}
	*opened = library;
	*out = (struct fake_models){ table, find_symbol(library, "gb_model_call_", name),
				     find_symbol(library, "gb_model_work_", name) };
	return GB_OK;
}

int gb_models_load(struct gb_dry_models *models, const char *file, const char *name, struct gb_error *error)
{
	int status = GB_OK;

	if (models->count == GB_MODEL_FILES_MAX)
		status = gb_error_set(error, "more than %d model files", GB_MODEL_FILES_MAX);
	else
		status = open_models(file, name, &models->library[models->count], &models->file[models->count], error);
	if (status != GB_OK)
		return gb_error_prefix(error, "models %s", file);
	models->count++;
	return GB_OK;
}

/* Load the models that count (gpubench_counted.h). Without them the work is unknown. */
static void load_counted(struct gb_dry_models *models, const char *path, const char *name)
{
	struct gb_error ignored = { "" };
	struct stat file;

	if (stat(path, &file) == 0 && file.st_size > 0)
		(void)open_models(path, name, &models->counted_library, &models->counted, &ignored);
}

int gb_models_load_near(struct gb_dry_models *models, const struct gb_plugin *plugin, struct gb_error *error)
{
	const char *slash = strrchr(plugin->path, '/'), *name = plugin->bench->name;
	const int folder = slash != NULL ? (int)(slash + 1 - plugin->path) : 0;
	char path[PATH_MAX] = "", counted[PATH_MAX] = "";
	void *library;

	gb_text_add(path, sizeof path, "%.*s%s.model", folder, plugin->path, name);
	gb_text_add(counted, sizeof counted, "%.*s%s.counted", folder, plugin->path, name);
	load_counted(models, counted, name);
	/* The file is empty if the kernels do not compile for a host (gpubench_emulate.h). */
	struct stat file;
	if (stat(path, &file) == 0)
		return file.st_size > 0 ? gb_models_load(models, path, name, error) : GB_OK;
	/* The plug-in is already loaded. */
	GB_TRY(gb_library_load(plugin->path, &library, error));
	return find_symbol(library, "gb_models_", name) != NULL ? gb_models_load(models, plugin->path, name, error)
								: GB_OK;
}

void gb_models_free(struct gb_dry_models *models)
{
	while (models->count > 0)
		dlclose(models->library[--models->count]);
	if (models->counted_library != NULL)
		dlclose(models->counted_library);
	models->counted_library = NULL;
}

const struct fake_models *gb_models_find(const struct gb_dry_models *models, const char *kernel)
{
	for (size_t i = 0; i < models->count; i++)
		if (fake_find_model(&models->file[i], kernel) != NULL)
			return &models->file[i];
	return NULL;
}

const struct fake_models *gb_models_find_counting(const struct gb_dry_models *models, const char *kernel)
{
	return models->counted.table != NULL && fake_find_model(&models->counted, kernel) != NULL
		       ? &models->counted
		       : gb_models_find(models, kernel);
}
