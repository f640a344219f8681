/* notice.h: mistakes that a kernel of a point makes, each of which verify() must notice. */
#pragma once

#include "engine/run.h"
#include "fake/fake_mistakes.h"

struct gb_notice {
	struct gb_run *run; /* the run, at the point, verified before */
	const char *kernel;
	const struct fake_words *fresh;                 /* the words that it changed in the first verification */
	int (*prepare)(void *context);                  /* makes the point current again */
	void (*fault)(void *context, const char *text); /* verify() did not notice something */
	void *context;
	size_t mistakes; /* that were made */
};

/* Returns the status of a correct verification after all mistakes. If a failed verification makes the next one fail
 * too, no mistake has been noticed. */
int gb_notice(struct gb_notice *notice);
