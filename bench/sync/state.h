/* state.h: the host state of a run of `sync`, and the functions that its files share. */
#pragma once

#include <stdbool.h>

#include "gpubench.h"
#include "sync.h"

/* The axes `op` and `scope`. */
#define OP(name) OP_##name,
enum op { SYNC_OPS(OP) };
#undef OP
#define SCOPE(name) SCOPE_##name,
enum scope { SYNC_SCOPES(SCOPE) };
#undef SCOPE
extern const char *const sync_ops[], *const sync_scopes[];

enum { BEYOND_THREADS = 256 }; /* cycles of a block, for barriers that span several */

/* The axes. */
struct point {
	int op, scope;
	uint32_t threads, size, stores;
};

struct state {
	gb_ptr end, cycles, slots, stores, report;
	uint64_t end_bytes, cycles_bytes, slots_bytes;
	double nearest, farthest;       /* cycles of the flag, or of the clusters; 0: not measured yet */
	struct gb_kernel kernel, check; /* kernel of the current point; its check, if it has one */
	struct gb_shape shape;
	struct sync_args args;
};

/* ---- launch.c, verify.c ------------------------------------------------------------------------------------------ */

/* The operation has a value that the next one uses, and so needs no checking kernel. */
bool sync_has_value(int64_t op);

int sync_prepare(struct gb_run *run);
int sync_launch(struct gb_run *run);
int sync_observe(struct gb_run *run, double *value);
int sync_verify(struct gb_run *run);
