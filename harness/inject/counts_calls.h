/* counts_calls.h: the functions of CUPTI and of the driver that counting takes, looked up once. */
#ifndef GB_COUNTS_CALLS_H
#define GB_COUNTS_CALLS_H

#include <stdbool.h>

#include "inject/cupti.h"

struct gb_counts_calls {
	int (*initialize)(struct cupti_profiler *);
	int (*chip)(struct cupti_chip *);
	int (*property)(struct cupti_sass_property *);
	int (*set)(struct cupti_sass_set *);
	int (*enable)(struct cupti_sass_enable *);
	int (*disable)(struct cupti_sass_disable *);
	int (*unset)(struct cupti_sass_unset *);
	int (*properties)(struct cupti_sass_properties *);
	int (*flush)(struct cupti_sass_flush *);
	int (*context_device)(int *device);
	int (*attribute)(int *value, int attribute, int device);
	int (*synchronize)(void);
};

/* True if they are all there. */
bool gb_counts_calls_find(struct gb_counts_calls *calls);

#endif
