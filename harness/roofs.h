/* roofs.h: the roofs that rows set, of one GPU or of thousands. */
#ifndef GB_ROOFS_H
#define GB_ROOFS_H

#include <stdbool.h>
#include <stdio.h>

#include "record.h"
#include "strings.h"

/* What gpubench knows of a roof by its name. */
enum gb_domain { GB_NO_CLOCK, GB_SM_CLOCK, GB_MEMORY_CLOCK };
struct gb_roof_kind {
	const char *name, *label;   /* "dram.read", "DRAM read" */
	enum gb_domain domain;      /* the clock its physical limit follows */
	double ops_per_instruction; /* of a thread; 0: not an instruction of a thread, or not known */
	bool aside; /* in tables alone: no roof of the hardware, or of a pattern that a roofline does not mean */
};
/* In the order of tables: memory from far to near, then arithmetic. Closed by an entry without name. */
extern const struct gb_roof_kind gb_roof_kinds[];
const struct gb_roof_kind *gb_roof_kind(const char *name); /* NULL: not known */
bool gb_roof_is_aside(const char *name);

/* The order of tables; below 0: `a` comes first. */
int gb_roof_order(const char *a, const char *b);

bool gb_roof_is_memory(const char *unit);  /* bytes a second */
bool gb_roof_is_compute(const char *unit); /* operations a second */
bool gb_lower_is_better(const char *unit);

/* The best row of one GPU for one roof in one run. Texts are never NULL, numbers NAN where not known. */
struct gb_roof {
	const char *name, *unit, *run, *benchmark, *variant, *point, *throttle, *status, *reason;
	double value, lo, hi, limit, fraction, sm_clock_hz, mem_clock_hz, limit_rated;
};

struct gb_gpu {
	const char *key; /* its UUID, or where it sits if it has none */
	const char *name, *uuid, *host, *pci, *device, *capability, *driver, *vbios, *ecc, *mig, *version;
	double power_limit_w, sm_clock_rated_hz, memory_bytes;
	double newest;        /* seconds since 1970: when its newest roof was measured */
	struct gb_roof *roof; /* of a roof an entry for each run, by gb_roofs_sort() in the order of tables */
	size_t roofs, room;
	size_t failed;       /* rows */
	const char *failure; /* of the first of them: benchmark and reason */
};

struct gb_roofs {
	struct gb_gpu *gpu;
	size_t count, room;
	size_t *slot, slots; /* a hash table of GPUs by key; number + 1, 0: free */
	size_t last;         /* the GPU of the last row, which is mostly that of the next */
	struct gb_strings strings;
};

/* Keep what a record says of its GPU and of a roof; nothing else of it is kept. */
int gb_roofs_add(struct gb_roofs *roofs, const struct gb_record *record, struct gb_error *error);

/* GPUs by model, host and number, roofs in the order of tables: files may have been read in any order. */
void gb_roofs_sort(struct gb_roofs *roofs);

/* Whether the UUID, host or PCI id begins with `text` or the model has it in its name. */
bool gb_gpu_is(const char *text, const char *uuid, const char *host, const char *pci, const char *name);

/* Keep only the GPUs whose UUID, host or PCI id begins with `text` or whose model has it in its name; none is an error. */
int gb_roofs_select(struct gb_roofs *roofs, const char *text, struct gb_error *error);

/* The GPU with this key; NULL: not there. */
const struct gb_gpu *gb_roofs_find(const struct gb_roofs *roofs, const char *key);

/* Of all runs the best: a row that is ok before one that is not, then the value. NULL: not measured. */
const struct gb_roof *gb_gpu_roof(const struct gb_gpu *gpu, const char *name);

/* Step through the best rows of a GPU's roofs after gb_roofs_sort(); start with *at = 0, NULL after the last one. */
const struct gb_roof *gb_gpu_next(const struct gb_gpu *gpu, size_t *at);

/* The table of one run, while it is measured. */
void gb_roofs_print(const struct gb_roofs *roofs, FILE *out);
void gb_roofs_free(struct gb_roofs *roofs);

#endif
