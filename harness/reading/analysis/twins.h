/* twins.h: detects two cards with the same UUID. */
#pragma once

#include "analysis/roofs.h"

/* A card has one host, and one location within a run: sets `clash` if this row differs. Its run becomes that of the
 * GPU. */
void gb_twins_note(struct gb_roofs *roofs, struct gb_gpu_roofs *gpu, const struct gb_record *record);

/* After gb_runs_settle(): reports each UUID that was measured in two places at once. Returns their number. */
size_t gb_twins_find(const struct gb_runs *runs, gb_runs_tell_fn *tell);
