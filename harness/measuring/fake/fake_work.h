/* fake_work.h: counts the work of launches on the fake device, if models say what they do (struct gb_model_work). */
#pragma once

#include "fake/gpu_fake.h"

struct fake_work {
	struct gb_model_work did; /* all launches together */
	double distinct_bytes;    /* of device memory: those read, and those written, each once; 0: unknown */
	bool is_unknown;          /* a kernel was launched whose work is unknown, or none */
};

/* From now on kernels run as the models that `find` returns; NULL: the work of this kernel is unknown. */
void fake_count_work(const struct fake_models *find(const char *kernel));
/* Returns the work of all launches since then. Kernels run as usual again. */
struct fake_work fake_counted_work(void);

/* For launches. */
bool fake_is_counting_work(void);
void fake_count_launch(const char *kernel, struct gb_shape shape, const void *args);
