/* check.h: whether GPUs are as fast as a reference or baseline says, for a scheduler that takes a node away: only what is
 * decided counts. */
#ifndef GB_CHECK_H
#define GB_CHECK_H

#include "analysis/change.h"

/* A roof that is below. */
struct gb_drop {
	const struct gb_gpu *gpu;
	const char *roof, *reason; /* reason: why the row is suspect; NULL: it is not */
	double part, floor;        /* below 0; and from where on it counts, above 0 */
	bool same_gpu;             /* below what this very GPU gave */
};

struct gb_check {
	struct gb_drop *drop; /* the furthest below first */
	size_t drops;
	struct gb_drop lowest; /* of the roofs that hold; gpu NULL: none was judged */
	size_t judged, undecided;
	size_t strangers;              /* GPUs of which the baseline has none that tells */
	const struct gb_gpu *stranger; /* the first of them */
	size_t failed;                 /* GPUs with a row that failed */
	const struct gb_gpu *failing;  /* the first of them */
};

/* Judge every roof of every GPU. A drop is decided when the whole interval of the difference lies below a floor: `max_drop`,
 * or if that is 0 what the roof's scatter tells, see gb_check_floor(). `now` must outlive the result. */
int gb_check_of(struct gb_check *check, const struct gb_roofs *now, const struct gb_baseline *baseline, double max_drop,
		struct gb_error *error);
void gb_check_free(struct gb_check *check);

/* The same of one roof of a GPU. */
struct gb_judged {
	struct gb_change change; /* GB_NO_BASELINE: the rest is nothing */
	double floor;
	bool is_below;
};
struct gb_judged gb_check_judge(const struct gb_baseline *baseline, double max_drop, const struct gb_gpu *gpu,
				const struct gb_group *group, const struct gb_sample *sample);

/* From where on a roof is below: what runs of one healthy card differ by (gb_scatter_min_off()); against other cards also
 * what those differ by, GB_MIN_OFF_SD of their robust standard deviations, or GB_MIN_OFF_UNKNOWN where fewer than
 * GB_PEERS_MIN tell. */
double gb_check_floor(const struct gb_baseline *baseline, const struct gb_gpu *gpu, const char *roof, const char *unit,
		      bool same_gpu);

/* "4 GPUs, which differ by 0.02 % (dram.read) to 1.3 % (gemm.bf16)": what the baseline of a GPU stands on. "": none is for it. */
void gb_check_describe(const struct gb_baseline *baseline, const struct gb_gpu *gpu, char *text, size_t size);

#endif
