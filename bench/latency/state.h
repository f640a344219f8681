/* state.h: definitions shared by the files of `latency`: the data of a run and of its current point. */
#pragma once

#include "../common/kernel.h"
#include "latency.h"

enum memory { LADDER, L1_PAGES, L2_PAGES, KIND, ATOMIC, SHARED, CONSTANT, TEXTURE, TOUCH, OVER_LINK, HALVES };
/* The treatment of the lines before the chase reaches them. */
enum touch { WRITTEN, READ, EVICTED };
/* Where the lines are when the chase reaches them, and the half of their home. */
enum lines { L2_NEAR, L2_FAR, DRAM_NEAR, DRAM_FAR };
/* SMs of a half that are timed. */
enum { LATENCY_PICKS = 3 };

/* Page of device memory as the driver maps it. */
#define PAGE (UINT64_C(2) << 20)
/* Size of the set in host memory. */
#define HOST_SET (UINT64_C(1) << 20)
enum { HOPS = 4096 };

struct chain {
	uint64_t bytes;  /* of the set */
	uint64_t stride; /* between lines */
	uint32_t places; /* places of a line in its stride */
	uint32_t lines;  /* length of the cycle, also in words, slots or texels */
	uint32_t warm;
	bool in_memory;   /* lines of device memory, not words of shared or constant memory, nor texels */
	bool beyond;      /* more than L2 can hold */
	const char *name; /* of the kernel, after "latency_" */
	gb_ptr chunks;    /* list of the chunks with the lines; 0: they are `stride` apart */
};

/* The trails: through the lines at home in each half, and on one line that points to itself. */
enum { LOOP_TRAIL = 2, TRAILS };

/* For `memory=halves`: the halves of L2 as the first SM sees them; half 0 is near to it. */
struct halves {
	bool sorted;
	char why_not[96];               /* why no halves were found; "": they were */
	gb_ptr list[2], place_of;       /* the chunks at home in each half; for each chunk its place in its list */
	uint32_t chunks, lines;         /* chunks of the room, lines of each home */
	unsigned short sm[2][HOME_SMS]; /* numbers of the SMs at each half */
	uint32_t sms[2];
	gb_ptr trail, bins, loop;
	struct gb_kernel bring, chain, singles, wash;
	uint32_t ticket, position[2];
	double cost;                   /* additional cycles of a hop that is timed by itself */
	uint32_t home, timed, bringer; /* of the point: home of its lines; the timed SM; the SM that brings lines */
	struct latency_trail seen;     /* after the last timed launch */
	uint32_t bin[LATENCY_BINS];
};

struct point {
	enum memory memory;
	uint64_t set, l1_pages, l2_pages, kind_set, atomic_set, constant_set, texture_set;
	int kind, atomic, chain, host;
	enum touch touch;
	enum lines lines;
	uint32_t half, pick;
};

struct state {
	gb_ptr room, all, scratch, place, walk, table; /* each 0 until it is needed */
	uint64_t room_bytes, all_bytes, scratch_bytes;
	struct gb_kernel chase, link, touch, read, mark, walk_lines, link_texels, constant_table;
	struct chain chain;
	struct gb_buffer host;     /* pinned; allocated when it is needed */
	struct latency_set linked; /* the set that is currently one cycle */
	uint64_t texture, texture_bytes;
	int sm; /* SM of the last launch; -1: none */
	struct halves halves;
};

/* ---- cost_and_limit.c -------------------------------------------------------------------------------------------- */

struct chain latency_chain(const struct gb_run *run);
uint32_t latency_constant_number(uint64_t bytes);

/* ---- set.c: memory, and the cycle in it -------------------------------------------------------------------------- */

int latency_set_up(struct gb_run *run);
/* Link the point's set into one cycle, and bring its lines into L2 or evict them, as the point requires. */
int latency_link(struct gb_run *run);
/* The first part of latency_link(): links each line to the next. */
int latency_link_lines(struct gb_run *run);
int latency_line_address(struct gb_run *run, uint32_t line, uint64_t *at);
/* Reset the chase to the first position of the cycle. */
int latency_rewind(struct gb_run *run);
struct latency_set_args latency_set_args(const struct gb_run *run);
struct gb_shape latency_everywhere(const struct gb_run *run);

/* ---- halves.c: points of `memory=halves` ------------------------------------------------------------------------- */

int latency_prepare_halves(struct gb_run *run);
int latency_launch_halves(struct gb_run *run);
int latency_observe_halves(struct gb_run *run, double *value);
int latency_verify_halves(struct gb_run *run);
/* Hops per launch, including untimed ones. */
uint32_t latency_halves_hops(void);
size_t latency_halves_metrics(const struct halves *h, struct gb_metric *out);

/* ---- latency.c, verify.c, conclude.c ----------------------------------------------------------------------------- */

int latency_launch(struct gb_run *run);
/* A chain of words copies its words to `table`, unless that is 0. */
int latency_follow(struct gb_run *run, gb_ptr table);
int latency_verify(struct gb_run *run);
/* Checks that the set is one cycle with every line once. */
int latency_check_lines(struct gb_run *run);
size_t latency_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			struct gb_finding out[GB_FINDINGS_MAX]);
