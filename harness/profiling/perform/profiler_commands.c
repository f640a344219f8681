/* profiler_commands.c: the table of gpubench-profile's commands. */
#include "cli/commands.h"
#include "perform/perform.h"

const struct gb_command *const *gb_profiler_commands(void)
{
	static struct gb_command profile, ab;
	static const struct gb_command *const commands[] = { &profile, &ab, NULL };

	profile = gb_command_profile;
	profile.check = gb_check_profile;
	profile.perform = gb_perform_profile;
	ab = gb_command_ab;
	ab.check = gb_check_ab;
	ab.perform = gb_perform_ab;
	return commands;
}
