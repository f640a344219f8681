/* signals.h: the effect of SIGINT, SIGTERM and SIGHUP. */
#pragma once

#include <signal.h>

/* Set by the first signal after gb_signals_ask(). Measuring stops at the next batch. */
extern volatile sig_atomic_t gb_interrupted;

/* The behaviour at the start: the first signal ends the program with status 128 plus its number, and leaves neither
 * temporary files nor child processes. */
void gb_signals_end(void);
/* Call this once rows could be lost: the first signal requests a complete last row, a second one ends the program. */
void gb_signals_ask(void);

/* For commands that only write to standard output: a reader that goes away, such as head, ends the program silently. */
void gb_signals_end_unread(void);
