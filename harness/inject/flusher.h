/* flusher.h: a thread that asks CUPTI for what it has, so that a program that is killed has told most. CUPTI's own
 * period hands over full buffers alone, of which a short program fills none. */
#ifndef GB_INJECT_FLUSHER_H
#define GB_INJECT_FLUSHER_H

typedef void gb_flusher_fn(void);

/* Call it every so many milliseconds, until gb_flusher_stop(). Without a thread to be had, nothing is called. */
void gb_flusher_start(unsigned milliseconds, gb_flusher_fn *flush);
/* When it returns, no call is under way. */
void gb_flusher_stop(void);

#endif
