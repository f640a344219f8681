/* command_complete.c: gpubench --complete -- WORD... */
#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "options/complete.h"

/* nvidia0, nvidia1, ...; not nvidiactl. */
static int is_gpu(const struct dirent *entry)
{
	return strncmp(entry->d_name, "nvidia", 6) == 0 && isdigit((unsigned char)entry->d_name[6]);
}

/* From the device files: asking the driver takes too long for a prompt. */
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
	/* Refused plug-ins are not reported at a prompt. */
	for (size_t i = 0; (file = gb_complete_plugin(&line, i)) != NULL; i++)
		gb_plugins_load_file(&plugins, file);
	gb_plugins_load(&plugins, getenv("GPUBENCH_PLUGIN_PATH"));
	gb_complete(&line, stdout);
	gb_plugins_free(&plugins);
	return GB_EXIT_OK;
}
