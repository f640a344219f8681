/* command_compare.c: gpubench compare FILE... */
#include "commands.h"

int gb_command_compare(const struct gb_options *options)
{
	(void)options;
	return gb_complain(GB_EXIT_USAGE, "compare is not built yet");
}
