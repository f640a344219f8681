/* template.h: measured roofs put into a text, so that one more tool is a file and no code.
 *
 * What stands between {{ and }} is replaced; the rest stays as it is, but for lines that begin with #%, which are dropped:
 *
 *     {{NAME}}                  a roof, in its unit: {{tensor.bf16}}, {{tensor.bf16.burst}}, {{gemm.bf16}}
 *     {{NAME:limit}}            its physical limit
 *     {{gpu:FIELD}}             of the GPU: name, board, driver, version, capability, memory_bytes, power_limit_w, sm_clock_rated_hz
 *     {{with:NAME}}             a number that the user gives: --with NAME=NUMBER
 *     {{.../NAME*NUMBER@3|TEXT}}  divided by another of these, then times a number, with so many decimals; TEXT where it is not known
 *
 * Each part after the first may be left out, in this order. What is not known and has no TEXT is an error: a figure that nobody measured
 * must not look like one. A template is a text and never run. */
#ifndef GB_TEMPLATE_H
#define GB_TEMPLATE_H

#include <stdio.h>

#include "analysis/roofs.h"

struct gb_template {
	const char *name;        /* a file, or one of those that come with the program */
	const char *const *with; /* "NAME=NUMBER" */
	size_t withs;
};

/* Fill it. Roofs are sorted; of several GPUs of one model and board they are medians. */
int gb_template_fill(const struct gb_template *template, const struct gb_roofs *roofs, FILE *out,
		     struct gb_error *error);

#endif
