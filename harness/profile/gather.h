/* gather.h: the kernels of a program that ncu runs, of a report of it, or of a CSV that it printed before. What ncu
 * prints goes to a temporary file, which lies there until gb_gathering_free(). */
#ifndef GB_GATHER_H
#define GB_GATHER_H

#include <stdint.h>

#include "base/folders.h"
#include "profile/kernels.h"
#include "profile/ncu.h"

/* The task of ncu. */
struct gb_gather_wish {
	const char *const *program;              /* with its arguments, closed by NULL; NULL: print `report` */
	const char *report;                      /* of ncu -o */
	const char *ncu, *kernel, *cache, *nvtx; /* NULL: not given */
	bool started;                            /* only between cudaProfilerStart and cudaProfilerStop */
	uint64_t skip, count;                    /* 0: not given */
	bool of_shapes;                          /* `kernel` names mangled names, `count` is of each shape */
	gb_child_stop_fn *stop;
};

struct gb_gathering {
	struct gb_kernels kernels; /* those of the longest time first */
	struct gb_ncu_said said;
	char *metrics;          /* that this ncu knows; NULL: not asked yet */
	int ended;              /* the exit status of ncu */
	bool interrupted, late; /* by the user; because a round took longer than the budget */
	struct gb_scratch_folder scratch;
	char log[PATH_MAX + 16]; /* "": not made */
};

/* True if a file is a report, by its name; else it is a CSV. */
bool gb_gather_is_report(const char *path);
/* Have ncu print. GB_OK without a log: the user interrupted it before there was one. */
int gb_gather_measure(struct gb_gathering *gathering, const struct gb_gather_wish *wish, struct gb_error *error);
bool gb_gather_has_log(const struct gb_gathering *gathering);
/* Read a CSV; "-": standard input. Several may be read before gb_gather_end(). */
int gb_gather_read(struct gb_gathering *gathering, const char *path, struct gb_error *error);
/* When all is read. */
void gb_gather_end(struct gb_gathering *gathering);
void gb_gathering_free(struct gb_gathering *gathering);

#endif
