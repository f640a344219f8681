/* start_profiler.c: hands profile and ab to the program that performs them. */
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/folders.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/profiler.h"

int gb_start_profiler(const struct gb_line *line)
{
	char path[PATH_MAX] = "";

	if (!gb_folders_program(path, sizeof path))
		return gb_complain(GB_EXIT_FAILED, "/proc does not show in which folder this program is");
	gb_text_add(path, sizeof path, "/gpubench-profile");
	execv(path, line->words);
	return gb_complain_format(GB_EXIT_FAILED, "%s needs %s, which cannot be run: %s", line->command->word, path,
				  strerror(errno));
}
