/* flusher.h: a thread that asks CUPTI for its records, so that the trace of a killed program is nearly complete.
 * CUPTI's own period hands over only full buffers, and a short program fills none. */
#ifndef GB_INJECT_FLUSHER_H
#define GB_INJECT_FLUSHER_H

typedef void gb_flusher_fn(void);

/* Call `flush` at this interval until gb_flusher_stop(). If no thread can be created, it is never called. */
void gb_flusher_start(unsigned milliseconds, gb_flusher_fn *flush);
/* When it returns, no call is under way. */
void gb_flusher_stop(void);

#endif
