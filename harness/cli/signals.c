#include "cli/signals.h"

#include <stddef.h>

#include "base/ending.h"

volatile sig_atomic_t gb_interrupted;

static void end(int signal)
{
	gb_ending_now(128 + signal);
}

static void ask(int signal)
{
	(void)signal;
	gb_interrupted = 1;
}

static void handle(void (*handler)(int))
{
	const struct sigaction action = { .sa_handler = handler, .sa_flags = (int)(SA_RESETHAND | SA_RESTART) };
	struct sigaction before;

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	/* A terminal that went away, unless that does not matter (nohup). */
	if (sigaction(SIGHUP, NULL, &before) != 0 || before.sa_handler != SIG_IGN)
		sigaction(SIGHUP, &action, NULL);
}

void gb_signals_end(void)
{
	handle(end);
}

void gb_signals_ask(void)
{
	handle(ask);
}
