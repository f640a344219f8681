/* loader.h: finds plug-ins, checks them before any of their code runs, and reports those that it refuses. Only plug-ins
 * with a seal (seal.h) are loaded into this process; a child describes the others (description.h). */
#pragma once

#include <stdbool.h>
#include <sys/stat.h>

#include "base/error.h"
#include "gpubench.h"

enum { GB_PLUGINS_MAX = 256 };

#define GB_NO_PLUGINS "no plug-ins were found: name their folders in GPUBENCH_PLUGIN_PATH, or files with --plugin"

struct gb_plugin {
	char *path;
	struct stat file;
	bool is_ours;
	const struct gb_bench *bench; /* without hooks until gb_description_attach(), unless the plug-in is sealed */
};

struct gb_rejected {
	char *path;
	bool absent; /* there is no such file */
	bool folder; /* it is a folder with plug-ins, of which none was examined */
	struct gb_error error;
};

struct gb_plugins {
	struct gb_plugin plugin[GB_PLUGINS_MAX]; /* by name */
	size_t count;
	struct gb_rejected *rejected; /* at most GB_PLUGINS_MAX; NULL: none */
	size_t rejected_count;
};

/* Load every *.so of the search path, in this order: the folders of `path` (GPUBENCH_PLUGIN_PATH, separated by ':', may
 * be NULL), `<program's folder>/plugins` and `<program's folder>/../lib/gpubench/plugins`. If a plug-in of the same
 * name is already loaded, the file is refused. Missing folders are ignored. Files that others can write to (owner.h),
 * and shared objects that are incomplete or for another machine, are refused before the linker sees them. */
void gb_plugins_load(struct gb_plugins *plugins, const char *path);
/* True if one of the folders of `path` has a plug-in, valid or not. */
bool gb_plugins_path_has_any(const char *path);
/* Load one file, before those of the search path. */
void gb_plugins_load_file(struct gb_plugins *plugins, const char *file);
void gb_plugins_free(struct gb_plugins *plugins);

const struct gb_bench *gb_plugins_find(const struct gb_plugins *plugins, const char *name);

/* Check a descriptor: ABI, size, name, required hooks, axes, variants. */
int gb_bench_check(const struct gb_bench *bench, const char *name, struct gb_error *error);
