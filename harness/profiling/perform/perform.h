/* perform.h: the commands of gpubench-profile. cli/command_profile.c and cli/command_ab.c describe them. */
#pragma once

#include "options/options.h"

int gb_check_profile(const struct gb_line *line, struct gb_error *error);
int gb_perform_profile(const struct gb_line *line);

int gb_check_ab(const struct gb_line *line, struct gb_error *error);
int gb_perform_ab(const struct gb_line *line);

/* Returns both commands with their descriptions, checks and actions, terminated by NULL. */
const struct gb_command *const *gb_profiler_commands(void);
