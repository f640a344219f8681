/* toy_cycles.h: what the host and the emulated kernel of `toy_cycles` share. */
#ifndef TOY_CYCLES_H
#define TOY_CYCLES_H

#define TOY_CYCLES_STEPS 100u
#define TOY_CYCLES_FIRST 30u /* cycles of a step at stride 0 */

struct toy_cycles_args {
	unsigned long long *cycles; /* of all steps */
	unsigned int stride;        /* a step takes that many cycles more */
};

#endif
