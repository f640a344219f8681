/* pager.h: long output on a terminal goes through the user's pager. */
#ifndef GB_PAGER_H
#define GB_PAGER_H

#include <stdio.h>

/* Send the rest of the output to $GPUBENCH_PAGER, $PAGER or less, if it goes to a terminal and the pager is not `cat`.
 * If the user leaves the pager before the end, SIGPIPE ends the program, as in any pipe. */
void gb_pager_begin(void);

/* Wait until the user leaves the pager. */
void gb_pager_end(void);

/* The descriptor of the terminal that shows `out`, through the pager or without one; it is any other file if that is
 * where `out` goes. */
int gb_pager_screen(FILE *out);

#endif
