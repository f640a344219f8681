/* template.h: measured roofs put into a text, so that one more tool is a file and no code.
 *
 * What stands between {{ and }} is replaced; the rest stays as it is. Lines that begin with #% are dropped. A line that begins with #?
 * is dropped if a value in it is not known, and loses its mark otherwise.
 *
 *     {{NAME}}                  a roof, in its unit: {{tensor.bf16}}, {{tensor.bf16.burst}}, {{gemm.bf16}}
 *     {{NAME:limit}}            its physical limit
 *     {{gpu:FIELD}}             a fact of the GPU: name, board, driver, version, capability, memory_bytes, power_limit_w, sm_clock_rated_hz
 *     {{with:NAME}}             a number that the user gives: --with NAME=NUMBER
 *     {{point:BENCHMARK.METRIC,AXIS=VALUE,...}}  a point of a curve: {{point:gemm.flop_rate,type=fp16,n=1024}} (template_points.h)
 *     {{.../NAME*NUMBER@3|TEXT}}  divided by another of these, then times a number, with so many decimals; TEXT where it is not known
 *
 * Each part after the first may be left out, in this order. An unknown value without TEXT is an error: a figure that nobody measured
 * must not look like one. A template is a text and never run. */
#ifndef GB_TEMPLATE_H
#define GB_TEMPLATE_H

#include <stdio.h>

#include "analysis/roofs.h"
#include "export/template_points.h"

struct gb_template {
	char *path, *text; /* the whole file */
	struct gb_template_points points;
};

/* Read a template: a file, or one of those that come with the program. Its points are wanted from then on. */
int gb_template_open(struct gb_template *template, const char *name, struct gb_error *error);

/* Fill it. Roofs are sorted; of several GPUs of one model and board they are medians. Each of `with` is "NAME=NUMBER". */
int gb_template_fill(const struct gb_template *template, const char *const *with, size_t withs,
		     const struct gb_roofs *roofs, FILE *out, struct gb_error *error);
void gb_template_close(struct gb_template *template);

#endif
