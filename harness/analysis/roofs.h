/* roofs.h: the roofs that rows set, of one GPU or of thousands. */
#ifndef GB_ROOFS_H
#define GB_ROOFS_H

#include <stdbool.h>

#include "record/identity.h"
#include "record/record.h"
#include "analysis/roof_kinds.h"
#include "analysis/roof_rows.h"
#include "analysis/runs.h"
#include "base/strings.h"

/* The best row of one GPU for one roof in one run. Numbers are NAN where not known. There are millions of these. */
struct gb_roof {
	const struct gb_roof_row *row; /* what it says besides */
	const char *run;
	double value, lo, hi, limit, sm_clock_hz, sm_clock_slowest_hz, limit_rated;
	bool by_clock; /* what it does in a cycle is known: the interval has what the clock did */
};

/* A GPU; or an ordered pair of GPUs, or all of a node at once, whose rows say so: such are peers of each other as GPUs
 * are, and one pair that is slow stands out among the others. */
struct gb_gpu {
	const char *key;   /* its UUID, or where it sits if it has none; of a pair both */
	const char *owner; /* the key of the GPU that measured; of a GPU its own */
	const char *peer;  /* "" of a GPU; else the column peer_uuid */
	const char *name, *uuid, *host, *pci, *device, *capability, *driver, *vbios, *board, *ecc, *mig, *version;
	double power_limit_w, sm_clock_rated_hz, memory_bytes;
	double newest;        /* seconds since 1970: when its newest roof was measured */
	struct gb_roof *roof; /* after gb_roofs_sort() of a roof an entry for each run, in the order of tables */
	size_t roofs, room;
	size_t failed;       /* rows */
	const char *failure; /* of the first of them: benchmark and reason */
	const char *run;     /* the last one that a row was of; of a collection of runs apart the one that all are */
	const char *clash;   /* what says that two cards have this UUID; NULL: nothing does */
};

struct gb_roofs {
	struct gb_gpu *gpu;
	size_t count, room;
	bool apart; /* to be set before anything is added: each run of a GPU has an entry, see gb_roofs_keep_newest() */
	size_t *slot, slots; /* a hash table of GPUs by key; number + 1, 0: free */
	size_t last,
		before; /* the GPU of the last row, which is mostly that of the next, and the one that came before it */
	char time[32];  /* the last that was read, */
	double seconds; /* and what it is */
	struct gb_strings strings;
	struct gb_roof_rows rows;
	struct gb_runs runs;
	size_t files;
	const char **empty; /* the files of which no row could be read */
	size_t empties, empty_room;
};

/* Keep what a record says of its GPU and of a roof; nothing else of it is kept. */
int gb_roofs_add(struct gb_roofs *roofs, const struct gb_record *record, struct gb_error *error);

/* Count a file of which `rows` rows were read. */
int gb_roofs_add_file(struct gb_roofs *roofs, const char *path, size_t rows, struct gb_error *error);

/* Parts that only older runs had, which are left out. */
struct gb_older {
	size_t gpus, lacking; /* that have older runs; that have roofs in none but those */
	/* The roof that was most above what it is now, and by what part of it. */
	const char *roof, *gpu;
	double part;
};
/* Keep of each GPU the newest run in a collection of runs apart, before it is sorted: it is shown in its present
 * state. `odd` as of gb_runs_keep_newest(). */
int gb_roofs_keep_newest(struct gb_roofs *roofs, struct gb_older *older, gb_runs_tell_fn *odd, struct gb_error *error);
/* A line about them; "" if there is nothing to report. */
void gb_older_tell(const struct gb_older *older, char *text, size_t size);

/* GPUs by model, board, host and number, roofs in the order of tables: files may have been read in any order. */
void gb_roofs_sort(struct gb_roofs *roofs);

/* True if the UUID, host or PCI id begins with `text` or the model or board contains it. */
bool gb_gpu_is(const char *text, const char *uuid, const char *host, const char *pci, const char *name,
	       const char *board);
/* The same of a record's GPU. NULL: whichever. */
bool gb_gpu_is_of(const char *text, const struct gb_record *record);

/* Keep only the GPUs that are wanted; there may be none. */
typedef bool gb_roofs_want_fn(const void *context, const struct gb_gpu *gpu);
void gb_roofs_keep(struct gb_roofs *roofs, gb_roofs_want_fn *wants, const void *context);

/* Keep only the GPUs whose UUID, host or PCI id begins with `text` or whose model or board has it in its name; none is
 * an error. */
int gb_roofs_select(struct gb_roofs *roofs, const char *text, struct gb_error *error);

/* The GPU with this key; NULL: not there. */
const struct gb_gpu *gb_roofs_find(const struct gb_roofs *roofs, const char *key);

/* The best of all runs. A row that is not ok counts where none is ok, or where its whole interval is better than
 * that of the best which is: then the roof is as suspect as the row. NULL: not measured. */
const struct gb_roof *gb_gpu_roof(const struct gb_gpu *gpu, const char *name);

/* Step through the best rows of a GPU's roofs after gb_roofs_sort(); start with *at = 0, NULL after the last one. */
const struct gb_roof *gb_gpu_next(const struct gb_gpu *gpu, size_t *at);

/* How near it is to its limit, 1: there; NAN where no limit is known. */
double gb_roof_fraction(const struct gb_roof *roof);

void gb_roofs_free(struct gb_roofs *roofs);

#endif
