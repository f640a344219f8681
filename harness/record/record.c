#include "record/record.h"

#include <stdio.h>
#include <string.h>

// clang-format off
#define TEXT(field, help) { #field, GB_TEXT, offsetof(struct gb_record, field), help }
#define NUMBER(field, help) { #field, GB_NUMBER, offsetof(struct gb_record, field), help }
// clang-format on

const struct gb_column gb_columns[] = {
	TEXT(schema, "name and version of this table: " GB_SCHEMA),
	TEXT(version, "the program that measured, as git describes it"),
	TEXT(run_id, "the same in all rows of one run, and in no other"),
	TEXT(time_utc, "when the row was measured, ISO 8601"),
	TEXT(host, "host name"),
	TEXT(job_id, "batch job (SLURM_JOB_ID and its like)"),
	TEXT(rank, "task in the job (SLURM_PROCID and its like)"),
	TEXT(device, "number of the GPU on its host; host: the host's processors"),
	TEXT(gpu_name, "model"),
	TEXT(gpu_uuid, "identity of the GPU, the same on every host and in every job; of processors, of their host"),
	TEXT(pci_bus_id, "PCI address"),
	TEXT(compute_capability, "major.minor"),
	TEXT(driver, "driver release"),
	TEXT(cuda, "newest CUDA this driver serves / CUDA this program was built with"),
	TEXT(vbios, "firmware of the card"),
	TEXT(ecc, "error correction: on, off"),
	TEXT(mig, "partitioned GPU: on, off"),
	NUMBER(power_limit_w, "enforced power limit, W"),
	NUMBER(numa_node, "NUMA node of the host next to the GPU"),
	TEXT(benchmark, "plug-in"),
	TEXT(variant, "build variant of its kernels; empty in a conclusion from several rows"),
	TEXT(point, "every axis and its value; searched axes at their best"),
	TEXT(axis, "the primary reported axis"),
	NUMBER(x, "its number; empty when it is a name"),
	TEXT(roof, "the roof this row sets"),
	TEXT(metric, "what the value is"),
	TEXT(unit, "SI base unit"),
	NUMBER(value, "median of the samples"),
	NUMBER(lo, "95 % interval of the median, lower end"),
	NUMBER(hi, "upper end"),
	NUMBER(min, "smallest sample"),
	NUMBER(max, "largest sample"),
	NUMBER(samples, "batches timed; none is left out"),
	NUMBER(spread, "interquartile range relative to the median"),
	TEXT(stop, "why sampling ended: converged, budget"),
	NUMBER(limit, "physical limit of this point at the measured clock, same unit"),
	NUMBER(fraction, "value / limit (limit / value where lower is better)"),
	NUMBER(sm_clock_hz, "mean SM clock of exactly the timed interval"),
	NUMBER(mem_clock_hz, "memory clock"),
	NUMBER(power_w, "power drawn under this load"),
	NUMBER(temperature_c, "GPU temperature, degrees Celsius"),
	NUMBER(energy_j, "energy of one launch; empty where the counter is too coarse"),
	TEXT(throttle, "what held the clock back, joined by |; none"),
	TEXT(status, "ok, suspect, skipped, failed"),
	TEXT(reason, "why it is not ok, or a remark"),
	NUMBER(sm_clock_rated_hz, "rated (highest) SM clock"),
	NUMBER(memory_bytes, "device memory in all"),
	NUMBER(sm_clock_slowest_hz, "mean clock of the slowest SM in the timed interval: a launch ends with it"),
	{ NULL, GB_TEXT, 0, NULL },
};

struct gb_record gb_record_empty(void)
{
	struct gb_record record = { .schema = GB_SCHEMA };

	for (const struct gb_column *c = gb_columns; c->name != NULL; c++)
		if (c->type == GB_NUMBER)
			*(double *)(void *)((char *)&record + c->offset) = NAN;
	return record;
}

const char *gb_record_field(const struct gb_record *record, const struct gb_column *column, char number[GB_FIELD_TEXT])
{
	const char *at = (const char *)record + column->offset;

	if (column->type == GB_TEXT) {
		const char *text = *(const char *const *)(const void *)at;
		return text != NULL ? text : "";
	}
	const double value = *(const double *)(const void *)at;
	if (!isfinite(value))
		return "";
	snprintf(number, GB_FIELD_TEXT, "%.9g", value);
	/* A host library may have set a locale with a decimal comma. */
	char *comma = strchr(number, ',');
	if (comma != NULL)
		*comma = '.';
	return number;
}
