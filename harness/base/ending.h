/* ending.h: what must not outlive the program where a signal ends it: temporary files, and a child that writes some.
 *
 * A handler of a signal has no context: what is noted here is the program's, one list. Noting is for one thread. */
#ifndef GB_ENDING_H
#define GB_ENDING_H

#include <sys/types.h>

/* Note a file, or a folder before what is in it, to be removed. More than there is room for are not noted. */
void gb_ending_note(const char *path);
/* It has been removed, or has taken its place. */
void gb_ending_forget(const char *path);
/* A child to be killed first, and what it has started; 0: it has ended. From then on what a child leaves becomes
 * ours. */
void gb_ending_child(pid_t pid);
/* Kill what ended children have left, and what that leaves. For handlers of signals too. */
void gb_ending_kill_left(void);

/* Kill, remove, and exit with `status`. To be called by the handler of a signal. A process that inherited the list
 * exits alone. */
_Noreturn void gb_ending_now(int status);

#endif
