/* gnuplot_rules.h: what gnuplot may write to. */
#ifndef GB_GNUPLOT_RULES_H
#define GB_GNUPLOT_RULES_H

#include <stdbool.h>

/* Let this process, and what it becomes, write below `folder` and to /dev/null and nowhere else; what is open stays
 * open. 0, or an errno. Kernels before 5.13, and those where Landlock is off, do nothing: 0. */
int gb_gnuplot_rules(const char *folder);
/* True if this kernel has it. */
bool gb_gnuplot_has_rules(void);

#endif
