/* interfere.h: definitions shared by the host code and the kernels of `interfere`. */
#pragma once

#include "../common/input.h"

/* The only block of an SM, and the turns of its warps. After each turn, a warp checks whether to end. */
enum {
	INTERFERE_BLOCK = 1024,
	INTERFERE_PATIENCE = 20, /* limit of an aggressor's work and of a victim's wait, in multiples of `cycles` */
	INTERFERE_CHAINS = 8,    /* issue: chains of additions */
	INTERFERE_ADDS = 512,    /* issue: additions per chain and turn */
	INTERFERE_ADD = 3,
	INTERFERE_SHARED_LOADS = 64, /* shared: loads of 16 bytes; every second one repeats an address */
	INTERFERE_SHARED_WORDS = 8 * INTERFERE_BLOCK,
	INTERFERE_LOADS = 8,                   /* l2, dram, host: loads of 16 bytes in flight */
	INTERFERE_PART = INTERFERE_LOADS * 512 /* bytes that a warp reads per turn */
};

/* Counts of the launches so far: blocks of aggressors that have begun, and warps of victims that have ended. */
struct interfere_gate {
	uint32_t begun, ended;
};

/* A warp: when it worked (the device's nanoseconds), its turns, and each lane's sum of the data read or computed. */
struct interfere_warp {
	unsigned long long begin, end;
	uint32_t turns, sm, sum[32];
};

struct interfere_args {
	struct interfere_gate *gate;
	struct interfere_warp *warp;
	const uint32_t *in; /* words by input_mark(), in parts: warp w reads part (w + turn x warps) % parts */
	uint32_t parts;
	uint32_t begun;                    /* a victim begins once the gate has this count */
	uint32_t ended;                    /* an aggressor ends once the gate has this count; 0: this is a victim */
	unsigned long long settle, cycles; /* clock cycles: a victim's wait before it begins, and its work */
	float add[2];                      /* issue: x = add[0] - x; x = add[1] - x */
};
