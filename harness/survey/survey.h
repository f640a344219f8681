/* survey.h: what the GPUs of a program did and when, from the traces that libgpubench_inject.so left of its processes
 * (inject/survey.c): kernels by name and shape, copies and fills by the memories between which they went, and the gaps
 * between all of them. */
#ifndef GB_SURVEY_H
#define GB_SURVEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/collections.h"
#include "survey/trace_lines.h"

/* Launches of one kernel in one shape on one GPU. */
struct gb_survey_kernel {
	const char *mangled, *name;
	const char *grid, *block; /* as ncu prints them */
	uint32_t size[6];         /* of both */
	uint32_t shared;          /* bytes that the launch asked for */
	uint32_t gpu;
	size_t launches;
	double seconds, squares; /* sums */
	double least, most;      /* seconds of one */
};

/* Between two kinds of memory, or fills where `from` is "". */
struct gb_survey_copy {
	const char *from, *to; /* as inject/survey.c has them */
	uint32_t gpu, other;   /* the other GPU; GB_SURVEY_NO_GPU */
	size_t count;
	double bytes, seconds;
};
#define GB_SURVEY_NO_GPU UINT32_MAX

/* Idle: between the first and the last event, when no kernel, copy or fill ran. */
struct gb_survey_gaps {
	size_t count;
	double seconds;
};

struct gb_survey_gpu {
	const char *device, *uuid, *name; /* its number in the first process that used it; "": not told */
	size_t launches;
	double kernels;    /* seconds of them, added up */
	double span, busy; /* from the first event to the last, less what is outside; of it, with something at work */
};

/* Why an event is not looked at: outside of what the program says is worth profiling (inject/ranges.c); outside of the
 * seconds that the user wants. */
enum { GB_SURVEY_NOT_STARTED = 1, GB_SURVEY_NOT_THEN = 2 };

/* A kernel, copy or fill. */
struct gb_survey_event {
	uint64_t start, end; /* nanoseconds */
	uint64_t bytes;      /* not of kernels */
	uint32_t gpu, at;    /* its place in `kernel` or `copy` */
	uint32_t process, order;
	bool is_kernel, in_graph; /* a node of a graph that was launched as a whole */
	uint8_t outside;          /* 0: it counts */
};

struct gb_survey {
	struct gb_survey_kernel
		*kernel; /* after gb_survey_end() those of the longest time first, `kernels` of them; from
					    there up to `known` those that were launched outside alone */
	size_t kernels, known, kernel_room;
	struct gb_survey_copy *copy;
	size_t copies, copy_room;
	struct gb_survey_gpu *gpu;
	size_t gpus, gpu_room;
	struct gb_survey_event *event; /* after gb_survey_end() by GPU and start */
	size_t events, event_room;
	size_t *slot, slots; /* a hash table of kernels; number + 1, 0: free */
	size_t processes, launches;
	uint64_t began; /* when the program was started, in nanoseconds of events */
	bool has_begun;
	size_t unended;              /* processes that did not end by themselves: their last events may be missing */
	size_t untimed;              /* events without times: they are left out */
	uint64_t lost;               /* events that CUPTI dropped */
	double seconds;              /* of all kernels */
	char refused[GB_ERROR_TEXT]; /* why a process was not traced; "": all were */
	struct gb_trace_wrong wrong;
	struct gb_strings strings;
};

/* Add the open trace of a process, which `path` names. GB_FAILED: it is no trace, or there is no memory. */
int gb_survey_read(struct gb_survey *survey, FILE *file, const char *path, struct gb_error *error);
/* Every trace in a folder. GB_OK without one where the program did not use CUDA. */
int gb_survey_read_folder(struct gb_survey *survey, const char *folder, struct gb_error *error);
/* Look only at what begins from `from` seconds of the program on and before `to`. Before gb_survey_end(). */
void gb_survey_limit(struct gb_survey *survey, double from, double to);
/* When all are there. */
int gb_survey_end(struct gb_survey *survey, struct gb_error *error);
void gb_survey_free(struct gb_survey *survey);

/* Launches as they were made, process by process: their events. NULL: there is no memory; the caller frees it. */
const struct gb_survey_event **gb_survey_order(const struct gb_survey *survey, size_t *count);

/* The first kernel with the name and shape of this one, on any GPU of the same model: counts of one hold for the
 * other. */
size_t gb_survey_first_like(const struct gb_survey *survey, size_t kernel);

/* The standard deviation of the times of its launches, over their mean. */
double gb_survey_scatter(const struct gb_survey_kernel *kernel);

/* The gaps of a GPU that are shorter than `shortest` seconds and those that are not. */
void gb_survey_gaps(const struct gb_survey *survey, uint32_t gpu, double shortest, struct gb_survey_gaps *below,
		    struct gb_survey_gaps *above);

/* Stretches of a GPU in which it waits for launches: at least GB_SURVEY_PHASE kernels, each begun less than `launch`
 * seconds after the one before it and after a gap, at work for less than half of the time. */
enum { GB_SURVEY_PHASE = 16 };
struct gb_survey_phases {
	size_t count, launches;
	double seconds, busy;
};
void gb_survey_launch_bound(const struct gb_survey *survey, uint32_t gpu, double launch,
			    struct gb_survey_phases *phases);

/* ---- several GPUs ------------------------------------------------------------------------------------------------ */

struct gb_together {
	struct gb_survey_kernel kernel; /* sums; its GPU says nothing */
	size_t gpus;                    /* on which it ran */
	double least, most;             /* seconds on one of these */
};

/* The number of a GPU; with the beginning of its UUID where another GPU has the same number in another process. */
enum { GB_SURVEY_LABEL = 64 };
void gb_survey_label(const struct gb_survey *survey, uint32_t gpu, char label[GB_SURVEY_LABEL]);

/* Those of the longest time first. NULL: there is no memory; the caller frees it. */
struct gb_together *gb_survey_together(const struct gb_survey *survey, size_t *count);

/* ---- for the files of a survey ----------------------------------------------------------------------------------- */

/* The number + 1 of a kernel by its names, shape and GPU, which is added where it is not there yet. 0: there is no
 * memory. */
size_t gb_survey_kernel_number(struct gb_survey *survey, const struct gb_survey_kernel *kernel);
/* Likewise of copies between two memories. */
size_t gb_survey_copy_number(struct gb_survey *survey, const struct gb_survey_copy *copy);

/* ---- ranges of launches that a process wants to be profiled (inject/ranges.c) ------------------------------------ */

struct gb_ranges {
	struct gb_range {
		uint32_t from, to; /* between these, in the order of launches */
	} * range;
	size_t count, room;
	bool is_open; /* the last one has not ended yet */
};

/* Begin or end a range; without effect if one is already open, or none is. False: out of memory. */
bool gb_ranges_begin(struct gb_ranges *ranges, uint32_t order);
void gb_ranges_end(struct gb_ranges *ranges, uint32_t order);
bool gb_ranges_has(const struct gb_ranges *ranges, uint32_t order);
void gb_ranges_free(struct gb_ranges *ranges);

#endif
