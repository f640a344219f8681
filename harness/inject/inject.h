/* inject.h: libgpubench_inject.so, which a program that is profiled loads by CUDA_INJECTION64_PATH. The driver calls
 * InitializeInjection() once, within cuInit(), before any context is there.
 *
 * What is observed is the matter of modules. A module is one file of this folder, NAME.c, that ends in its
 * gb_inject_NAME below and stands in the table of inject.c. It uses
 *   - gb_cupti and gb_cupti_find() (cupti.h) for CUPTI's functions, gb_library_find_driver() (libraries.h) for CUDA's
 *     own. No header of CUDA is included: what is used of an interface is declared here, as in cupti.h;
 *   - gb_inject_listen() for CUPTI's callbacks, of which a process has one subscriber;
 *   - gb_trace_add() (trace.h) for its records, whose words and fields are described at the head of the module's file.
 *     Words begin with the module's name if another could want them too.
 * Its functions are called in the program's process: they print nothing, allocate little, and end nothing. */
#ifndef GB_INJECT_H
#define GB_INJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gb_inject_module {
	const char *name;   /* as GPUBENCH_MODULES has it */
	bool without_cupti; /* it works without CUPTI, which is then not even loaded */
	/* CUPTI is there, no context yet. Returns whether it begins; or `why` it cannot. */
	bool (*begin)(char *why, size_t size);
	/* The process ends, contexts may still be there: the last records. NULL: there are none. */
	void (*finish)(void);
};

/* `data` is what CUPTI gives for this domain. Called by any thread of the program, within its call. */
typedef void gb_inject_listener(uint32_t domain, uint32_t id, const void *data);

/* Hear of these callbacks from now on. Returns whether CUPTI allows it; or `why` not. */
bool gb_inject_listen(uint32_t domain, uint32_t id, gb_inject_listener *listener, char *why, size_t size);

/* The next number of a list with commas, as GPUBENCH_COUNTS has them; UINT64_MAX: none is left. */
uint64_t gb_inject_next(const char **list);

extern const struct gb_inject_module gb_inject_survey, gb_inject_ranges, gb_inject_counts, gb_inject_footprint;

#endif
