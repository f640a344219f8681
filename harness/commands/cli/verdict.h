/* verdict.h: parts shared by commands that judge: the verdict, its roofs, the report of its findings, and the baselines
 * that they accept (a file, or the word for the references that come with the program). */
#pragma once

#include "analysis/fleet_baseline.h"
#include "judge/judge_verdict.h"
#include "analysis/fleet_reference.h"
#include "base/wrap.h"
#include "options/inputs.h"
#include "options/options.h"

/* --nodes sets a const char *. */
#define GB_OPTION_NODES(type, field)                                                               \
	{                                                                                          \
		"nodes", "FILE",                                                                   \
			"nodes that should have reported: a list of host names, one per line (-: " \
			"standard input)",                                                         \
			GB_OPTION_TO(type, field, gb_option_text), .file = GB_FILE_READ            \
	}

/* --roof, --without, --also and --expect set a struct gb_texts. */
#define GB_OPTIONS_GATE(type, only, without, also, expect)                                                \
	{ "roof", "NAME", "judge only this roof, or all that begin with NAME and a dot; repeatable",      \
	  GB_OPTION_TO(type, only, gb_option_texts), .usual = gb_verdict_usual_set },                     \
		{ "without", "NAME",                                                                      \
		  "do not judge this roof, or all that begin with NAME and a dot; links: what depends "   \
		  "on links; repeatable",                                                                 \
		  GB_OPTION_TO(type, without, gb_option_texts) },                                         \
		{ "also", "NAME", "judge this roof in addition to the default ones; repeatable",          \
		  GB_OPTION_TO(type, also, gb_option_texts) },                                            \
	{                                                                                                 \
		"expect", "NAME=VALUE",                                                                   \
			"end with status 3 if a GPU has another driver, vbios, ecc, mig, power (W), sms " \
			"or (PCIe) lanes; repeatable",                                                    \
			GB_OPTION_TO(type, expect, gb_option_texts)                                       \
	}
void gb_verdict_usual_set(char *text, size_t size);

struct gb_judge_set gb_verdict_set(const struct gb_texts *only, const struct gb_texts *without,
				   const struct gb_texts *also);
/* False if a text of --expect matches nothing known, or --also is given with --roof. The reason has been printed. */
bool gb_verdict_options_fit(const struct gb_texts *only, const struct gb_texts *also, const struct gb_texts *expect);

/* Read the list of --nodes; NULL: none. False: the problem has been printed. `nodes` must be freed. */
bool gb_verdict_read_nodes(const char *list, struct gb_inputs *nodes);

/* Print the findings on standard error, one per line, except for the one in the verdict's first line: groups of GPUs,
 * then slow GPUs, missing verdicts and notes. Only the first few of each kind are printed. */
void gb_verdict_tell(const struct gb_verdict *verdict, const char *against);

struct gb_wrap_mark gb_verdict_mark(const struct gb_verdict *verdict);

/* ---- baselines --------------------------------------------------------------------------------------------------- */

/* True if the argument of --baseline selects the references; false for NULL. */
bool gb_baseline_is_reference(const char *argument);

/* Read what the argument names. Only references for GPUs of `now` (NULL: all) are kept. Returns the number of
 * problems. */
size_t gb_baseline_read(struct gb_roofs *into, const char *argument, const struct gb_roofs *now,
			gb_files_tell_fn *tell);

/* Print the basis on which each model of `now` is judged, one per line. `what` is "reference" or "baseline". */
void gb_baseline_tell(const struct gb_baseline *baseline, const struct gb_roofs *now, const char *what,
		      gb_files_tell_fn *tell);
