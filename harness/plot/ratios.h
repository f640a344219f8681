/* ratios.h: compares the models of a fleet with one of them, for plots/ratios.gp: the same ratios that compare
 * prints. */
#ifndef GB_PLOT_RATIOS_H
#define GB_PLOT_RATIOS_H

#include "analysis/ratios.h"
#include "plot/plot.h"

/* A panel for each model except the base. */
int gb_plot_ratios_write(struct gb_plot *plot, const struct gb_fleet *fleet, const struct gb_model *base,
			 struct gb_error *error);

#endif
