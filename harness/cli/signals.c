#include "cli/signals.h"

#include <stddef.h>

#include "base/ending.h"

volatile sig_atomic_t gb_interrupted;

static volatile sig_atomic_t asks;

/* The same at any time, so that no signal comes between two handlers: the first may ask, every other one ends. */
static void hear(int signal)
{
	if (!asks || gb_interrupted)
		gb_ending_now(128 + signal);
	gb_interrupted = 1;
}

static void handle(void)
{
	const struct sigaction action = { .sa_handler = hear, .sa_flags = SA_RESTART };
	struct sigaction before;

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	/* A terminal that went away, unless that does not matter (nohup). */
	if (sigaction(SIGHUP, NULL, &before) != 0 || before.sa_handler != SIG_IGN)
		sigaction(SIGHUP, &action, NULL);
}

void gb_signals_end(void)
{
	asks = 0;
	handle();
}

void gb_signals_ask(void)
{
	asks = 1;
	handle();
}

void gb_signals_end_unread(void)
{
	sigaction(SIGPIPE, &(const struct sigaction){ .sa_handler = hear, .sa_flags = SA_RESTART }, NULL);
}
