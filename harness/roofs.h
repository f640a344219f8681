/* roofs.h: the roofs a run found, for a short table at its end. */
#ifndef GB_ROOFS_H
#define GB_ROOFS_H

#include <stdio.h>

#include "axis.h"
#include "record.h"

struct gb_roof {
	char device[16], gpu_name[96], name[32], unit[16], point[GB_POINT_TEXT], status[16];
	double value, lo, hi, limit, fraction, sm_clock_hz;
};

struct gb_roofs {
	struct gb_roof *roof;
	size_t count;
};

/* Keep a record that sets a roof; others are ignored. Of two for one roof the better stays. */
int gb_roofs_add(struct gb_roofs *roofs, const struct gb_record *record, struct gb_error *error);
void gb_roofs_print(const struct gb_roofs *roofs, FILE *out);
void gb_roofs_free(struct gb_roofs *roofs);

#endif
