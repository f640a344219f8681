/* export_text.c: roofs for plot scripts of the Empirical Roofline Toolkit (JSON) and NERSC (text), in GB/s and
 * GFLOP/s. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/peaks.h"
#include "base/escape.h"
#include "base/text.h"
#include "export/export.h"
#include "show/data.h"

static const char *label_of(const struct gb_peak *peak)
{
	const struct gb_roof_kind *kind = gb_roof_kind(peak->name);

	return kind != NULL ? kind->label : peak->name;
}

static void append_pair(json_t *array, const char *label, double value)
{
	if (isfinite(value))
		json_array_append_new(array, json_pack("[o, f]", gb_data_string(label), value / 1e9));
}

/* ERT looks for "GFLOPs" in the names of ceilings, so its chart has no place for integer rates. */
static json_t *ert_part(const struct gb_peaks *peaks, json_t *metadata, bool limits)
{
	json_t *bytes = json_array(), *flops = json_array();

	for (size_t i = peaks->count; i-- > 0;) { /* from the nearest memory to the farthest, as in ERT */
		const struct gb_peak *peak = &peaks->peak[i];
		if (gb_roof_is_memory(peak->unit) && !gb_roof_is_aside(peak->name))
			append_pair(bytes, label_of(peak), limits ? peak->limit : peak->value);
	}
	for (size_t i = 0; i < peaks->count; i++) {
		const struct gb_peak *peak = &peaks->peak[i];
		char label[64] = "";
		gb_text_add(label, sizeof label, "%.40s GFLOPs", label_of(peak));
		if (strcmp(peak->unit, "FLOP/s") == 0 && !gb_roof_is_aside(peak->name))
			append_pair(flops, label, limits ? peak->limit : peak->value);
	}
	json_t *part = json_pack("{s:{s:o}, s:{s:o}}", "gbytes", "data", bytes, "gflops", "data", flops);
	if (metadata != NULL)
		json_object_set_new(part, "metadata", metadata);
	return part;
}

int gb_export_ert(const struct gb_roofs *roofs, FILE *out, struct gb_error *error)
{
	struct gb_peaks peaks;
	char title[256];

	GB_TRY(gb_peaks_of(&peaks, roofs, error));
	gb_peaks_title(&peaks, title, sizeof title);
	json_t *metadata = json_object();
	gb_data_text(metadata, "GPU", title);
	gb_data_text(metadata, "VERSION", peaks.gpu->version);
	gb_data_text(metadata, "TOOL", "gpubench");
	json_t *document = json_pack("{s:o, s:o}", "empirical", ert_part(&peaks, metadata, false), "spec",
				     ert_part(&peaks, NULL, true));
	gb_peaks_free(&peaks);
	return gb_data_document(out, document, error);
}

/* Readers of the format look for words anywhere in a line, so a name must not contain these words. */
static void nersc_name(FILE *out, const char *label)
{
	static const char *const words[] = { "memroofs", "comproofs", "roof_names", "AI", "FLOPS", "labels" };
	char *name = gb_escape_copy(GB_ESCAPE_NERSC, label);

	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		for (char *at = name; (at = strstr(at, words[i])) != NULL;)
			at[1] = '-';
	fprintf(out, " '%s'", name);
	free(name);
}

static void nersc_lines(FILE *out, const struct gb_peaks *peaks, bool memory)
{
	const char *const unit = memory ? "B/s" : "FLOP/s";

	fputs(memory ? "memroofs" : "comproofs", out);
	for (size_t i = 0; i < peaks->count; i++)
		if (strcmp(peaks->peak[i].unit, unit) == 0 && !gb_roof_is_aside(peaks->peak[i].name))
			fprintf(out, " %.9g", peaks->peak[i].value / 1e9);
	fputs(memory ? "\nmem_roof_names" : "\ncomp_roof_names", out);
	for (size_t i = 0; i < peaks->count; i++)
		if (strcmp(peaks->peak[i].unit, unit) == 0 && !gb_roof_is_aside(peaks->peak[i].name))
			nersc_name(out, label_of(&peaks->peak[i]));
	fputc('\n', out);
}

/* For the same reason, no line says where the figures come from. */
int gb_export_nersc(const struct gb_roofs *roofs, FILE *out, struct gb_error *error)
{
	struct gb_peaks peaks;

	GB_TRY(gb_peaks_of(&peaks, roofs, error));
	nersc_lines(out, &peaks, true);
	nersc_lines(out, &peaks, false);
	gb_peaks_free(&peaks);
	return GB_OK;
}
