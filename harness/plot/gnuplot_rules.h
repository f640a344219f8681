/* gnuplot_rules.h: restricts what gnuplot may write to. */
#ifndef GB_GNUPLOT_RULES_H
#define GB_GNUPLOT_RULES_H

#include <stdbool.h>

/* Restrict this process and its successors to writing below `folder` and to /dev/null; open files stay open. Returns 0,
 * or an errno. It does nothing on kernels before 5.13 and if Landlock is disabled: 0. */
int gb_gnuplot_rules(const char *folder);
/* True if this kernel supports it. */
bool gb_gnuplot_has_rules(void);

#endif
