/* template.h: fills measured roofs into a text, so that supporting another tool takes a file and no code.
 *
 * Expressions between {{ and }} are replaced; the rest is copied unchanged. Lines that begin with #% are removed. A
 * line that begins with #? is removed if a value in it is unknown; otherwise only the mark is.
 *
 *     {{NAME}}                  a roof, in its unit: {{tensor.bf16}}, {{tensor.bf16.burst}}, {{gemm.bf16}}
 *     {{NAME:limit}}            its physical limit
 *     {{gpu:FIELD}}             a fact of the GPU: name, board, driver, version, capability, memory_bytes,
 *                               power_limit_w, sm_clock_rated_hz
 *     {{with:NAME}}             a number given by the user: --with NAME=NUMBER
 *     {{point:BENCHMARK.METRIC,AXIS=VALUE,...}}  a point of a curve: {{point:gemm.flop_rate,type=fp16,n=1024}}
 *                                                (template_points.h)
 *     {{.../NAME*NUMBER@3|TEXT}}  divided by another of these, then times a number, with this many decimals; TEXT if
 *                                 it is unknown
 *
 * Each part after the first may be omitted, in this order. An unknown value without TEXT is an error: a figure that was
 * not measured must not look like one that was. A template is only text and is never executed. */
#ifndef GB_TEMPLATE_H
#define GB_TEMPLATE_H

#include <stdio.h>

#include "analysis/roofs.h"
#include "export/template_points.h"

struct gb_template {
	char *path, *text; /* the contents of the file */
	struct gb_template_points points;
};

/* Read a template: a file, or one of those that come with the program. From then on its points are requested. */
int gb_template_open(struct gb_template *template, const char *name, struct gb_error *error);

/* Fill it in. Roofs must be sorted; for several GPUs of one model and board they are medians. Each entry of `with` is
 * "NAME=NUMBER". */
int gb_template_fill(const struct gb_template *template, const char *const *with, size_t withs,
		     const struct gb_roofs *roofs, FILE *out, struct gb_error *error);
void gb_template_close(struct gb_template *template);

#endif
