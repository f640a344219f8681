/* fuzz.h: what the fuzz programs share. Each fuzz_<name>.c is one program: libFuzzer hands its LLVMFuzzerTestOneInput()
 * one input after the other, starting from those of corpus/<name>.seeds. A crash, a sanitizer's finding or a property
 * that does not hold is a finding; run.sh runs them all. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Checks the property that every input must have; if it fails, prints the finding and aborts. */
#define fuzz_require(holds, ...) ((holds) ? (void)0 : fuzz_fail(__VA_ARGS__))
_Noreturn void fuzz_fail(const char *format, ...) GB_PRINTF(1, 2);

/* A refusal says why, on one line. */
void fuzz_one_line(const struct gb_error *error);

/* A copy with a 0 after it and nothing more: a read beyond it is found. The caller frees it. */
char *fuzz_text(const uint8_t *bytes, size_t size);

/* Like strsep(), for inputs whose lines are the arguments of one call: the text up to `end`, in which '~' stands for a
 * new line. NULL after the last one. */
char *fuzz_next(char **at, char end);

/* The values of a plan lie in their axes' domains, and the first points have a value where, and only where, an axis
 * exists. */
struct gb_plan;
void fuzz_check_plan(const struct gb_plan *plan);

#endif
