/* export_ncu.c: a section file for Nsight Compute, with measured roofs instead of its theoretical ones.
 *
 * A kernel's achieved value comes from metrics that count in the roof's own direction. Expressions of Nsight Compute
 * have one operator, accept only numbers without exponent, and use only metrics that the section collects by name or
 * that are expressions themselves. In spite of its name, "ops_fadd_fmul_ffma" counts instructions: an FMA counts as
 * one, and so does an FMA of half2 (seen with 2025.3 on an H200). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/peaks.h"
#include "base/escape.h"
#include "base/quantity.h"
#include "base/text.h"
#include "export/export.h"

/* Bytes per second in one direction: a metric, or `scale` times a metric of another quantity. */
static const struct traffic {
	const char *roof, *metric, *derived;
	int scale;
	const char *chart;    /* label of the roof in the charts; NULL: only in the table */
	const char *achieved; /* label of a kernel's achieved value in this direction; NULL: not in the charts */
} traffics[] = {
	{ "dram.read", "dram__bytes_read.sum.per_second", NULL, 1, "DRAM, reads alone", NULL },
	{ "dram.write", "dram__bytes_write.sum.per_second", NULL, 1, NULL, NULL },
	{ "dram.copy", "dram__bytes.sum.per_second", NULL, 1, "DRAM, half of it writes", "DRAM" },
	{ "dram.triad", "dram__bytes.sum.per_second", NULL, 1, "DRAM, a third of it writes", NULL },
	{ "l2.read", "lts__t_sectors_srcunit_tex_op_read.sum.per_second", "derived__gpubench_l2_read_bytes", 32,
	  "L2, reads", "L2, reads" },
	{ "l2.read_common", "l1tex__m_xbar2l1tex_read_bytes.sum.per_second", NULL, 1, NULL, NULL },
	{ "l2.write", "lts__t_sectors_srcunit_tex_op_write.sum.per_second", "derived__gpubench_l2_write_bytes", 32,
	  NULL, NULL },
	{ "l2.link.read", "lts__t_sectors_srcunit_ltcfabric.sum.per_second", "derived__gpubench_l2_link_bytes", 32,
	  NULL, NULL },
	{ "l1.read", NULL, "derived__gpubench_l1_read_bytes", 128, "L1", "L1" },
	{ "shared.read", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum.per_second",
	  "derived__gpubench_shared_read_bytes", 128, "Shared memory, reads", "Shared memory, reads" },
	{ "shared.write", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum.per_second",
	  "derived__gpubench_shared_write_bytes", 128, NULL, NULL },
};
enum { TRAFFICS = sizeof traffics / sizeof traffics[0] };

/* One metric counts adds, multiplies and FMAs, another only FMAs: in their sum, each FMA counts as two. */
static const struct work {
	const char *roof, *title, *all, *fma;
	int flop; /* FLOP of one add */
} works[] = {
	{ "fp32", "Single Precision", "smsp__sass_thread_inst_executed_ops_fadd_fmul_ffma_pred_on.sum.per_second",
	  "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum.per_second", 1 },
	{ "fp64", "Double Precision", "smsp__sass_thread_inst_executed_ops_dadd_dmul_dfma_pred_on.sum.per_second",
	  "smsp__sass_thread_inst_executed_op_dfma_pred_on.sum.per_second", 1 },
	{ "fp16", "Half Precision", "smsp__sass_thread_inst_executed_ops_hadd_hmul_hfma_pred_on.sum.per_second",
	  "smsp__sass_thread_inst_executed_op_hfma_pred_on.sum.per_second", 2 },
};
enum { WORKS = sizeof works / sizeof works[0] };

/* Returns one of three successive names for the cycles in which L1 delivered 128 bytes of local or global memory. */
static const char *l1_metric(const struct gb_gpu_roofs *gpu)
{
	const double capability = strtod(gpu->capability, NULL);

	if (capability >= 9.0)
		return "l1tex__lsu_writeback_active_mem_lgds.sum.per_second";
	return capability >= 7.5 ? "l1tex__lsu_writeback_active_mem_lg.sum.per_second"
				 : "l1tex__lsu_writeback_active.sum.per_second";
}

