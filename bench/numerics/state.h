/* state.h: the host state of a run of `numerics`, and the functions that its files share. */
#ifndef NUMERICS_STATE_H
#define NUMERICS_STATE_H

#include "../common/matrix_units.h"
#include "numerics.h"
#include "numerics_model.h"

/* Distinct tiles, of warps and of warpgroups; bytes of sums for which there is room for each SM. */
enum { WARP_TILES = 64, GROUP_TILES = 8, OUT_OF_SM = 128 << 10 };

/* The axis `op`. */
enum { OP_SYNC, OP_WGMMA };

/* The axes. */
struct point {
	int op, format;
};

struct state {
	gb_ptr a, b, c, out;
	uint64_t out_bytes;
	unsigned char *host_a, *host_b, *host_c; /* the tiles as they are on the device */
	struct gb_kernel kernel;                 /* of the current point, like all members below */
	struct gb_shape shape;
	struct numerics_args args;
	struct arithmetic found;
	double equal; /* share of the sums that equal the model; NAN: not verified yet */
};

/* An instruction, and its tile. */
struct instruction {
	const char *name;
	enum format type, sum;
	uint32_t depth; /* elements */
	int since;      /* compute capability; only of mma.sync */
	bool in_wgmma;
};
const struct instruction *numerics_instruction(const struct gb_run *run);
uint32_t numerics_rows(const struct gb_run *run);
uint32_t numerics_cols(const struct gb_run *run);
/* Bytes of the sums of a tile. */
uint64_t numerics_tile_bytes(const struct gb_run *run);
/* Tiles that a launch of this shape multiplies. */
uint64_t numerics_tiles(const struct gb_run *run, struct gb_shape shape);
int numerics_launch(struct gb_run *run);

/* probes.c: the properties of the arithmetic, by dot products that were chosen for them. */
int numerics_discover(struct gb_run *run, struct arithmetic *out);

/* verify.c */
int numerics_fill(struct gb_run *run); /* random operands */
int numerics_verify(struct gb_run *run);

#endif
