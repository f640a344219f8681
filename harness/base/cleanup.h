/* cleanup.h: removes temporary files and kills the running child when a signal ends the program.
 *
 * A signal handler has no context, so the program keeps one global list. Only one thread may add to it. */
#pragma once

#include <sys/types.h>

/* At the start of the program: from now on, orphans of its children become its own children. Children that exist now
 * are excluded: they belong to the program that became this one. */
void gb_cleanup_begin(void);

/* Register a file to be removed, or a folder with its files. Paths beyond the list's capacity are ignored. */
void gb_cleanup_note(const char *path);
/* The file has been removed, or moved to its final place. */
void gb_cleanup_forget(const char *path);
void gb_cleanup_remove(const char *path);
/* Register a child to be killed first, with its descendants; 0: it has ended. */
void gb_cleanup_child(pid_t pid);
/* Kill the orphans of ended children, and their orphans in turn. A signal handler may call it. */
void gb_cleanup_kill_left(void);

/* Kill, remove, and exit with `status`; for signal handlers. A process that inherited the list only exits. */
_Noreturn void gb_cleanup_now(int status);
