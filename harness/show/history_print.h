/* history_print.h: steps and drift of roofs over time, for people and for programs. */
#ifndef GB_HISTORY_PRINT_H
#define GB_HISTORY_PRINT_H

#include <stdio.h>

#include "past/history.h"
#include "show/table.h"

/* A line for each find of many GPUs, one for each step and drift of one, and with `all` one for each series that has
 * none; then what was looked at. */
void gb_history_print(const struct gb_history *history, bool all, enum gb_table_style style, FILE *out);
/* A row for each point of each series. */
int gb_history_write_csv(const struct gb_history *history, FILE *out, struct gb_error *error);
/* An object of `finds`, and of `series` with their steps and drifts. */
int gb_history_write_json(const struct gb_history *history, FILE *out, struct gb_error *error);

#endif
