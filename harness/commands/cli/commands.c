#include "cli/commands.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/wrap.h"
#include "cli/analysis_options.h"
#include "options/complete.h"

const struct gb_command *const gb_commands[] = { &gb_command_run,     &gb_command_info,
						 &gb_command_show,    &gb_command_roofs,
						 &gb_command_peaks,   &gb_command_compare,
						 &gb_command_check,   &gb_command_history,
						 &gb_command_store,   &gb_command_plot,
						 &gb_command_profile, &gb_command_ab,
						 &gb_command_report,  NULL };

static void say_rejected(const struct gb_plugins *plugins)
{
	for (size_t i = 0; i < plugins->rejected_count; i++) {
		const char *path = plugins->rejected[i].path != NULL ? plugins->rejected[i].path : "?";
		char text[2 * GB_ERROR_TEXT + 64] = "";
		const bool folder = plugins->rejected[i].folder;
		gb_text_add(text, sizeof text, "%s %.*s %s used: %s", folder ? "plug-ins in" : "plug-in", GB_ERROR_TEXT,
			    path, folder ? "are not" : "is not", plugins->rejected[i].error.text);
		gb_complain(0, text);
	}
}

/* A misspelt folder would otherwise go unnoticed, because the program's own plug-ins are still found. */
static void say_empty_path(const char *path)
{
	char text[GB_ERROR_TEXT + 128] = "";

	if (path == NULL || gb_plugins_path_has_any(path))
		return;
	gb_text_add(text, sizeof text,
		    "GPUBENCH_PLUGIN_PATH=%.*s: no plug-in (NAME.so) there: name folders such as build/plugins, "
		    "':' between them",
		    GB_ERROR_TEXT, path);
	gb_complain(0, text);
}

int gb_commands_load(struct gb_plugins *plugins, const struct gb_texts *files)
{
	bool absent = false;

	for (size_t i = 0; i < files->count; i++)
		gb_plugins_load_file(plugins, files->text[i]);
	for (size_t i = 0; i < plugins->rejected_count; i++)
		absent |= plugins->rejected[i].absent;
	if (!absent)
		gb_plugins_load(plugins, getenv("GPUBENCH_PLUGIN_PATH"));
	say_rejected(plugins);
	say_empty_path(getenv("GPUBENCH_PLUGIN_PATH"));
	return absent ? GB_FAILED : GB_OK;
}

/* True for nvidia0, nvidia1, ...; false for nvidiactl. */
static int is_gpu(const struct dirent *entry)
{
	return strncmp(entry->d_name, "nvidia", 6) == 0 && isdigit((unsigned char)entry->d_name[6]);
}

/* Counts device files, because asking the driver takes too long for a prompt. */
static size_t count_gpus(void)
{
	const char *visible = getenv("CUDA_VISIBLE_DEVICES");
	struct dirent **entries;
	const int found = scandir("/dev", &entries, is_gpu, NULL);
	size_t gpus = 0;

	for (int i = 0; i < found; i++)
		free(entries[i]);
	if (found >= 0)
		free(entries);
	if (visible == NULL)
		return found > 0 ? (size_t)found : 0;
	for (gpus = visible[0] != '\0'; *visible != '\0'; visible++)
		gpus += *visible == ',';
	return found > 0 && gpus > (size_t)found ? (size_t)found : gpus;
}

int gb_complete_words(const char *const *word, size_t words)
{
	struct gb_plugins plugins = { 0 };
	struct gb_unfinished line = { gb_commands, word, words, count_gpus(), &plugins };
	const char *file;

	for (size_t i = 0; i + 1 < words; i++)
		if (strcmp(word[i], "--" GB_OWNER_OPTION) == 0)
			gb_owner_allow_any();
	/* At a prompt, refused plug-ins are not reported. */
	for (size_t i = 0; (file = gb_complete_plugin(&line, i)) != NULL; i++)
		gb_plugins_load_file(&plugins, file);
	gb_plugins_load(&plugins, getenv("GPUBENCH_PLUGIN_PATH"));
	gb_complete(&line, stdout);
	gb_plugins_free(&plugins);
	return GB_EXIT_OK;
}
