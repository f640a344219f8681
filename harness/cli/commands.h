/* commands.h: what the program can be told to do, one function each. They return the exit status. */
#ifndef GB_COMMANDS_H
#define GB_COMMANDS_H

#include "device/gpu.h"
#include "plan/loader.h"
#include "cli/options.h"

enum gb_exit { GB_EXIT_OK = 0, GB_EXIT_USAGE = 1, GB_EXIT_FAILED = 2, GB_EXIT_BELOW = 3, GB_EXIT_INTERRUPTED = 130 };

/* Set by the handler of SIGINT and SIGTERM; measuring stops at the next batch. */
extern volatile int gb_interrupted;

int gb_command_run(const struct gb_options *options, const struct gb_plugins *plugins, const struct gpu_ops *ops);
int gb_command_list(const struct gb_plugins *plugins);
int gb_command_describe(const struct gb_plugins *plugins, const char *name);
/* The manual page, troff with the macros of man(7). */
int gb_command_manual(const struct gb_plugins *plugins);
/* What the last word of an unfinished command line may become. */
int gb_command_complete(const struct gb_options *options);
int gb_command_list_devices(const struct gb_options *options, const struct gpu_ops *ops);
int gb_command_info(const struct gb_options *options, const struct gpu_ops *ops);

int gb_command_roofs(const struct gb_options *options);
int gb_command_compare(const struct gb_options *options);
int gb_command_plot(const struct gb_options *options);
int gb_command_report(const struct gb_options *options);

/* "gpubench: <text>" on standard error, one line whatever it repeats; returns `status`. */
int gb_complain(int status, const char *text);

#endif
