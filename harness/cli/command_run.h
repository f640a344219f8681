/* command_run.h: measuring, as a run does it, for commands that measure too. */
#ifndef GB_COMMAND_RUN_H
#define GB_COMMAND_RUN_H

#include "analysis/roofs.h"
#include "base/host.h"
#include "cli/command_run_options.h"

/* Measure what `options` say; the exit status of a run. `found`, unless NULL, is given the roofs, those of failed rows
 * too. */
int gb_run_measure(const struct gb_run_options *options, const struct gb_host *host, const struct gb_plugins *plugins,
		   struct gb_roofs *found);
/* --dry-run: the hooks of what `options` select, over a device in memory; the exit status. Measures nothing. */
int gb_dry_run_benchmarks(const struct gb_run_options *options, const struct gb_plugins *plugins);

#endif
