/* roofs_kept.h: the roofs of a test, and those that it compares them with; they are freed when it ends. */
#pragma once

#include "roofs_made.h"

static struct gb_roofs roofs, earlier;

static inline int forget_roofs(void)
{
	gb_roofs_free(&roofs);
	gb_roofs_free(&earlier);
	return 0;
}

#define ROOFS_TEST(name) TEST_WITH(name, NULL, forget_roofs)
