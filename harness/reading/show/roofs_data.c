/* roofs_data.c: writes roofs and ridge points as CSV and JSON. */
#include <jansson.h>
#include <string.h>

#include "analysis/fleet_ratios.h"
#include "show/data.h"
#include "show/print.h"

static json_t *gpu_object(const struct gb_gpu_roofs *gpu)
{
	json_t *object = json_object();

	gb_data_text(object, "gpu_name", gpu->name);
	gb_data_text(object, "gpu_uuid", gpu->uuid);
	gb_data_text(object, "host", gpu->host);
	gb_data_text(object, "device", gpu->device);
	gb_data_text(object, "pci_bus_id", gpu->pci);
	gb_data_text(object, "compute_capability", gpu->capability);
	gb_data_text(object, "driver", gpu->driver);
	gb_data_text(object, "vbios", gpu->vbios);
	gb_data_text(object, "board", gpu->board);
	gb_data_text(object, "ecc", gpu->ecc);
	gb_data_text(object, "mig", gpu->mig);
	gb_data_number(object, "power_limit_w", gpu->power_limit_w);
	gb_data_number(object, "sm_clock_rated_hz", gpu->sm_clock_rated_hz);
	return object;
}

static json_t *roof_object(const struct gb_roof *roof)
{
	json_t *object = json_object();

	gb_data_text(object, "kind", "roof");
	gb_data_text(object, "roof", roof->row->name);
	gb_data_text(object, "unit", roof->row->unit);
	gb_data_number(object, "value", roof->value);
	gb_data_number(object, "lo", roof->lo);
	gb_data_number(object, "hi", roof->hi);
	gb_data_number(object, "limit", roof->limit);
	gb_data_number(object, "fraction", gb_roof_fraction(roof));
	gb_data_number(object, "limit_rated", roof->limit_rated);
	gb_data_number(object, "sm_clock_hz", roof->sm_clock_hz);
	gb_data_number(object, "mem_clock_hz", roof->row->mem_clock_hz);
	gb_data_text(object, "status", gb_row_status_word(roof->row->status));
	gb_data_text(object, "throttle", roof->row->throttle);
	gb_data_text(object, "reason", roof->row->reason);
	gb_data_text(object, "benchmark", roof->row->benchmark);
	gb_data_text(object, "variant", roof->row->variant);
	gb_data_text(object, "point", roof->row->point);
	gb_data_text(object, "run_id", roof->run);
	return object;
}

static json_t *ridge_object(const struct gb_roof *compute, const struct gb_roof *memory)
{
	const struct gb_ridge ridge = gb_ridge_of(compute, memory);
	const bool flop = strcmp(compute->row->unit, "FLOP/s") == 0;
	json_t *object = json_object();

	gb_data_text(object, "kind", "ridge");
	gb_data_text(object, "roof", compute->row->name);
	gb_data_text(object, "against", memory->row->name);
	gb_data_text(object, "unit", flop ? "FLOP/B" : "OP/B");
	gb_data_number(object, "value", ridge.value);
	gb_data_number(object, "lo", ridge.lo);
	gb_data_number(object, "hi", ridge.hi);
	gb_data_number(object, "instructions_per_byte", ridge.instructions_per_byte);
	return object;
}

static json_t *ridges_of(const struct gb_gpu_roofs *gpu)
{
	const struct gb_roof *compute, *memory;
	json_t *array = json_array();

	for (size_t c = 0; (compute = gb_gpu_next(gpu, &c)) != NULL;)
		for (size_t m = 0; gb_ridge_is_compute(compute) && (memory = gb_gpu_next(gpu, &m)) != NULL;)
			if (gb_ridge_is_memory(memory))
				json_array_append_new(array, ridge_object(compute, memory));
	return array;
}

static json_t *roofs_of(const struct gb_gpu_roofs *gpu)
{
	const struct gb_roof *roof;
	json_t *array = json_array();

	for (size_t at = 0; (roof = gb_gpu_next(gpu, &at)) != NULL;)
		json_array_append_new(array, roof_object(roof));
	return array;
}

int gb_roofs_write_csv(const struct gb_roofs *roofs, FILE *out, struct gb_error *error)
{
	static const char *const columns[] = { "gpu_name",
					       "gpu_uuid",
					       "host",
					       "device",
					       "pci_bus_id",
					       "compute_capability",
					       "driver",
					       "vbios",
					       "ecc",
					       "mig",
					       "power_limit_w",
					       "sm_clock_rated_hz",
					       "kind",
					       "roof",
					       "against",
					       "unit",
					       "value",
					       "lo",
					       "hi",
					       "instructions_per_byte",
					       "limit",
					       "fraction",
					       "limit_rated",
					       "sm_clock_hz",
					       "mem_clock_hz",
					       "status",
					       "throttle",
					       "reason",
					       "benchmark",
					       "variant",
					       "point",
					       "run_id",
					       "board",
					       NULL };

	gb_data_header(out, columns);
	for (size_t i = 0; i < roofs->count; i++) {
		json_t *gpu = gpu_object(&roofs->gpu[i]), *rows = roofs_of(&roofs->gpu[i]);
		json_t *ridges = ridges_of(&roofs->gpu[i]);
		json_array_extend(rows, ridges);
		gb_data_rows(out, columns, gpu, rows);
		json_decref(ridges);
		json_decref(rows);
		json_decref(gpu);
	}
	return gb_data_end(out, error);
}

int gb_roofs_write_json(const struct gb_roofs *roofs, FILE *out, struct gb_error *error)
{
	json_t *gpus = json_array();

	for (size_t i = 0; i < roofs->count; i++) {
		json_t *gpu = gpu_object(&roofs->gpu[i]);
		json_object_set_new(gpu, "roofs", roofs_of(&roofs->gpu[i]));
		json_object_set_new(gpu, "ridges", ridges_of(&roofs->gpu[i]));
		json_array_append_new(gpus, gpu);
	}
	return gb_data_document(out, json_pack("{s:s, s:o}", "schema", "gpubench-roofs-1", "gpus", gpus), error);
}
