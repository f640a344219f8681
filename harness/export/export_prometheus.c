/* export_prometheus.c: the text format of Prometheus, for node_exporter's textfile collector. No time stamps, which that
 * collector refuses: when it was measured is a metric. */
#include <math.h>
#include <string.h>

#include "base/escape.h"
#include "export/export.h"

enum what { VALUE, LIMIT };

static const struct family {
	const char *unit, *name, *help;
	enum what what;
} families[] = {
	{ "B/s", "gpubench_bandwidth_bytes_per_second", "Measured bandwidth.", VALUE },
	{ "B/s", "gpubench_bandwidth_limit_bytes_per_second", "Physical limit at the clock of the measurement.",
	  LIMIT },
	{ "FLOP/s", "gpubench_flops_per_second", "Measured floating-point rate, an FMA being two.", VALUE },
	{ "FLOP/s", "gpubench_flops_limit_per_second", "Physical limit at the clock of the measurement.", LIMIT },
	{ "OP/s", "gpubench_operations_per_second", "Measured rate of integer operations.", VALUE },
	{ "OP/s", "gpubench_operations_limit_per_second", "Physical limit at the clock of the measurement.", LIMIT },
	{ "access/s", "gpubench_accesses_per_second", "Measured rate of accesses to memory.", VALUE },
	{ "access/s", "gpubench_accesses_limit_per_second", "Physical limit at the clock of the measurement.", LIMIT },
	{ "s", "gpubench_latency_seconds", "Measured time.", VALUE },
	{ "cycles", "gpubench_latency_cycles", "Measured cycles.", VALUE },
	{ "Hz", "gpubench_clock_hertz", "Measured SM clock under a load of its own.", VALUE },
};

static void put_label(FILE *out, const char *name, const char *text, const char *before)
{
	fprintf(out, "%s%s=\"", before, name);
	gb_escape_put(out, GB_ESCAPE_PROMETHEUS, text);
	fputc('"', out);
}

static void put_sample(FILE *out, const char *name, const struct gb_gpu *gpu, const char *roof, double value)
{
	fputs(name, out);
	put_label(out, "uuid", gpu->peer[0] != '\0' ? gpu->owner : gpu->uuid, "{");
	if (gpu->peer[0] != '\0')
		put_label(out, "peer", gpu->peer, ",");
	put_label(out, "gpu", gpu->device, ",");
	put_label(out, "pci", gpu->pci, ",");
	put_label(out, "model", gpu->name, ",");
	put_label(out, "board", gpu->board, ",");
	if (roof != NULL)
		put_label(out, "roof", roof, ",");
	fprintf(out, "} %.12g\n", value);
}

static void put_head(FILE *out, const char *name, const char *help)
{
	fprintf(out, "# HELP %s %s\n# TYPE %s gauge\n", name, help, name);
}

/* Every GPU's roofs of a unit; nothing where there are none. */
static void put_family(FILE *out, const struct family *family, const struct gb_roofs *roofs)
{
	const struct gb_roof *roof;
	bool begun = false;

	for (size_t i = 0; i < roofs->count; i++)
		for (size_t at = 0; (roof = gb_gpu_next(&roofs->gpu[i], &at)) != NULL;) {
			const double value = family->what == VALUE ? roof->value : roof->limit;
			if (strcmp(roof->row->unit, family->unit) != 0 || !isfinite(value))
				continue;
			if (!begun)
				put_head(out, family->name, family->help);
			begun = true;
			put_sample(out, family->name, &roofs->gpu[i], roof->row->name, value);
		}
}

static double clock_of(const struct gb_roof *roof)
{
	return roof->sm_clock_hz;
}

static double is_ok(const struct gb_roof *roof)
{
	return roof->row->status == GB_ROW_OK;
}

static void put_of_roofs(FILE *out, const struct gb_roofs *roofs, const char *name, const char *help,
			 double (*of)(const struct gb_roof *))
{
	const struct gb_roof *roof;

	put_head(out, name, help);
	for (size_t i = 0; i < roofs->count; i++)
		for (size_t at = 0; (roof = gb_gpu_next(&roofs->gpu[i], &at)) != NULL;)
			if (isfinite(of(roof)))
				put_sample(out, name, &roofs->gpu[i], roof->row->name, of(roof));
}

int gb_export_prometheus(const struct gb_roofs *roofs, FILE *out, struct gb_error *error)
{
	(void)error;
	for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
		put_family(out, &families[i], roofs);
	put_of_roofs(out, roofs, "gpubench_sm_clock_hertz",
		     "Mean clock of the SMs, or of a host's cores, while it was measured.", clock_of);
	put_of_roofs(out, roofs, "gpubench_roof_ok", "1: measured and verified, 0: something speaks against it.",
		     is_ok);
	put_head(out, "gpubench_failed_rows", "Measurements that failed.");
	for (size_t i = 0; i < roofs->count; i++)
		put_sample(out, "gpubench_failed_rows", &roofs->gpu[i], NULL, (double)roofs->gpu[i].failed);
	put_head(out, "gpubench_last_measurement_timestamp_seconds", "When the newest roof was measured.");
	for (size_t i = 0; i < roofs->count; i++)
		if (isfinite(roofs->gpu[i].newest))
			put_sample(out, "gpubench_last_measurement_timestamp_seconds", &roofs->gpu[i], NULL,
				   roofs->gpu[i].newest);
	return GB_OK;
}
