/* fuzz_loader: gb_bench_check() on any descriptor. The input's first line names what is wrong with the descriptor, a
 * letter each; its second one has the variants, name|flags|archs with ';' between them; every further line is an axis,
 *     name|kind|help|names with '/' between them|values|full|quick|when
 * where '-' stands for NULL and '~' for a new line. A plug-in that is taken can be planned at every effort. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "plan/loader.h"
#include "plan/plan.h"

enum { AXES = GB_AXES_MAX + 4, NAMES = 64, VARIANTS = GB_VARIANTS_MAX + 4 };

struct tables {
	struct gb_axis axes[AXES + 1];
	const char *names[AXES][NAMES + 1];
	struct gb_variant variants[VARIANTS + 1];
};

static int run_hook(struct gb_run *run)
{
	return GB_OK;
}

static int observe(struct gb_run *run, double *value)
{
	*value = 1;
	return GB_OK;
}

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = 1 };
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return 1;
}

/* ---- the tables ------------------------------------------------------------------------------------------------- */

static const char *next(char **rest, char end)
{
	const char *text = *rest != NULL ? fuzz_next(rest, end) : NULL;

	return text != NULL && strcmp(text, "-") == 0 ? NULL : text;
}

static void make_axis(struct gb_axis *axis, const char **names, char *line)
{
	*axis = (struct gb_axis){ .name = next(&line, '|') };
	const char *kind = next(&line, '|');
	axis->kind = kind != NULL ? (enum gb_axis_kind)(kind[0] - '0') : GB_REPORTED;
	axis->help = next(&line, '|');
	const char *list = next(&line, '|');
	if (list != NULL) {
		char *rest = (char *)(uintptr_t)list;
		for (size_t i = 0; i < NAMES && rest != NULL && rest[0] != '\0'; i++)
			names[i] = fuzz_next(&rest, '/');
		axis->names = names;
	}
	axis->values = next(&line, '|');
	axis->full = next(&line, '|');
	axis->quick = next(&line, '|');
	axis->when = next(&line, '|');
}

static struct tables *make_tables(char *variants, char *axes)
{
	struct tables *t = calloc(1, sizeof *t);

	fuzz_require(t != NULL, "out of memory");
	for (size_t i = 0; i < VARIANTS && variants != NULL && variants[0] != '\0'; i++) {
		char *one = fuzz_next(&variants, ';');
		t->variants[i].name = next(&one, '|');
		t->variants[i].flags = next(&one, '|');
		t->variants[i].archs = next(&one, '|');
	}
	for (size_t i = 0; i < AXES && axes != NULL && axes[0] != '\0'; i++)
		make_axis(&t->axes[i], t->names[i], strsep(&axes, "\n"));
	return t;
}

/* ---- the descriptor --------------------------------------------------------------------------------------------- */

/* The members that a letter removes. */
static const struct {
	char letter;
	size_t offset;
} removed[] = {
	{ 's', offsetof(struct gb_bench, setup) },  { 'l', offsetof(struct gb_bench, launch) },
	{ 'v', offsetof(struct gb_bench, verify) }, { 'c', offsetof(struct gb_bench, cost) },
	{ 'i', offsetof(struct gb_bench, limit) },  { 'm', offsetof(struct gb_bench, method) },
	{ 'A', offsetof(struct gb_bench, axes) },   { 'V', offsetof(struct gb_bench, variants) },
};

static void spoil(struct gb_bench *bench, const char *letters)
{
	for (const char *at = letters; *at != '\0'; at++) {
		for (size_t i = 0; i < sizeof removed / sizeof removed[0]; i++)
			if (removed[i].letter == *at)
				memset((char *)bench + removed[i].offset, 0, sizeof(void *));
		if (*at == 'u')
			bench->summary = "";
		else if (*at == 'o')
			bench->observe = observe;
		else if (strchr("slvcimAV", *at) == NULL) /* any number */
			bench->quantity = (enum gb_quantity)(*at - '0');
	}
}

static void refuse(const struct gb_bench *bench)
{
	struct gb_error error = { "" };

	fuzz_require(gb_bench_check(bench, "fuzz", &error) == GB_FAILED, "taken");
	fuzz_one_line(&error);
}

/* With another ABI or another size, nothing else can be read. */
static void check_foreign(const uint8_t *bytes, size_t size)
{
	uint32_t head[2] = { GB_ABI, sizeof(struct gb_bench) };

	if (size < sizeof head[0])
		return;
	memcpy(head, bytes, size < sizeof head ? sizeof head[0] : sizeof head);
	if (head[0] == GB_ABI && head[1] == sizeof(struct gb_bench))
		return;
	const size_t there = head[0] != GB_ABI ? sizeof head[0] : sizeof head;
	void *bench = malloc(there);
	fuzz_require(bench != NULL, "out of memory");
	memcpy(bench, head, there);
	refuse(bench);
	free(bench);
}

/* The same applies after a wrong name: the remaining fields are addresses that must not be used. */
static void check_misnamed(const char *name)
{
	struct gb_bench bench;

	if (strcmp(name, "fuzz") == 0)
		return;
	memset(&bench, 0xa5, sizeof bench);
	bench.abi = GB_ABI;
	bench.size = sizeof bench;
	bench.name = name;
	refuse(&bench);
	bench.name = NULL;
	refuse(&bench);
}

static void check_taken(const struct gb_bench *bench)
{
	for (int effort = GB_QUICK; effort <= GB_EVERY; effort++) {
		struct gb_error error = { "" };
		struct gb_plan plan;
		fuzz_require(gb_plan_make(bench, (enum gb_effort_level)effort, NULL, 0, &plan, &error) == GB_OK,
			     "no plan: %s", error.text);
		fuzz_check_plan(&plan);
		gb_plan_free(&plan);
	}
	/* Rows are distinguished by these. */
	for (size_t i = 0; bench->variants[i].name != NULL; i++)
		for (size_t j = 0; j < i; j++)
			fuzz_require(strcmp(bench->variants[i].name, bench->variants[j].name) != 0,
				     "two variants are called '%s'", bench->variants[i].name);
}

static void check_whole(char *text)
{
	char *letters = strsep(&text, "\n");
	char *variants = strsep(&text, "\n");
	struct tables *t = make_tables(variants, text);
	struct gb_error error = { "" };
	struct gb_bench bench = {
		.abi = GB_ABI,
		.size = sizeof bench,
		.name = "fuzz",
		.summary = "summary",
		.method = "method",
		.axes = t->axes,
		.variants = t->variants,
		.setup = run_hook,
		.launch = run_hook,
		.verify = run_hook,
		.cost = cost,
		.limit = limit,
	};

	spoil(&bench, letters);
	if (gb_bench_check(&bench, "fuzz", &error) == GB_OK)
		check_taken(&bench);
	else
		fuzz_one_line(&error);
	free(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	char *text = fuzz_text(bytes, size);

	check_foreign(bytes, size);
	check_misnamed(text);
	check_whole(text);
	free(text);
	return 0;
}
