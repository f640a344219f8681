/* roofs.h: the roofs that rows set, for one GPU or thousands. */
#pragma once

#include <stdbool.h>

#include "analysis/breaks.h"
#include "analysis/roof_kinds.h"
#include "analysis/roof_rows.h"
#include "analysis/runs.h"
#include "base/heap.h"
#include "record/identity.h"
#include "record/record.h"

/* The best row of one GPU for one roof in one run. Unknown numbers are NAN. A fleet has millions of these. */
struct gb_roof {
	const struct gb_roof_row *row; /* the texts of the row */
	const char *run;
	double value, lo, hi, limit, sm_clock_hz, sm_clock_slowest_hz, limit_rated;
	bool by_clock;                /* the work per clock is known, so the interval includes the effect of the
	                               * clock */
	const struct gb_break *older; /* the later change of the benchmark; NULL: the row is current */
};

/* A GPU, an ordered pair of GPUs, or all GPUs of a node at once, as its rows say. Pairs are compared with pairs, so
 * that a slow pair stands out. */
struct gb_gpu_roofs {
	const char *key;   /* the UUID, or the location if there is none; both for a pair */
	const char *owner; /* the key of the measuring GPU; for a single GPU, its own key */
	const char *peer;  /* column peer_uuid; "" for a single GPU */
	const char *name, *uuid, *host, *pci, *device, *capability, *driver, *vbios, *board, *ecc, *mig, *version,
		*mode, *grouped; /* grouped: value of gb_column_grouped */
	double power_limit_w, sm_clock_rated_hz, memory_bytes, sms, pcie_lanes;
	double newest;        /* when its newest roof was measured, in seconds since 1970 */
	struct gb_roof *roof; /* after gb_roofs_sort(), an entry per roof and run, in the order of tables */
	size_t roofs, room;
	size_t failed;
	const char *failure; /* benchmark and reason of the first failed row */
	const char *run;     /* of its last row; in a separate collection of runs, that of all its rows */
	const char *clash;   /* evidence that two cards have this UUID; NULL: none */
	bool is_cut;         /* one of its runs was cut short, so the best point of a roof may be missing */
};

struct gb_roofs {
	struct gb_gpu_roofs *gpu;
	size_t count, room;
	/* Set this before anything is added: each run of a GPU has its own entry, see gb_roofs_keep_newest(). */
	bool apart;
	bool current;        /* set this before files are read: gb_roofs_drop_older() */
	size_t *slot, slots; /* a hash table of GPUs by key: index + 1; 0: free */
	size_t last, before; /* the GPU of the last row, which is usually that of the next one; the GPU before it */
	char time[32];       /* the last time parsed, */
	double seconds;      /* and its value */
	struct gb_strings strings;
	struct gb_roof_rows rows;
	struct gb_runs runs;
	size_t files;
	const char **empty; /* names of files without a readable row */
	size_t empties, empty_room;
};

/* Adds a record to its GPU and roof. The rest of the record is not stored. */
void gb_roofs_add(struct gb_roofs *roofs, const struct gb_record *record);

/* Counts a file of which `rows` rows were read. */
void gb_roofs_add_file(struct gb_roofs *roofs, const char *path, size_t rows);

/* Results that only older runs have, which are left out. */
struct gb_older {
	size_t gpus, lacking; /* GPUs with older runs; GPUs with roofs that only these runs have */
	/* The roof whose older value exceeds the present one most, and the fraction. */
	const char *roof, *gpu;
	double part;
};
/* In a separate collection of runs, keeps only the newest run of each GPU, so that its present state is shown. Call
 * this before sorting. `odd` as in gb_runs_keep_newest(). */
void gb_roofs_keep_newest(struct gb_roofs *roofs, struct gb_older *older, gb_runs_tell_fn *odd);
/* Writes one line about older runs; "": there is nothing to report. */
void gb_older_tell(const struct gb_older *older, char *text, size_t size);

/* Leaves out roofs from before a change of their benchmark if another GPU of the model has them from after it. Returns
 * their number; *last is one of these changes. */
size_t gb_roofs_drop_older(struct gb_roofs *roofs, const struct gb_break **last);

/* Sorts GPUs by model, board, host and number, and roofs in the order of tables: files may be read in any order. */
void gb_roofs_sort(struct gb_roofs *roofs);

/* True if the UUID, host or PCI id begins with `text`, or if the model or board contains it. */
bool gb_gpu_is(const char *text, const char *uuid, const char *host, const char *pci, const char *name,
	       const char *board);
/* The same for the GPU of a record. NULL: any GPU. */
bool gb_gpu_is_of(const char *text, const struct gb_record *record);

/* Keeps only the GPUs that are wanted, possibly none. */
typedef bool gb_roofs_want_fn(const void *context, const struct gb_gpu_roofs *gpu);
void gb_roofs_keep(struct gb_roofs *roofs, gb_roofs_want_fn *wants, const void *context);

/* Keeps only the GPUs whose UUID, host or PCI id begins with `text`, or whose model or board contains it. It is an
 * error if there are none. */
int gb_roofs_select(struct gb_roofs *roofs, const char *text, struct gb_error *error);

/* Returns the GPU with this key; NULL: there is none. */
const struct gb_gpu_roofs *gb_roofs_find(const struct gb_roofs *roofs, const char *key);

/* Returns the best row of all runs. A row that is not ok counts if none is ok, or if its whole interval is better than
 * that of the best ok row. NULL: not measured. */
const struct gb_roof *gb_gpu_roof(const struct gb_gpu_roofs *gpu, const char *name);

/* Iterates over the best rows of a GPU's roofs, after gb_roofs_sort(). Start with *at = 0; NULL after the last one. */
const struct gb_roof *gb_gpu_next(const struct gb_gpu_roofs *gpu, size_t *at);

/* Returns the value as a fraction of its limit; NAN: the limit is unknown. */
double gb_roof_fraction(const struct gb_roof *roof);

void gb_roofs_free(struct gb_roofs *roofs);

/* ---- for roofs.c: GPUs by key ------------------------------------------------------------------------------------ */

/* Returns the GPU of a record, which is added if it is new. */
struct gb_gpu_roofs *gb_gpus_of(struct gb_roofs *roofs, const struct gb_record *record);
/* Call this after moving or removing GPUs. */
void gb_gpus_index(struct gb_roofs *roofs);
