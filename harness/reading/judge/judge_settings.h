/* judge_settings.h: settings and properties of GPUs, such as the driver and the power limit: which of them --expect
 * demands, and in which a GPU differs from its peers. */
#pragma once

#include "judge/judge_verdict.h"

/* True if the text is "NAME=VALUE": a name that --expect knows, such as driver or power, and a value of its kind. */
bool gb_settings_can_expect(const char *text);
/* Adds findings for GPUs with another value. "580" expects a value that begins with it, in whole parts: "580.65.06". */
void gb_settings_expect(struct gb_verdict *verdict, const struct gb_gpu_roofs *gpu, const char *const *expect,
			size_t count);
/* Adds findings for values in which GPUs of a model differ from most. */
void gb_settings_compare(struct gb_verdict *verdict, const struct gb_fleet_model *model);
