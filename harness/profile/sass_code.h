/* sass_code.h: what an instruction of machine code does, from its 128 bits: no disassembler is needed where a program
 * runs.
 *
 * The nine bits of the operation, the width of an access and the shape of a matrix instruction lie at the same places
 * from sm_70 to sm_121. tests/unit/test_sass.c has words that ptxas 13.0 made of them. */
#ifndef GB_SASS_CODE_H
#define GB_SASS_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include "profile/counters.h"

enum gb_sass_kind {
	GB_SASS_OTHER,
	GB_SASS_THREADS, /* arithmetic: `each` operations of `counter` for a thread */
	GB_SASS_WARPS,   /* of matrix units: likewise, for a warp */
	GB_SASS_MATRIX,  /* of matrix units, in a form that is not known here or that its descriptor has */
	GB_SASS_LOAD,    /* of global memory, `each` bytes for a thread; through generic addresses too */
	GB_SASS_STORE,
	GB_SASS_ATOMIC,
	GB_SASS_LOCAL_LOAD,
	GB_SASS_LOCAL_STORE,
	GB_SASS_SHARED_LOAD,
	GB_SASS_SHARED_STORE,
	GB_SASS_BULK_LOAD,  /* of the copy engine: no instruction tells its bytes */
	GB_SASS_BULK_STORE, /* a load too, perhaps */
	GB_SASS_TEXTURE,    /* textures and surfaces */
};

struct gb_sass_code {
	enum gb_sass_kind kind;
	enum gb_counter counter;
	double each; /* 0: not told */
};

/* True if machine code of this compute capability, 90 for 9.0, can be read. */
bool gb_sass_is_known(int capability);

/* The word at the lower address is `low`. */
struct gb_sass_code gb_sass_decode(int capability, uint64_t low, uint64_t high);

#endif
