#include "cli/signals.h"

#include <stddef.h>

#include "base/cleanup.h"

volatile sig_atomic_t gb_interrupted;

static volatile sig_atomic_t asks;

/* All handlers are set together, so that no signal arrives between two of them. The first signal may only request an
 * end; every later signal ends the program. */
static void on_signal(int signal)
{
	if (!asks || gb_interrupted)
		gb_cleanup_now(128 + signal);
	gb_interrupted = 1;
}

static void set_handlers(void)
{
	const struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
	struct sigaction before;

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	/* SIGHUP reports that the terminal has gone away. If the parent ignores it (nohup), it stays ignored. */
	if (sigaction(SIGHUP, NULL, &before) != 0 || before.sa_handler != SIG_IGN)
		sigaction(SIGHUP, &action, NULL);
}

void gb_signals_end(void)
{
	asks = 0;
	set_handlers();
}

void gb_signals_ask(void)
{
	asks = 1;
	set_handlers();
}

void gb_signals_end_unread(void)
{
	sigaction(SIGPIPE, &(const struct sigaction){ .sa_handler = on_signal, .sa_flags = SA_RESTART }, NULL);
}
