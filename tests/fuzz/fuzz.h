/* fuzz.h: declarations shared by the fuzz programs. Each fuzz_<name>.c is one program: libFuzzer hands its
 * LLVMFuzzerTestOneInput() one input after the other, starting from those of corpus/<name>.seeds. A crash, a
 * sanitizer's finding or a property that does not hold is a finding; run.sh runs them all. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Checks the property that every input must have; if it fails, prints the finding and aborts. */
#define fuzz_require(holds, ...) ((holds) ? (void)0 : fuzz_fail(__VA_ARGS__))
_Noreturn void fuzz_fail(const char *format, ...) GB_PRINTF(1, 2);

/* A refusal has a reason, on one line. */
void fuzz_one_line(const struct gb_error *error);

/* A copy followed by a 0 and nothing more, so that reading beyond it is detected. The caller frees it. */
char *fuzz_text(const uint8_t *bytes, size_t size);

/* Like strsep(), for inputs whose lines are the arguments of one call: returns the text up to `end`, in which '~'
 * stands for a new line. NULL after the last one. */
char *fuzz_next(char **at, char end);

/* The values of a plan lie in the domains of their axes, and each of the first points has a value exactly where an
 * axis exists. */
struct gb_plan;
void fuzz_check_plan(const struct gb_plan *plan);
