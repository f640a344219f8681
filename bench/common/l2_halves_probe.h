/* l2_halves_probe.h: definitions shared by host and kernel to find the home of memory in L2: the partition in which an
 * address is looked up last, before DRAM. l2_halves.h has the host's half. */
#pragma once

#include <stdint.h>

enum {
	HOME_CHUNK = 4096, /* bytes with the same home */
	HOME_SMS = 1024,   /* more than any SM number */
	HOME_VOTES = 64    /* chunks that every SM probes */
};

/* Probes one word of each chunk with atomic operations: all chunks from one SM, and the first HOME_VOTES chunks from
 * every SM. */
struct home_probe_args {
	void *at;
	uint32_t chunks;
	uint32_t *claimed;     /* by the SM's number: 1 while one of its blocks runs; all 0 at first */
	uint32_t *turn;        /* 0 at first; the SM that claims it probes all chunks */
	unsigned short *all;   /* cycles per chunk */
	unsigned short *votes; /* HOME_VOTES per SM */
	uint32_t everyone;     /* 0: the one SM's part; 1: every SM's part */
};

#ifdef __CUDACC__

/* Cycles of an atomic operation that leaves its word unchanged, the lowest of three. The home partition performs it,
 * even if the other one holds a copy. */
static __device__ unsigned short home_latency(uint32_t *word)
{
	uint32_t best = 65535;

#pragma unroll 1
	for (int i = 0; i < 3; i++) {
		const uint32_t before = (uint32_t)clock64();
		uint32_t old;
		asm volatile("atom.global.add.u32 %0, [%1], 0;" : "=r"(old) : "l"(word));
		/* The clock is read once the result has arrived. */
		asm volatile("{\n\t.reg .pred p;\n\tsetp.eq.u32 p, %0, 0;\n\t@p st.global.u32 [%1], %0;\n\t}"
			     :
			     : "r"(old), "l"(word));
		best = min(best, (uint32_t)clock64() - before);
	}
	return (unsigned short)best;
}

/* The work of a separate kernel, launched twice with more blocks than there are SMs. */
static __device__ void home_probe(const struct home_probe_args &args)
{
	uint32_t *words = (uint32_t *)args.at;
	uint32_t sm;

	asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
	if (threadIdx.x != 0 || sm >= HOME_SMS || atomicExch(&args.claimed[sm], 1u) != 0)
		return;
	if (!args.everyone) {
		if (atomicExch(args.turn, 1u) == 0)
			for (uint32_t c = 0; c < args.chunks; c++)
				args.all[c] = home_latency(words + (unsigned long long)c * (HOME_CHUNK / 4));
		return;
	}
	/* Each SM begins at a different chunk, so that they do not contend for one word. */
	for (uint32_t i = 0; i < HOME_VOTES; i++) {
		const uint32_t c = (i + sm) % HOME_VOTES;
		args.votes[sm * HOME_VOTES + c] = home_latency(words + (unsigned long long)c * (HOME_CHUNK / 4));
	}
}

#endif
