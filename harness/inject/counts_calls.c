#include "inject/counts_calls.h"

#include <dlfcn.h>
#include <string.h>

#include "inject/inject.h"

static bool find(void *to, void *function)
{
	memcpy(to, &function, sizeof function);
	return function != NULL;
}

static void *driver(const char *name)
{
	void *found = dlsym(RTLD_DEFAULT, name);

	if (found == NULL) {
		void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
		found = library != NULL ? dlsym(library, name) : NULL;
	}
	return found;
}

bool gb_counts_calls_find(struct gb_counts_calls *calls)
{
	return find(&calls->initialize, gb_cupti_function("cuptiProfilerInitialize")) &&
	       find(&calls->chip, gb_cupti_function("cuptiDeviceGetChipName")) &&
	       find(&calls->property, gb_cupti_function("cuptiSassMetricsGetProperties")) &&
	       find(&calls->set, gb_cupti_function("cuptiSassMetricsSetConfig")) &&
	       find(&calls->enable, gb_cupti_function("cuptiSassMetricsEnable")) &&
	       find(&calls->disable, gb_cupti_function("cuptiSassMetricsDisable")) &&
	       find(&calls->unset, gb_cupti_function("cuptiSassMetricsUnsetConfig")) &&
	       find(&calls->properties, gb_cupti_function("cuptiSassMetricsGetDataProperties")) &&
	       find(&calls->flush, gb_cupti_function("cuptiSassMetricsFlushData")) &&
	       find(&calls->context_device, driver("cuCtxGetDevice")) &&
	       find(&calls->attribute, driver("cuDeviceGetAttribute")) &&
	       find(&calls->synchronize, driver("cuCtxSynchronize")) &&
	       find(&calls->push, driver("cuCtxPushCurrent_v2")) && find(&calls->pop, driver("cuCtxPopCurrent_v2"));
}
