/* host_clock_made.h: for programs whose tests all need the simulated host clock. */
#pragma once

#include "host_clock.h"

__attribute__((constructor)) static void make_host_clock(void)
{
	host_clock_make();
}
