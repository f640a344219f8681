/* match.h: which measured roofs are those of the GPU that a kernel ran on. */
#ifndef GB_MATCH_H
#define GB_MATCH_H

#include "analysis/peaks.h"

/* Known facts of the GPU; "": not known. */
struct gb_match_wish {
	const char *uuid, *model, *board;
	const char *text; /* what the user chose the GPU by; NULL: nothing */
};

struct gb_match {
	struct gb_peaks peaks;
	bool is_itself;           /* they were measured on this very GPU */
	struct gb_gpu_roofs *gpu; /* copies of those that match; their roofs stay the collection's */
	size_t count;
};

/* By the UUID, else by model and board. GB_SKIPPED: there is none, and the text says what there is. */
int gb_match_find(struct gb_match *match, const struct gb_roofs *roofs, const struct gb_match_wish *wish,
		  struct gb_error *error);
void gb_match_free(struct gb_match *match);

#endif
