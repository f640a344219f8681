#include "base/pager.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* less exits if everything fits on the screen (F), passes colours through (R) and does not clear the screen (X). */
static const char usual_pager[] = "if command -v less >/dev/null; then exec less; fi; exec cat";
static const char usual_options[] = "FRX";

static FILE *pager;
static int screen = -1;
static bool takes_messages;

static const char *find_pager(void)
{
	const char *named = getenv("GPUBENCH_PAGER"), *term = getenv("TERM");

	if (term != NULL && strcmp(term, "dumb") == 0)
		return NULL;
	if (named == NULL)
		named = getenv("PAGER");
	if (named == NULL)
		return usual_pager;
	return named[0] == '\0' || strcmp(named, "cat") == 0 ? NULL : named;
}

void gb_pager_begin(void)
{
	const char *command = find_pager();

	if (pager != NULL || command == NULL || isatty(STDOUT_FILENO) != 1)
		return;
	fflush(stdout);
	screen = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	setenv("LESS", usual_options, 0);
	signal(SIGPIPE, SIG_DFL);
	pager = screen < 0 ? NULL : popen(command, "we"); // NOLINT(cert-env33-c): the user's own command
	if (pager == NULL) {
		signal(SIGPIPE, SIG_IGN);
		return;
	}
	signal(SIGINT, SIG_IGN); /* the pager handles it */
	takes_messages = isatty(STDERR_FILENO) == 1;
	dup2(fileno(pager), STDOUT_FILENO);
	if (takes_messages)
		dup2(fileno(pager), STDERR_FILENO);
}

void gb_pager_end(void)
{
	if (pager == NULL)
		return;
	fflush(NULL);
	dup2(screen, STDOUT_FILENO);
	if (takes_messages)
		dup2(screen, STDERR_FILENO);
	pclose(pager);
	pager = NULL;
}

int gb_pager_screen(FILE *out)
{
	const bool is_paged = pager != NULL && (out == stdout || (out == stderr && takes_messages));

	return is_paged ? screen : fileno(out);
}
