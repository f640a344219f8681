/* main.c: reads the command line and runs the command. */
#include <stdio.h>
#include <unistd.h>

#include "base/pager.h"
#include "cli/commands.h"
#include "cli/entry.h"
#include "options/help.h"

/* Sanitizers look for leaks in exit(), which leave_program() does not call. */
extern void check_leaks(void) __asm__("__lsan_do_leak_check") __attribute__((weak));

/* The manual also lists the contents of plug-ins. */
static int print_help(const struct gb_command *command)
{
	struct gb_plugins plugins = { 0 };

	gb_pager_begin();
	gb_commands_load(&plugins, &(const struct gb_texts){ .count = 0 });
	gb_help_print(command, gb_commands, &plugins, stdout);
	gb_plugins_free(&plugins);
	return gb_flushed(GB_EXIT_OK);
}

/* Destructors of plug-ins do not run: they could change the exit status. */
_Noreturn static void leave_program(int status)
{
	gb_pager_end();
	fflush(NULL);
	if (check_leaks != NULL)
		check_leaks();
	_exit(status);
}

int main(int argc, char **argv)
{
	gb_program_begin();
	if (argc == 1)
		gb_print_first_steps(stderr);
	leave_program(gb_perform_line(gb_commands, print_help, argc, argv));
}
