/* state.h: definitions shared by the files of the plug-in `streams`. */
#pragma once

#include "../common/kernel.h"
#include "streams.h"

enum { OP_CONCURRENT, OP_PRIORITY, OP_PART, OP_OVERLAP, OP_PARTITION };
enum { PRIORITY_SAME, PRIORITY_HIGH };
enum { PART_H2D, PART_KERNEL, PART_D2H };
enum { WAY_CHUNKS, WAY_ENGINES };

/* Duration of the kernels that should run concurrently; longer in the check, so that the host has enqueued all of
 * them. */
enum { HOLD_NANOSECONDS = 100000, CHECK_NANOSECONDS = 6000000 };
/* Blocks of low priority: their duration, and their number as a multiple of the device's capacity; number of kernels
 * that wait for a place. */
enum { LOW_NANOSECONDS = 100000, LOW_WAVES = 24, LOW_THREADS = 1024, WANTING = 16, WANTING_NANOSECONDS = 2000 };
/* More sets than a batch has launches, which take 2.4 ms each. */
enum { STAMPS = 1 + WANTING, STAMP_SETS = 1024 };
#define STAMPS_BYTES ((uint64_t)STAMP_SETS * STAMPS * sizeof(struct streams_stamp))
/* The number of reading blocks in a partition, as a multiple of the blocks it holds at once: faster SMs then run
 * more of them. */
enum { PARTITION_WAVES = 32 };
enum { STREAM_LOW = 1, STREAM_WANTING = 2, STREAM_PARTITION = 3, CHUNK_STREAMS = 3 };

/* The data that partitions read, and those that are moved to the device, changed there and moved back; less where
 * memory is short. Pinning host memory takes about half a second per GiB. */
#define READ_BYTES  (UINT64_C(1) << 30)
#define MOVED_BYTES (UINT64_C(1) << 28)
#define WORK_STEP   (UINT64_C(1) << 16)

/* The axes. */
struct point {
	int op, priority, part, way;
	uint32_t streams, sms, chunks;
};

struct state {
	struct gb_kernel hold, mark, work, read, fill, check;
	uint64_t bytes, moved;    /* read by a partition; copied to the device and back */
	struct gb_buffer in, out; /* pinned: allocated once a point moves memory */
	gb_ptr device_in, device_out, count, stamps, report, sum;
	uint32_t set;     /* stamps of the latest launch */
	uint32_t rounds;  /* number at which the kernel takes as long as a copy */
	uint32_t at_once; /* concurrent kernels, as seen by the last check */
	double wait;      /* mean of the kernels that waited */
	uint32_t sms;     /* of the partition */
	uint64_t summed;  /* words of the input whose sum is `expected` */
	uint32_t expected;
};

/* ---- overlap.c ---- */

int streams_prepare_work(struct gb_run *run); /* the first of these points sets up memory and rounds */
int streams_launch_part(struct gb_run *run);
int streams_launch_overlap(struct gb_run *run);
int streams_verify_overlap(struct gb_run *run);
int streams_verify_part(struct gb_run *run);

/* ---- priority.c ---- */

int streams_prepare_priority(struct gb_run *run);
int streams_launch_priority(struct gb_run *run);
int streams_observe_priority(struct gb_run *run, double *value);
int streams_verify_priority(struct gb_run *run);

/* ---- conclude.c ---- */

size_t streams_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			struct gb_finding out[GB_FINDINGS_MAX]);
