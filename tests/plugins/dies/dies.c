/* dies: refused, as loading it ends a process, as GPUBENCH_DIES says. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gpubench.h"

GB_BENCH(dies) = { .abi = GB_ABI, .size = sizeof(struct gb_bench), .name = "dies" };

__attribute__((constructor)) static void die(void)
{
	const char *how = getenv("GPUBENCH_DIES");

	if (how != NULL && strcmp(how, "exit") == 0)
		exit(3);
	/* It would be ended by then. */
	if (how != NULL && strcmp(how, "hang") == 0 && alarm(0) > 0)
		raise(SIGALRM);
	abort();
}
