/* inject.h: libgpubench_inject.so, which CUDA_INJECTION64_PATH loads into a profiled program. The driver calls
 * InitializeInjection() once, within cuInit(), before any context exists.
 *
 * Modules decide what is observed. A module is one file of this folder, NAME.c, which defines gb_inject_NAME (below)
 * and is listed in the table of inject.c. It uses
 *   - gb_cupti and gb_cupti_find() (cupti.h) for CUPTI's functions, gb_library_find_driver() (libraries.h) for CUDA's
 *     own. No header of CUDA is included: the used part of an interface is declared here, as in cupti.h;
 *   - gb_inject_listen() for CUPTI's callbacks, as a process can have only one subscriber;
 *   - gb_trace_add() (trace.h) for its records, whose words and fields the opening comment of the file lists. A word
 *     begins with the module's name if another module could need the same.
 * A module runs in the program's process: it prints nothing, allocates little, and never ends the process. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gb_inject_module {
	const char *name;   /* as GPUBENCH_MODULES has it */
	bool without_cupti; /* it works without CUPTI, which is then not even loaded */
	/* Called after CUPTI was loaded, before a context exists. False: the module cannot begin, and `why` is the
	 * reason. */
	bool (*begin)(char *why, size_t size);
	/* Called when the process ends, while contexts may exist: writes the last records. NULL: none. */
	void (*finish)(void);
};

/* `data` is CUPTI's for this domain. Called by any thread of the program, within one of its calls. */
typedef void gb_inject_listener(uint32_t domain, uint32_t id, const void *data);

/* Register for these callbacks. False: CUPTI refuses, and `why` is the reason. */
bool gb_inject_listen(uint32_t domain, uint32_t id, gb_inject_listener *listener, char *why, size_t size);

/* The next number of a list such as GPUBENCH_COUNTS; UINT64_MAX: none is left. */
uint64_t gb_inject_next(const char **list);

extern const struct gb_inject_module gb_inject_survey, gb_inject_ranges, gb_inject_counts, gb_inject_footprint;
