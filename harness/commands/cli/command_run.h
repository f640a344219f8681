/* command_run.h: measuring as in a run, for other commands that measure. */
#pragma once

#include "analysis/roofs.h"
#include "base/host.h"
#include "cli/command_run_options.h"

/* Measure as `options` request; returns the exit status. `found`, if not NULL, receives roofs, even of failed rows. */
int gb_run_measure(const struct gb_run_options *options, const struct gb_host *host, const struct gb_plugins *plugins,
		   struct gb_roofs *found);
/* --dry-run: call the hooks of the selected benchmarks on a simulated device; returns the exit status. */
int gb_dry_run_benchmarks(const struct gb_run_options *options, const struct gb_plugins *plugins);
