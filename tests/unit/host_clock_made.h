/* host_clock_made.h: for programs all of whose tests need a clock that is made. */
#pragma once

#include "host_clock.h"

__attribute__((constructor)) static void make_host_clock(void)
{
	host_clock_make();
}
