/* fake_work.h: counts the work of launches on the fake device, if models count theirs (struct gb_model_work). */
#pragma once

#include "fake/gpu_fake.h"

struct fake_work {
	struct gb_model_work did; /* all launches together */
	double distinct_bytes; /* of device memory, counting each byte read and each byte written once; 0: not known */
	bool is_unknown;       /* nothing was launched, or a kernel whose work is unknown */
};

/* From now on kernels run as the models that `find` returns; NULL: the work of this kernel is unknown. */
void fake_count_work(const struct fake_models *find(const char *kernel));
/* Return the work of all launches since then, and let kernels run as usual again. */
struct fake_work fake_counted_work(void);

/* For launches. */
bool fake_is_counting_work(void);
void fake_count_launch(const char *kernel, struct gb_shape shape, const void *args);
