/* fake_program.c: the fake device as the backend of a whole program, gpubench-fake. */
#include <stdlib.h>

#include "fake_identity.h"
#include "fake_settings.h"
#include "gpu_fake.h"

static struct gpu_ops backend;
const struct gpu_ops *const gpu_backend = &backend;

/* Runs before main(); a unit test starts over with fake_reset(). */
__attribute__((constructor)) static void configure(void)
{
	const char *settings = getenv("GPUBENCH_FAKE");

	fake_reset();
	if (settings != NULL)
		fake_configure(settings);
	fake_identity_fill(&backend);
}
