/* survey.h: the activity of a program's GPUs over time, from the traces that libgpubench_inject.so has written for its
 * processes (inject/activities.c): kernels by name and shape, copies and fills by the memories that they use, and the
 * gaps between all of these. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/heap.h"
#include "survey/trace_lines.h"

/* Launches of one kernel in one shape on one GPU. */
struct gb_survey_kernel {
	const char *mangled, *name;
	const char *grid, *block; /* as ncu prints them */
	uint32_t size[6];         /* of grid and block */
	uint32_t shared;          /* dynamic shared memory in bytes */
	uint32_t gpu;
	size_t launches;
	double seconds, squares; /* sums */
	double least, most;      /* seconds of one launch */
};

/* Copies between two kinds of memory; fills if `from` is "". */
struct gb_survey_copy {
	const char *from, *to; /* in the words of inject/activities.c */
	uint32_t gpu, other;   /* other: the other GPU, or GB_SURVEY_NO_GPU */
	size_t count;
	double bytes, seconds;
};
#define GB_SURVEY_NO_GPU UINT32_MAX

/* Idle time between the first and the last event: no kernel, copy or fill runs. */
struct gb_survey_gaps {
	size_t count;
	double seconds;
};

struct gb_survey_gpu {
	const char *device, *uuid, *name; /* number of the GPU in the first process that used it; "": unknown */
	size_t launches;
	double kernels;    /* sum of the kernels' seconds */
	double span, busy; /* seconds from the first event to the last that count, and their busy part */
};

/* Reasons why an event does not count: it is outside the ranges that the program marks for profiling (inject/ranges.c),
 * or outside the seconds that the user chose. */
enum { GB_SURVEY_NOT_STARTED = 1, GB_SURVEY_NOT_THEN = 2 };

struct gb_survey_event {
	uint64_t start, end; /* nanoseconds */
	uint64_t bytes;      /* of copies and fills */
	uint32_t gpu, at;    /* index in `kernel` or `copy` */
	uint32_t process, order;
	bool is_kernel, in_graph; /* in_graph: a node of a graph that was launched as a whole */
	uint8_t outside;          /* 0: it counts */
};

struct gb_survey {
	struct gb_survey_kernel
		*kernel; /* after gb_survey_end(), the first `kernels` by time, longest first; then, up to `known`,
		          * those that do not count */
	size_t kernels, known, kernel_room;
	struct gb_survey_copy *copy;
	size_t copies, copy_room;
	struct gb_survey_gpu *gpu;
	size_t gpus, gpu_room;
	struct gb_survey_event *event; /* after gb_survey_end() sorted by GPU and start */
	size_t events, event_room;
	size_t *slot, slots; /* a hash table of the kernels' indices + 1; 0: free */
	size_t processes, launches;
	uint64_t began; /* start of the program, in nanoseconds like the events */
	bool has_begun;
	bool is_sum;                 /* event times are unknown; spans and gaps are NAN */
	size_t unended;              /* processes that were killed, so their last events may be missing */
	size_t untimed;              /* events without times; these are left out */
	uint64_t lost;               /* events that CUPTI dropped */
	double seconds;              /* of all kernels */
	char refused[GB_ERROR_TEXT]; /* why a process was not traced; "": all processes were */
	struct gb_trace_wrong wrong;
	struct gb_strings strings;
};

/* Adds the trace of a process, which is open under the name `path`. GB_FAILED: not a trace. */
int gb_survey_read(struct gb_survey *survey, FILE *file, const char *path, struct gb_error *error);
/* Adds every trace in a folder. GB_OK even if there is none: the program does not use CUDA. */
int gb_survey_read_folder(struct gb_survey *survey, const char *folder, struct gb_error *error);
/* Only events that begin between these seconds of the program count. Call this before gb_survey_end(). */
void gb_survey_limit(struct gb_survey *survey, double from, double to);
/* Call this after reading: adds up and sorts all events. */
void gb_survey_end(struct gb_survey *survey);
void gb_survey_free(struct gb_survey *survey);

