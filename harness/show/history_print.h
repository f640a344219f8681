/* history_print.h: prints steps and drifts of roofs over time, for people and for programs. */
#ifndef GB_HISTORY_PRINT_H
#define GB_HISTORY_PRINT_H

#include <stdio.h>

#include "past/history.h"
#include "show/table.h"

/* A line for each find on many GPUs, one for each step and drift of a single GPU, and with `all` one for each series
 * without any; then what was examined. */
void gb_history_print(const struct gb_history *history, bool all, enum gb_table_style style, FILE *out);
/* A row for each point of each series. */
int gb_history_write_csv(const struct gb_history *history, FILE *out, struct gb_error *error);
/* An object with `finds`, and `series` with their steps and drifts. */
int gb_history_write_json(const struct gb_history *history, FILE *out, struct gb_error *error);

#endif
