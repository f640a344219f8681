/* l2_halves_model.h: for models: home_probe() of a device whose L2 has two partitions. Odd chunks are near odd SMs. */
#pragma once

#include "gpubench_model.h"
#include "l2_halves_probe.h"

static inline unsigned short home_latency_model(uint32_t sm, uint32_t chunk)
{
	return (unsigned short)(((sm + chunk) % 2 != 0 ? 460 : 280) + chunk % 7 * 10);
}

static inline void home_probe_model(struct gb_shape shape, const void *of)
{
	const struct home_probe_args *args = of;

	for (uint32_t sm = 0; sm < shape.grid / 8 && sm < HOME_SMS; sm++) {
		if (args->claimed[sm] != 0)
			continue;
		args->claimed[sm] = 1;
		for (uint32_t c = 0; args->everyone && c < HOME_VOTES; c++)
			args->votes[sm * HOME_VOTES + c] = home_latency_model(sm, c);
		for (uint32_t c = 0; !args->everyone && *args->turn == 0 && c < args->chunks; c++)
			args->all[c] = home_latency_model(sm, c);
		*args->turn = 1;
	}
}
