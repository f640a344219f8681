/* signals.h: what SIGINT, SIGTERM and SIGHUP do. */
#ifndef GB_SIGNALS_H
#define GB_SIGNALS_H

#include <signal.h>

/* Set by the first of them after gb_signals_ask(); measuring stops at the next batch. */
extern volatile sig_atomic_t gb_interrupted;

/* From the start: the first ends the program with 128 and its number, and no temporary file and no process that it
 * started is left. */
void gb_signals_end(void);
/* From when there are rows to lose: the first asks for a whole last row; a second one, where that takes too long, ends
 * the program as above. */
void gb_signals_ask(void);

/* Where standard output is all that is made: a reader that goes away, as head does, ends the program like a signal,
 * without a word. */
void gb_signals_end_unread(void);

#endif
