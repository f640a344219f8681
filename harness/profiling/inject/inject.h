/* inject.h: libgpubench_inject.so, which CUDA_INJECTION64_PATH loads into a profiled program. The driver calls
 * InitializeInjection() once, within cuInit(), before any context exists.
 *
 * Modules decide what is observed. A module is one file of this folder, NAME.c, which defines gb_inject_NAME (below)
 * and is listed in the table of inject.c. A module uses
 *   - gb_cupti and gb_cupti_find() (cupti.h) for functions of CUPTI, and gb_library_find_driver() (libraries.h) for
 *     those of CUDA. No CUDA header is included: the required part of an interface is declared here, as in cupti.h;
 *   - gb_inject_listen() for callbacks of CUPTI, because a process can have only one subscriber;
 *   - gb_trace_add() (trace.h) for its records, whose words and fields the opening comment of the file lists. A word
 *     begins with the module's name if another module could need the same word.
 *
 * A module runs in the program's process: it prints nothing, allocates little memory, and never ends the process. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gb_inject_module {
	const char *name;   /* its name in GPUBENCH_MODULES */
	bool without_cupti; /* the module works without CUPTI, which is not even loaded */
	/* Called after CUPTI was loaded, before any context exists. False: the module cannot begin, because of
	 * `why`. */
	bool (*begin)(char *why, size_t size);
	/* Called when the process ends, while contexts may exist, to write the last records. NULL: nothing to do. */
	void (*finish)(void);
};

/* `data` has CUPTI's type for this domain. Called in any thread of the program, within one of its calls. */
typedef void gb_inject_listener(uint32_t domain, uint32_t id, const void *data);

/* Registers for a callback. False: CUPTI refuses, for the reason in `why`. */
bool gb_inject_listen(uint32_t domain, uint32_t id, gb_inject_listener *listener, char *why, size_t size);

/* Returns the next number of a list such as GPUBENCH_COUNTS; UINT64_MAX: none is left. */
uint64_t gb_inject_next(const char **list);

extern const struct gb_inject_module gb_inject_survey, gb_inject_ranges, gb_inject_counts, gb_inject_footprint;
