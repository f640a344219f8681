/* notice.h: makes mistakes in a kernel of a point, which verify() must notice. */
#pragma once

#include "engine/run.h"
#include "fake/fake_mistakes.h"

struct gb_notice {
	struct gb_run *run; /* at the point, which was verified before */
	const char *kernel;
	const struct fake_words *fresh;                 /* the words that it changed in the first verification */
	int (*prepare)(void *context);                  /* makes the point current again */
	void (*fault)(void *context, const char *text); /* called if verify() did not notice a mistake */
	void *context;
	size_t mistakes; /* the number of mistakes made */
};

/* Returns the status of a correct verification after all mistakes. If it fails because an earlier one failed, no
 * mistake counts as noticed. */
int gb_notice(struct gb_notice *notice);
