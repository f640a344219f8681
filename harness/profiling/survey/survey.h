/* survey.h: the activity of a program's GPUs over time, from the traces that libgpubench_inject.so wrote of its
 * processes (inject/activities.c): kernels by name and shape, copies and fills by the memories that they connect, and
 * the gaps between all of them. */
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
	uint32_t size[6];         /* of both */
	uint32_t shared;          /* bytes that the launch requested */
	uint32_t gpu;
	size_t launches;
	double seconds, squares; /* sums */
	double least, most;      /* seconds of one */
};

/* Copies between two kinds of memory, or fills if `from` is "". */
struct gb_survey_copy {
	const char *from, *to; /* as inject/activities.c has them */
	uint32_t gpu, other;   /* the other GPU; GB_SURVEY_NO_GPU */
	size_t count;
	double bytes, seconds;
};
#define GB_SURVEY_NO_GPU UINT32_MAX

/* Idle time between the first and the last event, in which no kernel, copy or fill ran. */
struct gb_survey_gaps {
	size_t count;
	double seconds;
};

struct gb_survey_gpu {
	const char *device, *uuid, *name; /* the GPU's number in the first process that used it; "": unknown */
	size_t launches;
	double kernels;    /* sum of their seconds */
	double span, busy; /* seconds from the first event to the last, without those outside; the busy part */
};

/* Reasons why an event does not count: outside the ranges that the program marks for profiling (inject/ranges.c);
 * outside the seconds that the user chose. */
enum { GB_SURVEY_NOT_STARTED = 1, GB_SURVEY_NOT_THEN = 2 };

/* A kernel, copy or fill. */
struct gb_survey_event {
	uint64_t start, end; /* nanoseconds */
	uint64_t bytes;      /* of copies and fills */
	uint32_t gpu, at;    /* its place in `kernel` or `copy` */
	uint32_t process, order;
	bool is_kernel, in_graph; /* true for a node of a graph that was launched as a whole */
	uint8_t outside;          /* 0: it counts */
};

struct gb_survey {
	struct gb_survey_kernel
		*kernel; /* after gb_survey_end(): `kernels` by time, longest first; up to `known`, those outside */
	size_t kernels, known, kernel_room;
	struct gb_survey_copy *copy;
	size_t copies, copy_room;
	struct gb_survey_gpu *gpu;
	size_t gpus, gpu_room;
	struct gb_survey_event *event; /* after gb_survey_end() by GPU and start */
	size_t events, event_room;
	size_t *slot, slots; /* a hash table of kernels: number + 1, or 0 if free */
	size_t processes, launches;
	uint64_t began; /* when the program was started, in nanoseconds of events */
	bool has_begun;
	bool is_sum;                 /* event times are unknown, and therefore spans and gaps, which are NAN */
	size_t unended;              /* processes that were killed: their last events may be missing */
	size_t untimed;              /* events without times, which are left out */
	uint64_t lost;               /* events that CUPTI dropped */
	double seconds;              /* of all kernels */
	char refused[GB_ERROR_TEXT]; /* why a process was not traced; "": all processes were */
	struct gb_trace_wrong wrong;
	struct gb_strings strings;
};

/* Add the trace of a process, open under the name `path`. GB_FAILED: not a trace. */
int gb_survey_read(struct gb_survey *survey, FILE *file, const char *path, struct gb_error *error);
/* Add every trace in a folder; GB_OK if there is none, as for a program without CUDA. */
int gb_survey_read_folder(struct gb_survey *survey, const char *folder, struct gb_error *error);
/* Count only events that begin between these seconds of the program. Call it before gb_survey_end(). */
void gb_survey_limit(struct gb_survey *survey, double from, double to);
/* Add up and sort all events after reading. */
void gb_survey_end(struct gb_survey *survey);
void gb_survey_free(struct gb_survey *survey);

/* The events of all launches in their order, process by process; the caller frees it. */
const struct gb_survey_event **gb_survey_order(const struct gb_survey *survey, size_t *count);

/* The first kernel with the same name and shape on any GPU of the same model, whose counts hold for this one too. */
size_t gb_survey_first_like(const struct gb_survey *survey, size_t kernel);

/* The standard deviation of its launch times, relative to their mean. */
double gb_survey_scatter(const struct gb_survey_kernel *kernel);

/* The gaps of a GPU that are shorter than `shortest` seconds, and the longer ones. Returns the number of counted
 * stretches of events. */
double gb_survey_gaps(const struct gb_survey *survey, uint32_t gpu, double shortest, struct gb_survey_gaps *below,
		      struct gb_survey_gaps *above);

/* Phases in which a GPU waits for launches: at least GB_SURVEY_PHASE kernels that run for less than half of the
 * time, each beginning after a gap and less than `launch` seconds after the previous one. */
enum { GB_SURVEY_PHASE = 16 };
struct gb_survey_phases {
	size_t count, launches;
	double seconds, busy;
};
void gb_survey_launch_bound(const struct gb_survey *survey, uint32_t gpu, double launch,
			    struct gb_survey_phases *phases);

/* ---- several GPUs ------------------------------------------------------------------------------------------------ */

struct gb_together {
	struct gb_survey_kernel kernel; /* sums; `gpu` is the GPU of one of them */
	size_t gpus;                    /* on which it ran */
	double least, most;             /* seconds on one of these */
};

/* The number of a GPU, with the beginning of its UUID if processes give the same number to different GPUs. */
enum { GB_SURVEY_LABEL = 64 };
void gb_survey_label(const struct gb_survey *survey, uint32_t gpu, char label[GB_SURVEY_LABEL]);

/* All kernels, those with the most time first; the caller frees it. */
struct gb_together *gb_survey_together(const struct gb_survey *survey, size_t *count);

/* ---- for the files of a survey ----------------------------------------------------------------------------------- */

/* The number of the GPU with this UUID, or with this number if there is no UUID; added if new. */
uint32_t gb_survey_gpu_number(struct gb_survey *survey, const char *device, const char *uuid, const char *name);
/* Set the texts of a kernel from its mangled name, or from the only known one, and its size; 0: unknown. `name`: the
 * demangled one; NULL: not known. */
void gb_survey_name_kernel(struct gb_survey *survey, struct gb_survey_kernel *kernel, const char *mangled,
			   const char *name);
/* The number of the kernel with these names, shape and GPU; added if new. */
size_t gb_survey_kernel_number(struct gb_survey *survey, const struct gb_survey_kernel *kernel);
/* The same for copies between two memories. */
size_t gb_survey_copy_number(struct gb_survey *survey, const struct gb_survey_copy *copy);
/* Add a launch or copy of the kernel or copies with this number, by the process whose trace is being read. */
void gb_survey_add_event(struct gb_survey *survey, size_t number, struct gb_survey_event event);

/* ranges of launches that a process marks for profiling (inject/ranges.c) */

struct gb_ranges {
	struct gb_range {
		uint32_t from, to; /* exclusive, in the order of launches */
	} * range;
	size_t count, room;
	bool is_open; /* the last range has not ended yet */
};

/* Begin or end a range; no effect if a range is already open, or none is. */
void gb_ranges_begin(struct gb_ranges *ranges, uint32_t order);
void gb_ranges_end(struct gb_ranges *ranges, uint32_t order);
bool gb_ranges_has(const struct gb_ranges *ranges, uint32_t order);
void gb_ranges_free(struct gb_ranges *ranges);
