/* sanitizer.c: checks inject/sanitizer.h against these headers, like layout.c. */
#include <sanitizer.h>

#include <stddef.h>

#include "inject/sanitizer.h"

#define PLACE(field, of_theirs) \
	_Static_assert(offsetof(struct sanitizer_launch, field) == offsetof(Sanitizer_LaunchData, of_theirs), #field)
#define NUMBER(ours, theirs) _Static_assert((unsigned)(ours) == (unsigned)(theirs), #ours)

PLACE(context, context);
PLACE(stream_handle, hStream);
PLACE(module, module);
PLACE(function, function);
PLACE(name, functionName);
PLACE(grid, gridDim_x);
PLACE(block, blockDim_x);
PLACE(launch, hLaunch);
PLACE(device, device);

NUMBER(SANITIZER_OF_LAUNCHES, SANITIZER_CB_DOMAIN_LAUNCH);
NUMBER(SANITIZER_LAUNCH_BEGINS, SANITIZER_CBID_LAUNCH_BEGIN);
NUMBER(SANITIZER_LAUNCH_ENDS, SANITIZER_CBID_LAUNCH_END);
NUMBER(SANITIZER_GLOBAL_ACCESS, SANITIZER_INSTRUCTION_GLOBAL_MEMORY_ACCESS);
NUMBER(SANITIZER_ASYNC_COPY, SANITIZER_INSTRUCTION_MEMCPY_ASYNC);
#ifdef LAYOUT_BULK
NUMBER(SANITIZER_BULK_LOAD, SANITIZER_INSTRUCTION_BULK_COPY_GLOBAL_TO_SHARED);
NUMBER(SANITIZER_BULK_STORE, SANITIZER_INSTRUCTION_BULK_COPY_SHARED_TO_GLOBAL);
NUMBER(SANITIZER_BULK_REDUCTION, SANITIZER_INSTRUCTION_BULK_REDUCTION_SHARED_TO_GLOBAL);
#endif
