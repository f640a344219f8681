/* taker.h: the value of one run of a command: its time in seconds, or a number that it printed. */
#pragma once

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/child.h"

struct gb_taker_wish {
	bool processor;           /* processor time instead of elapsed time */
	const char *match;        /* the number after the last match of this regular expression; NULL: none */
	const char *column;       /* the geometric mean of this column in the command's CSV output; NULL: none */
	const char *const *where; /* COLUMN=TEXT conditions: only rows that meet all of them count */
	size_t wheres;
};

struct gb_taker {
	const struct gb_taker_wish *wish;
	regex_t regex;
	size_t rows; /* in the first run; 0: no run yet */
};

/* Call gb_taker_close() if this succeeds. */
int gb_taker_open(struct gb_taker *taker, const struct gb_taker_wish *wish, struct gb_error *error);
void gb_taker_close(struct gb_taker *taker);

/* True if the command's output is needed. */
bool gb_taker_reads(const struct gb_taker_wish *wish);

/* Takes the value of a run, which printed `size` bytes, terminated by a 0. The value must be above 0. */
int gb_taker_take(struct gb_taker *taker, const struct gb_child_end *end, const char *text, size_t size, double *value,
		  struct gb_error *error);

/* Returns the name of the value in messages, such as "wall time", and its unit, "s" or "". */
const char *gb_taker_name(const struct gb_taker_wish *wish);
const char *gb_taker_unit(const struct gb_taker_wish *wish);
