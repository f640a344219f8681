/* state.h: definitions shared by the host files of `p2p`. */
#pragma once

#include "gpubench.h"
#include "p2p.h"

enum {
	OP_COPY,
	OP_STAGED,
	OP_SMALL,
	OP_READ,
	OP_WRITE,
	OP_PULL,
	OP_PUSH,
	OP_BULK_READ,
	OP_BULK_WRITE,
	OP_LOAD,
	OP_EXCHANGE,
	OP_ADD
};
enum { ONE_WAY, BOTH_WAYS };
enum { ONE_ADDRESS, ADJACENT };
enum { ACCESS_ON, ACCESS_OFF };
enum { CHASERS_MAX = 256 }; /* blocks that follow chains at the same time, one per SM, at most */

struct side {
	struct gb_run *run;
	gb_ptr from, to; /* `bytes` each: source of copies and reads; target of writes */
	gb_ptr sums;     /* sum of the words read, and expected sum */
	gb_ptr report, next, chased;
	struct gb_kernel fill, check, sum, link;
	struct gb_kernel kernel;
};

struct point {
	int op, way, access, address;
	uint64_t bytes, set;
	uint32_t unroll, blocks, block, chunk, share;
};

struct state {
	struct side side[2]; /* the GPU of the row, and the other one */
	uint64_t bytes;
	int access; /* whether both have peer access now; -1: not set yet */
	int op, both;
	uint64_t moved;           /* bytes of one copy in one direction */
	uint32_t repeats, passes; /* repetitions per launch, and passes per kernel */
	struct gb_shape shape;
	struct p2p_stream_args stream[2];
	struct p2p_move_args move[2];
	struct p2p_bulk_args bulk[2];
	struct p2p_chase_args chase;
	struct p2p_add_args add;
	/* Where each block's chase starts, and where the first launch must end; cycles per hop from the nearest and
	 * farthest SM. */
	struct p2p_chased begin[CHASERS_MAX];
	uint64_t last[CHASERS_MAX];
	double nearest, farthest;
};

int p2p_prepare(struct gb_run *run);
int p2p_begin_chase(struct gb_run *run);
int p2p_launch(struct gb_run *run);
struct gb_cost p2p_cost(const struct gb_run *run);
double p2p_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz);
enum gb_quantity p2p_measures(const struct gb_run *run);
const char *p2p_roof(const struct gb_run *run);
const char *p2p_remark(const struct gb_run *run);
size_t p2p_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX]);
int p2p_observe(struct gb_run *run, double *value);

int p2p_verify(struct gb_run *run);