static const char *base_metric(const struct traffic *t, const struct gb_gpu_roofs *gpu)
{
	if (strtod(gpu->capability, NULL) >= 12 && strcmp(t->roof, "dram.read") == 0)
		return "dram__bytes_op_read.sum.per_second";
	if (strtod(gpu->capability, NULL) >= 12 && strcmp(t->roof, "dram.write") == 0)
		return "dram__bytes_op_write.sum.per_second";
	return t->metric != NULL ? t->metric : l1_metric(gpu);
}

/* Writes a text in quotes. Labels contain units, which come from the file. */
static void put_string(FILE *out, const char *text)
{
	fputc('"', out);
	gb_escape_put(out, GB_ESCAPE_PROTOBUF, text);
	fputc('"', out);
}

static void put_metric(FILE *out, const char *label, const char *name)
{
	fputs("  Metrics { Label: ", out);
	put_string(out, label);
	fprintf(out, " Name: \"%s\" }\n", name);
}

/* Writes "<title>: 4.68 TB/s measured". */
static void put_measured(FILE *out, const char *title, const struct gb_peak *peak)
{
	char value[32], label[128] = "";

	gb_quantity_write(value, sizeof value, peak->value, peak->unit);
	gb_text_add(label, sizeof label, "%s: %s measured", title, value);
	put_string(out, label);
}

static const char *derived_name(const char *roof, const char *what, char text[64])
{
	gb_text_write(text, 64, "derived__gpubench_%s_%s", roof, what);
	for (char *c = text; *c != '\0'; c++)
		if (*c == '.')
			*c = '_';
	return text;
}

static void define_metric(FILE *out, const char *name, const char *left, char operator, double right)
{
	fprintf(out, "  MetricDefinitions { Name: \"%s\" Expression: \"%s %c %.0f\" }\n", name, left, operator, right);
}

static void put_percent_label(FILE *out, const struct gb_peak *peak)
{
	const struct gb_roof_kind *kind = gb_roof_kind(peak->name);
	char name[64], value[32], label[96] = "";

	gb_quantity_write(value, sizeof value, peak->value, peak->unit);
	gb_text_add(label, sizeof label, "%s, of measured %s", kind != NULL ? kind->label : peak->name, value);
	put_metric(out, label, derived_name(peak->name, "pct", name));
}

/* By default, Nsight Compute shows only the header of a section. This one has each direction in percent of its roof. */
static void put_header(FILE *out, const struct gb_peaks *peaks)
{
	const struct gb_peak *peak;

	fputs("Header {\n", out);
	for (size_t i = 0; i < TRAFFICS; i++)
		if ((peak = gb_peaks_find(peaks, traffics[i].roof)) != NULL)
			put_percent_label(out, peak);
	for (size_t i = 0; i < WORKS; i++)
		if ((peak = gb_peaks_find(peaks, works[i].roof)) != NULL)
			put_percent_label(out, peak);
	put_metric(out, "SM clock", "smsp__cycles_elapsed.avg.per_second");
	fputs("}\n", out);
}

static void put_metrics(FILE *out, const struct gb_peaks *peaks)
{
	char label[64];

	fputs("Metrics {\n", out);
	for (size_t i = 0; i < TRAFFICS; i++)
		if (gb_peaks_find(peaks, traffics[i].roof) != NULL && strcmp(traffics[i].roof, "dram.triad") != 0)
			put_metric(out,
				   traffics[i].achieved ? traffics[i].achieved : gb_roof_kind(traffics[i].roof)->label,
				   base_metric(&traffics[i], peaks->gpu));
	for (size_t i = 0; i < WORKS; i++) {
		if (gb_peaks_find(peaks, works[i].roof) == NULL)
			continue;
		gb_text_write(label, sizeof label, "%s instructions", gb_roof_kind(works[i].roof)->label);
		put_metric(out, label, works[i].all);
		gb_text_write(label, sizeof label, "%s FMAs", gb_roof_kind(works[i].roof)->label);
		put_metric(out, label, works[i].fma);
	}
	fputs("}\n", out);
}

