#include "judge/judge_set.h"

#include <string.h>
#include <strings.h>

#include "analysis/scatter.h"
#include "base/text.h"

const struct gb_judge_set_entry gb_judge_set_entries[] = {
	{ "dram", GB_JUDGED_STEADY },
	{ "l1", GB_JUDGED_STEADY },
	{ "l2", GB_JUDGED_STEADY },
	{ "l2_far", GB_JUDGED_UNSTEADY },
	{ "shared", GB_JUDGED_STEADY },
	{ "random", GB_JUDGED_STEADY },
	{ "fp64", GB_JUDGED_STEADY },
	{ "fp32", GB_JUDGED_STEADY },
	{ "fp16", GB_JUDGED_STEADY },
	{ "bf16", GB_JUDGED_STEADY },
	{ "int32", GB_JUDGED_STEADY },
	{ "dp4a", GB_JUDGED_STEADY },
	{ "tensor", GB_JUDGED_POWER_BOUND },
	{ "l2.read_common", GB_JUDGED_UNSTEADY },
	{ "l2.link", GB_JUDGED_UNSTEADY }, /* too few cards so far */
	{ "gemm", GB_JUDGED_UNSTEADY },
	{ "clock", GB_JUDGED_UNSTEADY },
	{ "launch", GB_JUDGED_LAUNCH },
	{ "transfer", GB_JUDGED_LINK },
	{ "p2p", GB_JUDGED_LINK },
	{ "exchange", GB_JUDGED_LINK },
	{ GB_MATRIX_UNITS_NAME, GB_JUDGED_STEADY },
	{ GB_PLAIN_UNITS_NAME, GB_JUDGED_STEADY },
	{ NULL, GB_JUDGED_UNKNOWN },
};

enum gb_judge_kind gb_judge_kind_of(const char *roof)
{
	enum gb_judge_kind kind = GB_JUDGED_UNKNOWN;
	size_t longest = 0;

	for (const struct gb_judge_set_entry *e = gb_judge_set_entries; e->roofs != NULL; e++) {
		const size_t length = gb_roof_match(e->roofs, roof);
		if (length > longest) {
			longest = length;
			kind = e->kind;
		}
	}
	return kind;
}

static bool is_among(const char *const *names, size_t count, const char *roof)
{
	for (size_t i = 0; i < count; i++)
		if (gb_roof_match(names[i], roof) > 0)
			return true;
	return false;
}

bool gb_judge_set_has(const struct gb_judge_set *set, const char *roof)
{
	const enum gb_judge_kind kind = gb_judge_kind_of(roof);

	/* A user who selects all roofs of matrix units also means their joint group. */
	const char *all = gb_joint_named(roof) == GB_MATRIX_UNITS ? "tensor" : roof;

	if (kind == GB_JUDGED_LINK && is_among(set->without, set->withouts, GB_JUDGE_SET_LINKS))
		return false;
	if (is_among(set->without, set->withouts, roof) || is_among(set->without, set->withouts, all))
		return false;
	if (set->onlys > 0)
		return is_among(set->only, set->onlys, roof) || is_among(set->only, set->onlys, all);
	if (is_among(set->also, set->alsos, roof))
		return true;
	return kind != GB_JUDGED_UNSTEADY;
}

bool gb_judge_kind_is_of_host(enum gb_judge_kind kind)
{
	return kind == GB_JUDGED_LINK || kind == GB_JUDGED_LAUNCH;
}

/* Returns the part of a row's reason about a link (`transfer`, gb_links_tell_down()) and its length; NULL: none. */
static const char *find_link(const char *reason, size_t *length)
{
	const char *at = strstr(reason, "the PCIe link is one of"), *end = strstr(reason, "card and slot can do");

	if (at == NULL || end == NULL) {
		at = end = strstr(reason, " down: ");
		if (at == NULL || strstr(reason, "NVLink") == NULL)
			return NULL;
		while (at > reason && at[-1] != ';')
			at--;
		at += strspn(at, " ");
	}
	*length = (size_t)(end - at) + strcspn(end, ";");
	return at;
}

void gb_judge_set_link(const struct gb_gpu_roofs *gpu, const struct gb_judge_set *set, char *text, size_t size)
{
	text[0] = '\0';
	for (size_t i = 0; i < gpu->roofs && text[0] == '\0'; i++) {
		const struct gb_roof_row *row = gpu->roof[i].row;
		size_t length;
		const char *at = gb_judge_kind_of(row->name) == GB_JUDGED_LINK ? find_link(row->reason, &length) : NULL;
		if (at != NULL && gb_judge_set_has(set, row->name))
			gb_text_add(text, size, "%.*s", (int)length, at);
	}
}

bool gb_judge_set_names(const struct gb_judge_set *set, const char *roof)
{
	return is_among(set->only, set->onlys, roof) || is_among(set->also, set->alsos, roof);
}

bool gb_judge_set_throttled(const struct gb_gpu_roofs *gpu, const struct gb_judge_set *set, char *text, size_t size)
{
	const char *const words = gb_doubt_words(GB_DOUBT_SLOWDOWN);
	const char *first = NULL, *last = NULL;
	size_t roofs = 0;

	for (size_t i = 0; i < gpu->roofs; i++) {
		const struct gb_roof_row *row = gpu->roof[i].row;
		if (row->name == last || !gb_record_is_slowdown(row->throttle) ||
		    (set != NULL && !gb_judge_set_has(set, row->name)))
			continue;
		first = first == NULL ? row->name : first;
		last = row->name;
		roofs++;
	}
	text[0] = '\0';
	if (roofs > 0)
		gb_text_add(text, size, "%s in %zu roof%s, first %s", words, roofs, roofs == 1 ? "" : "s", first);
	return roofs > 0;
}

enum { GPUS_OF_NODE_MAX = 64 };

bool gb_is_host(const char *name, const char *other)
{
	const size_t length = strcspn(name, "."), other_length = strcspn(other, ".");

	return strcasecmp(name, other) == 0 || (length == other_length && strncasecmp(name, other, length) == 0 &&
						(name[length] == '\0' || other[length] == '\0'));
}

static size_t find_usual(const struct gb_expected_node *node, size_t count, const char *model)
{
	size_t nodes[GPUS_OF_NODE_MAX] = { 0 }, usual = 0;

	for (size_t i = 0; i < count; i++)
		if (node[i].model == model && node[i].gpus < GPUS_OF_NODE_MAX)
			nodes[node[i].gpus]++;
	for (size_t gpus = 0; gpus < GPUS_OF_NODE_MAX; gpus++)
		usual = nodes[gpus] > 0 && nodes[gpus] >= nodes[usual] ? gpus : usual;
	return usual;
}

void gb_expected_nodes(const struct gb_roofs *roofs, const char *const *name, size_t count,
		       struct gb_expected_node *node)
{
	for (size_t i = 0; i < count; i++) {
		node[i] = (struct gb_expected_node){ .name = name[i] };
		for (size_t g = 0; g < roofs->count; g++) {
			const struct gb_gpu_roofs *gpu = &roofs->gpu[g];
			if (gpu->peer[0] != '\0' || !gb_is_host(gpu->host, name[i]))
				continue;
			node[i].model = node[i].gpus++ == 0 ? gpu->name : node[i].model;
		}
	}
	for (size_t i = 0; i < count; i++)
		if (node[i].model != NULL)
			node[i].usual = find_usual(node, count, node[i].model);
}
