/* main.c: reads the command line and runs the command. */
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "base/wrap.h"
#include "cli/commands.h"
#include "cli/signals.h"
#include "options/help.h"

static void handle_signals(void)
{
	gb_signals_end();
	/* A reader that has gone away shows as an error of write(), which is reported: rows would be lost. */
	signal(SIGPIPE, SIG_IGN);
	/* The same for a file that has reached its size limit. */
	signal(SIGXFSZ, SIG_IGN);
	/* The parent may ignore the exit of its children, and that is inherited: the statuses of workers would be
	 * lost. */
	signal(SIGCHLD, SIG_DFL);
}

/* If a standard stream is closed, the next file opened, such as a worker's socket or the CSV, would take its number and
 * receive its output. It is replaced by a file that cannot be written: writing to it remains an error. */
static void hold_standard_streams(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
			return;
}

/* It lists the contents of plug-ins, too. */
static int print_help(const struct gb_command *command)
{
	struct gb_plugins plugins = { 0 };

	gb_commands_load(&plugins, &(const struct gb_texts){ .count = 0 });
	gb_help_print(command, gb_commands, &plugins, stdout);
	gb_plugins_free(&plugins);
	return gb_flushed(GB_EXIT_OK);
}

int main(int argc, char **argv)
{
	struct gb_line line;
	struct gb_error error = { "" };

	hold_standard_streams();
	handle_signals();
	if (gb_line_read(&line, gb_commands, argc, argv, &error) != GB_OK)
		return gb_complain(GB_EXIT_USAGE, error.text);
	for (size_t i = 0; i < line.inputs.notes; i++)
		gb_complain(0, line.inputs.note[i]);
	const int status = line.help ? print_help(line.command) : line.command->perform(&line);
	gb_line_free(&line);
	if (gb_wrap_has_left_out())
		gb_complain(0, "the table does not fit into the window: --wide shows all of it");
	return status;
}
