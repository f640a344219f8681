/* models.h: loads kernels written in C for a dry run (gpubench_model.h). */
#pragma once

#include "base/error.h"
#include "fake/gpu_fake.h"
#include "plan/loader.h"

enum { GB_MODEL_FILES_MAX = 64 };

struct gb_dry_models {
	void *library[GB_MODEL_FILES_MAX];
	struct fake_models file[GB_MODEL_FILES_MAX];
	size_t count;
	struct fake_models counted; /* <name>.counted, next to the plug-in */
	void *counted_library;
};

/* Load `file`, a shared object that exports gb_models_<name>. */
int gb_models_load(struct gb_dry_models *models, const char *file, const char *name, struct gb_error *error);
/* Load <name>.model next to the plug-in <name>.so if it exists, or else the models that the plug-in itself exports. */
int gb_models_load_near(struct gb_dry_models *models, const struct gb_plugin *plugin, struct gb_error *error);
void gb_models_free(struct gb_dry_models *models);

/* The models of the first file that has this kernel; NULL: none has it. */
const struct fake_models *gb_models_find(const struct gb_dry_models *models, const char *kernel);
/* The same, preferring models that count their work. */
const struct fake_models *gb_models_find_counting(const struct gb_dry_models *models, const char *kernel);
