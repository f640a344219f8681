/* gate_text.c: the findings of a gate as text. */
#include <math.h>
#include <string.h>

#include "analysis/gate.h"
#include "base/text.h"

/* "its reference", "its peers", "its own value in the baseline". */
static void add_against(const struct gb_ruling *ruling, const char *against, char *text, size_t size)
{
	if (ruling->by_peers)
		gb_text_add(text, size, "its peers");
	else
		gb_text_add(text, size, "%s%s", ruling->same_gpu ? "its own value in the " : "its ",
			    against != NULL ? against : "baseline");
}

/* "tensor.fp16", or "tensor.fp16, work per clock,". */
static void add_roof(const char *roof, char *text, size_t size)
{
	const size_t length = strcspn(roof, "/");

	gb_text_add(text, size, "%.*s%s", (int)length, roof, roof[length] != '\0' ? ", work per clock," : "");
}

static void add_percent(const char *before, double part, char *text, size_t size)
{
	char percent[64];

	gb_text_percent(percent, sizeof percent, part, 1);
	gb_text_add(text, size, "%s%s%s", before, part >= 0 ? "+" : "", percent);
}

static void add_why(const struct gb_gate_found *finding, const char *against, char *text, size_t size)
{
	const struct gb_ruling *ruling = &finding->ruling;

	switch (ruling->why) {
	case GB_WHY_NOT_MEASURED:
		gb_text_add(text, size, " is not measured");
		break;
	case GB_WHY_OTHER_UNIT:
		gb_text_add(text, size, " is not in %s, unlike that of others", finding->unit);
		break;
	case GB_WHY_TWO_DIFFER:
		add_percent(" ", ruling->part, text, size);
		gb_text_add(text, size, " from its only peer: they differ; which one is slow is unknown");
		break;
	case GB_WHY_PEERS_DIFFER:
		add_percent(" ", ruling->part, text, size);
		gb_text_add(text, size, " from its peers, which differ by as much");
		break;
	case GB_WHY_CUT_SHORT:
		add_percent(" ", ruling->part, text, size);
		gb_text_add(text, size, " from ");
		add_against(ruling, against, text, size);
		gb_text_add(text, size, ", but its best point may be missing: the run was cut short");
		break;
	default:
		add_percent(" cannot be judged: its interval is ", ruling->lo, text, size);
		add_percent(" ... ", ruling->hi, text, size);
		gb_text_add(text, size, " from ");
		add_against(ruling, against, text, size);
	}
}

/* "clock under load -2.1 %, work per clock +0.0 %": they have different causes. */
static void add_parts(double part, double work, char *text, size_t size)
{
	if (!isfinite(work)) {
		gb_text_add(text, size, "not judged by part: its clock is not known");
		return;
	}
	add_percent("clock under load ", (1 + part) / (1 + work) - 1, text, size);
	add_percent(", work per clock ", work, text, size);
}

static void add_slow(const struct gb_gate_found *finding, const char *against, char *text, size_t size)
{
	char percent[64];

	gb_text_percent(percent, sizeof percent, -finding->ruling.part, 1);
	gb_text_add(text, size, " %s below ", percent);
	add_against(&finding->ruling, against, text, size);
	if (!finding->is_by_part)
		return;
	gb_text_add(text, size, ": ");
	add_parts(finding->ruling.part, finding->work, text, size);
}

void gb_gate_tell_cause(const struct gb_cause *cause, char *text, size_t size)
{
	char percent[64];

	text[0] = '\0';
	gb_text_percent(percent, sizeof percent, -cause->part, 1);
	gb_text_add(text, size, "%zu of %zu GPUs %s %.*s%s: ", cause->slow, cause->of, cause->what, (int)cause->length,
		    cause->value, cause->value[cause->length] != '\0' ? "*" : "");
	add_roof(cause->roof, text, size);
	gb_text_add(text, size, " %s below", percent);
	if (cause->slow > 1)
		gb_text_add(text, size, " (median)");
	if (cause->is_by_part) {
		gb_text_add(text, size, ": ");
		add_parts(cause->part, cause->work, text, size);
	}
	if (cause->roofs > 1)
		gb_text_add(text, size, "; %zu more roof%s", cause->roofs - 1, cause->roofs == 2 ? "" : "s");
}

