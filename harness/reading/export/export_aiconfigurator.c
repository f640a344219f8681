/* export_aiconfigurator.c: systems/<name>.yaml of aiconfigurator, in SI base units. Figures that roofs do not provide
 * are comments, so that they cannot be mistaken for measured ones. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/peaks.h"
#include "base/escape.h"
#include "export/export.h"

static void put_number(FILE *out, const char *name, double value, const char *otherwise)
{
	if (isfinite(value) && value > 0)
		fprintf(out, "  %s: %.0f\n", name, value);
	else
		fprintf(out, "  # %s: %s\n", name, otherwise);
}

static void put_peak(FILE *out, const struct gb_peaks *peaks, const char *name, const char *roof)
{
	const struct gb_peak *peak = gb_peaks_find(peaks, roof);

	put_number(out, name, peak != NULL ? peak->value : (double)NAN, "not measured");
}

/* The tool computes bytes / (mem_bw * factor): mem_bw is the physical limit, factor the achieved fraction of it. */
static void put_bandwidth(FILE *out, const struct gb_peaks *peaks)
{
	const struct gb_peak *read = gb_peaks_find(peaks, "dram.read");

	if (read == NULL || !(isfinite(read->value) && read->value > 0)) {
		fputs("  # mem_bw, mem_bw_empirical_scaling_factor: not measured\n", out);
		return;
	}
	const bool limited = isfinite(read->limit) && read->limit > 0;
	fprintf(out, "  mem_bw: %.0f\n", limited ? read->limit : read->value);
	fprintf(out, "  mem_bw_empirical_scaling_factor: %.4f\n", limited ? read->value / read->limit : 1);
}

int gb_export_aiconfigurator(const struct gb_roofs *roofs, FILE *out, struct gb_error *error)
{
	struct gb_peaks peaks;
	char title[256];

	GB_TRY(gb_peaks_of(&peaks, roofs, error));
	gb_peaks_title(&peaks, title, sizeof title);
	fputs("# ", out);
	gb_escape_put(out, GB_ESCAPE_LINE, title);
	fputs(", measured by gpubench ", out);
	gb_escape_put(out, GB_ESCAPE_LINE, peaks.gpu->version);
	fputs("\n"
	      "# data_dir: the folder of your own operator data\n"
	      "gpu:\n",
	      out);
	put_bandwidth(out, &peaks);
	fputs("  # mem_empirical_constant_latency: not a roof; seconds\n", out);
	put_number(out, "mem_capacity", peaks.gpu->memory_bytes, "not in these files; bytes");
	put_peak(out, &peaks, "bfloat16_tc_flops", "tensor.bf16");
	put_peak(out, &peaks, "int8_tc_flops", "tensor.int8");
	put_peak(out, &peaks, "fp8_tc_flops", "tensor.fp8");
	put_number(out, "power", peaks.gpu->power_limit_w, "not known; watts");
	put_number(out, "sm_version", round(10 * strtod(peaks.gpu->capability, NULL)), "not known");
	fprintf(out,
		"node:\n"
		"  num_gpus_per_node: %zu\n"
		"  # inter_node_bw, intra_node_bw, pcie_bw, p2p_latency: not roofs of a GPU; B/s and seconds\n",
		peaks.per_host);
	gb_peaks_free(&peaks);
	return GB_OK;
}
