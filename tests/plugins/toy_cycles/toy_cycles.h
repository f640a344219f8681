/* toy_cycles.h: definitions shared by the host and the emulated kernel of `toy_cycles`. */
#ifndef TOY_CYCLES_H
#define TOY_CYCLES_H

#define TOY_CYCLES_STEPS 100u
#define TOY_CYCLES_FIRST 30u /* cycles per step at stride 0 */

struct toy_cycles_args {
	unsigned long long *cycles; /* of all steps */
	unsigned int stride;        /* additional cycles per step and unit of stride */
};

#endif
