/* profiler_main.c: gpubench-profile, by which gpubench replaces itself for the commands profile and ab. */
#include "cli/commands.h"
#include "cli/entry.h"
#include "options/help.h"
#include "perform/perform.h"

static int print_help(const struct gb_command *command)
{
	gb_help_print(command, gb_profiler_commands(), &(const struct gb_plugins){ .count = 0 }, stdout);
	return gb_flushed(GB_EXIT_OK);
}

int main(int argc, char **argv)
{
	gb_program_begin();
	return gb_perform_line(gb_profiler_commands(), print_help, argc, argv);
}
