#include "inject/counts_calls.h"

bool gb_counts_calls_find(struct gb_counts_calls *calls)
{
	const struct gb_library_function cupti[] = {
		{ "cuptiProfilerInitialize", &calls->initialize },
		{ "cuptiDeviceGetChipName", &calls->chip },
		{ "cuptiSassMetricsGetProperties", &calls->property },
		{ "cuptiSassMetricsSetConfig", &calls->set },
		{ "cuptiSassMetricsEnable", &calls->enable },
		{ "cuptiSassMetricsDisable", &calls->disable },
		{ "cuptiSassMetricsUnsetConfig", &calls->unset },
		{ "cuptiSassMetricsGetDataProperties", &calls->properties },
		{ "cuptiSassMetricsFlushData", &calls->flush },
	};
	const struct gb_library_function driver[] = {
		{ "cuCtxGetDevice", &calls->context_device },
		{ "cuDeviceGetAttribute", &calls->attribute },
		{ "cuCtxSynchronize", &calls->synchronize },
	};

	return gb_cupti_find(cupti, sizeof cupti / sizeof cupti[0]) &&
	       gb_library_find_driver(driver, sizeof driver / sizeof driver[0]);
}
