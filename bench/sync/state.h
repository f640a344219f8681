/* state.h: the host state of a run of `sync`, and the functions that its files share. */
#pragma once

#include <stdbool.h>

#include "gpubench.h"
#include "sync.h"

#define OP(name) OP_##name,
enum op { SYNC_OPS(OP) };
#undef OP
#define SCOPE(name) SCOPE_##name,
enum scope { SYNC_SCOPES(SCOPE) };
#undef SCOPE
extern const char *const sync_ops[], *const sync_scopes[];

enum { BEYOND_THREADS = 256 }; /* threads per block of operations across blocks */

struct point {
	int op, scope;
	uint32_t threads, size, stores;
};

struct state {
	gb_ptr end, cycles, slots, stores, report;
	uint64_t end_bytes, cycles_bytes, slots_bytes;
	double nearest, farthest;       /* cycles of the nearest and farthest SM or cluster; 0: not measured yet */
	struct gb_kernel kernel, check; /* kernel of the current point, and its check, if it has one */
	struct gb_shape shape;
	struct sync_args args;
};

/* ---- launch.c, verify.c ------------------------------------------------------------------------------------------ */

/* The next operation uses this operation's value, so no check kernel is needed. */
bool sync_has_value(int64_t op);

int sync_prepare(struct gb_run *run);
int sync_launch(struct gb_run *run);
int sync_observe(struct gb_run *run, double *value);
int sync_verify(struct gb_run *run);