static void put_definitions(FILE *out, const struct gb_peaks *peaks)
{
	const struct gb_peak *peak;
	char name[64], flop[64];

	fputs("MetricDefinitions {\n", out);
	for (size_t i = 0; i < TRAFFICS; i++) {
		const struct traffic *t = &traffics[i];
		const char *base = base_metric(t, peaks->gpu);
		if ((peak = gb_peaks_find(peaks, t->roof)) == NULL)
			continue;
		if (t->derived != NULL)
			define_metric(out, t->derived, base, '*', t->scale);
		define_metric(out, derived_name(t->roof, "pct", name), base, '/', peak->value / 100 / t->scale);
	}
	for (size_t i = 0; i < WORKS; i++) {
		const struct work *w = &works[i];
		if ((peak = gb_peaks_find(peaks, w->roof)) == NULL)
			continue;
		derived_name(w->roof, w->flop == 1 ? "flop" : "lanes", name);
		fprintf(out, "  MetricDefinitions { Name: \"%s\" Expression: \"%s + %s\" }\n", name, w->all, w->fma);
		derived_name(w->roof, "flop", flop);
		if (w->flop > 1)
			define_metric(out, flop, name, '*', w->flop);
		define_metric(out, derived_name(w->roof, "pct", name), flop, '/', peak->value / 100);
	}
	fputs("}\n", out);
}

static void put_roofline(FILE *out, const struct gb_peak *work, const struct gb_peak *traffic, const char *label)
{
	fprintf(out,
		"    Rooflines {\n"
		"      PeakWork { Constant: %.9g }\n"
		"      PeakTraffic { Constant: %.9g }\n"
		"      Options { Label: ",
		work->value, traffic->value);
	put_measured(out, label, traffic);
	fputs(" }\n    }\n", out);
}

static void put_achieved(FILE *out, const struct work *work, const struct traffic *t)
{
	char name[64];

	fprintf(out,
		"    AchievedValues {\n"
		"      AchievedWork { Metric { Name: \"%s\" } }\n"
		"      AchievedTraffic { Metric { Name: \"%s\" } }\n"
		"      Options { Label: \"%s\" }\n"
		"    }\n",
		derived_name(work->roof, "flop", name), t->derived != NULL ? t->derived : t->metric, t->achieved);
}

static void put_chart(FILE *out, const struct gb_peaks *peaks, const struct work *work)
{
	const struct gb_peak *peak = gb_peaks_find(peaks, work->roof), *traffic;

	if (peak == NULL)
		return;
	fprintf(out,
		"Body {\n  DisplayName: \"Measured Roofline (%s)\"\n  Items {\n    RooflineChart {\n"
		"    Label: ",
		work->title);
	put_measured(out, work->title, peak);
	fputs("\n    AxisIntensity { Label: \"Arithmetic Intensity [FLOP/byte]\" }\n"
	      "    AxisWork { Label: \"Performance [FLOP/s]\" }\n",
	      out);
	for (size_t i = 0; i < TRAFFICS; i++)
		if (traffics[i].chart != NULL && (traffic = gb_peaks_find(peaks, traffics[i].roof)) != NULL)
			put_roofline(out, peak, traffic, traffics[i].chart);
	for (size_t i = 0; i < TRAFFICS; i++)
		if (traffics[i].achieved != NULL && gb_peaks_find(peaks, traffics[i].roof) != NULL)
			put_achieved(out, work, &traffics[i]);
	fputs("    }\n  }\n}\n", out);
}

int gb_export_ncu(const struct gb_roofs *roofs, FILE *out, struct gb_error *error)
{
	struct gb_peaks peaks;
	char title[256];

	GB_TRY(gb_peaks_of(&peaks, roofs, error));
	gb_peaks_title(&peaks, title, sizeof title);
	fputs("Identifier: \"GpubenchRoofline\"\n"
	      "DisplayName: \"Measured Roofline (gpubench)\"\n"
	      "Description: \"Roofs that gpubench measured on ",
	      out);
	gb_escape_put(out, GB_ESCAPE_PROTOBUF, title);
	fputs(". Put this file into a folder DIR as gpubench.section and run: "
	      "ncu --section-folder DIR --section GpubenchRoofline --clock-control none APPLICATION. "
	      "The roofs hold at the clock the GPU runs at by itself, so leave the clock alone; add --print-details "
	      "all to see the charts' figures in the terminal.\"\n"
	      "Order: 13\n"
	      "Sets { Identifier: \"gpubench\" }\n"
	      "Filter { CollectionFilter { CollectionScopes: CollectionScope_Launch } }\n",
	      out);
	put_header(out, &peaks);
	put_metrics(out, &peaks);
	put_definitions(out, &peaks);
	for (size_t i = 0; i < WORKS; i++)
		put_chart(out, &peaks, &works[i]);
	gb_peaks_free(&peaks);
	return GB_OK;
}