/* Returns the events of all launches in order, process by process; the caller frees the array. */
const struct gb_survey_event **gb_survey_order(const struct gb_survey *survey, size_t *count);

/* Returns the first kernel with this name and shape on a GPU of this model, whose counts also apply to this kernel. */
size_t gb_survey_first_like(const struct gb_survey *survey, size_t kernel);

/* Returns the standard deviation of the kernel's launch times, relative to their mean. */
double gb_survey_scatter(const struct gb_survey_kernel *kernel);

/* Separates the gaps of a GPU that are shorter than `shortest` seconds from longer ones. Returns the seconds of these
 * gaps and of all events that count. */
double gb_survey_gaps(const struct gb_survey *survey, uint32_t gpu, double shortest, struct gb_survey_gaps *below,
		      struct gb_survey_gaps *above);

/* Phases in which a GPU waits for launches: at least GB_SURVEY_PHASE kernels that run for less than half of the time.
 * Each begins after a gap and less than `launch` seconds after the previous one. */
enum { GB_SURVEY_PHASE = 16 };
struct gb_survey_phases {
	size_t count, launches;
	double seconds, busy;
};
void gb_survey_launch_bound(const struct gb_survey *survey, uint32_t gpu, double launch,
			    struct gb_survey_phases *phases);

/* ---- several GPUs ------------------------------------------------------------------------------------------------ */

struct gb_together {
	struct gb_survey_kernel kernel; /* sums; `gpu` is one of the GPUs */
	size_t gpus;                    /* number of GPUs on which it ran */
	double least, most;             /* seconds on one of these GPUs */
};

/* Writes the number of a GPU, and the beginning of its UUID if processes give the same number to different GPUs. */
enum { GB_SURVEY_LABEL = 64 };
void gb_survey_label(const struct gb_survey *survey, uint32_t gpu, char label[GB_SURVEY_LABEL]);

/* Returns all kernels, those with the most time first; the caller frees the array. */
struct gb_together *gb_survey_together(const struct gb_survey *survey, size_t *count);

/* ---- for readers of surveys -------------------------------------------------------------------------------------- */

/* Returns the number of the GPU with this UUID, or with this `device` if there is no UUID. A new GPU is added. */
uint32_t gb_survey_gpu_number(struct gb_survey *survey, const char *device, const char *uuid, const char *name);
/* Sets the texts of a kernel from its mangled name, or from the only known one, and from its size; 0: unknown. `name`:
 * the demangled name; NULL: unknown. */
void gb_survey_name_kernel(struct gb_survey *survey, struct gb_survey_kernel *kernel, const char *mangled,
			   const char *name);
/* Returns the number of the kernel with these names, shape and GPU. A new kernel is added. */
size_t gb_survey_kernel_number(struct gb_survey *survey, const struct gb_survey_kernel *kernel);
/* Does the same for copies between two memories. */
size_t gb_survey_copy_number(struct gb_survey *survey, const struct gb_survey_copy *copy);
/* Adds a launch of the kernel, or a copy, with this number. The process is the one whose trace is being read. */
void gb_survey_add_event(struct gb_survey *survey, size_t number, struct gb_survey_event event);

/* ranges of launches that a process marks for profiling (inject/ranges.c) */

struct gb_ranges {
	struct gb_range {
		uint32_t from, to; /* exclusive, in launch order */
	} * range;
	size_t count, room;
	bool is_open; /* the last range has not ended */
};

/* Begin or end a range. A range within another one, and an end without a range, have no effect. */
void gb_ranges_begin(struct gb_ranges *ranges, uint32_t order);
void gb_ranges_end(struct gb_ranges *ranges, uint32_t order);
bool gb_ranges_has(const struct gb_ranges *ranges, uint32_t order);
void gb_ranges_free(struct gb_ranges *ranges);
