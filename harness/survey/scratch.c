#include "survey/scratch.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ending.h"
#include "base/folders.h"

int gb_scratch_make(struct gb_scratch *scratch, struct gb_error *error)
{
	char made[PATH_MAX];

	if (scratch->folder[0] != '\0')
		return GB_OK;
	gb_folders_temporary("gpubench-profile-XXXXXX", made, sizeof made);
	if (mkdtemp(made) == NULL)
		return gb_error_set(error, "%s: cannot be made: %s", made, strerror(errno));
	/* Programs that write here may have gone elsewhere before. */
	if (realpath(made, scratch->folder) == NULL)
		snprintf(scratch->folder, sizeof scratch->folder, "%s", made);
	gb_ending_note(scratch->folder);
	return GB_OK;
}

static int remove_one(const char *path, const struct stat *is, int type, struct FTW *at)
{
	(void)is;
	(void)type;
	(void)at;
	remove(path);
	return 0;
}

void gb_scratch_remove(struct gb_scratch *scratch)
{
	if (scratch->folder[0] == '\0')
		return;
	nftw(scratch->folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	gb_ending_forget(scratch->folder);
	scratch->folder[0] = '\0';
}
