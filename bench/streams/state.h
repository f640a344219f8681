/* state.h: definitions shared by the files of the plug-in `streams`. */
#pragma once

#include "../common/kernel.h"
#include "streams.h"

enum { OP_CONCURRENT, OP_PRIORITY, OP_PART, OP_OVERLAP, OP_PARTITION };
enum { PRIORITY_SAME, PRIORITY_HIGH };
enum { PART_H2D, PART_KERNEL, PART_D2H };
enum { WAY_CHUNKS, WAY_ENGINES };

/* Duration of the kernels that should run concurrently. It is longer in the check, so that the host has enqueued all of
 * them before the first ends. */
enum { HOLD_NANOSECONDS = 100000, CHECK_NANOSECONDS = 6000000 };
/* Low-priority blocks: duration, number of waves, threads. High-priority kernels: number and duration. */
enum { LOW_NANOSECONDS = 100000, LOW_WAVES = 24, LOW_THREADS = 1024, WANTING = 16, WANTING_NANOSECONDS = 2000 };
/* The number of sets exceeds the launches of a batch, which take 2.4 ms each. */
enum { STAMPS = 1 + WANTING, STAMP_SETS = 1024 };
#define STAMPS_BYTES ((uint64_t)STAMP_SETS * STAMPS * sizeof(struct streams_stamp))
/* Waves of reading blocks in a partition, so that faster SMs can run more blocks. */
enum { PARTITION_WAVES = 32 };
enum { STREAM_LOW = 1, STREAM_WANTING = 2, STREAM_PARTITION = 3, CHUNK_STREAMS = 3 };

/* The data that partitions read, and the data that are copied to the device, changed there and copied back; less if
 * memory is short. Pinning host memory takes about half a second per GiB. */
#define READ_BYTES  (UINT64_C(1) << 30)
#define MOVED_BYTES (UINT64_C(1) << 28)
#define WORK_STEP   (UINT64_C(1) << 16)

struct point {
	int op, priority, part, way;
	uint32_t streams, sms, chunks;
};

struct state {
	struct gb_kernel hold, mark, work, read, fill, check;
	uint64_t bytes, moved;    /* read by a partition; copied to the device and back */
	struct gb_buffer in, out; /* pinned; allocated by the first point that copies */
	gb_ptr device_in, device_out, count, stamps, report, sum;
	uint32_t set;     /* set of stamps of the latest launch */
	uint32_t rounds;  /* rounds with which the kernel takes as long as a copy */
	uint32_t at_once; /* concurrent kernels in the last check */
	double wait;      /* mean wait of high-priority kernels */
	uint32_t sms;     /* SMs of the partition */
	uint64_t summed;  /* number of words whose sum is `expected` */
	uint32_t expected;
};

/* ---- overlap.c ---- */

int streams_prepare_work(struct gb_run *run); /* the first of these points allocates memory and finds `rounds` */
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
