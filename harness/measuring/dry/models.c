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

static int open_models(struct gb_dry_models *models, const char *file, const char *name, struct gb_error *error)
{
	char symbol[GB_NAME_MAX + 16] = "", call[GB_NAME_MAX + 16] = "";
	bool absent = false, is_ours;
	void *library = NULL;

	if (models->count == GB_MODEL_FILES_MAX)
		return gb_error_set(error, "more than %d model files", GB_MODEL_FILES_MAX);
	char *path = gb_library_find(file, &is_ours, &absent, error);
	const int loaded = path != NULL ? gb_library_load(path, &library, error) : GB_FAILED;
	free(path);
	if (loaded != GB_OK)
		return loaded;
	gb_text_add(symbol, sizeof symbol, "gb_models_%s", name);
	const struct gb_models *table = dlsym(library, symbol);
	int status = table != NULL
			     ? check_table(table, error)
			     : gb_error_set(error, "does not export '%s': GB_MODELS(%s) defines it", symbol, name);
	if (status != GB_OK) {
		dlclose(library);
		return status;
	}
	gb_text_add(call, sizeof call, "gb_model_call_%s", name);
	models->library[models->count] = library;
	models->file[models->count++] = (struct fake_models){ table, dlsym(library, call) };
	return GB_OK;
}

int gb_models_load(struct gb_dry_models *models, const char *file, const char *name, struct gb_error *error)
{
	return open_models(models, file, name, error) == GB_OK ? GB_OK : gb_error_prefix(error, "models %s", file);
}

int gb_models_load_near(struct gb_dry_models *models, const struct gb_plugin *plugin, struct gb_error *error)
{
	const char *slash = strrchr(plugin->path, '/'), *name = plugin->bench->name;
	char path[PATH_MAX] = "", symbol[GB_NAME_MAX + 16] = "";
	void *library;

	gb_text_add(path, sizeof path, "%.*s%s.model", slash != NULL ? (int)(slash + 1 - plugin->path) : 0,
		    plugin->path, name);
	/* The file is empty if the kernels do not compile for a host (gpubench_emulate.h). */
	struct stat file;
	if (stat(path, &file) == 0)
		return file.st_size > 0 ? gb_models_load(models, path, name, error) : GB_OK;
	gb_text_add(symbol, sizeof symbol, "gb_models_%s", name);
	/* The plug-in is already loaded. */
	GB_TRY(gb_library_load(plugin->path, &library, error));
	return dlsym(library, symbol) != NULL ? gb_models_load(models, plugin->path, name, error) : GB_OK;
}

void gb_models_free(struct gb_dry_models *models)
{
	while (models->count > 0)
		dlclose(models->library[--models->count]);
}

const struct fake_models *gb_models_find(const struct gb_dry_models *models, const char *kernel)
{
	for (size_t i = 0; i < models->count; i++)
		if (fake_find_model(&models->file[i], kernel) != NULL)
			return &models->file[i];
	return NULL;
}