void gb_gate_tell(const struct gb_gate_found *finding, const char *against, char *text, size_t size)
{
	const struct gb_gpu_roofs *gpu = finding->gpu;

	text[0] = '\0';
	if (gpu != NULL && gpu->host[0] != '\0')
		gb_text_add(text, size, "%s: ", gpu->host);
	if (gpu != NULL)
		gb_text_add(text, size, "%s%s (%s) ", gb_device_word(gpu->device), gpu->device, gpu->key);
	if (finding->roof == NULL) {
		gb_text_add(text, size, "%s", finding->text);
		return;
	}
	add_roof(finding->roof, text, size);
	if (finding->kind == GB_FOUND_SLOW)
		add_slow(finding, against, text, size);
	else if (finding->kind == GB_FOUND_OPEN)
		add_why(finding, against, text, size);
	if (finding->suspect != NULL)
		gb_text_add(text, size, " (suspect: %s)", finding->suspect);
}

static const char *many(size_t count)
{
	return count == 1 ? "" : "s";
}

/* Findings are sorted: the first of a kind is the worst. */
static void add_worst(const struct gb_gate *gate, const char *against, char *text, size_t size)
{
	char worst[GB_ERROR_TEXT];

	gb_gate_tell(&gate->finding[0], against, worst, sizeof worst);
	gb_text_add(text, size, "%s", worst);
}

/* The cause of the most GPUs, and the number of GPUs not covered by it. */
static void add_cause(const struct gb_gate *gate, char *text, size_t size)
{
	const size_t left = gate->gpus_slow - gate->cause[0].slow;
	char cause[GB_ERROR_TEXT];

	gb_gate_tell_cause(&gate->cause[0], cause, sizeof cause);
	gb_text_add(text, size, "%s", cause);
	if (left > 0)
		gb_text_add(text, size, "; %zu GPU%s elsewhere", left, many(left));
}

/* " of n1"; for several hosts the number of each: " (4 of n1, 8 of n2)". */
static void add_hosts(const struct gb_gate *gate, char *text, size_t size)
{
	if (gate->hosts == 1 && gate->host[0].name[0] != '\0')
		gb_text_add(text, size, " of %s", gate->host[0].name);
	if (gate->hosts < 2 || gate->hosts > GB_GATE_HOSTS)
		return;
	for (size_t i = 0; i < gate->hosts; i++) {
		const char *name = gate->host[i].name;
		gb_text_add(text, size, "%s%zu of %s", i == 0 ? " (" : ", ", gate->host[i].gpus,
			    name[0] != '\0' ? name : "an unnamed host");
	}
	gb_text_add(text, size, ")");
}

/* "throttled: n1: GPU 0 (GPU-1) ..., and 2 more": the first of `count` findings, which are the worst here. */
static void add_findings(const struct gb_gate *gate, const char *word, size_t count, const char *against, char *text,
			 size_t size)
{
	gb_text_add(text, size, "%s: ", word);
	add_worst(gate, against, text, size);
	if (count > 1)
		gb_text_add(text, size, ", and %zu more", count - 1);
}

void gb_gate_line(const struct gb_gate *gate, const char *against, char *text, size_t size)
{
	text[0] = '\0';
	gb_text_add(text, size, "%zu of %zu roof%s judged; ", gate->roofs_judged, gate->roofs, many(gate->roofs));
	if (gate->slow > 0) {
		gb_text_add(text, size, "slow: ");
		if (gate->causes > 0)
			add_cause(gate, text, size);
		else
			add_worst(gate, against, text, size);
		if (gate->slow > 1 && gate->causes == 0)
			gb_text_add(text, size, ", and %zu more of %zu GPU%s", gate->slow - 1, gate->gpus_slow,
				    many(gate->gpus_slow));
		if (gate->throttled > 0)
			gb_text_add(text, size, "; %zu GPU%s throttled", gate->throttled, many(gate->throttled));
	} else if (gate->throttled > 0) {
		add_findings(gate, "throttled", gate->throttled, against, text, size);
	} else if (gate->open > 0) {
		add_findings(gate, "no verdict", gate->open, against, text, size);
	} else {
		gb_text_add(text, size, "%zu GPU%s", gate->gpus, many(gate->gpus));
		add_hosts(gate, text, size);
		gb_text_add(text, size, " as fast as %s %s", gate->gpus == 1 ? "its" : "their",
			    against != NULL ? against : "peers");
	}
	if (gate->slow + gate->throttled > 0 && gate->open > 0)
		gb_text_add(text, size, "; %zu without a verdict", gate->open);
}
