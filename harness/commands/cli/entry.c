#include "cli/entry.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/pager.h"
#include "base/wrap.h"
#include "cli/commands.h"
#include "cli/signals.h"
#include "options/help.h"

static void handle_signals(void)
{
	gb_signals_end();
	/* A reader that has gone away then shows as an error of write(), and the loss of rows is reported. */
	signal(SIGPIPE, SIG_IGN);
	/* The same applies to a file that has reached its size limit. */
	signal(SIGXFSZ, SIG_IGN);
	/* The parent may ignore its children's exit, which is inherited: the statuses of workers would be lost. */
	signal(SIGCHLD, SIG_DFL);
}

/* If a standard stream is closed, the next opened file, such as a worker's socket or the CSV, would take its number and
 * receive its output. Replaces the stream by a file that cannot be written, so that writing remains an error. */
static void hold_standard_streams(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
			return;
}

void gb_program_begin(void)
{
	hold_standard_streams();
	gb_cleanup_begin();
	handle_signals();
}

static int print_brief(const struct gb_command *command, const struct gb_command *const *commands)
{
	gb_help_print_brief(command, commands, stdout);
	return gb_flushed(GB_EXIT_OK);
}

int gb_perform_line(const struct gb_command *const *commands, gb_help_fn *help, int argc, char **argv)
{
	struct gb_line line;
	struct gb_error error = { "" };
	char text[128];

	if (gb_line_read(&line, commands, argc, argv, &error) != GB_OK)
		return gb_complain(GB_EXIT_USAGE, error.text);
	for (size_t i = 0; i < line.inputs.notes; i++)
		gb_complain(0, line.inputs.note[i]);
	/* Commands that measure show their own progress. */
	if (gb_wrap_shows_rows() && line.command->word != NULL && !line.command->program && line.operands > 0)
		gb_pager_begin();
	const int status = line.brief  ? print_brief(line.command, commands)
			   : line.help ? help(line.command)
				       : line.command->perform(&line);
	gb_line_free(&line);
	if (gb_wrap_left_out(text, sizeof text))
		gb_complain(0, text);
	return status;
}
